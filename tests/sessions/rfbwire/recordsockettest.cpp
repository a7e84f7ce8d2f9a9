// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbwire/recordsocket.h"
#include "sessions/rfbwire/messages.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/testprogram.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <cstring>

using namespace Nightdesk;
using namespace Nightdesk::RfbWire;
using Nightdesk::Test::row;

namespace
{
struct Pair {
    UniqueFd a;
    UniqueFd b;
    explicit Pair(int flags = 0)
    {
        int fds[2]{-1, -1};
        ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0, fds);
        a.reset(fds[0]);
        b.reset(fds[1]);
    }
};

std::vector<std::byte> bytes(std::size_t size)
{
    return std::vector<std::byte>(size, std::byte{42});
}

/// More than our own sendRecord() can do.
void sendRaw(int socket, std::size_t size, const std::vector<int> &fds)
{
    std::vector<std::byte> data(size);
    iovec part{data.data(), data.size()};
    std::vector<char> control(CMSG_SPACE(fds.size() * sizeof(int)));
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!fds.empty()) {
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
        std::memcpy(CMSG_DATA(header), fds.data(), fds.size() * sizeof(int));
    }
    CHECK_EQUAL(::sendmsg(socket, &message, 0), static_cast<ssize_t>(size));
}

int openDescriptors()
{
    int count = 0;
    for (int fd = 0; fd < 256; ++fd) {
        count += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
    }
    return count;
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    row("records keep their borders", [] {
        const Pair pair;
        CHECK(sendRecord(pair.a.get(), bytes(1)).has_value());
        CHECK(sendRecord(pair.a.get(), bytes(maxRecord)).has_value());
        const auto first = receiveRecord(pair.b.get());
        const auto second = receiveRecord(pair.b.get());
        REQUIRE(first && second);
        CHECK_EQUAL(first->bytes.size(), 1u);
        CHECK_EQUAL(second->bytes.size(), maxRecord);
        CHECK(!first->fd.isValid());
    });
    row("a descriptor arrives, the same file, close-on-exec", [] {
        const Pair pair;
        const UniqueFd file(::memfd_create("picture", 0));
        CHECK(sendRecord(pair.a.get(), bytes(8), file.get()).has_value());
        const auto record = receiveRecord(pair.b.get());
        REQUIRE(record && record->fd.isValid());
        struct stat sent{};
        struct stat received{};
        CHECK_EQUAL(::fstat(file.get(), &sent), 0);
        CHECK_EQUAL(::fstat(record->fd.get(), &received), 0);
        CHECK_EQUAL(sent.st_ino, received.st_ino);
        CHECK((::fcntl(record->fd.get(), F_GETFD) & FD_CLOEXEC) != 0);
    });
    row("an empty or too long record is not sent", [] {
        const Pair pair;
        CHECK(sendRecord(pair.a.get(), {}).error() == SocketProblem::TooLong);
        CHECK(sendRecord(pair.a.get(), bytes(maxRecord + 1)).error() == SocketProblem::TooLong);
    });
    row("a too long record is reported, and its descriptor closed", [] {
        const Pair pair;
        const UniqueFd file(::memfd_create("picture", 0));
        const int before = openDescriptors();
        sendRaw(pair.a.get(), maxRecord + 1, {file.get()});
        CHECK(receiveRecord(pair.b.get()).error() == SocketProblem::TooLong);
        CHECK_EQUAL(openDescriptors(), before);
    });
    for (const std::size_t count : {2u, 8u, 20u}) {
        row(std::to_string(count) + " descriptors with one record are reported and all closed", [count] {
            const Pair pair;
            const UniqueFd file(::memfd_create("picture", 0));
            const int before = openDescriptors();
            sendRaw(pair.a.get(), 8, std::vector<int>(count, file.get()));
            CHECK(receiveRecord(pair.b.get()).error() == SocketProblem::TooManyFds);
            CHECK_EQUAL(openDescriptors(), before);
        });
    }
    row("the end of the other side is Closed, for both directions", [] {
        Pair pair;
        pair.a.reset();
        CHECK(receiveRecord(pair.b.get()).error() == SocketProblem::Closed);
        CHECK(sendRecord(pair.b.get(), bytes(1)).error() == SocketProblem::Closed);
    });
    row("a peer's last records arrive though it went without reading ours", [] {
        Pair pair;
        CHECK(sendRecord(pair.b.get(), bytes(5)).has_value());
        CHECK(sendRecord(pair.a.get(), bytes(7)).has_value());
        pair.a.reset();
        const auto last = receiveRecord(pair.b.get());
        REQUIRE(last.has_value());
        CHECK_EQUAL(last->bytes.size(), 7u);
        CHECK(receiveRecord(pair.b.get()).error() == SocketProblem::Closed);
    });
    row("a record without bytes counts as the end", [] {
        const Pair pair;
        const UniqueFd file(::memfd_create("picture", 0));
        const int before = openDescriptors();
        sendRaw(pair.a.get(), 0, {file.get()});
        CHECK(receiveRecord(pair.b.get()).error() == SocketProblem::Closed);
        CHECK_EQUAL(openDescriptors(), before);
    });
    row("a non-blocking socket says WouldBlock when empty and when full", [] {
        const Pair pair(SOCK_NONBLOCK);
        CHECK(receiveRecord(pair.b.get()).error() == SocketProblem::WouldBlock);
        int sent = 0;
        auto result = sendRecord(pair.a.get(), bytes(maxRecord));
        for (; result && sent < 100'000; ++sent) {
            result = sendRecord(pair.a.get(), bytes(maxRecord));
        }
        REQUIRE(!result.has_value());
        CHECK(result.error() == SocketProblem::WouldBlock);
    });
    row("what is no socket is Failed", [] {
        const UniqueFd file(::memfd_create("no socket", 0));
        CHECK(receiveRecord(file.get()).error() == SocketProblem::Failed);
        CHECK(sendRecord(file.get(), bytes(1)).error() == SocketProblem::Failed);
    });
    return Nightdesk::Test::result();
}
