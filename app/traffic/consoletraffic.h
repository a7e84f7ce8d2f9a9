// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xtracearchive.h"
#include "widgets/traffic/trafficwindow.h"

#include <QHash>
#include <QObject>
#include <QPointer>

namespace Nightdesk
{
class Console;
class Session;
class SessionList;
class XTrafficWatch;

/// The console's X Traffic window: shows running programs in display mode x11, and saved traces. GUI thread. A child of Console.
class ConsoleTraffic : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object; @p console owns this.
    ConsoleTraffic(Console &console, XTrafficWatch *watch, SessionList *list);
    ~ConsoleTraffic() override;

    /// Opens the window and shows @p session in it; null: the first running program.
    void show(const Session *session);

private:
    QList<TrafficSource> traceSources() const;
    static QString runningTraceId(const Session *session);
    static QString savedTraceId(const QString &file);
    void readSavedTraces();
    std::optional<XLinkFigures> linkFigures(const Session *session) const;
    void showMissingTraceMessage(const QString &label);

    Console &m_console;
    XTrafficWatch *const m_trafficWatch;
    SessionList *const m_sessionList;
    QPointer<TrafficWindow> m_trafficWindow;
    QList<XTraceArchive::StoredTrace> m_savedTraces;
    QString m_requestedTracePath; ///< file of a saved trace, to be shown as soon as the list is read
    QString m_requestedProgramLabel; ///< label of the program whose trace m_requestedTracePath names
};
}
