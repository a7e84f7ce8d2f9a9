// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/windowagentprotocol.h"
#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/server/commandqueue.h"

#include <atomic>

namespace Nightdesk
{
/// The loop of AppWindowAgent's thread: transfers WindowAgentProtocol's bytes. All functions except commands() and stop() belong to that thread.
/// Owned by AppWindowAgent.
class WindowAgentWorker
{
public:
    using Clock = WindowAgentProtocol::Clock;
    /// Limit for the server's first answer, once the channel is open.
    static constexpr std::chrono::seconds answerTimeLimit{30};
    enum class LossReason {
        ConnectionEnded,
        ServerRefused,
        DataNotValid,
        NoAnswer,
    };
    /// What the worker needs. The callbacks are called on the worker's thread.
    struct Setup {
        QByteArray cookie;
        bool hasWindowManager = false;
        bool wasProgramAlreadyRunning = false;
        WindowAgentProtocol::AgentCallbacks callbacks;
        std::function<void(LossReason loss)> connectionLost;
    };
    /// @p socket: a non-blocking socket.
    WindowAgentWorker(const Setup &setup, UniqueFd socket);

    CommandQueue &commands();
    void stop(); ///< ends run() at once; may be called on any thread
    void run();

    void channelOpened();
    void fitMainWindowToDisplay();
    void askWindowsToClose();

private:
    bool writeToSocket();
    void readFromSocket();
    void handleConnectionLoss(LossReason loss);
    int pollTimeout() const;

    const Setup m_agentSetup;
    UniqueFd m_socket;
    CommandQueue m_commands;
    std::atomic<bool> m_isStopping = false;
    WindowAgentProtocol m_protocol;
    std::optional<Clock::time_point> m_answerDeadline;
    std::vector<std::uint8_t> m_buffer;
};
}
