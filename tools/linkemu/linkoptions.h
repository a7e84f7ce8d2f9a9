// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/linksettings.h"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

namespace Nightdesk
{
/// Both directions: up is from near (the site) to far (the summit).
struct TwoWaySettings {
    LinkSettings up;
    LinkSettings down;
    bool operator==(const TwoWaySettings &) const = default;
};

enum class LinkBackend {
    Automatic,
    Tun,
    Packet,
};

/// What `linkemu` was asked to do.
struct LinkOptions {
    TwoWaySettings link;
    std::uint64_t seed = 1;
    std::string control; ///< path of the control socket
    int readyFd = 1; ///< where the line of JSON goes once all is up
    LinkBackend backend = LinkBackend::Automatic;
};

/// Every error is one sentence that names the argument and what was expected.
using ParseError = std::string;

std::expected<std::chrono::nanoseconds, ParseError> parseTime(std::string_view text);
std::expected<std::optional<BitRate>, ParseError> parseRate(std::string_view text);
std::expected<QueueBound, ParseError> parseQueue(std::string_view text);
std::expected<double, ParseError> parseLoss(std::string_view text);

/// Applies assignments such as "rtt=500ms", "up-rate=4mbit", "cut=down", "restore" in their order: all of them or, after
/// an error, none.
std::expected<TwoWaySettings, ParseError> withAssignments(TwoWaySettings settings, std::span<const std::string_view> assignments);

/// The arguments of `linkemu` without a sub-command.
std::expected<LinkOptions, ParseError> parseLinkOptions(std::span<const std::string_view> arguments);

/// Each direction draws from its own stream of the one seed.
std::uint64_t upSeed(std::uint64_t seed);
std::uint64_t downSeed(std::uint64_t seed);
}
