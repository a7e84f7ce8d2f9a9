// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace Nightdesk
{
/// The words in a trace file that its writer and its reader share.
namespace XTraceWords
{
inline constexpr std::string_view format = "nightdesk-xtrace"; ///< the first key of the header line

inline constexpr std::pair<XKind, std::string_view> kinds[] = {
    {XKind::Setup, "setup"},
    {XKind::Request, "request"},
    {XKind::Reply, "reply"},
    {XKind::Event, "event"},
    {XKind::Error, "error"},
    {XKind::Lost, "lost"},
    {XKind::Closed, "closed"},
};
inline constexpr std::pair<std::string_view, XRecord::Flag> flags[] = {
    {"up", XRecord::Up},
    {"answered", XRecord::HasReply},
    {"sentByClient", XRecord::SentByClient},
    {"input", XRecord::Input},
    {"maps", XRecord::Maps},
};
// Upper limits of plausible values: sums and products of larger ones would not fit into 64 bits.
inline constexpr std::int64_t latest = 100'000'000'000'000; ///< three years, in microseconds
inline constexpr std::int64_t longestRoundTrip = 3'600'000'000; ///< an hour, in microseconds
struct SampleField {
    std::string_view word;
    std::int64_t XLinkSample::*value;
    std::int64_t most;
};
inline constexpr SampleField figures[] = {
    {"roundTrip", &XLinkSample::roundTrip, longestRoundTrip},
    {"pathRoundTrip", &XLinkSample::pathRoundTrip, longestRoundTrip},
    {"retransmits", &XLinkSample::retransmits, 1'000'000'000'000},
    {"bytesIn", &XLinkSample::bytesIn, 1'000'000'000'000'000},
    {"bytesOut", &XLinkSample::bytesOut, 1'000'000'000'000'000},
    {"payloadIn", &XLinkSample::payloadIn, 1'000'000'000'000'000},
    {"payloadOut", &XLinkSample::payloadOut, 1'000'000'000'000'000},
};
inline constexpr std::string_view on = "on";
inline constexpr std::string_view off = "off";

constexpr std::string_view kind(XKind kind)
{
    return std::ranges::find(kinds, kind, &std::pair<XKind, std::string_view>::first)->second;
}
constexpr bool isNamed(XKind kind)
{
    return kind == XKind::Request || kind == XKind::Reply || kind == XKind::Event || kind == XKind::Error;
}
}
}
