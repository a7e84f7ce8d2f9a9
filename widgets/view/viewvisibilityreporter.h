// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/visibilitywatch.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <functional>

namespace Nightdesk
{
/// Reports to a desktop whether a view shows it, which part, and when damage is painted. Member of the view, GUI thread. The session
/// may be destroyed first.
class ViewVisibilityReporter : public QObject
{
    Q_OBJECT
public:
    /// @p visibleRemoteRect: returns the part of the desktop that the view shows; called some time after scheduleVisiblePartReport().
    ViewVisibilityReporter(QWidget *view, DesktopSession *session, std::function<QRect()> visibleRemoteRect);

    bool isSeen() const;
    /// Damage (a changed part of the image) will be painted soon. If Qt does not paint it within a time limit, it is
    /// reported to the session as painted.
    void awaitPaintOfDamage();
    /// Reports to the session that the damage was painted, or need not be painted, so that the worker sends more.
    void reportPainted();
    void recordPaintBegin();
    void recordFinishedPaint(); ///< adds the time since recordPaintBegin() to the desktop's statistics, and calls reportPainted()
    void scheduleVisiblePartReport(); ///< call this when another part of the desktop may be visible
    void stopReporting(); ///< reports that the view, which is about to be destroyed, no longer shows the desktop

private:
    void reportVisibility();

    QWidget *const m_view;
    const QPointer<DesktopSession> m_session;
    const std::function<QRect()> m_visibleRemoteRect;
    VisibilityWatch m_visibilityWatch;
    QTimer m_visiblePartTimer;
    QTimer m_paintTimeoutTimer;
    std::chrono::steady_clock::time_point m_paintBeganAt;
};
}
