// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/rfbworker/realserver.h"

#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/testconsole.h"
#include "tests/support/heldport.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace Nightdesk::Test
{
using Rfb::Bytes;

Program::Program(std::vector<std::string> arguments, const std::string &display, std::vector<int> passed, int output)
{
    std::vector<char *> argv;
    for (std::string &argument : arguments) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    m_pid = ::fork();
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int null = ::open("/dev/null", O_RDWR);
        ::dup2(null, STDIN_FILENO);
        ::dup2(output >= 0 ? output : null, STDOUT_FILENO);
        if (!std::getenv("NIGHTDESK_TEST_LOG")) {
            ::dup2(null, STDERR_FILENO);
        }
        for (const int fd : passed) {
            ::fcntl(fd, F_SETFD, 0);
        }
        if (!display.empty()) {
            ::setenv("DISPLAY", display.c_str(), 1);
        }
        ::execvp(argv[0], argv.data());
        ::_exit(127);
    }
}

Program::~Program()
{
    kill();
}

std::optional<int> Program::wait(std::chrono::milliseconds limit)
{
    if (m_pid < 0) {
        return std::nullopt;
    }
    const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
    pollfd fd{process.get(), POLLIN, 0};
    int status = 0;
    if (::poll(&fd, 1, static_cast<int>(limit.count())) <= 0 || ::waitpid(m_pid, &status, 0) != m_pid) {
        return std::nullopt;
    }
    m_pid = -1;
    return status;
}

void Program::kill()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGTERM);
        if (!wait(std::chrono::seconds(5)) && m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            wait(patience);
        }
    }
}

Directory::Directory()
    : m_path("/tmp/nightdesk-test.XXXXXX")
{
    if (!::mkdtemp(m_path.data())) {
        std::perror("mkdtemp");
        std::exit(1);
    }
}

Directory::~Directory()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

const std::string &Directory::path() const
{
    return m_path;
}

std::string outputOf(const std::vector<std::string> &arguments, const std::string &display)
{
    int pipe[2]{-1, -1};
    if (::pipe2(pipe, O_CLOEXEC) != 0) {
        return {};
    }
    const UniqueFd read(pipe[0]);
    UniqueFd write(pipe[1]);
    Program program(arguments, display, {}, write.get());
    write.reset();
    std::string output;
    std::array<char, 65536> buffer;
    for (ssize_t got = 0; (got = ::read(read.get(), buffer.data(), buffer.size())) > 0;) {
        output.append(buffer.data(), static_cast<std::size_t>(got));
    }
    const auto status = program.wait(patience);
    return status && *status == 0 ? output : std::string();
}

XServer::XServer(std::vector<std::string> arguments)
{
    int pipe[2]{-1, -1};
    if (::pipe2(pipe, O_CLOEXEC) != 0) {
        return;
    }
    const UniqueFd read(pipe[0]);
    UniqueFd write(pipe[1]);
    const std::string name = arguments.front();
    arguments.insert(arguments.begin() + 1, m_number.name());
    arguments.insert(arguments.end(), {"-displayfd", std::to_string(write.get()), "-nolisten", "tcp", "-noreset"});
    m_program = std::make_unique<Program>(arguments, std::string(), std::vector<int>{write.get()});
    write.reset();
    std::string number;
    char c = 0;
    pollfd fd{read.get(), POLLIN, 0};
    while (::poll(&fd, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) > 0 && ::read(read.get(), &c, 1) == 1 && c != '\n') {
        number += c;
    }
    if (number.empty()) {
        std::fprintf(stderr, "%s did not start; is it installed?\n", name.c_str());
        std::exit(1);
    }
    m_display = ":" + number;
}

const std::string &XServer::display() const
{
    return m_display;
}

void XServer::kill()
{
    m_program->kill();
}

std::vector<std::uint32_t> XServer::pixels(std::uint32_t &width, std::uint32_t &height) const
{
    // X11/XWDFile.h: 25 numbers, big-endian, a name, the colors (12 bytes each), the rows.
    const std::string dump = outputOf({"xwd", "-root", "-silent"}, m_display);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(dump.data());
    if (dump.size() < 100) {
        return {};
    }
    const auto number = [bytes](std::size_t i) {
        return Rfb::read32(bytes + i * 4);
    };
    const std::size_t headSize = number(0);
    width = number(4);
    height = number(5);
    const bool littleEndian = number(7) == 0;
    const std::uint32_t bits = number(11);
    const std::uint32_t rowBytes = number(12);
    const std::size_t colors = number(19);
    const std::uint8_t *const map = bytes + headSize;
    const std::uint8_t *const rows = map + colors * 12;
    if (dump.size() < headSize + colors * 12 + std::size_t{rowBytes} * height) {
        return {};
    }
    std::vector<std::uint32_t> palette(256);
    for (std::size_t i = 0; i < colors; ++i) {
        const std::uint8_t *c = map + i * 12;
        palette[Rfb::read32(c) & 0xff] = 0xff000000u | std::uint32_t{c[4]} << 16 | std::uint32_t{c[6]} << 8 | c[8];
    }
    std::vector<std::uint32_t> pixels;
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::uint8_t *p = rows + std::size_t{y} * rowBytes + x * bits / 8;
            if (bits == 8) {
                pixels.push_back(palette[*p]);
            } else {
                const std::uint32_t pixel = littleEndian ? std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8 | std::uint32_t{p[2]} << 16 : Rfb::read32(p);
                pixels.push_back(0xff000000u | pixel);
            }
        }
    }
    return pixels;
}

UniqueFd connectUnix(const std::string &path)
{
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    if (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0) {
        fd.reset();
    }
    return fd;
}

UniqueFd connectTcp(std::uint16_t port)
{
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0) {
        fd.reset();
    }
    return fd;
}

namespace
{
bool readAll(int fd, std::uint8_t *to, std::size_t size)
{
    while (size > 0) {
        const ssize_t got = ::recv(fd, to, size, 0);
        if (got <= 0) {
            return false;
        }
        to += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool writeAll(int fd, const std::uint8_t *from, std::size_t size)
{
    while (size > 0) {
        const ssize_t sent = ::send(fd, from, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        from += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}
}

X11Vnc::X11Vnc(const XServer &x, const std::vector<std::string> &more)
{
    int pipe[2]{-1, -1};
    if (::pipe(pipe) != 0) {
        return;
    }
    m_output.reset(pipe[0]);
    UniqueFd write(pipe[1]);
    // Free a moment ago. It looks for a free one itself, but two that begin at the same number at a time find the same.
    const std::string port = std::to_string(HeldPort().number());
    std::vector<std::string>
        arguments{"x11vnc", "-display", x.display(), "-localhost", "-autoport", port, "-nopw", "-shared", "-forever", "-quiet", "-noxdamage", "-no6"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    m_program = std::make_unique<Program>(arguments, std::string(), std::vector<int>(), write.get());
    write.reset();
    std::string line;
    char c = 0;
    while (::read(m_output.get(), &c, 1) == 1) {
        if (c != '\n') {
            line += c;
        } else if (line.starts_with("PORT=")) {
            m_port = static_cast<std::uint16_t>(std::stoi(line.substr(5)));
            return;
        } else {
            line.clear();
        }
    }
    std::fprintf(stderr, "x11vnc did not start; is it installed?\n");
    std::exit(1);
}

UniqueFd X11Vnc::connect() const
{
    return connectTcp(m_port);
}

EncodingFilter::EncodingFilter(UniqueFd server, std::int32_t encoding)
    : m_server(std::move(server))
    , m_encoding(encoding)
{
    auto [ours, workers] = makeStream();
    m_ours = std::move(ours);
    m_workers = std::move(workers);
    m_down = std::thread([this] {
        passDown();
    });
    m_up = std::thread([this] {
        passUp();
    });
}

EncodingFilter::~EncodingFilter()
{
    ::shutdown(m_server.get(), SHUT_RDWR);
    ::shutdown(m_ours.get(), SHUT_RDWR);
    m_down.join();
    m_up.join();
}

UniqueFd EncodingFilter::takeWorkerEnd()
{
    return std::move(m_workers);
}

void EncodingFilter::passDown()
{
    Bytes buffer(65536);
    for (ssize_t got = 0; (got = ::recv(m_server.get(), buffer.data(), buffer.size(), 0)) > 0;) {
        if (!writeAll(m_ours.get(), buffer.data(), static_cast<std::size_t>(got))) {
            break;
        }
    }
    ::shutdown(m_ours.get(), SHUT_RDWR);
}

void EncodingFilter::passUp()
{
    // Version, security type, ClientInit: no password here. Then messages.
    Bytes m(1);
    bool going = true;
    for (int i = 0; i < 14 && going; ++i) {
        going = readAll(m_ours.get(), m.data(), 1) && writeAll(m_server.get(), m.data(), 1);
    }
    while (going) {
        m.resize(1);
        going = readAll(m_ours.get(), m.data(), 1);
        const auto more = [this, &m](std::size_t size) {
            const std::size_t at = m.size();
            m.resize(at + size);
            return readAll(m_ours.get(), m.data() + at, size);
        };
        switch (going ? m[0] : 255) {
        case 0:
            going = more(19);
            break;
        case 2:
            going = more(3) && more(4u * Rfb::read16(m.data() + 2));
            m = {2, 0, 0, 2};
            Rfb::append32(m, static_cast<std::uint32_t>(m_encoding));
            Rfb::append32(m, static_cast<std::uint32_t>(Rfb::EncodingLastRect));
            break;
        case 3:
            going = more(9);
            break;
        case 4:
            going = more(7);
            break;
        case 5:
            going = more(5);
            break;
        default:
            going = false;
        }
        going = going && writeAll(m_server.get(), m.data(), m.size());
    }
    ::shutdown(m_server.get(), SHUT_RDWR);
}
}
