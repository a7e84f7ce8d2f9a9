// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/preloadwording.h"

#include <KLocalizedString>

namespace Nightdesk::PreloadWording
{
bool isReady(const PreloadState &preloadState)
{
    return preloadState.hidesWindows() && preloadState.session()->state() == SessionState::Live && preloadState.startDuration();
}

QString progress(const PreloadState &preloadState)
{
    const Session *session = preloadState.session();
    switch (session->state()) {
    case SessionState::Idle:
    case SessionState::Ended:
    case SessionState::Retrying:
        return Wording::state(session->state());
    case SessionState::Failed:
        return session->failure() ? session->failure()->what : Wording::state(SessionState::Failed);
    case SessionState::WaitingForLink:
        return i18nc("@info:status of a preloaded program", "waiting for its connection");
    case SessionState::Opening:
    case SessionState::Starting:
    case SessionState::Live:
        break;
    }
    if (!preloadState.hidesWindows()) {
        return i18nc("@info:status of a preloaded program", "shown");
    }
    if (const auto took = preloadState.startDuration()) {
        return i18nc("@info:status of a preloaded program, a time",
                     "ready, after %1",
                     *took < std::chrono::minutes(1) ? Wording::duration(*took) : Wording::age(*took));
    }
    return preloadState.windowCount() == 0 ? i18nc("@info:status of a preloaded program", "starting")
                                           : i18ncp("@info:status of a preloaded program", "%1 window so far", "%1 windows so far", preloadState.windowCount());
}

Wording::StatusTone statusTone(const PreloadState &preloadState)
{
    const SessionState state = preloadState.session()->state();
    return isReady(preloadState) ? Wording::StatusTone::Good : state == SessionState::Live ? Wording::StatusTone::Busy : Wording::statusTone(state);
}

QString remark(const PreloadState &preloadState)
{
    return preloadState.keepsContentsOfHiddenWindows()
        ? QString()
        : i18nc("@info",
                "This X server does not store covered windows, so showing them repaints over the connection. In a private X server "
                "(vnc-app) this does not happen.");
}
}
