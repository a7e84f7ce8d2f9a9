// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// linktraffic: traffic of known size and pace for the tests of the link.
//   linktraffic serve                               prints its TCP port; sends as many bytes as each client's line asks for
//   linktraffic fetch ADDRESS PORT BYTES            prints {"bytes":N,"seconds":S}
//   linktraffic count                               prints its UDP port; at the end of its input what arrived, as JSON
//   linktraffic send ADDRESS PORT PACKETS SIZE RATE numbered UDP packets of SIZE bytes as IP counts them, at RATE bit/s, or 0
#include "tools/linkemu/descriptor.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <print>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace Nightdesk;
using namespace std::chrono;
using namespace std::string_view_literals;

namespace
{
constexpr std::size_t headers = 28; // IPv4 and UDP

int reportError(const char *what)
{
    std::println(stderr, "linktraffic: {}: {}", what, std::strerror(errno));
    return 1;
}

sockaddr_in addressOf(const char *host, const char *port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
    ::inet_pton(AF_INET, host, &address.sin_addr);
    return address;
}

/// Binds to a free port of any address and prints it.
bool announce(int socket)
{
    sockaddr_in address = addressOf("0.0.0.0", "0");
    socklen_t size = sizeof address;
    if (::bind(socket, reinterpret_cast<const sockaddr *>(&address), size) < 0 || ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) < 0) {
        return false;
    }
    std::println("{}", ntohs(address.sin_port));
    std::fflush(stdout);
    return true;
}

void serveOne(int client)
{
    std::array<char, 64> line{};
    if (::read(client, line.data(), line.size() - 1) <= 0) {
        return;
    }
    const std::vector<char> block(65536, 'n');
    for (long long left = std::atoll(line.data()); left > 0;) {
        const ssize_t sent = ::send(client, block.data(), std::min<std::size_t>(block.size(), static_cast<std::size_t>(left)), MSG_NOSIGNAL);
        if (sent <= 0) {
            return;
        }
        left -= sent;
    }
}

int serve()
{
    const Descriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!announce(listening.get()) || ::listen(listening.get(), 4) < 0) {
        return reportError("cannot listen");
    }
    while (true) {
        const Descriptor client(::accept(listening.get(), nullptr, nullptr));
        if (client) {
            serveOne(client.get());
        }
    }
}

int fetch(char **arguments)
{
    const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = addressOf(arguments[0], arguments[1]);
    const std::string request = std::string(arguments[2]) + '\n';
    const auto begun = steady_clock::now();
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) < 0
        || ::write(socket.get(), request.data(), request.size()) < 0) {
        return reportError("cannot connect");
    }
    std::vector<char> block(65536);
    long long bytes = 0;
    for (ssize_t size = 0; (size = ::read(socket.get(), block.data(), block.size())) > 0;) {
        bytes += size;
    }
    std::println(R"({{"bytes":{},"seconds":{}}})", bytes, duration<double>(steady_clock::now() - begun).count());
    return 0;
}

int send(char **arguments)
{
    const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = addressOf(arguments[0], arguments[1]);
    const long packets = std::atol(arguments[2]);
    const double rate = std::atof(arguments[4]);
    std::vector<char> packet(std::max(static_cast<std::size_t>(std::atol(arguments[3])), headers + sizeof(std::uint32_t)) - headers);
    const auto begun = steady_clock::now();
    for (long i = 0; i < packets; ++i) {
        if (rate > 0) {
            std::this_thread::sleep_until(
                begun + duration_cast<nanoseconds>(duration<double>(static_cast<double>(i) * static_cast<double>(packet.size() + headers) * 8 / rate)));
        }
        const auto number = static_cast<std::uint32_t>(i);
        std::memcpy(packet.data(), &number, sizeof number);
        if (::sendto(socket.get(), packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr *>(&address), sizeof address) < 0) {
            return reportError("cannot send");
        }
    }
    return 0;
}

struct Tally {
    std::vector<bool> seen;
    long packets = 0;
    long long bytes = 0;
    long reordered = 0;
    std::size_t firstSize = 0;
    std::uint32_t last = 0;
    steady_clock::time_point first;
    steady_clock::time_point latest;

    void add(const char *data, std::size_t size)
    {
        std::uint32_t number = 0;
        std::memcpy(&number, data, std::min(size, sizeof number));
        latest = steady_clock::now();
        if (packets++ == 0) {
            first = latest;
            firstSize = size + headers;
        }
        bytes += static_cast<long long>(size + headers);
        reordered += number < last ? 1 : 0;
        last = std::max(last, number);
        seen.resize(std::max<std::size_t>(seen.size(), number + std::size_t(1)));
        seen[number] = true;
    }

    /// The time runs from the first to the last arrival, so the first packet's bytes do not count towards the rate.
    void print() const
    {
        std::string missing;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            if (!seen[i]) {
                missing += (missing.empty() ? "" : ",") + std::to_string(i);
            }
        }
        const double seconds = duration<double>(latest - first).count();
        std::println(R"({{"packets":{},"bytes":{},"seconds":{},"bitsPerSecond":{},"reordered":{},"missing":[{}]}})",
                     packets,
                     bytes,
                     seconds,
                     seconds > 0 ? static_cast<double>(bytes - static_cast<long long>(firstSize)) * 8 / seconds : 0,
                     reordered,
                     missing);
    }
};

int count()
{
    const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int room = 4 * 1024 * 1024;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (!announce(socket.get())) {
        return reportError("cannot bind");
    }
    Tally tally;
    std::array<char, 2048> packet;
    std::array<pollfd, 2> waits{pollfd{socket.get(), POLLIN, 0}, pollfd{0, POLLIN, 0}};
    while (waits[1].revents == 0) {
        ::poll(waits.data(), waits.size(), -1);
        for (ssize_t size = 0; (size = ::recv(socket.get(), packet.data(), packet.size(), 0)) > 0;) {
            tally.add(packet.data(), static_cast<std::size_t>(size));
        }
    }
    tally.print();
    return 0;
}
}

int main(int argc, char **argv)
{
    const std::string_view verb = argc > 1 ? argv[1] : "";
    if (verb == "serve"sv) {
        return serve();
    }
    if (verb == "count"sv) {
        return count();
    }
    if (verb == "fetch"sv && argc == 5) {
        return fetch(argv + 2);
    }
    if (verb == "send"sv && argc == 7) {
        return send(argv + 2);
    }
    std::println(stderr, "linktraffic: expected serve, fetch ADDRESS PORT BYTES, count, or send ADDRESS PORT PACKETS SIZE RATE");
    return 2;
}
