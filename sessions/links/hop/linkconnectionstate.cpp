// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkconnectionstate.h"

namespace Nightdesk
{
LinkState asLinkState(LinkConnectionState state)
{
    switch (state) {
    case LinkConnectionState::Resolving:
        return LinkState::Resolving;
    case LinkConnectionState::Connecting:
        return LinkState::Connecting;
    case LinkConnectionState::CheckingHost:
        return LinkState::CheckingHost;
    case LinkConnectionState::LoggingIn:
        return LinkState::LoggingIn;
    case LinkConnectionState::Live:
    case LinkConnectionState::InputBlocked:
        return LinkState::Live;
    case LinkConnectionState::Stalled:
        return LinkState::Stalled;
    case LinkConnectionState::Dead:
        return LinkState::Dead;
    case LinkConnectionState::Closed:
        break;
    }
    return LinkState::Closed;
}

std::optional<LinkConnectionEvent> eventOf(LinkState reported)
{
    switch (reported) {
    case LinkState::Resolving:
        return LinkConnectionEvent::ResolvingStarted;
    case LinkState::Connecting:
        return LinkConnectionEvent::ConnectingStarted;
    case LinkState::CheckingHost:
        return LinkConnectionEvent::HostCheckStarted;
    case LinkState::LoggingIn:
        return LinkConnectionEvent::LoginStarted;
    case LinkState::Live:
        return LinkConnectionEvent::LoggedIn;
    default:
        return std::nullopt;
    }
}

LinkConnectionEvent eventOf(SilenceLevel silence)
{
    switch (silence) {
    case SilenceLevel::None:
        return LinkConnectionEvent::HostAnswered;
    case SilenceLevel::InputBlocked:
        return LinkConnectionEvent::InputBlocked;
    case SilenceLevel::Stalled:
        return LinkConnectionEvent::HostStalled;
    case SilenceLevel::Dead:
        break;
    }
    return LinkConnectionEvent::SilentForLong;
}
}
