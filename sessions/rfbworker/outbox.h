// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/bytes.h"
#include "sessions/rfbworker/wakefd.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <span>

namespace Nightdesk::Rfb
{
/// Everything that is to be written to the server, in order. Both threads put in, only the writer takes out. Here, and not
/// in the console, view-only is enforced: then no key, pointer or cut text enters, so none can leave.
class Outbox
{
public:
    /// A server that takes nothing while this much waits will not be driven by input any more.
    static constexpr std::size_t capacity = 4 * 1024 * 1024;

    explicit Outbox(bool viewOnly);

    /// Handshake, formats, requests: no input. Wakes the writer.
    void push(Bytes message);

    /// The session is up and its desktop is this large; before, input is dropped.
    void openInput(std::uint32_t width, std::uint32_t height);
    /// True: keys and buttons that are down are let go of first, then nothing enters any more.
    void setViewOnly(bool viewOnly);
    void key(std::uint32_t keysym, bool down);
    void pointer(std::uint32_t x, std::uint32_t y, std::uint8_t buttons);
    void cutText(std::string_view latin1);
    /// Too much waits: the console floods or the server is stuck.
    bool isFull() const;

    // For the writer:
    WakeFd &wakeFd();
    bool isEmpty() const;
    /// The next bytes, at most @p most; they stay until drop().
    Bytes front(std::size_t most);
    void drop(std::size_t bytes);

private:
    bool takesInput() const;
    void append(Bytes message);
    void pushPointer(std::uint32_t x, std::uint32_t y, std::uint8_t buttons);

    mutable std::mutex m_mutex;
    WakeFd m_wake;
    std::deque<Bytes> m_messages;
    std::size_t m_size = 0;
    std::size_t m_sent = 0; ///< of the first message
    bool m_lastIsPointer = false; ///< the last message is a pointer event with m_buttons that nobody has seen yet
    bool m_viewOnly;
    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
    std::set<std::uint32_t> m_keysDown;
    std::uint32_t m_x = 0;
    std::uint32_t m_y = 0;
    std::uint8_t m_buttons = 0;
};
}
