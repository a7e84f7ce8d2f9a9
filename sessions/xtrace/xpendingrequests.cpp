// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xpendingrequests.h"

#include <algorithm>

namespace Nightdesk
{
void XPendingRequests::noteBegunRequest(const PendingRequest &entry, bool mayBeAnswered)
{
    m_unfinishedRequest = mayBeAnswered ? std::optional(entry) : std::nullopt;
}

bool XPendingRequests::completeRequest(std::uint32_t sequence)
{
    if (m_unfinishedRequest) {
        m_unfinishedRequest->sequence = sequence;
        m_pendingRequests.push_back(*m_unfinishedRequest);
        m_unfinishedRequest.reset();
    }
    return m_pendingRequests.size() <= maxPendingRequests;
}

std::optional<XPendingRequests::PendingRequest> XPendingRequests::takeAnsweredRequest(std::uint16_t sequence, std::uint8_t detail)
{
    const auto found = std::ranges::find_if(m_pendingRequests, [sequence](const PendingRequest &entry) {
        return static_cast<std::uint16_t>(entry.sequence) == sequence;
    });
    if (found == m_pendingRequests.end()) {
        return std::nullopt;
    }
    const PendingRequest entry = *found;
    const bool isLast =
        entry.expectedReplies == ExpectedReplies::AtMostOne || (entry.expectedReplies == ExpectedReplies::SeveralUntilUnnamedFont && detail == 0);
    m_pendingRequests.erase(m_pendingRequests.begin(), found + (isLast ? 1 : 0));
    return entry;
}

void XPendingRequests::noteRequestFailed(std::uint32_t sequence)
{
    // Earlier requests get no more replies: a server processes requests in order.
    while (!m_pendingRequests.empty() && static_cast<std::int32_t>(m_pendingRequests.front().sequence - sequence) <= 0) {
        m_pendingRequests.pop_front();
    }
}

void XPendingRequests::noteRequestsProcessed(std::uint32_t sequence)
{
    // A request without a reply must not take the reply of a request 65,536 later.
    while (!m_pendingRequests.empty() && m_pendingRequests.front().expectedReplies == ExpectedReplies::NotKnown
           && static_cast<std::int32_t>(m_pendingRequests.front().sequence - sequence) < 0) {
        m_pendingRequests.pop_front();
    }
}

std::optional<std::uint32_t> XPendingRequests::extendedSequence(std::uint16_t sequence, std::uint32_t lastSeen, std::uint32_t lastSent)
{
    const auto ahead = static_cast<std::uint16_t>(sequence - static_cast<std::uint16_t>(lastSeen));
    return ahead <= lastSent - lastSeen ? std::optional(lastSeen + ahead) : std::nullopt;
}
}
