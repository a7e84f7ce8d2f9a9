// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stands in for nightdesk-rfb in tests and says what it must not say. Its first argument names the script; a second one,
// where there is one, is a number. It speaks to the console over the inherited control socket and never looks at the
// RFB stream, unless the script says so.
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbwire/recordsocket.h"
#include "sessions/vncauth/vncauth.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::RfbWire;

namespace
{
void sendBytes(std::span<const std::byte> bytes, int fd = -1)
{
    while (true) {
        const auto sent = sendRecord(controlFd, bytes, fd);
        if (sent || sent.error() != SocketProblem::WouldBlock) {
            return;
        }
        pollfd waiting{controlFd, POLLOUT, 0};
        ::poll(&waiting, 1, -1);
    }
}

void say(const FromWorker &message)
{
    const auto bytes = encode(message);
    if (!bytes) {
        std::_Exit(70); // the script itself is wrong
    }
    sendBytes(*bytes);
}

/// A correct record with one of its little-endian fields overwritten.
void sayChanged(const FromWorker &message, std::size_t at, std::uint64_t value, std::size_t size)
{
    auto bytes = encode(message);
    if (!bytes || at + size > bytes->size()) {
        std::_Exit(71);
    }
    std::memcpy(bytes->data() + at, &value, size);
    sendBytes(*bytes);
}

/// The next record of this kind from the console; ends the process when the console is gone.
template<class Wanted>
std::pair<Wanted, UniqueFd> hear()
{
    for (;;) {
        auto record = receiveRecord(controlFd);
        if (!record) {
            if (record.error() == SocketProblem::WouldBlock) {
                pollfd waiting{controlFd, POLLIN, 0};
                ::poll(&waiting, 1, -1);
                continue;
            }
            std::_Exit(0);
        }
        auto message = decodeToWorker(record->bytes, record->fd.isValid());
        if (!message) {
            std::_Exit(72);
        }
        if (auto *wanted = std::get_if<Wanted>(&*message)) {
            return {*wanted, std::move(record->fd)};
        }
    }
}

/// Waits to be killed, or for the console to go. Says its statistics, as a worker does that is well.
[[noreturn]] void waitForTheEnd(const Stats &stats = {})
{
    for (;;) {
        pollfd waiting{controlFd, POLLIN, 0};
        if (::poll(&waiting, 1, 500) == 0) {
            say(stats);
            continue;
        }
        const auto record = receiveRecord(controlFd);
        if (!record && record.error() != SocketProblem::WouldBlock) {
            std::_Exit(0);
        }
    }
}

const Hello hello{protocolVersion, true, true};

SharedFramebuffer beginAndShow(std::uint32_t width, std::uint32_t height)
{
    say(hello);
    say(Progress{Phase::Version, 8, 0});
    say(Progress{Phase::Security, 0, 1});
    say(Progress{Phase::Initialized, 0, 0});
    say(RequestSharedFramebuffer{width, height});
    auto [picture, fd] = hear<SharedFramebuffer>();
    const std::size_t size = std::size_t(width) * height * 4;
    void *memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (memory == MAP_FAILED) {
        std::_Exit(73);
    }
    std::memset(memory, 0x40, size);
    // What a hostile one would try first: pull the memory from under the reader.
    if (::ftruncate(fd.get(), 0) == 0) {
        std::_Exit(74);
    }
    say(Damage{picture.generation, 1, {{0, 0, width, height}}});
    (void)hear<DamagePainted>();
    return picture;
}

int reportPointers()
{
    std::string text;
    for (;;) {
        const auto record = receiveRecord(controlFd);
        if (!record && record.error() == SocketProblem::WouldBlock) {
            pollfd waiting{controlFd, POLLIN, 0};
            ::poll(&waiting, 1, -1);
            continue;
        }
        if (!record) {
            std::_Exit(0);
        }
        const auto message = decodeToWorker(record->bytes, record->fd.isValid());
        if (!message) {
            std::_Exit(72);
        }
        if (const auto *pointer = std::get_if<Pointer>(&*message)) {
            text += std::to_string(pointer->x) + ':' + std::to_string(pointer->buttons) + ' ';
        } else if (std::holds_alternative<DamagePainted>(*message)) {
            say(Log{1, text});
            waitForTheEnd();
        }
    }
}

int reportInheritance()
{
    // One log line: the open descriptors, then the environment, which the test compares.
    std::string text = "fds";
    for (int fd = 0; fd < 1024; ++fd) {
        if (::fcntl(fd, F_GETFD) >= 0) {
            text += ' ' + std::to_string(fd);
        }
    }
    text += "; environment";
    for (char **entry = environ; *entry; ++entry) {
        text += ' ' + std::string(*entry).substr(0, std::string_view(*entry).find('='));
    }
    say(Log{1, text});
    waitForTheEnd();
}
}

int main(int argc, char **argv)
{
    const std::string_view script = argc > 1 ? argv[1] : "";
    const auto number = argc > 2 ? std::strtoull(argv[2], nullptr, 0) : 0;
    (void)hear<Start>();

    if (script == "inheritance") {
        return reportInheritance();
    } else if (script == "good") {
        beginAndShow(320, 200);
    } else if (script == "echo") { // the RFB stream comes back as log lines
        say(hello);
        char buffer[64];
        for (ssize_t size = 0; (size = ::read(rfbFd, buffer, sizeof(buffer))) > 0;) {
            say(Log{1, std::string(buffer, static_cast<std::size_t>(size))});
        }
        return 0;
    } else if (script == "exit") {
        return static_cast<int>(number);
    } else if (script == "signal") {
        ::raise(static_cast<int>(number));
    } else if (script == "hang up") {
        say(hello);
        ::close(controlFd);
        ::pause();
    } else if (script == "pointers") { // tells what the pointer did until something is released
        say(hello);
        return reportPointers();
    } else if (script == "clarity") { // exact whenever it has the focus
        beginAndShow(320, 200);
        say(Stats{.updates = 1, .jpegQuality = 6});
        std::atomic<bool> isSilent = false; // while it is looked at once a second
        std::thread([&isSilent] {
            for (;; ::usleep(200'000)) {
                timespec now{};
                ::clock_gettime(CLOCK_BOOTTIME, &now);
                if (!isSilent) {
                    say(ServerResponded{static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec)});
                }
            }
        }).detach();
        for (;;) {
            const View view = hear<View>().first;
            isSilent = view.visibility == Visibility::OneHertz;
            say(LosslessState{view.hasKeyboardFocus});
        }
    } else if (script == "deaf") {
        say(hello);
        for (;;) {
            ::pause();
        }
    } else if (script == "silent") { // as one that was stopped
        beginAndShow(320, 200);
        for (;;) {
            ::pause();
        }
    } else if (script == "spin") {
        beginAndShow(320, 200);
        // Many threads, so that together they get more than a core's worth on a busy machine too. They give way to the console,
        // which would else find the worker silent before it sees what it uses: in Linux a thread has a nice value of its own.
        for (int thread = 0; thread < 4; ++thread) {
            std::thread([] {
                ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);
                for (volatile unsigned i = 0;;) {
                    i = i + 1;
                }
            }).detach();
        }
    } else if (script == "failed") {
        say(hello);
        say(Failed{static_cast<FailureCode>(number), "so the server says"});
        return 0;
    } else if (script == "secret") { // wants the password "orion"
        say(hello);
        say(Progress{Phase::Version, 8, 0});
        say(Progress{Phase::Security, 0, 2});
        Challenge challenge;
        if (::getrandom(challenge.bytes.data(), challenge.bytes.size(), 0) != static_cast<ssize_t>(challenge.bytes.size())) {
            return 1;
        }
        say(challenge);
        if (hear<ChallengeAnswer>().first.bytes != Nightdesk::answerVncAuth(challenge.bytes, "orion")) {
            say(Failed{FailureCode::AuthenticationFailed, "so the server says"});
            return 0;
        }
        say(Progress{Phase::Initialized, 0, 0});
        say(RequestSharedFramebuffer{64, 64});
        auto [picture, fd] = hear<SharedFramebuffer>();
        say(Damage{picture.generation, 1, {{0, 0, 64, 64}}});
        waitForTheEnd();
        // --- lies, each after a good start ---
    } else if (script == "no sandbox") {
        say(Log{2, "sandbox: Landlock: not there"});
        say(Hello{protocolVersion, number == 1, number == 2});
        say(Progress{Phase::Version, 8, 0});
        say(Progress{Phase::Security, 0, 1});
        say(Progress{Phase::Initialized, 0, 0});
        say(RequestSharedFramebuffer{64, 64});
        auto [picture, fd] = hear<SharedFramebuffer>();
        say(Damage{picture.generation, 1, {{0, 0, 64, 64}}});
        waitForTheEnd();
    } else if (script == "late challenge") {
        beginAndShow(320, 200);
        say(Challenge{});
        waitForTheEnd();
    } else if (script == "second challenge") {
        say(hello);
        say(Progress{Phase::Version, 8, 0});
        say(Progress{Phase::Security, 0, 2});
        say(Challenge{});
        say(Challenge{});
        waitForTheEnd();
    } else if (script == "garbage") {
        beginAndShow(320, 200);
        const char bytes[] = "GET / HTTP/1.0\r\n\r\n";
        sendBytes(std::as_bytes(std::span(bytes)));
    } else if (script == "too long") {
        beginAndShow(320, 200);
        const std::vector<char> bytes(maxRecord + 1, 'x');
        ::send(controlFd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    } else if (script == "descriptor") {
        beginAndShow(320, 200);
        const auto bytes = encode(FromWorker(Bell{}));
        sendBytes(*bytes, controlFd);
    } else if (script == "damage byte") { // each byte of a damage record in turn, set to 0xff
        const SharedFramebuffer picture = beginAndShow(320, 200);
        sayChanged(Damage{picture.generation, 2, {{10, 10, 20, 20}}}, number, 0xff, 1);
    } else if (script == "outside") {
        const SharedFramebuffer picture = beginAndShow(320, 200);
        say(Damage{picture.generation, 2, {{300, 0, 21, 10}}});
    } else if (script == "old sequence") {
        const SharedFramebuffer picture = beginAndShow(320, 200);
        say(Damage{picture.generation, 1, {{0, 0, 1, 1}}});
    } else if (script == "other generation") {
        const SharedFramebuffer picture = beginAndShow(320, 200);
        say(Damage{picture.generation + 1, 2, {{0, 0, 1, 1}}});
    } else if (script == "unreleased") {
        const SharedFramebuffer picture = beginAndShow(320, 200);
        for (std::uint32_t sequence = 2; sequence < 1000; ++sequence) {
            say(Damage{picture.generation, sequence, {{0, 0, 1, 1}}});
        }
    } else if (script == "cursor") {
        beginAndShow(320, 200);
        say(CursorChunk{16, 16, 0, 0, 512, std::string(512, '\0')});
    } else if (script == "hello") {
        beginAndShow(320, 200);
        say(hello);
    } else if (script == "size") {
        beginAndShow(320, 200);
        sayChanged(RequestSharedFramebuffer{1, 1}, 2, number, 4);
    } else if (script == "flood") {
        beginAndShow(320, 200);
        for (;;) {
            say(Bell{});
        }
    } else if (script == "pictures") {
        beginAndShow(320, 200);
        for (;;) {
            say(RequestSharedFramebuffer{2000, 2000});
        }
    } else if (script == "stats") {
        beginAndShow(320, 200);
        say(Stats{.bytesIn = 10});
        say(Stats{.bytesIn = 9});
    } else {
        return 75;
    }
    waitForTheEnd();
}
