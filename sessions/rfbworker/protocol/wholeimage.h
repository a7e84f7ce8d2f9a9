// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk::Rfb
{
/// Whether the whole image was requested and received since the last change of the desktop size.
enum class WholeImageState {
    Awaited, ///< no pixels came yet, and the whole image was requested
    RequestDue, ///< no pixels came yet, and the whole image has not been requested yet: the next request must be for it
    Arrived, ///< the whole image was requested, and pixels came
    ArrivedAndRequestDue, ///< pixels came in the update that changed the size, but the next request must still be for the whole image
};

enum class WholeImageEvent {
    DesktopResized,
    Requested,
    PixelsCame,
};

/// The transitions of WholeImageState. Empty: the event has no effect in this state.
constexpr std::optional<WholeImageState> nextState(WholeImageState from, WholeImageEvent on)
{
    using enum WholeImageState;
    constexpr StateTransition<WholeImageState, WholeImageEvent> steps[] = {
        {Awaited, WholeImageEvent::DesktopResized, RequestDue},
        {Arrived, WholeImageEvent::DesktopResized, RequestDue},
        {ArrivedAndRequestDue, WholeImageEvent::DesktopResized, RequestDue},
        {RequestDue, WholeImageEvent::Requested, Awaited},
        {ArrivedAndRequestDue, WholeImageEvent::Requested, Arrived},
        {Awaited, WholeImageEvent::PixelsCame, Arrived},
        {RequestDue, WholeImageEvent::PixelsCame, ArrivedAndRequestDue},
    };
    return findStep(steps, from, on);
}

/// Keeps the WholeImageState. Member of UpdateRequester, reader thread. Pure.
class WholeImage
{
public:
    void handle(WholeImageEvent event)
    {
        m_state = nextState(m_state, event).value_or(m_state);
    }
    bool hasArrived() const
    {
        return m_state == WholeImageState::Arrived || m_state == WholeImageState::ArrivedAndRequestDue;
    }
    /// True: the next request must be for the whole image.
    bool isRequestDue() const
    {
        return m_state == WholeImageState::RequestDue || m_state == WholeImageState::ArrivedAndRequestDue;
    }

private:
    WholeImageState m_state = WholeImageState::Awaited;
};
}
