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
    Due, ///< no pixels came yet, and the next request is for the whole image
    Here, ///< pixels came
    HereAndDue, ///< pixels came in the update that changed the size: the next request is for the whole image nevertheless
};

enum class WholeImageEvent {
    Resized,
    Requested,
    PixelsCame,
};

/// The transitions of WholeImageState. Empty: the event has no effect in this state.
constexpr std::optional<WholeImageState> nextState(WholeImageState from, WholeImageEvent on)
{
    using enum WholeImageState;
    constexpr StateStep<WholeImageState, WholeImageEvent> steps[] = {
        {Awaited, WholeImageEvent::Resized, Due},
        {Here, WholeImageEvent::Resized, Due},
        {HereAndDue, WholeImageEvent::Resized, Due},
        {Due, WholeImageEvent::Requested, Awaited},
        {HereAndDue, WholeImageEvent::Requested, Here},
        {Awaited, WholeImageEvent::PixelsCame, Here},
        {Due, WholeImageEvent::PixelsCame, HereAndDue},
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
        return m_state == WholeImageState::Here || m_state == WholeImageState::HereAndDue;
    }
    /// The next request is for the whole image.
    bool isDue() const
    {
        return m_state == WholeImageState::Due || m_state == WholeImageState::HereAndDue;
    }

private:
    WholeImageState m_state = WholeImageState::Awaited;
};
}
