// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/desktopreader.h"
#include "sessions/rfbworker/protocol/mailbox.h"

namespace Nightdesk::Rfb
{
/// The worker's first thread: waits for the Start record, logs in, then reads until the session ends. Handles the
/// console's messages in the mailbox before each wait for the server. Owned by Worker.
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

    /// Runs the session; returns why it ended.
    Refusal run();

private:
    std::optional<RfbStream::Clock::time_point> doDueWork();
    bool handleMail(Mail mail);
    bool logIn(RfbLogin &login);
    bool answer(RfbLogin &login);
    void passOn(RfbLogin &login);
    bool goesAhead() const; ///< whether messages are sent before the server requests them
    void expectAnswer();
    void askAgainLater();
    /// After messages were sent ahead: repeats the request, and fails the login if the server stays silent. Returns
    /// when to call this function again.
    std::optional<RfbStream::Clock::time_point> hurry();

    RfbStream &m_stream;
    Outbox &m_outbox;
    Mailbox &m_mailbox;
    ConsoleSink &m_console;
    DesktopReader m_reader;
    RfbWire::Quality m_quality = RfbWire::Quality::High;
    RfbWire::ServerMemory m_remembered;
    bool m_sentEarly = false; ///< the messages after ClientInit were sent before ServerInit came
    std::optional<RfbStream::Clock::time_point> m_askAgainAt;
    std::optional<RfbStream::Clock::time_point> m_answerBy;
    std::size_t m_askedAgain = 0;
    /// When the server's version came; answers to messages sent ahead arrive a round trip later at the earliest.
    RfbStream::Clock::time_point m_versionAt;
    std::optional<RfbStream::Clock::time_point> m_startedAt;
    bool m_viewIsKnown = false;
    bool m_challengeSent = false;
    std::optional<RfbWire::ChallengeAnswer> m_answer;
    /// Why the session must end: the console broke the protocol, or the server did not answer in time.
    std::optional<Refusal> m_refusal;
};
}
