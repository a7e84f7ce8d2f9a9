// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/linkoptions.h"

#include <array>
#include <charconv>
#include <cmath>

using namespace std::chrono;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace Nightdesk
{
namespace
{
struct Quantity {
    double value = 0;
    std::string_view unit;
};

/// A number that is finite and not negative, and what follows it.
std::optional<Quantity> quantity(std::string_view text)
{
    Quantity result;
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, result.value, std::chars_format::fixed);
    if (error != std::errc() || !std::isfinite(result.value) || std::signbit(result.value)) {
        return std::nullopt;
    }
    result.unit = std::string_view(rest, static_cast<std::size_t>(end - rest));
    return result;
}

struct Unit {
    std::string_view name;
    double factor = 1;
};

template<std::size_t Count>
std::optional<double> scaled(std::string_view text, const std::array<Unit, Count> &units)
{
    const auto number = quantity(text);
    if (!number) {
        return std::nullopt;
    }
    if (number->unit.empty() && number->value == 0) {
        return 0;
    }
    for (const Unit &unit : units) {
        if (unit.name == number->unit) {
            return number->value * unit.factor;
        }
    }
    return std::nullopt;
}

constexpr std::array timeUnits{Unit{"ns", 1}, Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}};
constexpr std::array rateUnits{Unit{"bit", 1}, Unit{"kbit", 1e3}, Unit{"mbit", 1e6}, Unit{"gbit", 1e9}};
constexpr std::array sizeUnits{Unit{"B", 1}, Unit{"kB", 1e3}, Unit{"KB", 1e3}, Unit{"MB", 1e6}, Unit{"KiB", 1024}, Unit{"MiB", 1024 * 1024}};

constexpr double longestTime = 60e9;
constexpr double slowestRate = 1000;
constexpr double fastestRate = 100e9;
constexpr double largestQueue = 256.0 * 1024 * 1024;

/// The directions that a value such as "up" names.
struct Ways {
    bool up = false;
    bool down = false;
};

std::optional<Ways> parseWays(std::string_view text)
{
    if (text == "both"sv) {
        return Ways{true, true};
    }
    if (text == "up"sv) {
        return Ways{true, false};
    }
    if (text == "down"sv) {
        return Ways{false, true};
    }
    return std::nullopt;
}

template<typename Change>
void forWays(TwoWaySettings &settings, Ways ways, const Change &change)
{
    if (ways.up) {
        change(settings.up);
    }
    if (ways.down) {
        change(settings.down);
    }
}

std::optional<ParseError> setWays(TwoWaySettings &settings, std::string_view value, bool cut)
{
    const auto ways = parseWays(value);
    if (!ways) {
        return "expected both, up or down"s;
    }
    forWays(settings, *ways, [cut](LinkSettings &way) {
        way.cut = cut;
    });
    return std::nullopt;
}

template<typename Value, typename Parse>
std::optional<ParseError> setValue(TwoWaySettings &settings, Ways ways, std::string_view text, Parse parse, Value LinkSettings::*member)
{
    const auto value = parse(text);
    if (!value) {
        return value.error();
    }
    forWays(settings, ways, [&](LinkSettings &way) {
        way.*member = *value;
    });
    return std::nullopt;
}

std::expected<nanoseconds, ParseError> parseRoundTrip(std::string_view text)
{
    return parseTime(text).transform([](nanoseconds time) {
        return time / 2;
    });
}

std::expected<bool, ParseError> parseSwitch(std::string_view text)
{
    if (text == "on"sv || text == "off"sv) {
        return text == "on"sv;
    }
    return std::unexpected("expected on or off"s);
}

std::optional<ParseError> assign(TwoWaySettings &settings, std::string_view name, std::string_view value)
{
    if (name == "cut"sv || name == "restore"sv) {
        return setWays(settings, value.empty() ? "both"sv : value, name == "cut"sv);
    }
    Ways ways{true, true};
    std::string_view key = name;
    if (key.starts_with("up-"sv)) {
        ways.down = false;
        key.remove_prefix(3);
    } else if (key.starts_with("down-"sv)) {
        ways.up = false;
        key.remove_prefix(5);
    }
    if (key == "rtt"sv && ways.up && ways.down) {
        return setValue(settings, ways, value, parseRoundTrip, &LinkSettings::delay);
    }
    if (key == "delay"sv) {
        return setValue(settings, ways, value, parseTime, &LinkSettings::delay);
    }
    if (key == "jitter"sv) {
        return setValue(settings, ways, value, parseTime, &LinkSettings::jitter);
    }
    if (key == "rate"sv) {
        return setValue(settings, ways, value, parseRate, &LinkSettings::rate);
    }
    if (key == "queue"sv) {
        return setValue(settings, ways, value, parseQueue, &LinkSettings::queue);
    }
    if (key == "loss"sv) {
        return setValue(settings, ways, value, parseLoss, &LinkSettings::loss);
    }
    if (key == "reorder"sv) {
        return setValue(settings, ways, value, parseSwitch, &LinkSettings::reorder);
    }
    return "not known; expected rtt, delay, jitter, rate, queue, loss or reorder (all but rtt also as up-... or down-...), cut or restore"s;
}

std::optional<ParseError> contradiction(const TwoWaySettings &settings)
{
    if (settings.up.jitter > settings.up.delay || settings.down.jitter > settings.down.delay) {
        return "jitter: expected at most the one-way delay (half the rtt) of the same direction"s;
    }
    return std::nullopt;
}

std::expected<TwoWaySettings, ParseError> assigned(TwoWaySettings settings, std::span<const std::string_view> assignments)
{
    for (const std::string_view assignment : assignments) {
        const std::size_t equals = assignment.find('=');
        const std::string_view name = assignment.substr(0, equals);
        const std::string_view value = equals == std::string_view::npos ? ""sv : assignment.substr(equals + 1);
        if (const auto error = assign(settings, name, value)) {
            return std::unexpected(std::string(assignment) + ": " + *error);
        }
    }
    return settings;
}

template<typename Number>
std::optional<Number> wholeNumber(std::string_view text)
{
    Number number{};
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end) {
        return std::nullopt;
    }
    return number;
}

std::optional<ParseError> setOwnOption(LinkOptions &options, std::string_view name, std::string_view value)
{
    if (name == "control"sv) {
        options.control = value;
        return value.empty() ? std::optional("expected the path of a socket"s) : std::nullopt;
    }
    if (name == "seed"sv) {
        const auto seed = wholeNumber<std::uint64_t>(value);
        options.seed = seed.value_or(0);
        return seed ? std::nullopt : std::optional("expected a whole number from 0 to 2^64-1"s);
    }
    if (name == "ready-fd"sv) {
        const auto fd = wholeNumber<int>(value);
        options.readyFd = fd.value_or(-1);
        return options.readyFd >= 0 ? std::nullopt : std::optional("expected the number of an open descriptor"s);
    }
    if (value == "auto"sv) {
        options.backend = LinkBackend::Automatic;
    } else if (value == "tun"sv) {
        options.backend = LinkBackend::Tun;
    } else if (value == "packet"sv) {
        options.backend = LinkBackend::Packet;
    } else {
        return "expected auto, tun or packet"s;
    }
    return std::nullopt;
}

bool isOwnOption(std::string_view name)
{
    return name == "control"sv || name == "seed"sv || name == "ready-fd"sv || name == "backend"sv;
}
}

std::expected<nanoseconds, ParseError> parseTime(std::string_view text)
{
    const auto value = scaled(text, timeUnits);
    if (!value || *value > longestTime) {
        return std::unexpected("expected a time such as 100ms, 1.5ms, 200us or 2s, at most 60s"s);
    }
    return nanoseconds(std::llround(*value));
}

std::expected<std::optional<BitRate>, ParseError> parseRate(std::string_view text)
{
    if (text == "unlimited"sv) {
        return std::optional<BitRate>();
    }
    const auto value = scaled(text, rateUnits);
    if (!value || *value < slowestRate || *value > fastestRate) {
        return std::unexpected("expected a rate such as 30mbit, 512kbit or 1gbit (1kbit to 100gbit), or unlimited"s);
    }
    return BitRate{std::llround(*value)};
}

std::expected<QueueBound, ParseError> parseQueue(std::string_view text)
{
    const auto bytes = scaled(text, sizeUnits);
    if (bytes && *bytes <= largestQueue && !text.ends_with('0')) {
        return QueueBytes{std::llround(*bytes)};
    }
    const auto time = parseTime(text);
    if (!time || text.ends_with('0')) {
        return std::unexpected("expected a size such as 256KiB, 64kB or 1500B (at most 256MiB), or a time such as 100ms"s);
    }
    return *time;
}

std::expected<double, ParseError> parseLoss(std::string_view text)
{
    const auto value = scaled(text, std::array{Unit{"%", 0.01}});
    if (!value || *value > 1) {
        return std::unexpected("expected a share of the packets such as 0.1%, from 0% to 100%"s);
    }
    return *value;
}

std::expected<TwoWaySettings, ParseError> withAssignments(TwoWaySettings settings, std::span<const std::string_view> assignments)
{
    auto changed = assigned(settings, assignments);
    if (changed) {
        if (const auto error = contradiction(*changed)) {
            return std::unexpected(*error);
        }
    }
    return changed;
}

std::expected<LinkOptions, ParseError> parseLinkOptions(std::span<const std::string_view> arguments)
{
    LinkOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (!argument.starts_with("--"sv) || argument.size() < 3) {
            return std::unexpected(std::string(argument) + ": expected an option such as --rtt 100ms, or a command: exec, set, stats");
        }
        const std::size_t equals = argument.find('=');
        const std::string_view name = argument.substr(2, equals == std::string_view::npos ? equals : equals - 2);
        std::string_view value;
        if (equals != std::string_view::npos) {
            value = argument.substr(equals + 1);
        } else if (i + 1 < arguments.size()) {
            value = arguments[++i];
        } else {
            return std::unexpected(std::string(argument) + ": expected a value after it");
        }
        if (const auto error = isOwnOption(name) ? setOwnOption(options, name, value) : assign(options.link, name, value)) {
            return std::unexpected("--" + std::string(name) + '=' + std::string(value) + ": " + *error);
        }
    }
    if (options.control.empty()) {
        return std::unexpected("--control: missing; expected the path of the control socket to make"s);
    }
    if (const auto error = contradiction(options.link)) {
        return std::unexpected("--" + *error);
    }
    return options;
}

std::uint64_t upSeed(std::uint64_t seed)
{
    return seed;
}

std::uint64_t downSeed(std::uint64_t seed)
{
    return ~seed;
}
}
