// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/display/startclock.h"

#include <QTimer>

namespace Nightdesk
{
/// What is more to a display whose profile says start = "preload": it can be started before it is needed, with nothing of it seen
/// and no focus taken, and is shown at once later. Its session makes it, tells it of windows and does as isCovered() says.
/// Owned by the session, GUI thread.
class Warmth : public QObject
{
    Q_OBJECT
public:
    explicit Warmth(Session *session);
    /// Null: it is not started warm.
    static Warmth *of(const Session *session);
    /// Whether it can be: a display of its own (vnc-app) is started with Connect and lives on at the summit.
    static bool isFor(const WindowSpec &spec);

    Session *session() const;
    /// Starts it covered, if it does not run and is not on its way.
    void start();
    bool isCovered() const; ///< what there is or comes of it stays out of sight
    void setCovered(bool covered);
    int windows() const; ///< ordinary ones on the screen
    /// How long its last start took until nothing new was mapped any more; empty: not that far yet.
    std::optional<std::chrono::milliseconds> settledAfter() const;
    /// False: this X server keeps no picture of what is covered, so that it repaints when it is shown.
    bool keepsPicture() const;

    // By the session:
    void noteWindows(int windows, bool isNew);
    void noteKeepsPicture(bool keeps);

Q_SIGNALS:
    void coveredChanged(bool covered);
    void changed(); ///< anything of it

private:
    void follow(SessionState state);

    Session *const m_session;
    StartClock m_clock;
    QTimer m_settling;
    bool m_covered = false;
    bool m_settled = false;
    bool m_keepsPicture = true;
    int m_windows = 0;
};
}
