// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xrecord.h"

#include <cstddef>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// The requests of one connection that wait for their replies; also extends 16-bit sequence numbers to 32 bits. Pure, Qt-free. Owned by
/// XStreamReader.
class XPendingRequests
{
public:
    /// How many replies a request gets.
    enum class ReplyCount : std::uint8_t {
        NoReply,
        UntilUnnamedFont, ///< several, up to one without a name (ListFontsWithInfo)
        Any, ///< any number, including none
        NotKnown, ///< unknown; no further ones once the server has answered a later request
    };
    struct PendingRequest {
        std::uint32_t sequence = 0;
        XName name;
        std::uint16_t wireCode = 0;
        ReplyCount replyCount = ReplyCount::NoReply;
        std::uint8_t queriedExtension = XName::core; ///< for QueryExtension: the extension in question
    };
    static constexpr std::size_t maxPendingRequests = 65535; ///< more requests could not be distinguished by 16 bits

    /// A request has begun. Once completeRequest() has given it its sequence number, it waits for its reply.
    void noteBegunRequest(const PendingRequest &entry, bool mayBeAnswered);
    /// The request is complete. False: too many requests wait.
    bool completeRequest(std::uint32_t sequence);
    /// Returns the request of a reply; earlier ones get no more replies. @p detail: the reply's second byte. Empty: no request fits.
    std::optional<PendingRequest> takeAnsweredRequest(std::uint16_t sequence, std::uint8_t detail);
    /// An error answers the request @p sequence, if it waits for a reply.
    void noteRequestFailed(std::uint32_t sequence);

    /// The server has processed requests up to @p sequence.
    void noteRequestsProcessed(std::uint32_t sequence);

    /// The first number from @p seen on whose lower 16 bits are @p sequence. Empty: it is beyond the last request sent (@p sent).
    static std::optional<std::uint32_t> extendedSequence(std::uint16_t sequence, std::uint32_t seen, std::uint32_t sent);

private:
    std::deque<PendingRequest> m_pendingRequests; ///< requests that wait for replies, in the order in which they were sent
    std::optional<PendingRequest> m_unfinishedRequest;
};
}
