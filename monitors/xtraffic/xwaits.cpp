// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xwaits.h"

#include "sessions/xtrace/xnames.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// Limits the memory for a program that never gets answers, or for a misbehaving server.
constexpr std::size_t mostAsked = 65536;
constexpr std::int64_t minute = 60'000'000;
}

void XWaitFinder::add(const XRecord &record, const XRoundTrips &roundTrips, std::vector<XWait> &out)
{
    if (record.kind == XRecordKind::Closed || record.kind == XRecordKind::ParsingStopped) {
        if (const auto line = m_connections.find(record.connection); line != m_connections.end()) {
            decideWaits(line->second, record.at, roundTrips, out);
            m_connections.erase(line);
        }
        return;
    }
    ConnectionState &line = m_connections[record.connection];
    if (record.has(XRecord::FromProgram)) {
        decideWaits(line, record.at, roundTrips, out);
        line.lastMessageAt = record.at;
        const bool hasUnknownCode =
            record.kind == XRecordKind::Request && !record.has(XRecord::HasReply) && XNames::messageName(record.kind, record.name).empty();
        if (record.kind == XRecordKind::Setup || record.has(XRecord::HasReply) || hasUnknownCode) {
            line.pendingRequests.push_back({.sequence = record.sequence,
                                            .name = record.name,
                                            .wireCode = record.wireCode,
                                            .isConnectionSetup = record.kind == XRecordKind::Setup,
                                            .hasUnknownCode = hasUnknownCode});
            if (line.pendingRequests.size() > mostAsked) {
                line.pendingRequests.pop_front();
            }
        }
        return;
    }
    if (record.kind == XRecordKind::Event) {
        return;
    }
    while (
        !line.pendingRequests.empty()
        && (line.pendingRequests.front().sequence < record.sequence || (line.pendingRequests.front().isConnectionSetup && record.kind != XRecordKind::Setup))) {
        line.pendingRequests.pop_front();
    }
    if (line.pendingRequests.empty() || line.pendingRequests.front().sequence != record.sequence) {
        return; // the answer is an error for a request without a reply
    }
    const PendingRequest &request = line.pendingRequests.front();
    if (request.hasUnknownCode && record.kind != XRecordKind::Reply) {
        return;
    }
    const XWait answer{.beganAt = line.lastMessageAt,
                       .answeredAt = record.at,
                       .endedAt = record.at,
                       .sequence = record.sequence,
                       .connection = record.connection,
                       .name = request.name,
                       .wireCode = request.wireCode,
                       .isConnectionSetup = request.isConnectionSetup};
    if (!line.possibleWaits.empty() && line.possibleWaits.back().sequence == answer.sequence) {
        line.possibleWaits.back() = answer; // a request with several replies: the last reply counts
        return;
    }
    line.possibleWaits.push_back(answer);
}

void XWaitFinder::decideWaits(ConnectionState &line, std::int64_t lastMessageAt, const XRoundTrips &roundTrips, std::vector<XWait> &out)
{
    for (auto answer = line.possibleWaits.rbegin(); answer != line.possibleWaits.rend(); ++answer) {
        if (answer->answeredAt + std::llround(minQuietFraction * static_cast<double>(roundTrips.shortestRoundTripAround(answer->answeredAt)))
            <= lastMessageAt) {
            answer->endedAt = std::min(lastMessageAt, answer->answeredAt + roundTrips.roundTripAt(answer->answeredAt));
            out.push_back(*answer);
            break;
        }
    }
    line.possibleWaits.clear();
}

void XWaitFinder::finish(std::int64_t end, const XRoundTrips &roundTrips, std::vector<XWait> &out)
{
    for (auto &[number, line] : m_connections) {
        if (line.possibleWaits.empty()) {
            continue;
        }
        XWait &last = line.possibleWaits.back();
        last.isTruncated = last.answeredAt + std::llround(minQuietFraction * static_cast<double>(roundTrips.shortestRoundTripAround(last.answeredAt))) > end;
        last.endedAt = std::max(last.answeredAt, std::min(end, last.answeredAt + roundTrips.roundTripAt(last.answeredAt)));
        out.push_back(last);
        line.possibleWaits.clear();
    }
    m_connections.clear();
}

std::vector<XWait> XWaits::of(const XTrace &trace, std::int64_t from, std::int64_t to, std::int64_t roundTrip)
{
    return of(trace, from, to, XRoundTrips(trace, roundTrip));
}

std::vector<XWait> XWaits::of(const XTrace &trace, std::int64_t from, std::int64_t to, const XRoundTrips &roundTrips)
{
    std::vector<XWait> waits;
    XWaitFinder finder;
    const std::size_t first = trace.lowerBound(from > minute ? from - minute : 0);
    const std::size_t last = to < trace.endTime - minute ? trace.lowerBound(to + minute) : trace.size();
    bool beforeGap = trace.gapBeganAt.has_value();
    trace.forEach(first, last, [&](const XRecord &record) {
        if (beforeGap && record.at >= trace.gapEndedAt) {
            beforeGap = false;
            finder.finish(*trace.gapBeganAt, roundTrips, waits);
        }
        finder.add(record, roundTrips, waits);
    });
    finder.finish(last == trace.size() ? trace.endTime : to + minute, roundTrips, waits);
    std::erase_if(waits, [&](const XWait &wait) {
        const bool isAnswered = wait.answeredAt >= from && wait.answeredAt < to;
        return !isAnswered && (wait.endedAt <= from || wait.beganAt >= to);
    });
    std::ranges::stable_sort(waits, {}, &XWait::answeredAt);
    return waits;
}
}
