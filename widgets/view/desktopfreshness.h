// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/view/viewnotice.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How fresh the picture of a desktop is, second by second: nothing to say while it is live, an age when it is not. GUI thread;
/// the session may go first. Owned by the widget that shows the desktop.
class DesktopFreshness : public QObject
{
    Q_OBJECT
public:
    explicit DesktopFreshness(DesktopSession *session, QObject *parent = nullptr);

    /// Empty: it is live.
    std::optional<ViewNotice> notice() const;
    /// Empty: it is live, or there never was a picture.
    std::optional<std::chrono::seconds> age() const;
    /// It is live, or was and comes back by itself.
    bool wasLive() const;
    /// It is live and answers: what is typed arrives.
    bool answers() const;

Q_SIGNALS:
    void changed(); ///< the notice, once a second while it counts
    void interruptedChanged(bool interrupted); ///< it stopped answering, or answers again; worth being announced

private:
    void updateNotice();
    void judgeSight();
    bool isBehind() const; ///< the session's image is of before it was out of sight
    void watchState(SessionState state);
    ViewFacts facts() const;
    void judgeInterruption();

    QPointer<DesktopSession> m_session;
    std::optional<std::chrono::steady_clock::time_point> m_lostAt;
    std::optional<ViewNotice> m_notice;
    QList<BootClock::time_point> m_unproved; ///< when keys and buttons were pressed of which nothing shows yet that they arrived
    QTimer m_tick; ///< at each full second of the age
    QTimer m_grace; ///< for the answer to what is asked when it is in sight again
    bool m_isBehind = false;
    bool m_wasLive;
    bool m_isInterrupted = false;
};
}
