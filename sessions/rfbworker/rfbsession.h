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
               ServerLiveness &pulse,
               RectDecoder &decoder);

    /// Runs the session; returns why it ended.
    SessionError run();

private:
    std::optional<RfbStream::Clock::time_point> doDueWork();
    /// Handles a record of the console. False: the record breaks the protocol.
    bool handleMail(Mail mail);
    bool logIn(RfbLogin &login);
    bool answerChallenge(RfbLogin &login);
    void sendLoginOutput(RfbLogin &login);
    bool mustSendBeforeServerAsks() const; ///< whether the worker must send messages that the server has not asked for yet
    void startAnswerDeadline();
    void scheduleRepeatedUpdateRequest();
    /// After messages were sent ahead: repeats the request, and fails the login if the server stays silent. Returns
    /// when to call this function again.
    std::optional<RfbStream::Clock::time_point> repeatUpdateRequestOrGiveUp();

    RfbStream &m_rfbStream;
    Outbox &m_outbox;
    Mailbox &m_mailbox;
    ConsoleSink &m_consoleSink;
    DesktopReader m_desktopReader;
    RfbWire::Quality m_requestedQuality = RfbWire::Quality::High;
    RfbWire::RememberedServer m_rememberedServer;
    bool m_wereMessagesSentEarly = false; ///< the messages after ClientInit were sent before ServerInit came
    std::optional<RfbStream::Clock::time_point> m_repeatUpdateRequestAt; ///< when to repeat the first update request; empty: not at all
    std::optional<RfbStream::Clock::time_point> m_serverAnswerDeadline;
    std::size_t m_repeatedUpdateRequestCount = 0; ///< how often the worker has scheduled a repeated update request
    RfbStream::Clock::time_point m_versionReceivedAt; ///< when the server's protocol version arrived, which is its first message
    std::optional<RfbStream::Clock::time_point> m_startRecordReceivedAt;
    bool m_isViewReceived = false;
    bool m_isChallengeSent = false;
    std::optional<RfbWire::ChallengeAnswer> m_challengeAnswer;
    /// Why the session must end: the console broke the protocol, or the server did not answer in time.
    std::optional<SessionError> m_endReason;
};
}
