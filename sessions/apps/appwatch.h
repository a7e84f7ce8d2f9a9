// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/links/hop/link.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Nightdesk
{
/// Looks after a display that another desk or account started: whether it is there still, and when it ends. Owned by an
/// AppDisplay, GUI thread.
class AppWatch : public QObject
{
    Q_OBJECT
public:
    /// As a rule, a link that was lost is known to be lost by then. WindowSession waits no longer.
    static constexpr std::chrono::seconds lossLimit{2};

    AppWatch(const AppName &name, const AppHolder &holder, Link *link);
    ~AppWatch() override;

Q_SIGNALS:
    void watching(); ///< it is there
    void ended(); ///< after watching()
    void failed(const Nightdesk::Failure &failure); ///< nobody knows

private:
    void heard(const QByteArray &bytes);
    void line(QByteArrayView line);

    const QString m_host;
    const QByteArray m_tag;
    QByteArray m_partial;
    bool m_isWatching = false;
    bool m_isOver = false;
    std::unique_ptr<RemoteProgram> m_program;
    QTimer m_limit;
    QTimer m_loss;
};
}
