// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/clipboard/clipboardexchange.h"
#include "sessions/rfbworker/clipboard/clipboardtext.h"
#include "sessions/rfbworker/input/keyupdaterequests.h"
#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/protocol/controlsocket.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/heartbeat.h"
#include "sessions/rfbworker/protocol/mailbox.h"
#include "sessions/rfbworker/protocol/serverliveness.h"
#include "sessions/rfbworker/protocol/serversocketstate.h"

#include <chrono>
#include <functional>
#include <string>

namespace Nightdesk::Rfb
{
/// The worker's second thread: receives the console's records, does all writing to the server, probes whether the server is alive, and sends the
/// results to the console. Sends statistics once a second and when the view is hidden. It never waits for the console or the server, so a key never
/// waits behind a half-received image. Owned by Worker.
class ControlPump
{
public:
    /// Which parts of the sandbox are active, for the Hello record.
    struct SandboxStatus {
        bool seccomp = false;
        bool landlock = false;
        std::string shortcomings; ///< parts of the sandbox that could not be activated, for the log
    };

    ControlPump(ControlSocket &console,
                int rfbFd,
                Outbox &outbox,
                ClipboardExchange &clipboards,
                Mailbox &mailbox,
                Counters &counters,
                const ServerLiveness &pulse,
                std::function<std::uint64_t()> bytesIn);

    void setSandboxStatus(const SandboxStatus &status); ///< call before run()
    /// Runs until the console closes the control socket (returns an empty string) or breaks the protocol (returns how).
    std::string run();

private:
    using Instant = BootClock::time_point;

    bool receiveRecords();
    bool executeMessage(RfbWire::ToWorker message, UniqueFd fd);
    bool executeMessage(const RfbWire::Start &start);
    bool executeMessage(const RfbWire::ClipboardChunk &chunk);
    void executeMessage(const RfbWire::Policy &policy);
    void reportFenceRoundTrip(BootClock::duration took, Instant now);
    bool rejectRecord(const std::string &problem);
    void updateHeartbeat(Instant now);
    void writeToServer();
    bool isServerLost() const;
    void sendStatistics();
    int pollTimeoutMilliseconds(Instant now) const;

    ControlSocket &m_consoleSocket;
    const int m_rfbFd;
    Outbox &m_outbox;
    ClipboardExchange &m_clipboardExchange;
    Mailbox &m_mailbox;
    Counters &m_counters;
    const ServerLiveness &m_liveness;
    Heartbeat m_heartbeat;
    UpdateRequestsAfterKeys m_updateRequestsAfterKeys;
    std::uint64_t m_serverAnswerCount = 0;
    std::uint64_t m_lastReturnedFenceNumber = 0; ///< number of the worker's last fence that the server returned
    Instant m_lastReportedResponseAt; ///< when the server responded, as stated in the last ServerResponded record
    Instant m_responseReportSentAt; ///< when the last ServerResponded record was sent to the console
    Instant m_fenceReportSentAt; ///< when the last FenceRoundTrip record was sent to the console
    bool m_hasUnreportedResponse = false;
    Instant m_nextStatisticsAt;
    std::uint64_t m_bytesSentToServer = 0;
    const std::function<std::uint64_t()> m_receivedByteCountSource;
    SandboxStatus m_sandboxStatus;
    bool m_isStartRecordReceived = false;
    bool m_isViewOnly = false; ///< as set by the console's last Start or Policy record
    ServerSocketState m_serverSocketState = ServerSocketState::Writable;
    ClipboardAssembler m_clipboardAssembler;
    std::string m_endReason;
};
}
