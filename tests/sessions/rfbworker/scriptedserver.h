// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "tests/sessions/rfbworker/testconsole.h"

#include <string>
#include <vector>

namespace Nightdesk::Test
{
inline Rfb::Bytes operator+(Rfb::Bytes left, const Rfb::Bytes &right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// An RFB server that does what a test says, byte by byte, at the far end of a worker's stream.
class ScriptedServer
{
public:
    using Bytes = Rfb::Bytes;

    explicit ScriptedServer(UniqueFd fd);

    void send(const Bytes &bytes);
    void send(const std::string &bytes);
    /// As much as goes without waiting longer than @p limit for room; the number of bytes that went.
    std::size_t sendWithin(const Bytes &bytes, std::chrono::milliseconds limit);
    /// Exactly @p size bytes; shorter if they do not come.
    Bytes receive(std::size_t size, std::chrono::milliseconds limit = patience);
    void hangUp();
    /// It has shown so: a set bit 7 of a pointer event then means that a byte follows.
    void knowNineButtons();
    /// Closes only the direction to the worker, as a link does whose channel got an end of file.
    void stopSending();

    /// Protocol 3.8, no password, a desktop of this size in 32 bits true color (or 8 bits of indexes).
    void logIn(std::uint32_t width, std::uint32_t height, bool colorMapped = false);
    /// From now on receiveMessage() returns wake events (DesktopReader::checkFirstImageFreshness()) too: they come before anything shows which
    /// server this is.
    void showWakeEvents();
    /// One message of the worker: its type and all of its bytes; empty: none came.
    Bytes receiveMessage(std::chrono::milliseconds limit = patience);
    /// The next key or pointer event: requests come whenever the worker wants something.
    Bytes receiveInput(std::chrono::milliseconds limit = patience);
    /// Reads messages until one has this type; all of its bytes.
    Bytes receiveMessageOfType(std::uint8_t type, std::chrono::milliseconds limit = patience);

    /// A key that nobody holds is released: what the worker sends to a server that may sleep.
    static const Bytes wakeEvent;

    static Bytes updateHead(std::uint32_t rects);
    static Bytes rectHead(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, std::int32_t encoding);
    /// One update of one Raw rectangle of one color (0xRRGGBB, or an index).
    static Bytes rawUpdate(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, std::uint32_t color, bool colorMapped = false);
    /// SetEncodings for @p quality, as sent before the first image: without the screen layout.
    static Bytes firstEncodings(RfbWire::Quality quality, bool colorMapped = false);
    /// The same, as sent after it.
    static Bytes encodings(RfbWire::Quality quality, bool colorMapped = false);
    static Bytes fence(std::uint32_t flags, const Bytes &payload);
    static Bytes serverInit(std::uint32_t width, std::uint32_t height, bool colorMapped);

private:
    Bytes receiveAnyMessage(std::chrono::milliseconds limit);

    UniqueFd m_fd;
    bool m_nineButtons = false;
    bool m_showsWakeEvents = false;
};

/// A worker, its console and its server, logged in.
struct Rig {
    explicit Rig(std::uint32_t width = 64, std::uint32_t height = 48, const RfbWire::Start &start = {}, bool colorMapped = false);
    /// @p server is the stream's server end.
    explicit Rig(std::pair<UniqueFd, UniqueFd> stream, const RfbWire::Start &start = {}, bool startIt = true);

    ScriptedServer server;
    TestConsole console;
};
}
