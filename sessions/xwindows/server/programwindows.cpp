// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/programwindows.h"

#include "sessions/xwindows/server/programreports.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Number of corrections within correctionsWhile of a covered program that raises itself or takes the focus; more would be a fight with the
/// program.
constexpr int maxCorrections = 20;
constexpr std::chrono::seconds correctionsWhile{10};
}

std::optional<quint32> ProgramWindows::programOf(xcb_window_t window) const
{
    const auto found = std::ranges::find_if(connections, [window](const auto &entry) {
        return (window & ~entry.second.mask) == entry.first;
    });
    return found == connections.end() || !programs.contains(found->second.program) ? std::nullopt : std::optional(found->second.program);
}

bool ProgramWindows::Program::countCoverCorrection()
{
    const auto now = Clock::now();
    if (now - lastCoverCorrectionAt > correctionsWhile) {
        coverCorrectionCount = 0;
    }
    lastCoverCorrectionAt = now;
    return ++coverCorrectionCount <= maxCorrections;
}

void ProgramWindows::reportWindowCount(quint32 programNumber, bool isNew, const ProgramWindowCallbacks &callbacks)
{
    Program &program = programs.at(programNumber);
    const auto count = static_cast<int>(std::ranges::count_if(windows, [programNumber](const auto &entry) {
        return entry.second.program == programNumber && entry.second.isMapped && entry.second.isManagedWindow;
    }));
    if (std::exchange(program.reportedWindowCount, count) != count || isNew) {
        callbacks.windowCountChanged(programNumber, count, isNew);
    }
}
}
