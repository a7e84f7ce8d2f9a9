// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/controlpump.h"

#include "sessions/rfbwire/recordsocket.h"
#include "sessions/rfbworker/vncauth.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::chrono::seconds reportInterval{1};
constexpr std::size_t writeSize = 64 * 1024;
// The reader takes its mail within one rectangle; a console that sends more than this before is not ours.
constexpr std::size_t maxMails = 4096;

std::uint64_t cpuMicroseconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_nsec) / 1000;
}
}

ControlPump::ControlPump(ControlSocket &console, int rfbFd, Outbox &outbox, Mailbox &mailbox, const Counters &counters, std::function<std::uint64_t()> bytesIn)
    : m_console(console)
    , m_rfbFd(rfbFd)
    , m_outbox(outbox)
    , m_mailbox(mailbox)
    , m_counters(counters)
    , m_bytesIn(std::move(bytesIn))
{
}

void ControlPump::setWalls(const Walls &walls)
{
    m_walls = walls;
}

std::string ControlPump::run()
{
    auto nextReport = Clock::now() + reportInterval;
    for (;;) {
        write();
        const auto now = Clock::now();
        if (now >= nextReport) {
            if (m_started) {
                report();
            }
            nextReport = now + reportInterval;
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(nextReport - now);
        pollfd fds[3]{{m_console.fd(), POLLIN, 0}, {m_outbox.wakeFd().fd(), POLLIN, 0}, {m_blocked && !m_serverGone ? m_rfbFd : -1, POLLOUT, 0}};
        if (::poll(fds, 3, static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0))) < 0 && errno != EINTR) {
            return "poll failed";
        }
        if (fds[1].revents != 0) {
            m_outbox.wakeFd().clear();
        }
        if (fds[2].revents != 0) {
            m_blocked = false;
        }
        if (fds[0].revents != 0 && !hear()) {
            return m_problem;
        }
    }
}

bool ControlPump::refuse(const std::string &problem)
{
    m_problem = problem;
    return false;
}

bool ControlPump::hear()
{
    // A handful at a time, so that keys just heard leave before more are read.
    for (int i = 0; i < 16; ++i) {
        auto record = RfbWire::receiveRecord(m_console.fd());
        if (!record) {
            switch (record.error()) {
            case RfbWire::SocketProblem::WouldBlock:
                return true;
            case RfbWire::SocketProblem::Closed:
            case RfbWire::SocketProblem::Failed:
                return refuse({});
            case RfbWire::SocketProblem::TooLong:
                return refuse("record: longer than a record may be");
            case RfbWire::SocketProblem::TooManyFds:
                return refuse("record: more than one descriptor");
            }
        }
        auto message = RfbWire::decodeToWorker(record->bytes, record->fd.isValid());
        if (!message) {
            return refuse(message.error().what);
        }
        const bool isSecret = std::holds_alternative<RfbWire::Secret>(*message);
        if (!obey(std::move(*message), std::move(record->fd))) {
            return false;
        }
        if (isSecret) {
            ::explicit_bzero(record->bytes.data(), record->bytes.size());
        }
    }
    return true;
}

bool ControlPump::obey(RfbWire::ToWorker message, UniqueFd fd)
{
    if (const auto *start = std::get_if<RfbWire::Start>(&message)) {
        return obey(*start);
    }
    if (!m_started) {
        return refuse("the first record is not Start");
    }
    if (const auto *key = std::get_if<RfbWire::Key>(&message)) {
        m_outbox.key(key->keysym, key->down);
    } else if (const auto *pointer = std::get_if<RfbWire::Pointer>(&message)) {
        m_outbox.pointer(pointer->x, pointer->y, pointer->buttons);
    } else if (const auto *chunk = std::get_if<RfbWire::ClipboardChunk>(&message)) {
        return obey(*chunk);
    } else if (const auto *policy = std::get_if<RfbWire::Policy>(&message)) {
        m_outbox.setViewOnly(policy->viewOnly);
        m_mailbox.put(*policy);
    } else if (const auto *picture = std::get_if<RfbWire::Picture>(&message)) {
        m_mailbox.put(PictureMail{*picture, std::move(fd)});
    } else if (const auto *released = std::get_if<RfbWire::Released>(&message)) {
        m_mailbox.put(*released);
    } else if (const auto *view = std::get_if<RfbWire::View>(&message)) {
        m_mailbox.put(*view);
    } else if (auto *secret = std::get_if<RfbWire::Secret>(&message)) {
        m_mailbox.put(*secret);
        wipe(secret->user);
        wipe(secret->password);
    }
    if (m_mailbox.size() > maxMails || m_outbox.isFull()) {
        return refuse("more records than the worker can take");
    }
    return true;
}

bool ControlPump::obey(const RfbWire::Start &start)
{
    if (m_started) {
        return refuse("a second Start");
    }
    m_started = true;
    m_outbox.setViewOnly(start.viewOnly);
    m_console.offer(RfbWire::Hello{RfbWire::protocolVersion, m_walls.seccomp, m_walls.landlock});
    if (!m_walls.shortcomings.empty()) {
        m_console.offer(RfbWire::Log{2, "sandbox: " + m_walls.shortcomings});
    }
    m_mailbox.put(start);
    return true;
}

bool ControlPump::obey(const RfbWire::ClipboardChunk &chunk)
{
    switch (m_clipboard.add(chunk)) {
    case ClipboardAssembler::Verdict::More:
        return true;
    case ClipboardAssembler::Verdict::Complete:
        m_outbox.cutText(latin1FromUtf8(m_clipboard.take()));
        return !m_outbox.isFull() || refuse("more text than the worker can take");
    case ClipboardAssembler::Verdict::Wrong:
        break;
    }
    return refuse("ClipboardChunk that does not follow");
}

void ControlPump::write()
{
    while (!m_blocked && !m_outbox.isEmpty()) {
        Bytes bytes = m_outbox.front(writeSize);
        if (!m_serverGone) {
            iovec part{bytes.data(), bytes.size()};
            msghdr message{};
            message.msg_iov = &part;
            message.msg_iovlen = 1;
            const ssize_t sent = ::sendmsg(m_rfbFd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
                m_blocked = errno == EAGAIN;
                continue;
            }
            if (sent < 0) {
                m_serverGone = true; // the reader sees the end of the stream and says so
            } else {
                bytes.resize(static_cast<std::size_t>(sent));
                m_bytesOut += static_cast<std::uint64_t>(sent);
            }
        }
        m_outbox.drop(bytes.size());
    }
}

void ControlPump::report()
{
    RfbWire::Stats stats;
    stats.bytesIn = m_bytesIn();
    stats.bytesOut = m_bytesOut;
    stats.updates = m_counters.updates;
    stats.rects = m_counters.rects;
    stats.pixels = m_counters.pixels;
    stats.decodeMicroseconds = m_counters.decodeMicroseconds;
    stats.cpuMicroseconds = cpuMicroseconds();
    stats.lastEncoding = m_counters.lastEncoding;
    m_console.offer(stats);
}
}
