// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// State of the file for a night's figures.
enum class FigureStoreState {
    Closed, ///< no night yet, or the file could not be opened: retried at the next write
    Opening,
    Open,
    Writing,
};

enum class FigureStoreEvent {
    NightBegins, ///< a new night: the file of the previous night is not needed any more
    OpenDue,
    Opened,
    OpenFailed,
    WriteDue,
    WriteEnded, ///< the write has ended; if it failed, the records wait for the next write
};

inline constexpr StateTransition<FigureStoreState, FigureStoreEvent> figureStoreSteps[] = {
    {FigureStoreState::Closed, FigureStoreEvent::OpenDue, FigureStoreState::Opening},
    {FigureStoreState::Opening, FigureStoreEvent::Opened, FigureStoreState::Open},
    {FigureStoreState::Opening, FigureStoreEvent::OpenFailed, FigureStoreState::Closed},
    {FigureStoreState::Open, FigureStoreEvent::WriteDue, FigureStoreState::Writing},
    {FigureStoreState::Writing, FigureStoreEvent::WriteEnded, FigureStoreState::Open},
};

/// The state after the event @p on. NightBegins leads to Opening from every state. Empty: the table has no such step, so the event is ignored.
constexpr std::optional<FigureStoreState> nextState(FigureStoreState from, FigureStoreEvent on)
{
    return on == FigureStoreEvent::NightBegins ? std::optional(FigureStoreState::Opening) : findStep(figureStoreSteps, from, on);
}
}
