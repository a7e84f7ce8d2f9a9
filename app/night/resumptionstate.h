// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// What is being done with a stored layout that can be connected again.
enum class ResumptionState {
    NoLayout, ///< there is no layout
    Offered,
    Resuming,
    TakingOver, ///< like Resuming, but the layout is from another desk
};

enum class ResumptionEvent {
    RecordFound, ///< a record of an earlier console was found
    OfferAccepted,
    LayoutReceived, ///< another desk sent its layout
    ConnectingCanceled, ///< the user canceled a question of the connection
    ConnectingPartlyCanceled, ///< like ConnectingCanceled, but some instruments of the layout are connected
    LayoutDropped, ///< the layout was declined, completed, or replaced by another connection
};

inline constexpr StateStep<ResumptionState, ResumptionEvent> resumptionSteps[] = {
    {ResumptionState::NoLayout, ResumptionEvent::RecordFound, ResumptionState::Offered},
    {ResumptionState::TakingOver, ResumptionEvent::RecordFound, ResumptionState::Resuming},
    {ResumptionState::Offered, ResumptionEvent::OfferAccepted, ResumptionState::Resuming},
    {ResumptionState::NoLayout, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Offered, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Resuming, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Resuming, ResumptionEvent::ConnectingCanceled, ResumptionState::Offered},
    {ResumptionState::Resuming, ResumptionEvent::ConnectingPartlyCanceled, ResumptionState::NoLayout}, // the user can connect the rest
    {ResumptionState::TakingOver, ResumptionEvent::ConnectingCanceled, ResumptionState::NoLayout}, // the other desk offers its layout again
    {ResumptionState::TakingOver, ResumptionEvent::ConnectingPartlyCanceled, ResumptionState::NoLayout},
    {ResumptionState::Offered, ResumptionEvent::LayoutDropped, ResumptionState::NoLayout},
    {ResumptionState::Resuming, ResumptionEvent::LayoutDropped, ResumptionState::NoLayout},
    {ResumptionState::TakingOver, ResumptionEvent::LayoutDropped, ResumptionState::NoLayout},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<ResumptionState> nextState(ResumptionState from, ResumptionEvent on)
{
    return findStep(resumptionSteps, from, on);
}
}
