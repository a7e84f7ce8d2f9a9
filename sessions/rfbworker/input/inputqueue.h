// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/rfbworker/protocol/bytes.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace Nightdesk::Rfb
{
/// Queue of key, pointer and clipboard events that were not sent yet, and the record of keys and buttons that are down at the server. Decides about
/// each message right before it is sent: expired events are discarded, but a release of a key or button that is down at the server is always sent,
/// and a release of one that never went down there is not. Pure: the caller passes the time. Owned by Outbox.
class InputQueue
{
public:
    using Instant = BootClock::time_point;

    void setMaxInputAge(std::chrono::milliseconds limit);
    /// The desktop's size; pointer positions are limited to it.
    void setSize(std::uint32_t width, std::uint32_t height);

    /// The server supports QEMU's extended key events, which are used from the next message on. A key is released with
    /// the kind of event with which it was pressed.
    void useExtendedKeys();
    enum class ButtonSupport {
        Seven, ///< buttons 1 to 7 only: it is not known yet what bit 7 of the button mask means to the server
        Eight, ///< bit 7 of the button mask is button 8
        Nine ///< bit 7 of the button mask means that one more byte follows
    };
    void setButtonSupport(ButtonSupport buttons);

    /// Queues a key event. @p userActedAt: when the user pressed or released the key. @p scanCode of the physical key; 0: not known.
    void addKeyEvent(std::uint32_t keysym, bool down, Instant userActedAt, std::uint32_t scanCode = 0);
    void addPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant userActedAt);
    /// Queues a complete clipboard message. It keeps its order among keys and buttons, because a click may paste the
    /// text. Replaces a queued clipboard message that no key or button follows.
    void addClipboardMessage(Bytes message);
    /// Queues the release of all keys and buttons that are down at the server at the moment when the release is sent.
    void releaseAllKeysAndButtons();
    /// Queues the release of these keys and buttons, whether or not they were pressed in this connection.
    void releaseKeysAndButtons(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y);
    /// Discards all queued events except releases that are due from an earlier connection. Also forgets which buttons are held at the desk, since
    /// the console does not report these any more.
    void discardQueuedInput();

    bool isEmpty() const;
    std::size_t size() const; ///< approximate size of all queued events, in bytes
    std::uint32_t pointerX() const; ///< the pointer's position as last sent to the server
    std::uint32_t pointerY() const;
    /// The next message to send; empty: none is left. A returned message counts as sent.
    Bytes takeNextMessage(Instant now);
    /// The last message of takeNextMessage() was a key event or changed the buttons.
    bool wasLastMessageKeyOrButton() const;

private:
    struct KeyEvent {
        std::uint32_t keysym = 0;
        bool down = false;
        Instant userActedAt; ///< when the user pressed or released the key
        std::uint32_t scanCode = 0;
    };
    struct HeldKey {
        std::uint32_t keysym = 0;
        std::uint32_t scanCode = 0; ///< 0: unknown; the keysym identifies the key
        bool usesScanCode = false; ///< the key's press was sent with its scan code

        bool matches(const KeyEvent &event) const
        {
            return scanCode == event.scanCode && (scanCode != 0 || keysym == event.keysym);
        }
        Bytes message(bool down) const;
    };
    struct PointerEvent {
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        std::uint16_t buttons = 0;
        bool changesButtons = false; ///< the buttons changed, not only the position
        Instant userActedAt; ///< when the user moved the pointer or changed the buttons
    };
    struct ClipboardMessage {
        Bytes message;
    };
    struct ReleaseAll {
    };
    struct ReleaseKeys {
        std::vector<std::uint32_t> keysyms;
        bool mustReleaseButtons = false;
        std::uint32_t x = 0;
        std::uint32_t y = 0;
    };
    using Entry = std::variant<KeyEvent, PointerEvent, ClipboardMessage, ReleaseAll, ReleaseKeys>;

    Bytes makeMessage(const KeyEvent &event, Instant now);
    Bytes makeMessage(const PointerEvent &event, Instant now);
    Bytes makeMessage(ClipboardMessage &text, Instant now);
    Bytes makeMessage(const ReleaseAll &, Instant now);
    Bytes makeMessage(const ReleaseKeys &keysToRelease, Instant now);
    bool isExpired(Instant userActedAt, Instant now) const;
    Bytes pointerMessage(std::uint32_t x, std::uint32_t y, std::uint16_t buttons);
    void add(Entry entry);
    static std::size_t approximateSize(const Entry &entry);

    std::chrono::milliseconds m_maxInputAge{1500};
    std::uint32_t m_desktopWidth = 0;
    std::uint32_t m_desktopHeight = 0;
    std::deque<Entry> m_queuedInput;
    std::size_t m_queuedBytes = 0;
    // The next four members are what the server knows after all messages that takeNextMessage() has returned.
    std::vector<HeldKey> m_serverKeysDown; ///< keys that are down, in the order in which they went down
    std::uint32_t m_serverPointerX = 0;
    std::uint32_t m_serverPointerY = 0;
    std::uint16_t m_buttonsDownAtServer = 0;
    bool m_wasKeyOrButtonSentLast = false;
    bool m_usesExtendedKeys = false;
    ButtonSupport m_buttonSupport = ButtonSupport::Seven;
    // State of the user's mouse at this workstation:
    std::uint16_t m_buttonsHeldAtDesk = 0; ///< buttons that are held, according to the last event received
    std::uint16_t m_buttonsWithDiscardedPress = 0; ///< buttons whose press was discarded and that are still held
};
}
