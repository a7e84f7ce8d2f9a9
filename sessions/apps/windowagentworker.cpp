// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowagentworker.h"

#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
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
    , m_protocol(setup.cookie.toStdString(), setup.hasWindowManager, setup.wasAlreadyRunning, m_agentSetup.callbacks)
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
        if (m_socket.isValid() && !write()) {
            handleLoss(LossReason::ConnectionEnded);
        }
        const bool isWriting = !m_protocol.connection().output().empty();
        pollfd fds[] = {{.fd = m_commands.fd(), .events = POLLIN, .revents = 0},
                        {.fd = m_socket.get(), .events = static_cast<short>(POLLIN | (isWriting ? POLLOUT : 0)), .revents = 0}};
        (void)::poll(fds, 2, pollTimeout());
        m_commands.runAll();
        if (!m_socket.isValid() || m_isStopping) {
            continue; // commands are still processed, but the server is not connected
        }
        if ((fds[1].revents & ~POLLOUT) != 0) {
            read();
        } else {
            m_protocol.doDueWork(Clock::now());
        }
        const XClientProtocol::Stage stage = m_protocol.connection().stage();
        if (stage == XClientProtocol::Stage::Refused || stage == XClientProtocol::Stage::Broken) {
            qCWarning(LogXWindow) << "the X server of a program's display:" << displayText(QByteArrayView(m_protocol.connection().problem()));
            handleLoss(stage == XClientProtocol::Stage::Refused ? LossReason::ServerRefused : LossReason::DataNotValid);
        } else if (stage == XClientProtocol::Stage::Setup && m_answerDeadline && Clock::now() >= *m_answerDeadline) {
            handleLoss(LossReason::NoAnswer);
        }
    }
}

bool WindowAgentWorker::write()
{
    while (!m_protocol.connection().output().empty()) {
        const auto output = m_protocol.connection().output();
        const ssize_t size = ::send(m_socket.get(), output.data(), output.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        m_protocol.removeSentOutput(static_cast<std::size_t>(size));
    }
    return true;
}

void WindowAgentWorker::read()
{
    const ssize_t size = ::recv(m_socket.get(), m_buffer.data(), m_buffer.size(), MSG_DONTWAIT);
    if (size > 0) {
        m_protocol.receive(std::span(m_buffer).first(static_cast<std::size_t>(size)), Clock::now());
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        handleLoss(LossReason::ConnectionEnded);
    }
}

void WindowAgentWorker::handleLoss(LossReason loss)
{
    if (m_socket.isValid()) {
        m_socket.reset();
        m_protocol.handleLoss();
        m_agentSetup.connectionLost(loss);
    }
}

int WindowAgentWorker::pollTimeout() const
{
    std::optional<Clock::time_point> at = m_protocol.dueAt();
    if (m_socket.isValid() && m_protocol.connection().stage() == XClientProtocol::Stage::Setup && m_answerDeadline) {
        at = at ? std::min(*at, *m_answerDeadline) : *m_answerDeadline;
    }
    if (!at) {
        return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*at - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60000));
}
}
