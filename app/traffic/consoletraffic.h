// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/traffic/trafficwindow.h"
#include "monitors/xadvice/xtracearchive.h"

#include <QHash>
#include <QObject>
#include <QPointer>

namespace Nightdesk
{
class Console;
class Session;
class SessionList;
class XTrafficWatch;

/// The window for X traffic of the console: programs that are shown as x11, and the traces that were kept. GUI thread. A child of Console.
class ConsoleTraffic : public QObject
{
    Q_OBJECT
public:
    /// All outlive this; @p console owns it.
    ConsoleTraffic(Console &console, XTrafficWatch *watch, SessionList *list);
    ~ConsoleTraffic() override;

    /// @p session: null: the first program there is.
    void show(const Session *session);

private:
    QList<TrafficSource> sources() const;
    static QString runningId(const Session *session);
    static QString keptId(const QString &file);
    void readKept();
    std::optional<XLinkFigures> linkOf(const Session *session) const;
    void showNoneOf(const QString &label);

    Console &m_console;
    XTrafficWatch *const m_watch;
    SessionList *const m_list;
    QPointer<TrafficWindow> m_window;
    QList<XTraceArchive::Kept> m_kept;
    QString m_wanted; ///< a kept one, as soon as it is known
    QString m_wantedLabel; ///< whose it is
};
}
