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
bool differsEnough(double published, double now, double share, double least)
{
    return std::abs(now - published) > std::max(std::abs(published) * share, least);
}

template<typename T>
bool differsEnough(const std::optional<T> &published, const std::optional<T> &now, double share, double least)
{
    if (!published || !now) {
        return published.has_value() != now.has_value();
    }
    if constexpr (std::is_arithmetic_v<T>) {
        return differsEnough(static_cast<double>(*published), static_cast<double>(*now), share, least);
    } else {
        return differsEnough(static_cast<double>(published->count()), static_cast<double>(now->count()), share, least);
    }
}

bool haveLinkNumbersChanged(const BoardWire::LinkMeasurements &published, const BoardWire::LinkMeasurements &now)
{
    return published.id != now.id || differsEnough(published.roundTrip, now.roundTrip, 0.2, 5000)
        || differsEnough(published.bytesInPerSecond, now.bytesInPerSecond, 0.25, 1024)
        || differsEnough(published.bytesOutPerSecond, now.bytesOutPerSecond, 0.25, 1024)
        || differsEnough(published.compressionRatio, now.compressionRatio, 0.1, 0.1) || published.flowLimit != now.flowLimit;
}

bool haveDisplayNumbersChanged(const BoardWire::DisplayMeasurements &published, const BoardWire::DisplayMeasurements &now)
{
    return published.key != now.key || differsEnough(published.imageAge, now.imageAge, 0.3, 30)
        || differsEnough(published.framesPerSecond, now.framesPerSecond, 0.15, 1);
}
}

bool DeadBand::isExceeded(const BoardWire::DeskMeasurements &published, const BoardWire::DeskMeasurements &now)
{
    return !std::ranges::equal(published.links, now.links, std::not_fn(haveLinkNumbersChanged))
        || !std::ranges::equal(published.displays, now.displays, std::not_fn(haveDisplayNumbersChanged));
}
}
