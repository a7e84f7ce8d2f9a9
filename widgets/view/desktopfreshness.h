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
/// How old the image of a desktop is, updated each second: no notice while it is live, otherwise a notice with its age. GUI thread; the session may
/// be destroyed first. Owned by the widget that shows the desktop.
class DesktopFreshness : public QObject
{
    Q_OBJECT
public:
    explicit DesktopFreshness(DesktopSession *session, QObject *parent = nullptr);

    /// Empty: the image is live.
    std::optional<ViewNotice> notice() const
    {
        return m_viewNotice;
    }
    /// Empty: the image is live, or none was ever received.
    std::optional<std::chrono::seconds> imageAge() const;
    /// The desktop is live, or was live and reconnects automatically.
    bool isLiveOrReconnecting() const
    {
        return m_isLiveOrReconnecting;
    }
    /// The desktop is live and answers: typed keys arrive.
    bool isAnswering() const;

Q_SIGNALS:
    void noticeChanged(); ///< the notice changed; emitted once a second while the notice shows an age
    void stoppedAnsweringChanged(bool hasStopped); ///< the desktop stopped answering, or answers again; for screen readers

private:
    void updateNotice();
    void updateOutdated();
    void handleState(SessionState state);
    ViewFacts facts() const;
    void updateInterruption();

    QPointer<DesktopSession> m_session;
    std::optional<std::chrono::steady_clock::time_point> m_connectionLostAt;
    /// The time of m_connectionLostAt. An age is measured from it, because steady_clock stops while the computer sleeps.
    std::optional<BootClock::time_point> m_connectionLostBootTime;
    std::optional<ViewNotice> m_viewNotice;
    QList<BootClock::time_point> m_unconfirmedPresses; ///< press times of keys and buttons that the server has not yet confirmed
    QTimer m_ageTimer; ///< fires at each full second of the age
    QTimer m_graceTimer; ///< runs after the desktop becomes visible again: time for the server to send an update
    bool m_isImageOutdated = false;
    bool m_isLiveOrReconnecting;
    bool m_hasStoppedAnswering = false;
};
}
