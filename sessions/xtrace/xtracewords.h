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

inline constexpr std::pair<XRecordKind, std::string_view> kinds[] = {
    {XRecordKind::Setup, "setup"},
    {XRecordKind::Request, "request"},
    {XRecordKind::Reply, "reply"},
    {XRecordKind::Event, "event"},
    {XRecordKind::Error, "error"},
    {XRecordKind::ParsingStopped, "lost"},
    {XRecordKind::Closed, "closed"},
};
inline constexpr std::pair<std::string_view, XRecord::Flag> flags[] = {
    {"up", XRecord::FromProgram},
    {"answered", XRecord::HasReply},
    {"sentByClient", XRecord::SentByClient},
    {"input", XRecord::UserInput},
    {"maps", XRecord::MapsWindow},
};
// Upper limits of plausible values: sums and products of larger ones would not fit into 64 bits.
inline constexpr std::int64_t maxTime = 100'000'000'000'000; ///< in microseconds: three years
inline constexpr std::int64_t longestRoundTrip = 3'600'000'000; ///< in microseconds: an hour
struct SampleField {
    std::string_view word;
    std::int64_t XLinkSample::*sampleMember;
    std::int64_t maxValue;
};
inline constexpr SampleField figures[] = {
    {"roundTrip", &XLinkSample::roundTrip, longestRoundTrip},
    {"pathRoundTrip", &XLinkSample::pathRoundTrip, longestRoundTrip},
    {"retransmits", &XLinkSample::retransmits, 1'000'000'000'000},
    {"bytesIn", &XLinkSample::wireBytesFromProgram, 1'000'000'000'000'000},
    {"bytesOut", &XLinkSample::wireBytesToProgram, 1'000'000'000'000'000},
    {"payloadIn", &XLinkSample::payloadBytesFromProgram, 1'000'000'000'000'000},
    {"payloadOut", &XLinkSample::payloadBytesToProgram, 1'000'000'000'000'000},
};
inline constexpr std::string_view on = "on";
inline constexpr std::string_view off = "off";

constexpr std::string_view kindWord(XRecordKind kind)
{
    return std::ranges::find(kinds, kind, &std::pair<XRecordKind, std::string_view>::first)->second;
}
/// Whether records of this kind carry the name of a message.
constexpr bool areRecordsNamed(XRecordKind kind)
{
    return kind == XRecordKind::Request || kind == XRecordKind::Reply || kind == XRecordKind::Event || kind == XRecordKind::Error;
}
}
}
