// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// What is being done with a stored layout that can be connected again.
enum class ResumptionState {
    None, ///< there is no layout
    Offered,
    Resuming,
    TakingOver, ///< like Resuming, but the layout is from another desk
};

enum class ResumptionEvent {
    Found, ///< a record of an earlier console was found
    Accepted,
    LayoutReceived, ///< another desk sent its layout
    GivenUp, ///< the user canceled a question of the connection
    GivenUpPartly, ///< like GivenUp, but some instruments of the layout are connected
    Dropped, ///< the layout was declined, completed, or replaced by another connection
};

inline constexpr StateStep<ResumptionState, ResumptionEvent> resumptionSteps[] = {
    {ResumptionState::None, ResumptionEvent::Found, ResumptionState::Offered},
    {ResumptionState::TakingOver, ResumptionEvent::Found, ResumptionState::Resuming},
    {ResumptionState::Offered, ResumptionEvent::Accepted, ResumptionState::Resuming},
    {ResumptionState::None, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Offered, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Resuming, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Resuming, ResumptionEvent::GivenUp, ResumptionState::Offered},
    {ResumptionState::Resuming, ResumptionEvent::GivenUpPartly, ResumptionState::None}, // the user can connect the others from the list
    {ResumptionState::TakingOver, ResumptionEvent::GivenUp, ResumptionState::None}, // the other desk offers its layout again
    {ResumptionState::TakingOver, ResumptionEvent::GivenUpPartly, ResumptionState::None},
    {ResumptionState::Offered, ResumptionEvent::Dropped, ResumptionState::None},
    {ResumptionState::Resuming, ResumptionEvent::Dropped, ResumptionState::None},
    {ResumptionState::TakingOver, ResumptionEvent::Dropped, ResumptionState::None},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<ResumptionState> nextState(ResumptionState from, ResumptionEvent on)
{
    return findStep(resumptionSteps, from, on);
}
}
