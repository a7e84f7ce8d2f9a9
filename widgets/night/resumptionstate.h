// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// What is being done with a stored layout that can be connected again.
enum class ResumptionState {
    NoLayout, ///< there is no stored layout to connect again
    Offered,
    Resuming,
    TakingOver, ///< a layout of another desk is being connected here
};

enum class ResumptionEvent {
    RecordFound, ///< a record of an earlier console was found
    OfferAccepted,
    LayoutReceived, ///< another desk sent its layout
    ConnectingCanceled, ///< the user canceled a question of the connection
    ConnectingPartlyCanceled, ///< the user canceled a question, but some instruments are already connected
    LayoutDropped, ///< the user declined the layout, everything in it is connected, or the user connected something else
};

inline constexpr StateTransition<ResumptionState, ResumptionEvent> resumptionSteps[] = {
    {ResumptionState::NoLayout, ResumptionEvent::RecordFound, ResumptionState::Offered},
    {ResumptionState::TakingOver, ResumptionEvent::RecordFound, ResumptionState::Resuming},
    {ResumptionState::Offered, ResumptionEvent::OfferAccepted, ResumptionState::Resuming},
    {ResumptionState::NoLayout, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Offered, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Resuming, ResumptionEvent::LayoutReceived, ResumptionState::TakingOver},
    {ResumptionState::Resuming, ResumptionEvent::ConnectingCanceled, ResumptionState::Offered},
    {ResumptionState::Resuming, ResumptionEvent::ConnectingPartlyCanceled, ResumptionState::NoLayout}, // the user can connect the other instruments
    {ResumptionState::TakingOver, ResumptionEvent::ConnectingCanceled, ResumptionState::NoLayout}, // the user can accept the other desk's offer later
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
