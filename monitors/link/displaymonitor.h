// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/displayhistory.h"
#include "monitors/link/inputeffect.h"
#include "monitors/link/inputresponse.h"
#include "sessions/desktops/desktopfacts.h"
#include "sessions/figures/figurehistogram.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class DesktopSession;
class LinkMonitor;

/// What is known of one desktop's traffic: rates, ratio, age and where its time goes. Whoever shows or reports one of these figures reads
/// it here. GUI thread. A child of its session.
class DisplayMonitor : public QObject
{
    Q_OBJECT
public:
    /// That of @p session, whose child it is; begins with the first call.
    static DisplayMonitor *of(DesktopSession *session);

    /// Empty while the desktop is not live.
    const DisplayHistory &history() const;
    /// Those of its link, then its own.
    QList<RoundTripLayer> layers() const;
    /// A view of the desktop was painted, which took so long.
    void notePaint(std::chrono::microseconds took);
    /// What was added to the desktop's distributions since the last call: of the one who keeps them for the night.
    FigureDistributions takeDistributions();

Q_SIGNALS:
    void changed(); ///< once a second while the desktop is live, and when what was known is void

private:
    explicit DisplayMonitor(DesktopSession *session);
    void takeSample();
    void follow();
    void press();
    std::chrono::microseconds soonest() const; ///< no answer is here earlier after what it answers
    void takeDamage(const QList<QRect> &rects);
    void takeReport();

    DesktopSession *const m_session;
    DisplayHistory m_history;
    InputResponse m_response;
    InputEffect m_effect;
    FigureDistributions m_distributions; ///< not yet taken
    std::optional<DesktopStats> m_reported; ///< by the worker's last report
    std::optional<QPoint> m_pointer; ///< where the desktop was told it is
    QTimer m_second;
};
}
