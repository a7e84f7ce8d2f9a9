// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/desktopreader.h"
#include "sessions/rfbworker/protocol/mailbox.h"

namespace Nightdesk::Rfb
{
/// The worker's first thread: waits for Start, logs in, then reads until something ends it. Acts on the console's mail
/// whenever it would wait. Owned by Worker.
class RfbSession
{
public:
    RfbSession(RfbStream &stream,
               Outbox &outbox,
               ClipboardExchange &clipboards,
               Mailbox &mailbox,
               ConsoleSink &console,
               Counters &counters,
               Pulse &pulse,
               RectDecoder &decoder);

    /// Why it ended.
    Refusal run();

private:
    std::optional<RfbStream::Clock::time_point> doDueWork();
    bool handleMail(Mail mail);
    bool logIn(RfbLogin &login);
    bool answer(RfbLogin &login);
    void passOn(RfbLogin &login);
    bool goesAhead() const; ///< more is sent than the server has asked for
    void expectAnswer();
    void askAgainLater();
    /// While more was sent than the server asked for: when it is asked again, and when its silence means that this was too much.
    std::optional<RfbStream::Clock::time_point> hurry();

    RfbStream &m_stream;
    Outbox &m_outbox;
    Mailbox &m_mailbox;
    ConsoleSink &m_console;
    DesktopReader m_reader;
    RfbWire::Quality m_quality = RfbWire::Quality::High;
    RfbWire::ServerMemory m_remembered;
    bool m_sentEarly = false; ///< what follows ClientInit went out before ServerInit came
    std::optional<RfbStream::Clock::time_point> m_askAgainAt;
    std::optional<RfbStream::Clock::time_point> m_answerBy;
    std::size_t m_askedAgain = 0;
    RfbStream::Clock::time_point m_versionAt; ///< what was begun ahead can have its answer a round trip later
    std::optional<RfbStream::Clock::time_point> m_startedAt;
    bool m_viewIsKnown = false;
    bool m_challengeSent = false;
    std::optional<RfbWire::ChallengeAnswer> m_answer;
    std::optional<Refusal> m_refusal; ///< the console broke the protocol
};
}
