// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/stewardworker.h"

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

StewardWorker::StewardWorker(const Setup &setup, UniqueFd socket)
    : m_setup(setup)
    , m_socket(std::move(socket))
    , m_talk(setup.cookie.toStdString(), setup.hasManager, setup.isJoined, m_setup.news)
    , m_buffer(bufferSize)
{
}

CommandQueue &StewardWorker::commands()
{
    return m_commands;
}

void StewardWorker::stop()
{
    m_stopping = true;
    m_commands.post([] { });
}

void StewardWorker::wayIsOpen()
{
    m_openBy = Clock::now() + patience;
}

void StewardWorker::fill()
{
    m_talk.fill(Clock::now());
}

void StewardWorker::close()
{
    m_talk.close(Clock::now());
}

void StewardWorker::run()
{
    while (!m_stopping) {
        if (m_socket.isValid() && !write()) {
            lose(Loss::Ended);
        }
        const bool isWriting = !m_talk.connection().output().empty();
        pollfd fds[] = {{.fd = m_commands.fd(), .events = POLLIN, .revents = 0},
                        {.fd = m_socket.get(), .events = static_cast<short>(POLLIN | (isWriting ? POLLOUT : 0)), .revents = 0}};
        (void)::poll(fds, 2, pause());
        m_commands.runAll();
        if (!m_socket.isValid() || m_stopping) {
            continue; // what is asked of it is answered, but there is nobody to talk to
        }
        if ((fds[1].revents & ~POLLOUT) != 0) {
            read();
        } else {
            m_talk.due(Clock::now());
        }
        const XTalk::Stage stage = m_talk.connection().stage();
        if (stage == XTalk::Stage::Refused || stage == XTalk::Stage::Broken) {
            qCWarning(LogXWindow) << "the X server of a program's display:" << displayText(QByteArrayView(m_talk.connection().problem()));
            lose(stage == XTalk::Stage::Refused ? Loss::Refused : Loss::Broken);
        } else if (stage == XTalk::Stage::Setup && m_openBy && Clock::now() >= *m_openBy) {
            lose(Loss::Silent);
        }
    }
}

bool StewardWorker::write()
{
    while (!m_talk.connection().output().empty()) {
        const auto output = m_talk.connection().output();
        const ssize_t size = ::send(m_socket.get(), output.data(), output.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        m_talk.sent(static_cast<std::size_t>(size));
    }
    return true;
}

void StewardWorker::read()
{
    const ssize_t size = ::recv(m_socket.get(), m_buffer.data(), m_buffer.size(), MSG_DONTWAIT);
    if (size > 0) {
        m_talk.receive(std::span(m_buffer).first(static_cast<std::size_t>(size)), Clock::now());
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        lose(Loss::Ended);
    }
}

void StewardWorker::lose(Loss loss)
{
    if (m_socket.isValid()) {
        m_socket.reset();
        m_talk.lose();
        m_setup.lost(loss);
    }
}

int StewardWorker::pause() const
{
    std::optional<Clock::time_point> at = m_talk.dueAt();
    if (m_socket.isValid() && m_talk.connection().stage() == XTalk::Stage::Setup && m_openBy) {
        at = at ? std::min(*at, *m_openBy) : *m_openBy;
    }
    if (!at) {
        return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*at - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60000));
}
}
