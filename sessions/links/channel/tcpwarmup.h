// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/channel/sshsession.h"

#include <vector>

namespace Nightdesk
{
/// Enlarges the congestion window of the host's TCP before the first images are sent. TCP starts with a window of ten segments (RFC 6928) and
/// enlarges it only while the window limits it (RFC 7661), which the small messages of a login never do. So the first image would arrive in parts of
/// 10, 20 and 40 segments, one round trip after another. The requests sent here are for channels that a client cannot have. The host refuses each
/// with a message of about the same size (RFC 4254, section 5.1), and OpenSSH logs nothing. Each round of requests and refusals enlarges the window, at most to
/// the double. One object for each login. Link's thread. Owned by LiveSession.
class TcpWarmUp
{
public:
    explicit TcpWarmUp(SshSession &session);
    ~TcpWarmUp();
    Q_DISABLE_COPY_MOVE(TcpWarmUp)

    /// Sends a round of requests now and, if @p roundTrips is 2, another one when the first is answered, unless the path is so slow that the data of the
    /// first one took time. Does nothing at later calls, and nothing where the rounds are of no use: if the path is too short for images to wait for the
    /// window, or so long that images are small; if the host's program is not OpenSSH, so that it is not known how it refuses; or if the connection has no TCP
    /// socket of its own, because it goes through another host. Not for a session that compresses: it would shrink the refusals.
    void begin(int roundTrips);
    /// Call when data has come: sends the second round when it is due, and frees the requests when the host has answered all.
    void processAnswers();
    /// Call before the session disconnects, because libssh then frees all channels.
    void freeRequests();

private:
    bool isUseful() const;
    void sendRound(std::uint64_t bytes);
    bool isAnswered(std::size_t index) const;

    SshSession &m_sshSession;
    std::vector<ssh_channel> m_requests; ///< in the order of sending, which is that of the answers
    std::chrono::steady_clock::time_point m_roundSentAt;
    bool m_hasBegun = false;
    bool m_mustSendSecondRound = false;
};
}
