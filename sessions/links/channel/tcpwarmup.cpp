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
// A request has 68 bytes and a refusal 60 (chacha20-poly1305) or 68 (aes-gcm). The kernel enlarges a window of ten segments if six of them were on the
// way at once, and one of twenty if eleven were. These refusals fill so many. The requests of the first round fill seven of the ten segments that this
// end may send; the others are left to the requests for streams.
constexpr int firstRoundRequests = 145;
constexpr int secondRoundRequests = 270;
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
    sendRound(firstRoundRequests);
}

void TcpWarmUp::sendRound(int requestCount)
{
    m_sshSession.setHoldsPartialSegments(true);
    for (int i = 0; i < requestCount; ++i) {
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

void TcpWarmUp::processAnswers()
{
    if (m_requests.empty() || ssh_channel_open_auth_agent(m_requests.back()) == SSH_AGAIN) {
        return;
    }
    freeRequests();
    if (std::exchange(m_mustSendSecondRound, false)) {
        sendRound(secondRoundRequests);
    }
}

void TcpWarmUp::freeRequests()
{
    std::ranges::for_each(m_requests, ssh_channel_free);
    m_requests.clear();
}
}
