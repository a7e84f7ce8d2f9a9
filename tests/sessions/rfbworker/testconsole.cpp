// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/rfbworker/testconsole.h"

#include "sessions/rfbwire/recordsocket.h"
#include "sessions/vncauth/vncauth.h"
#include "tests/sessions/rfbwire/checker.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <set>
#include <spawn.h>

extern char **environ;

namespace Nightdesk::Test
{
using Clock = std::chrono::steady_clock;

std::string workerProgram()
{
    const char *program = std::getenv("NIGHTDESK_WORKER");
    if (!program || ::access(program, X_OK) != 0) {
        std::fprintf(stderr, "NIGHTDESK_WORKER must name the built nightdesk-rfb\n");
        std::exit(1);
    }
    return program;
}

pid_t startWorker(const std::string &program, int rfb, int control, int output)
{
    // Out of the way of 3 and 4 first.
    const UniqueFd highRfb(::fcntl(rfb, F_DUPFD_CLOEXEC, 10));
    const UniqueFd highControl(::fcntl(control, F_DUPFD_CLOEXEC, 10));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, highRfb.get(), RfbWire::rfbFd);
    posix_spawn_file_actions_adddup2(&actions, highControl.get(), RfbWire::controlFd);
    if (output >= 0) {
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    }
    std::string name = program;
    char *arguments[] = {name.data(), nullptr};
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        std::fprintf(stderr, "%s cannot be started\n", program.c_str());
        std::exit(1);
    }
    return pid;
}

namespace
{
std::pair<UniqueFd, UniqueFd> makePair(int type)
{
    int fds[2]{-1, -1};
    if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, fds) != 0) {
        std::perror("socketpair");
        std::exit(1);
    }
    return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}
}

std::pair<UniqueFd, UniqueFd> makeStream()
{
    return makePair(SOCK_STREAM);
}

std::pair<UniqueFd, UniqueFd> makeControl()
{
    return makePair(SOCK_SEQPACKET);
}

TestConsole::TestConsole(UniqueFd rfb, const RfbWire::Start &start, bool startIt)
{
    auto [ours, theirs] = makeControl();
    m_pid = startWorker(workerProgram(), rfb.get(), theirs.get());
    m_control = std::move(ours);
    if (startIt) {
        send(start);
    }
}

TestConsole::~TestConsole()
{
    m_control.reset();
    if (!m_status && !waitForExit(std::chrono::seconds(10))) {
        ::kill(m_pid, SIGKILL);
        waitForExit();
        report(__FILE__, __LINE__, "the worker outlived its control socket");
    }
    dropPicture();
}

void TestConsole::setAutoPicture(bool on)
{
    m_autoPicture = on;
}

void TestConsole::setAutoRelease(bool on)
{
    m_autoRelease = on;
}

void TestConsole::send(RfbWire::ToWorker message, int fd)
{
    const auto typedAt = static_cast<std::uint64_t>((BootClock::now() + patience).time_since_epoch().count());
    if (auto *const key = std::get_if<RfbWire::Key>(&message); key && key->inputTimeNanoseconds == 0) {
        key->inputTimeNanoseconds = typedAt;
    } else if (auto *const pointer = std::get_if<RfbWire::Pointer>(&message); pointer && pointer->inputTimeNanoseconds == 0) {
        pointer->inputTimeNanoseconds = typedAt;
    }
    const auto record = RfbWire::encode(message);
    if (!record) {
        report(__FILE__, __LINE__, "the test made a bad message: " + record.error().what);
        return;
    }
    sendRaw(*record, fd);
}

void TestConsole::sendRaw(const std::vector<std::byte> &record, int fd)
{
    // A worker that has gone shows when its messages are read.
    (void)RfbWire::sendRecord(m_control.get(), record, fd);
}

bool TestConsole::answerChallenge(const std::string &password)
{
    const auto challenge = next<RfbWire::Challenge>();
    const auto answer = challenge ? answerVncAuth(challenge->bytes, password) : std::nullopt;
    if (answer) {
        send(RfbWire::ChallengeAnswer{*answer});
    }
    return answer.has_value();
}

UniqueFd TestConsole::makePicture(std::uint32_t generation, std::uint32_t width, std::uint32_t height, bool adopt)
{
    const std::size_t size = std::size_t{width} * height * 4;
    UniqueFd fd(::memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (::ftruncate(fd.get(), static_cast<off_t>(size)) != 0 || ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        report(__FILE__, __LINE__, "no picture can be made");
    }
    if (adopt) {
        dropPicture();
        void *memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
        m_picture = memory == MAP_FAILED ? nullptr : static_cast<const std::uint32_t *>(memory);
        m_generation = generation;
        m_width = width;
        m_height = height;
    }
    return fd;
}

void TestConsole::dropPicture()
{
    if (m_picture) {
        ::munmap(const_cast<std::uint32_t *>(m_picture), std::size_t{m_width} * m_height * 4);
        m_picture = nullptr;
    }
}

void TestConsole::release(const RfbWire::Damage &damage)
{
    send(RfbWire::DamagePainted{damage.generation, damage.sequence});
}

bool TestConsole::turn(Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (m_closed || left.count() <= 0) {
        return false;
    }
    pollfd fd{m_control.get(), POLLIN, 0};
    if (::poll(&fd, 1, static_cast<int>(left.count())) <= 0) {
        return false;
    }
    auto record = RfbWire::receiveRecord(m_control.get());
    if (!record) {
        m_closed = true;
        return false;
    }
    const auto message = RfbWire::decodeFromWorker(record->bytes, record->fd.isValid());
    if (!message) {
        m_wireProblem = message.error().what;
        report(__FILE__, __LINE__, "the worker sent a bad record: " + m_wireProblem);
        return true;
    }
    handle(*message);
    return true;
}

void TestConsole::handle(const RfbWire::FromWorker &message)
{
    if (const auto *want = std::get_if<RfbWire::RequestSharedFramebuffer>(&message); want && m_autoPicture) {
        const std::uint32_t generation = m_generation + 1;
        const UniqueFd fd = makePicture(generation, want->width, want->height);
        send(RfbWire::SharedFramebuffer{generation, want->width, want->height}, fd.get());
    }
    if (const auto *damage = std::get_if<RfbWire::Damage>(&message)) {
        for (const RfbWire::Rect &rect : damage->rects) {
            const bool old = damage->generation < m_generation;
            if (damage->generation > m_generation || (!old && (rect.x + rect.width > m_width || rect.y + rect.height > m_height))) {
                report(__FILE__, __LINE__, "damage outside its picture");
            }
        }
        if (m_autoRelease) {
            release(*damage);
        }
    }
    if (const auto *log = std::get_if<RfbWire::Log>(&message); log && std::getenv("NIGHTDESK_TEST_LOG")) {
        std::fprintf(stderr, "log: %s\n", log->text.c_str());
    }
    m_received[message.index()].push_back(message);
}

bool TestConsole::isClosed() const
{
    return m_closed;
}

const std::string &TestConsole::wireProblem() const
{
    return m_wireProblem;
}

void TestConsole::hangUp()
{
    m_control.reset();
    m_closed = true;
}

std::optional<int> TestConsole::waitForExit(std::chrono::milliseconds limit)
{
    if (!m_status) {
        const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
        pollfd fd{process.get(), POLLIN, 0};
        int status = 0;
        if (::poll(&fd, 1, static_cast<int>(limit.count())) > 0 && ::waitpid(m_pid, &status, 0) == m_pid) {
            m_status = status;
        }
    }
    return m_status;
}

pid_t TestConsole::pid() const
{
    return m_pid;
}

std::uint32_t TestConsole::pixel(std::uint32_t x, std::uint32_t y) const
{
    return m_picture && x < m_width && y < m_height ? m_picture[std::size_t{y} * m_width + x] : 0;
}

std::uint32_t TestConsole::width() const
{
    return m_width;
}

std::uint32_t TestConsole::height() const
{
    return m_height;
}

std::uint32_t TestConsole::generation() const
{
    return m_generation;
}

std::vector<std::uint32_t> TestConsole::pixels() const
{
    return m_picture ? std::vector<std::uint32_t>(m_picture, m_picture + std::size_t{m_width} * m_height) : std::vector<std::uint32_t>();
}

std::size_t TestConsole::colors(std::size_t enough) const
{
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; m_picture && i < std::size_t{m_width} * m_height && seen.size() < enough; ++i) {
        seen.insert(m_picture[i]);
    }
    return seen.size();
}
}
