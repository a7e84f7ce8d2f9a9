// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/display/startclock.h"

#include <QTimer>

namespace Nightdesk
{
/// Preloads a display whose profile has start = "preload": the program is started before it is needed, hidden and without focus, and can later be
/// shown at once. The session creates this object, reports windows to it, and hides or shows them by hidesWindows(). Owned by the session, GUI thread.
class PreloadState : public QObject
{
    Q_OBJECT
public:
    explicit PreloadState(Session *session);
    /// Null: the session is not preloaded.
    static PreloadState *of(const Session *session);
    /// True: the window can be preloaded. A program in a private X server (vnc-app) cannot: it is started with Connect and continues to run at the
    /// summit.
    static bool canPreload(const WindowSpec &spec);

    Session *session() const;
    /// Starts the program hidden, if it does not run and is not starting.
    void start();
    bool hidesWindows() const; ///< present and new windows of the program must stay hidden
    void setHidesWindows(bool hides);
    int windowCount() const; ///< number of ordinary mapped windows
    /// Duration of the last start, until the last new window was mapped; empty: the start is not finished.
    std::optional<std::chrono::milliseconds> startDuration() const;
    /// Whether the X server that shows the program keeps the contents of hidden windows. If not, the program repaints its windows when they are
    /// shown.
    bool keepsContentsOfHiddenWindows() const;

    // The session calls these two functions:
    void updateWindowCount(int windowCount, bool isNew);
    void setKeepsContentsOfHiddenWindows(bool keeps);

Q_SIGNALS:
    void hidesWindowsChanged(bool hides);
    void preloadStateChanged(); ///< any property changed

private:
    void handleSessionState(SessionState state);

    Session *const m_session;
    StartClock m_startClock;
    QTimer m_startSettleTimer;
    bool m_hidesWindows = false;
    bool m_isStartFinished = false;
    bool m_keepsContentsOfHiddenWindows = true;
    int m_windowCount = 0;
};
}
