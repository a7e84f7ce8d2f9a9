// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "tests/support/displaynumber.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace Nightdesk::Test
{
/// A program that ends with this object (and with the test).
class Program
{
public:
    /// @p arguments: the program first, looked up in PATH. @p passed: descriptors to hand on under their own numbers.
    explicit Program(std::vector<std::string> arguments, const std::string &display = {}, std::vector<int> passed = {}, int output = -1);
    ~Program();
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;

    /// The exit status as wait() gives it; empty: still running.
    std::optional<int> wait(std::chrono::milliseconds limit);
    void kill();

private:
    pid_t m_pid = -1;
};

/// A private directory under /tmp, gone with the object.
class Directory
{
public:
    Directory();
    ~Directory();
    const std::string &path() const;

private:
    std::string m_path;
};

/// What a program prints; empty if it failed.
std::string outputOf(const std::vector<std::string> &arguments, const std::string &display);

/// An X server on a display number of its own.
class XServer
{
public:
    /// "Xvnc" or "Xvfb" and further arguments.
    explicit XServer(std::vector<std::string> arguments);
    const std::string &display() const; ///< ":7"
    void kill();
    /// The root window as it is, 0xffRRGGBB, row by row; empty: could not be read.
    std::vector<std::uint32_t> pixels(std::uint32_t &width, std::uint32_t &height) const;

private:
    OwnDisplayNumber m_number; ///< given back after the server is gone
    std::unique_ptr<Program> m_program;
    std::string m_display;
};

UniqueFd connectUnix(const std::string &path);
UniqueFd connectTcp(std::uint16_t port);

/// x11vnc on @p x, which must outlive it.
class X11Vnc
{
public:
    explicit X11Vnc(const XServer &x, const std::vector<std::string> &more = {});
    UniqueFd connect() const;

private:
    UniqueFd m_output;
    std::unique_ptr<Program> m_program;
    std::uint16_t m_port = 0; ///< as it printed it
};

/// Passes RFB on between a worker and a real server, and lets the server see only one encoding, so that it must use it.
class EncodingFilter
{
public:
    EncodingFilter(UniqueFd server, std::int32_t encoding);
    ~EncodingFilter();
    EncodingFilter(const EncodingFilter &) = delete;
    EncodingFilter &operator=(const EncodingFilter &) = delete;
    UniqueFd takeWorkerEnd();

private:
    void passDown();
    void passUp();

    UniqueFd m_server;
    UniqueFd m_ours;
    UniqueFd m_workers;
    const std::int32_t m_encoding;
    std::thread m_down;
    std::thread m_up;
};
}
