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
/// Queue of everything to be sent to the server. Both threads add messages, only the writer thread takes them out. Requests and answers keep their
/// order; input has its own order, is sent before them, and can be held or discarded until it is sent. View-only is enforced here and not in the
/// console: no key, pointer or cut text is accepted then, so none can be sent. Owned by Worker.
class Outbox
{
public:
    using Instant = BootClock::time_point;

    /// Limit in bytes. If more is queued, isFull() is true: the server does not read, or the console sends too much.
    static constexpr std::size_t maxQueuedBytes = 4 * 1024 * 1024;

    explicit Outbox(bool viewOnly);

    /// Adds a handshake, format or request message, not input. Wakes the writer thread.
    void push(Bytes message);
    /// Adds a SetEncodings message; @p offersFences: whether fences are among the encodings.
    void pushEncodings(Bytes message, bool offersFences);
    /// Adds a fence request of the worker. False: fences are not offered to the server now. Xvnc closes the connection at a fence while they are
    /// not offered.
    bool pushFence(Bytes message);

    /// Adds a request to change the desktop's size. False: not added, because of view-only.
    bool pushSizeRequest(Bytes message);

    /// Call when the session is ready and its desktop has this size. Before this call, input is dropped.
    void startAcceptingInput(std::uint32_t width, std::uint32_t height);
    /// True: keys and buttons that are down at the server are released, and then no input is accepted.
    void setViewOnly(bool viewOnly);
    /// Closing discards all queued input; after reopening, keys and buttons that are down are released first. Input older than @p maxInputAge
    /// is discarded too.
    void setInputGateOpen(bool open, std::chrono::milliseconds maxInputAge);
    /// The server supports QEMU's extended key events: used from now on.
    void useExtendedKeys();
    void setButtonSupport(InputQueue::ButtonSupport buttons);
    void addKeyEvent(std::uint32_t keysym, bool down, Instant userActedAt, std::uint32_t scanCode = 0);
    void addPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant userActedAt);
    /// Sends the release of a key that nobody holds, to wake a server that sleeps until there is input. Does nothing where no input is sent.
    void wakeServer();
    void addClipboardMessage(Bytes message);
    void releaseKeysAndButtons(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y);
    /// The last key or pointer event that was written, and where the pointer was then.
    struct SentInput {
        std::optional<Instant> eventSentAt; ///< when that event was sent; empty: none yet
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        std::optional<Instant> keyOrButtonSentAt; ///< when the last key or button event was sent
        /// When the user began to type, without a pause of maxPauseWhileTyping since then. Buttons count as keys.
        Instant typingSince;
    };
    /// A user who pauses longer than this between two keys or buttons has stopped typing.
    static constexpr std::chrono::milliseconds maxPauseWhileTyping{400};
    SentInput lastSentInput() const;
    /// The update request to repeat after each key or button; empty: none.
    void setUpdateRequestAfterKeys(Bytes message);
    /// Too many bytes are queued: the console sends too much, or the server does not read.
    bool isFull() const;

    // The writer thread calls the following functions:
    WakeFd &wakeFd();
    /// True: the server's answer is overdue, so input is held back.
    void setInputPaused(bool waits);
    /// True if there is nothing to send now.
    bool isEmpty() const;
    /// The next bytes, at most @p most; they stay queued until removeSentBytes(). May be empty although isEmpty() was false, if all queued input had expired.
    Bytes bytesToSend(std::size_t most, Instant now);
    void removeSentBytes(std::size_t bytes);
    /// Whether input was sent since the last call of this function.
    bool wasInputSentSinceLastCall();
    /// Whether a key or button was sent since the last call of this function.
    bool wasKeyOrButtonSentSinceLastCall();
    /// Queues the request that setUpdateRequestAfterKeys() has set. False: none is set.
    bool pushUpdateRequestAfterKeys();

private:
    void append(Bytes message);
    bool acceptsInput() const;
    bool maySendInput() const;

    mutable std::mutex m_mutex;
    WakeFd m_wakeFd;
    std::deque<Bytes> m_queuedMessages; ///< messages to send, without input
    std::size_t m_queuedBytes = 0;
    bool m_areFencesOffered = false; ///< the last SetEncodings message offers fences
    InputQueue m_inputQueue;
    Bytes m_messageBeingSent; ///< the message being sent, perhaps in part; it is always sent completely
    std::size_t m_sentBytesOfMessage = 0; ///< bytes of m_messageBeingSent sent so far
    bool m_isViewOnly;
    bool m_isSessionReady = false;
    bool m_isInputGateOpen = true;
    bool m_isInputPaused = false;
    bool m_wasInputSentSinceLastCall = false; ///< since the last call of wasInputSentSinceLastCall()
    std::optional<Instant> m_lastInputSentAt;
    bool m_wasKeyOrButtonSentSinceLastCall = false; ///< since the last call of wasKeyOrButtonSentSinceLastCall()
    std::optional<Instant> m_keyOrButtonSentAt;
    Instant m_typingSince;
    Bytes m_updateRequestAfterKeys; ///< FramebufferUpdateRequest message to send after each key or button; empty: none
};
}
