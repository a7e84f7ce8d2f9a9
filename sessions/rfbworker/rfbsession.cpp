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
// Servers merge requests that arrive together, and Xvnc's first answer, which has only its screen layout, uses up the merged request. The first of
// these delays is enough if the network keeps the requests apart.
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
    : m_stream(stream)
    , m_outbox(outbox)
    , m_mailbox(mailbox)
    , m_console(console)
    , m_desktopReader(stream, outbox, clipboards, console, counters, pulse, decoder)
{
    m_stream.setLiveness(&pulse);
    m_stream.setDueWork([this] {
        return doDueWork();
    });
}

std::optional<RfbStream::Clock::time_point> RfbSession::doDueWork()
{
    for (Mail &mail : m_mailbox.takeAll()) {
        if (!m_refusal && !handleMail(std::move(mail))) {
            if (!m_refusal) {
                m_refusal = Refusal{RfbWire::FailureCode::Internal, "console: " + m_desktopReader.publisher().problem()};
            }
            m_stream.stop();
        }
    }
    const auto wanted = m_desktopReader.doDueWork();
    const auto hurried = repeatOrGiveUp();
    return wanted && hurried ? std::min(*wanted, *hurried) : wanted ? wanted : hurried;
}

std::optional<Clock::time_point> RfbSession::repeatOrGiveUp()
{
    const auto now = Clock::now();
    if (m_repeatRequestAt && now >= *m_repeatRequestAt) {
        m_repeatRequestAt.reset();
        m_desktopReader.repeatRequest();
        scheduleRepeatRequest();
    }
    if (m_answerDeadline && now >= *m_answerDeadline && !m_refusal) {
        m_refusal = Refusal{RfbWire::FailureCode::NotAnswered, {}};
        m_stream.stop();
    }
    if (m_startedAt && !m_isViewKnown && now < *m_startedAt + viewPatience) {
        return *m_startedAt + viewPatience;
    }
    return m_repeatRequestAt ? m_repeatRequestAt : m_answerDeadline;
}

void RfbSession::scheduleRepeatRequest()
{
    if (m_repeatedRequests < std::size(laterRequests)) {
        m_repeatRequestAt = m_versionReceivedAt + laterRequests[m_repeatedRequests++];
    } else if (m_answerDeadline && m_desktopReader.early().isLongPath()) { // the reader repeats the request from then on, once the desktop is known
        const auto now = Clock::now();
        m_repeatRequestAt = now + EarlyRequests::pauseAfter(now - m_versionReceivedAt, m_desktopReader.early().roundTrip());
    }
}

bool RfbSession::handleMail(Mail mail)
{
    if (auto *start = std::get_if<RfbWire::Start>(&mail)) {
        m_startedAt = Clock::now();
        m_quality = start->quality;
        m_rememberedServer = start->remembered;
        return true;
    }
    if (const auto *answer = std::get_if<RfbWire::ChallengeAnswer>(&mail)) {
        if (!m_isChallengeSent || m_challengeAnswer) {
            m_refusal = Refusal{RfbWire::FailureCode::Internal, "console: ChallengeAnswer that was not asked for"};
            return false;
        }
        m_challengeAnswer = *answer;
        return true;
    }
    if (auto *picture = std::get_if<PictureRecord>(&mail)) {
        return m_desktopReader.publisher().handleMessage(std::move(*picture));
    }
    if (auto *released = std::get_if<RfbWire::Released>(&mail)) {
        return m_desktopReader.publisher().handleMessage(*released);
    }
    if (auto *view = std::get_if<RfbWire::View>(&mail)) {
        m_isViewKnown = true;
        m_desktopReader.setView(*view);
        return true;
    }
    if (auto *share = std::get_if<RfbWire::LinkShare>(&mail)) {
        m_desktopReader.setShare(*share);
        return true;
    }
    if (auto *size = std::get_if<RfbWire::RequestSize>(&mail)) {
        m_desktopReader.requestSize(*size);
        return true;
    }
    if (auto *policy = std::get_if<RfbWire::Policy>(&mail)) {
        m_quality = policy->quality;
        m_desktopReader.setQuality(policy->quality);
    }
    return true;
}

void RfbSession::sendLoginOutput(RfbLogin &login)
{
    m_outbox.push(login.takeOutput());
    if (sendsInitEarly() && !m_hasSentEarly && login.isClientInitSent()) {
        m_hasSentEarly = true;
        m_desktopReader.startEarly(m_rememberedServer, m_quality);
        if (m_rememberedServer.securityType == 0) {
            startAnswerDeadline();
        }
    }
    if (const auto progress = login.takeProgress()) {
        if (progress->phase == RfbWire::Phase::Version) {
            // The version comes as soon as the channel is open, which is when the waiting messages were sent.
            startAnswerDeadline();
        }
        m_console.send(*progress);
    }
}

bool RfbSession::sendsInitEarly() const
{
    return m_rememberedServer.securityType != 0 || m_rememberedServer.sendsInitEarly;
}

void RfbSession::startAnswerDeadline()
{
    if (m_rememberedServer.securityType == 0 && !m_hasSentEarly) {
        return;
    }
    m_versionReceivedAt = Clock::now();
    m_answerDeadline = m_versionReceivedAt + answerLimit;
    if (m_hasSentEarly) {
        m_repeatedRequests = 0;
        scheduleRepeatRequest();
    }
}

bool RfbSession::logIn(RfbLogin &login)
{
    Bytes bytes;
    sendLoginOutput(login);
    for (;;) {
        switch (login.state()) {
        case RfbLogin::State::NeedBytes:
            if (m_stream.read(bytes, login.neededBytes())) {
                login.feed(bytes);
            } else {
                login.feedEnd();
            }
            break;
        case RfbLogin::State::NeedAnswer:
            if (!answer(login)) {
                login.feedEnd();
            }
            break;
        case RfbLogin::State::Finished:
            m_answerDeadline.reset();
            return true;
        case RfbLogin::State::Failed:
            return false;
        }
        sendLoginOutput(login);
    }
}

bool RfbSession::answer(RfbLogin &login)
{
    m_isChallengeSent = true;
    m_answerDeadline.reset(); // no time limit while the user types a password
    m_console.send(RfbWire::Challenge{login.challenge()});
    const bool answered = m_stream.waitUntil(
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

Refusal RfbSession::run()
{
    const bool started = m_stream.waitUntil(
        [this] {
            return m_startedAt && (m_isViewKnown || Clock::now() >= *m_startedAt + viewPatience);
        },
        false);
    RfbLogin login(m_rememberedServer);
    const bool loggedIn = started && logIn(login);
    if (m_refusal) {
        return *m_refusal;
    }
    if (!loggedIn) {
        return login.refusal();
    }
    RfbWire::Progress progress;
    progress.phase = RfbWire::Phase::Initialised;
    progress.colourMapped = login.serverInit().isColourMapped();
    m_console.send(progress);
    m_console.send(RfbWire::DesktopName{login.serverInit().name});
    std::expected<void, Refusal> going = m_desktopReader.begin(login.serverInit(), m_quality);
    while (going) {
        going = m_desktopReader.readMessage();
    }
    return m_refusal ? *m_refusal : going.error();
}
}
