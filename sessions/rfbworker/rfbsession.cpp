// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/rfbsession.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk::Rfb
{
using Clock = RfbStream::Clock;

namespace
{
// When to repeat the first update request, after the server's version. Servers merge requests that arrive together, and may answer the merged
// request only with the screen layout. The first delay is enough if the network delivers the requests separately.
constexpr std::chrono::milliseconds laterRequests[] = {std::chrono::milliseconds(8), std::chrono::milliseconds(30)};
// How long to wait for the path and view records that the console sends right after Start.
constexpr std::chrono::milliseconds viewPatience{10};
// A server that discards messages sent ahead waits for them forever. This limit counts from the server's version, which
// it sends first: what follows takes one round trip and the server's own time.
constexpr std::chrono::seconds answerLimit{5};
}

RfbSession::RfbSession(RfbStream &stream,
                       Outbox &outbox,
                       ClipboardExchange &clipboards,
                       Mailbox &mailbox,
                       ConsoleSink &console,
                       Counters &counters,
                       ServerLiveness &pulse,
                       RectDecoder &decoder)
    : m_rfbStream(stream)
    , m_outbox(outbox)
    , m_mailbox(mailbox)
    , m_consoleSink(console)
    , m_desktopReader(stream, outbox, clipboards, console, counters, pulse, decoder)
{
    m_rfbStream.setLiveness(&pulse);
    m_rfbStream.setDueWork([this] {
        return doDueWork();
    });
}

std::optional<RfbStream::Clock::time_point> RfbSession::doDueWork()
{
    for (Mail &mail : m_mailbox.takeAll()) {
        if (!m_endReason && !handleMail(std::move(mail))) {
            if (!m_endReason) {
                m_endReason = SessionError{RfbWire::FailureCode::Internal, "console: " + m_desktopReader.publisher().protocolError()};
            }
            m_rfbStream.stop();
        }
    }
    const auto wanted = m_desktopReader.doDueWork();
    const auto hurried = repeatUpdateRequestOrGiveUp();
    return wanted && hurried ? std::min(*wanted, *hurried) : wanted ? wanted : hurried;
}

std::optional<Clock::time_point> RfbSession::repeatUpdateRequestOrGiveUp()
{
    const auto now = Clock::now();
    if (m_repeatUpdateRequestAt && now >= *m_repeatUpdateRequestAt) {
        m_repeatUpdateRequestAt.reset();
        m_desktopReader.repeatFirstUpdateRequest();
        scheduleRepeatedUpdateRequest();
    }
    if (m_serverAnswerDeadline && now >= *m_serverAnswerDeadline && !m_endReason) {
        m_endReason = SessionError{RfbWire::FailureCode::NotAnswered, {}};
        m_rfbStream.stop();
    }
    if (m_startRecordReceivedAt && !m_isViewReceived && now < *m_startRecordReceivedAt + viewPatience) {
        return *m_startRecordReceivedAt + viewPatience;
    }
    return m_repeatUpdateRequestAt ? m_repeatUpdateRequestAt : m_serverAnswerDeadline;
}

void RfbSession::scheduleRepeatedUpdateRequest()
{
    if (m_repeatedUpdateRequestCount < std::size(laterRequests)) {
        m_repeatUpdateRequestAt = m_versionReceivedAt + laterRequests[m_repeatedUpdateRequestCount++];
    } else if (m_serverAnswerDeadline && m_desktopReader.requestsBeforeFirstImage().isLongPath()) {
        // This continues until ServerInit arrives; from then on, DesktopReader repeats its update requests itself.
        const auto now = Clock::now();
        m_repeatUpdateRequestAt = now + RequestsBeforeFirstImage::pauseAfter(now - m_versionReceivedAt, m_desktopReader.requestsBeforeFirstImage().roundTrip());
    }
}

bool RfbSession::handleMail(Mail mail)
{
    if (auto *start = std::get_if<RfbWire::Start>(&mail)) {
        m_startRecordReceivedAt = Clock::now();
        m_requestedQuality = start->quality;
        m_rememberedServer = start->remembered;
        return true;
    }
    if (const auto *answer = std::get_if<RfbWire::ChallengeAnswer>(&mail)) {
        if (!m_isChallengeSent || m_challengeAnswer) {
            m_endReason = SessionError{RfbWire::FailureCode::Internal, "console: ChallengeAnswer that was not asked for"};
            return false;
        }
        m_challengeAnswer = *answer;
        return true;
    }
    if (auto *picture = std::get_if<FramebufferRecord>(&mail)) {
        return m_desktopReader.publisher().handleMessage(std::move(*picture));
    }
    if (auto *released = std::get_if<RfbWire::DamagePainted>(&mail)) {
        return m_desktopReader.publisher().handleMessage(*released);
    }
    if (auto *view = std::get_if<RfbWire::View>(&mail)) {
        m_isViewReceived = true;
        m_desktopReader.setView(*view);
        return true;
    }
    if (auto *share = std::get_if<RfbWire::LinkShare>(&mail)) {
        m_desktopReader.setShare(*share);
        return true;
    }
    if (auto *size = std::get_if<RfbWire::RequestDesktopSize>(&mail)) {
        m_desktopReader.requestSize(*size);
        return true;
    }
    if (auto *policy = std::get_if<RfbWire::Policy>(&mail)) {
        m_requestedQuality = policy->quality;
        m_desktopReader.setQuality(policy->quality);
    }
    return true;
}

void RfbSession::sendLoginOutput(RfbLogin &login)
{
    m_outbox.push(login.takeOutput());
    if (mustSendBeforeServerAsks() && !m_wereMessagesSentEarly && login.isClientInitSent()) {
        m_wereMessagesSentEarly = true;
        m_desktopReader.sendEarlyMessages(m_rememberedServer, m_requestedQuality);
        if (m_rememberedServer.securityType == 0) {
            startAnswerDeadline();
        }
    }
    if (const auto progress = login.takeProgress()) {
        if (progress->phase == RfbWire::Phase::Version) {
            // The version comes as soon as the channel is open, which is when the waiting messages were sent.
            startAnswerDeadline();
        }
        m_consoleSink.send(*progress);
    }
}

bool RfbSession::mustSendBeforeServerAsks() const
{
    return m_rememberedServer.securityType != 0 || m_rememberedServer.mustSendBeforeServerAsks;
}

void RfbSession::startAnswerDeadline()
{
    if (m_rememberedServer.securityType == 0 && !m_wereMessagesSentEarly) {
        return;
    }
    m_versionReceivedAt = Clock::now();
    m_serverAnswerDeadline = m_versionReceivedAt + answerLimit;
    if (m_wereMessagesSentEarly) {
        m_repeatedUpdateRequestCount = 0;
        scheduleRepeatedUpdateRequest();
    }
}

bool RfbSession::logIn(RfbLogin &login)
{
    Bytes bytes;
    sendLoginOutput(login);
    for (;;) {
        switch (login.state()) {
        case RfbLogin::State::NeedBytes:
            if (m_rfbStream.read(bytes, login.neededBytes())) {
                login.feed(bytes);
            } else {
                login.feedStreamEnd();
            }
            break;
        case RfbLogin::State::NeedChallengeAnswer:
            if (!answerChallenge(login)) {
                login.feedStreamEnd();
            }
            break;
        case RfbLogin::State::Finished:
            m_serverAnswerDeadline.reset();
            return true;
        case RfbLogin::State::Failed:
            return false;
        }
        sendLoginOutput(login);
    }
}

bool RfbSession::answerChallenge(RfbLogin &login)
{
    m_isChallengeSent = true;
    m_serverAnswerDeadline.reset(); // no time limit while the user types a password
    m_consoleSink.send(RfbWire::Challenge{login.challenge()});
    const bool answered = m_rfbStream.waitUntil(
        [this] {
            return m_challengeAnswer.has_value();
        },
        true);
    if (!answered) {
        return false;
    }
    login.answerChallenge(m_challengeAnswer->bytes);
    sendLoginOutput(login);
    startAnswerDeadline();
    return true;
}

SessionError RfbSession::run()
{
    const bool started = m_rfbStream.waitUntil(
        [this] {
            return m_startRecordReceivedAt && (m_isViewReceived || Clock::now() >= *m_startRecordReceivedAt + viewPatience);
        },
        false);
    RfbLogin login(m_rememberedServer);
    const bool loggedIn = started && logIn(login);
    if (m_endReason) {
        return *m_endReason;
    }
    if (!loggedIn) {
        return login.refusal();
    }
    m_consoleSink.send(RfbWire::Progress{.phase = RfbWire::Phase::Initialized, .colorMapped = login.serverInit().isColorMapped()});
    m_consoleSink.send(RfbWire::DesktopName{login.serverInit().name});
    std::expected<void, SessionError> going = m_desktopReader.begin(login.serverInit(), m_requestedQuality);
    while (going) {
        going = m_desktopReader.readMessage();
    }
    return m_endReason ? *m_endReason : going.error();
}
}
