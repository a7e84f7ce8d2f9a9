// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkrunstate.h"

namespace Nightdesk
{
LinkState asLinkState(LinkRunState state)
{
    switch (state) {
    case LinkRunState::Resolving:
        return LinkState::Resolving;
    case LinkRunState::Connecting:
        return LinkState::Connecting;
    case LinkRunState::CheckingHost:
        return LinkState::CheckingHost;
    case LinkRunState::LoggingIn:
        return LinkState::LoggingIn;
    case LinkRunState::Live:
    case LinkRunState::InputHeld:
        return LinkState::Live;
    case LinkRunState::Stalled:
        return LinkState::Stalled;
    case LinkRunState::Dead:
        return LinkState::Dead;
    case LinkRunState::Closed:
        break;
    }
    return LinkState::Closed;
}

std::optional<LinkRunEvent> eventOf(LinkState reported)
{
    switch (reported) {
    case LinkState::Resolving:
        return LinkRunEvent::Resolves;
    case LinkState::Connecting:
        return LinkRunEvent::Connects;
    case LinkState::CheckingHost:
        return LinkRunEvent::ChecksHost;
    case LinkState::LoggingIn:
        return LinkRunEvent::LogsIn;
    case LinkState::Live:
        return LinkRunEvent::LoggedIn;
    default:
        return std::nullopt;
    }
}

LinkRunEvent eventOf(Silence silence)
{
    switch (silence) {
    case Silence::None:
        return LinkRunEvent::Answers;
    case Silence::InputHeld:
        return LinkRunEvent::HoldsInput;
    case Silence::Stalled:
        return LinkRunEvent::Stalls;
    case Silence::Dead:
        break;
    }
    return LinkRunEvent::Dies;
}
}
