// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktoppalette.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
// Limit for the counter of color changes in one second, so that it cannot overflow. A worker cannot reach it: WorkerProtocol accepts a few hundred
// records a second, each with at most RfbWire::maxColorChanges changes.
constexpr int mostChanges = 1'000'000'000;
}

qint64 DesktopPalette::wholeSecondsSinceEpoch(Instant now)
{
    return std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
}

void DesktopPalette::setColors(const RfbWire::ColorCells &reported, Instant now)
{
    for (const RfbWire::ColorCell &one : reported.cells) {
        Cell &cell = m_colorCells[one.index];
        if (cell.color) {
            cell.changedAt = now;
        }
        cell.color = Color{one.red, one.green, one.blue};
    }
    m_areColorsKnown = true;
    const qint64 number = wholeSecondsSinceEpoch(now);
    ChangesInSecond &second = m_history[static_cast<std::size_t>(number % (historySeconds + 1))];
    if (second.secondsSinceEpoch != number) {
        second = {number, 0};
    }
    second.changes = std::min(second.changes + static_cast<int>(reported.changes), mostChanges);
}

bool DesktopPalette::areColorsKnown() const
{
    return m_areColorsKnown;
}

std::optional<DesktopPalette::Color> DesktopPalette::color(int cell) const
{
    return m_colorCells[static_cast<std::size_t>(cell)].color;
}

std::optional<DesktopPalette::Instant> DesktopPalette::changedAt(int cell) const
{
    return m_colorCells[static_cast<std::size_t>(cell)].changedAt;
}

int DesktopPalette::changesPerSecond(Instant now) const
{
    return changeHistory(now).back();
}

std::array<int, DesktopPalette::historySeconds> DesktopPalette::changeHistory(Instant now) const
{
    std::array<int, historySeconds> result{};
    const qint64 current = wholeSecondsSinceEpoch(now);
    for (const ChangesInSecond &second : m_history) {
        const qint64 age = current - second.secondsSinceEpoch;
        if (second.secondsSinceEpoch >= 0 && age >= 1 && age <= historySeconds) {
            result[static_cast<std::size_t>(historySeconds - age)] = second.changes;
        }
    }
    return result;
}
}
