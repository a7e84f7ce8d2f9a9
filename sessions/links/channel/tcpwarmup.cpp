// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/tcpwarmup.h"

#include "sessions/base/imagecompression.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
// From here on TCP's slow start decides when the first image is complete.
constexpr auto minRoundTrip = 20ms;
// The kernel enlarges a window of ten segments if six of them were on the way at once, and one of twenty if eleven were. A refusal has about as many bytes
// as the request: 60 and 68 with chacha20-poly1305. The requests of the first round fill seven of the ten segments that this end may send; the others
// are left to the requests for streams.
constexpr std::uint64_t firstRoundBytes = 9'800;
constexpr std::uint64_t secondRoundBytes = 18'300;
constexpr std::size_t maxRequests = 500;
// A round that takes this much longer than a round trip was held up by a slow path, where images do not wait for the window, or by an interruption.
constexpr auto slowRoundExtraTime = 25ms;
}

TcpWarmUp::TcpWarmUp(SshSession &session)
    : m_sshSession(session)
{
}

TcpWarmUp::~TcpWarmUp()
{
    freeRequests();
}

bool TcpWarmUp::isUseful() const
{
    const auto roundTrip = m_sshSession.tcpRoundTrip();
    return roundTrip && *roundTrip >= minRoundTrip && *roundTrip < imageCompressionMinRoundTrip && m_sshSession.serverBanner().contains("OpenSSH");
}

void TcpWarmUp::begin(int roundTrips)
{
    if (std::exchange(m_hasBegun, true) || !isUseful()) {
        return;
    }
    m_mustSendSecondRound = roundTrips > 1;
    sendRound(firstRoundBytes);
}

void TcpWarmUp::sendRound(std::uint64_t bytes)
{
    m_roundSentAt = std::chrono::steady_clock::now();
    m_sshSession.setHoldsPartialSegments(true);
    const std::uint64_t endBytes = m_sshSession.wireCounters().out_bytes + bytes;
    while (m_sshSession.wireCounters().out_bytes < endBytes && m_requests.size() < maxRequests) {
        const ssh_channel request = ssh_channel_new(m_sshSession.handle());
        if (!request) {
            break;
        }
        m_requests.push_back(request);
        if (ssh_channel_open_auth_agent(request) != SSH_AGAIN) {
            break; // the connection has ended
        }
    }
    m_sshSession.processSocketEvents();
    m_sshSession.setHoldsPartialSegments(false);
}

bool TcpWarmUp::isAnswered(std::size_t index) const
{
    return ssh_channel_open_auth_agent(m_requests[index]) != SSH_AGAIN;
}

void TcpWarmUp::processAnswers()
{
    if (m_requests.empty()) {
        return;
    }
    // The last refusals may come late: the host's TCP holds back a small segment until the others are acknowledged (Nagle).
    if (m_mustSendSecondRound && isAnswered(m_requests.size() * 3 / 4)) {
        m_mustSendSecondRound = false;
        const auto roundTrip = m_sshSession.tcpRoundTrip();
        if (roundTrip && std::chrono::steady_clock::now() - m_roundSentAt < *roundTrip + slowRoundExtraTime) {
            sendRound(secondRoundBytes);
        }
    }
    if (isAnswered(m_requests.size() - 1)) {
        freeRequests();
    }
}

void TcpWarmUp::freeRequests()
{
    std::ranges::for_each(m_requests, ssh_channel_free);
    m_requests.clear();
}
}
