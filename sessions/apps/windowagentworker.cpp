// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowagentworker.h"

#include "sessions/base/waketime.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace Nightdesk
{
namespace
{
constexpr std::size_t bufferSize = 65536;
}

WindowAgentWorker::WindowAgentWorker(const Setup &setup, UniqueFd socket)
    : m_agentSetup(setup)
    , m_socket(std::move(socket))
    , m_protocol(setup.cookie.toStdString(), setup.hasWindowManager, setup.wasProgramAlreadyRunning, m_agentSetup.callbacks)
    , m_buffer(bufferSize)
{
}

CommandQueue &WindowAgentWorker::commands()
{
    return m_commands;
}

void WindowAgentWorker::stop()
{
    m_isStopping = true;
    m_commands.post([] { });
}

void WindowAgentWorker::channelOpened()
{
    m_answerDeadline = Clock::now() + answerTimeLimit;
}

void WindowAgentWorker::fitMainWindowToDisplay()
{
    m_protocol.fitMainWindowToDisplay(Clock::now());
}

void WindowAgentWorker::askWindowsToClose()
{
    m_protocol.askWindowsToClose(Clock::now());
}

void WindowAgentWorker::run()
{
    while (!m_isStopping) {
        if (m_socket.isValid() && !writeToSocket()) {
            handleConnectionLoss(LossReason::ConnectionEnded);
        }
        const bool isWriting = !m_protocol.xClient().output().empty();
        pollfd fds[] = {{.fd = m_commands.fd(), .events = POLLIN, .revents = 0},
                        {.fd = m_socket.get(), .events = static_cast<short>(POLLIN | (isWriting ? POLLOUT : 0)), .revents = 0}};
        (void)::poll(fds, 2, pollTimeout());
        m_commands.runAll();
        if (!m_socket.isValid() || m_isStopping) {
            continue; // without a connection to the server, only commands are processed
        }
        if ((fds[1].revents & ~POLLOUT) != 0) {
            readFromSocket();
        } else {
            m_protocol.doDueWork(Clock::now());
        }
        const XClientProtocol::Stage stage = m_protocol.xClient().stage();
        if (stage == XClientProtocol::Stage::Refused || stage == XClientProtocol::Stage::Broken) {
            qCWarning(LogXWindow) << "the X server of a program's display:" << displayText(QByteArrayView(m_protocol.xClient().problem()));
            handleConnectionLoss(stage == XClientProtocol::Stage::Refused ? LossReason::ServerRefused : LossReason::DataNotValid);
        } else if (stage == XClientProtocol::Stage::Setup && m_answerDeadline && Clock::now() >= *m_answerDeadline) {
            handleConnectionLoss(LossReason::NoAnswer);
        }
    }
}

bool WindowAgentWorker::writeToSocket()
{
    while (!m_protocol.xClient().output().empty()) {
        const auto output = m_protocol.xClient().output();
        const ssize_t size = ::send(m_socket.get(), output.data(), output.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        m_protocol.removeSentOutput(static_cast<std::size_t>(size));
    }
    return true;
}

void WindowAgentWorker::readFromSocket()
{
    const ssize_t size = ::recv(m_socket.get(), m_buffer.data(), m_buffer.size(), MSG_DONTWAIT);
    if (size > 0) {
        m_protocol.receive(std::span(m_buffer).first(static_cast<std::size_t>(size)), Clock::now());
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        handleConnectionLoss(LossReason::ConnectionEnded);
    }
}

void WindowAgentWorker::handleConnectionLoss(LossReason loss)
{
    if (m_socket.isValid()) {
        m_socket.reset();
        m_protocol.handleConnectionLoss();
        m_agentSetup.connectionLost(loss);
    }
}

int WindowAgentWorker::pollTimeout() const
{
    const bool isAwaitingAnswer = m_socket.isValid() && m_protocol.xClient().stage() == XClientProtocol::Stage::Setup;
    return WakeTime::pollTimeout(WakeTime::earliest({m_protocol.dueAt(), isAwaitingAnswer ? m_answerDeadline : std::nullopt}));
}
}
