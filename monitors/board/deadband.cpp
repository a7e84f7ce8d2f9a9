// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deadband.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace Nightdesk
{
namespace
{
bool isFar(double told, double now, double share, double least)
{
    return std::abs(now - told) > std::max(std::abs(told) * share, least);
}

template<typename T>
bool isFar(const std::optional<T> &told, const std::optional<T> &now, double share, double least)
{
    if (!told || !now) {
        return told.has_value() != now.has_value();
    }
    if constexpr (std::is_arithmetic_v<T>) {
        return isFar(static_cast<double>(*told), static_cast<double>(*now), share, least);
    } else {
        return isFar(static_cast<double>(told->count()), static_cast<double>(now->count()), share, least);
    }
}

bool isOther(const BoardWire::LinkNumbers &told, const BoardWire::LinkNumbers &now)
{
    return told.id != now.id || isFar(told.roundTrip, now.roundTrip, 0.2, 5000) || isFar(told.bytesInPerSecond, now.bytesInPerSecond, 0.25, 1024)
        || isFar(told.bytesOutPerSecond, now.bytesOutPerSecond, 0.25, 1024) || isFar(told.compressionRatio, now.compressionRatio, 0.1, 0.1)
        || told.flowLimit != now.flowLimit;
}

bool isOtherDisplay(const BoardWire::DisplayNumbers &told, const BoardWire::DisplayNumbers &now)
{
    return told.key != now.key || isFar(told.age, now.age, 0.3, 30) || isFar(told.framesPerSecond, now.framesPerSecond, 0.15, 1);
}
}

bool DeadBand::isExceeded(const BoardWire::DeskNumbers &told, const BoardWire::DeskNumbers &now)
{
    return !std::ranges::equal(told.links, now.links, std::not_fn(isOther)) || !std::ranges::equal(told.displays, now.displays, std::not_fn(isOtherDisplay));
}
}
