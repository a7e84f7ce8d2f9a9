// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/input/inputqueue.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/wakefd.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>

namespace Nightdesk::Rfb
{
/// Everything that is to be written to the server. Both threads put in, only the writer takes out. Requests and answers keep
/// their order; input has its own, goes before them, and can be held back and forgotten until the moment it is written. Here,
/// and not in the console, view-only is enforced: then no key, pointer or cut text enters, so none can leave. Owned by Worker.
class Outbox
{
public:
    using Instant = BootClock::time_point;

    /// A server that takes nothing while this much waits will not be driven by input any more.
    static constexpr std::size_t capacity = 4 * 1024 * 1024;

    explicit Outbox(bool viewOnly);

    /// Handshake, formats, requests: no input. Wakes the writer.
    void push(Bytes message);
    /// SetEncodings, with or without fences.
    void pushEncodings(Bytes message, bool fences);
    /// Our own fence; false: the server was told that there are none. Xvnc ends the connection at one it may not answer.
    bool pushFence(Bytes message);

    /// A change of the desktop's size; false: view-only, it does not go.
    bool pushSize(Bytes message);

    /// The session is up and its desktop is this large; before, input is dropped.
    void openInput(std::uint32_t width, std::uint32_t height);
    /// True: keys and buttons that are down are released first, then nothing enters any more.
    void setViewOnly(bool viewOnly);
    /// Closed, nothing of what waits will ever be sent; opened again, keys and buttons that are down are released first.
    void setGate(bool open, std::chrono::milliseconds limit);
    /// What the server has shown to understand, from now on.
    void useExtendedKeys();
    void setButtons(InputQueue::Buttons buttons);
    void key(std::uint32_t keysym, bool down, Instant typedAt, std::uint32_t scanCode = 0);
    void pointer(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant typedAt);
    /// Sends the pointer to where the server has it, so that a server that sleeps until there is input wakes. After input of the console's
    /// it does nothing: that woke it, and moved the pointer.
    void wakeServer(std::uint32_t x, std::uint32_t y, Instant now);
    void clipboard(Bytes message);
    void release(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y);
    /// The last key or pointer event that was written, and where the pointer was then.
    struct Input {
        std::optional<Instant> sentAt; ///< empty: none yet
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        std::optional<Instant> pressSentAt; ///< the last key or button
        Instant typingSince; ///< the first of those that were less than typingPause apart
    };
    /// Who pauses longer than this between two keys or buttons has stopped for now.
    static constexpr std::chrono::milliseconds typingPause{400};
    Input lastInput() const;
    /// What goes to the server once more behind a key or button, from now on; empty: nothing does.
    void setKeyRequest(Bytes message);
    /// Too much waits: the console floods or the server is stuck.
    bool isFull() const;

    // For the writer:
    WakeFd &wakeFd();
    /// The server owes an answer: input waits.
    void setInputWaits(bool waits);
    /// Nothing can be written now.
    bool isEmpty() const;
    /// The next bytes, at most @p most; they stay until drop(). May be none although it was not empty: all of it was old.
    Bytes frontMessages(std::size_t most, Instant now);
    void drop(std::size_t bytes);
    /// Input went out since this was asked last.
    bool inputWasSent();
    /// A key or button went out since this was asked last.
    bool pressWasSent();
    /// Puts in what setKeyRequest() was told; false: nothing.
    bool pushKeyRequest();

private:
    void append(Bytes message);
    bool takesInput() const;
    bool inputMayGo() const;

    mutable std::mutex m_mutex;
    WakeFd m_wake;
    std::deque<Bytes> m_messages; ///< but input
    std::size_t m_size = 0;
    bool m_fences = false; ///< as the server was told last
    InputQueue m_input;
    Bytes m_current; ///< handed out, in part perhaps: it goes to its end
    std::size_t m_sent = 0; ///< of it
    bool m_viewOnly;
    bool m_isUp = false;
    bool m_gateOpen = true;
    bool m_inputWaits = false;
    bool m_hadInput = false; ///< the console's
    bool m_inputWasSent = false;
    std::optional<Instant> m_inputSentAt;
    bool m_pressWasSent = false;
    std::optional<Instant> m_pressSentAt;
    Instant m_typingSince;
    Bytes m_keyRequest;
};
}
