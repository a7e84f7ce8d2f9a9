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
    enum class ExpectedReplies : std::uint8_t {
        AtMostOne, ///< one reply, or an error instead
        SeveralUntilUnnamedFont, ///< several, up to one without a name (ListFontsWithInfo)
        AnyNumber, ///< any number of replies, including none
        NotKnown, ///< not known; the server sends none after it has answered a later request
    };
    struct PendingRequest {
        std::uint32_t sequence = 0;
        XName name;
        std::uint16_t wireCode = 0;
        ExpectedReplies expectedReplies = ExpectedReplies::AtMostOne;
        std::uint8_t queriedExtensionIndex = XName::coreProtocolIndex; ///< for QueryExtension: the extension in question
    };
    static constexpr std::size_t maxPendingRequests = 65535; ///< more requests could not be distinguished by 16 bits

    /// To be called when the first bytes of a request have been read. The request waits for its reply after completeRequest() gives it its number.
    void noteBegunRequest(const PendingRequest &entry, bool mayBeAnswered);
    /// To be called when the last byte of the request has been read. Returns false if too many requests wait for replies.
    bool completeRequest(std::uint32_t sequence);
    /// Returns the request of a reply; earlier ones get no more replies. @p detail: the reply's second byte. Empty: no request fits.
    std::optional<PendingRequest> takeAnsweredRequest(std::uint16_t sequence, std::uint8_t detail);
    /// To be called when the server has answered the request @p sequence with an error. The request need not be one that waits for a reply.
    void noteRequestFailed(std::uint32_t sequence);

    /// The server has processed requests up to @p sequence.
    void noteRequestsProcessed(std::uint32_t sequence);

    /// The first number from @p lastSeen on whose lower 16 bits are @p sequence. Empty: it is beyond the last request sent (@p lastSent).
    static std::optional<std::uint32_t> extendedSequence(std::uint16_t sequence, std::uint32_t lastSeen, std::uint32_t lastSent);

private:
    std::deque<PendingRequest> m_pendingRequests; ///< requests that wait for replies, in the order in which they were sent
    std::optional<PendingRequest> m_unfinishedRequest;
};
}
