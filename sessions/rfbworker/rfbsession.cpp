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
                       Pulse &pulse,
                       RectDecoder &decoder)
    : m_stream(stream)
    , m_outbox(outbox)
    , m_mailbox(mailbox)
    , m_console(console)
    , m_reader(stream, outbox, clipboards, console, counters, pulse, decoder)
{
    m_stream.setPulse(&pulse);
    m_stream.setDueWork([this] {
        return doDueWork();
    });
}

std::optional<RfbStream::Clock::time_point> RfbSession::doDueWork()
{
    for (Mail &mail : m_mailbox.takeAll()) {
        if (!m_refusal && !handleMail(std::move(mail))) {
            if (!m_refusal) {
                m_refusal = Refusal{RfbWire::FailureCode::Internal, "console: " + m_reader.publisher().problem()};
            }
            m_stream.stop();
        }
    }
    const auto wanted = m_reader.doDueWork();
    const auto hurried = hurry();
    return wanted && hurried ? std::min(*wanted, *hurried) : wanted ? wanted : hurried;
}

std::optional<Clock::time_point> RfbSession::hurry()
{
    const auto now = Clock::now();
    if (m_askAgainAt && now >= *m_askAgainAt) {
        m_askAgainAt.reset();
        m_reader.askAgain();
        askAgainLater();
    }
    if (m_answerBy && now >= *m_answerBy && !m_refusal) {
        m_refusal = Refusal{RfbWire::FailureCode::NotAnswered, {}};
        m_stream.stop();
    }
    if (m_startedAt && !m_viewIsKnown && now < *m_startedAt + viewPatience) {
        return *m_startedAt + viewPatience;
    }
    return m_askAgainAt ? m_askAgainAt : m_answerBy;
}

void RfbSession::askAgainLater()
{
    if (m_askedAgain < std::size(laterRequests)) {
        m_askAgainAt = m_versionAt + laterRequests[m_askedAgain++];
    } else if (m_answerBy && m_reader.early().isFar()) { // the reader repeats the request from then on, once the desktop is known
        const auto now = Clock::now();
        m_askAgainAt = now + EarlyRequests::pauseAfter(now - m_versionAt, m_reader.early().roundTrip());
    }
}

bool RfbSession::handleMail(Mail mail)
{
    if (auto *start = std::get_if<RfbWire::Start>(&mail)) {
        m_startedAt = Clock::now();
        m_quality = start->quality;
        m_remembered = start->remembered;
        return true;
    }
    if (const auto *answer = std::get_if<RfbWire::ChallengeAnswer>(&mail)) {
        if (!m_challengeSent || m_answer) {
            m_refusal = Refusal{RfbWire::FailureCode::Internal, "console: ChallengeAnswer that was not asked for"};
            return false;
        }
        m_answer = *answer;
        return true;
    }
    if (auto *picture = std::get_if<PictureMail>(&mail)) {
        return m_reader.publisher().handleMessage(std::move(*picture));
    }
    if (auto *released = std::get_if<RfbWire::Released>(&mail)) {
        return m_reader.publisher().handleMessage(*released);
    }
    if (auto *view = std::get_if<RfbWire::View>(&mail)) {
        m_viewIsKnown = true;
        m_reader.setView(*view);
        return true;
    }
    if (auto *share = std::get_if<RfbWire::LinkShare>(&mail)) {
        m_reader.setShare(*share);
        return true;
    }
    if (auto *size = std::get_if<RfbWire::RequestSize>(&mail)) {
        m_reader.requestSize(*size);
        return true;
    }
    if (auto *policy = std::get_if<RfbWire::Policy>(&mail)) {
        m_quality = policy->quality;
        m_reader.setQuality(policy->quality);
    }
    return true;
}

void RfbSession::passOn(RfbLogin &login)
{
    m_outbox.push(login.takeOutput());
    if (goesAhead() && !m_sentEarly && login.isClientInitOut()) {
        m_sentEarly = true;
        m_reader.startEarly(m_remembered, m_quality);
        if (m_remembered.securityType == 0) {
            expectAnswer();
        }
    }
    if (const auto progress = login.takeProgress()) {
        if (progress->phase == RfbWire::Phase::Version) {
            // The version comes as soon as the channel is open, which is when the waiting messages were sent.
            expectAnswer();
        }
        m_console.send(*progress);
    }
}

bool RfbSession::goesAhead() const
{
    return m_remembered.securityType != 0 || m_remembered.goesAhead;
}

void RfbSession::expectAnswer()
{
    if (m_remembered.securityType == 0 && !m_sentEarly) {
        return;
    }
    m_versionAt = Clock::now();
    m_answerBy = m_versionAt + answerLimit;
    if (m_sentEarly) {
        m_askedAgain = 0;
        askAgainLater();
    }
}

bool RfbSession::logIn(RfbLogin &login)
{
    Bytes bytes;
    passOn(login);
    for (;;) {
        switch (login.state()) {
        case RfbLogin::State::NeedBytes:
            if (m_stream.read(bytes, login.needed())) {
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
            m_answerBy.reset();
            return true;
        case RfbLogin::State::Failed:
            return false;
        }
        passOn(login);
    }
}

bool RfbSession::answer(RfbLogin &login)
{
    m_challengeSent = true;
    m_answerBy.reset(); // no time limit while the user types a password
    m_console.send(RfbWire::Challenge{login.challenge()});
    const bool answered = m_stream.waitUntil(
        [this] {
            return m_answer.has_value();
        },
        true);
    if (!answered) {
        return false;
    }
    login.answerChallenge(m_answer->bytes);
    passOn(login);
    expectAnswer();
    return true;
}

Refusal RfbSession::run()
{
    const bool started = m_stream.waitUntil(
        [this] {
            return m_startedAt && (m_viewIsKnown || Clock::now() >= *m_startedAt + viewPatience);
        },
        false);
    RfbLogin login(m_remembered);
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
    std::expected<void, Refusal> going = m_reader.begin(login.serverInit(), m_quality);
    while (going) {
        going = m_reader.readMessage();
    }
    return m_refusal ? *m_refusal : going.error();
}
}
