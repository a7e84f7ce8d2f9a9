// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/displayhistory.h"
#include "monitors/link/inputresponse.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class DesktopSession;
class LinkMonitor;

/// What is known of one desktop's traffic: rates, ratio, age and where its time goes. Whoever shows or reports one of these figures reads
/// it here. GUI thread.
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

Q_SIGNALS:
    void changed(); ///< once a second while the desktop is live, and when what was known is void

private:
    explicit DisplayMonitor(DesktopSession *session);
    void look();
    void follow();

    DesktopSession *const m_session;
    DisplayHistory m_history;
    InputResponse m_response;
    std::optional<QPoint> m_pointer; ///< where the desktop was told it is
    QTimer m_second;
};
}
