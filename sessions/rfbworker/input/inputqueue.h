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
/// What was typed and pointed and is not on its way yet, and what is down at the server by what went there. Decides, when
/// a message is about to be written, whether it still may: what has become old is forgotten, but what releases a key or button
/// that the server holds always goes, and nothing releases what never went. Pure: the time comes in. Owned by Outbox.
class InputQueue
{
public:
    using Instant = BootClock::time_point;

    void setLimit(std::chrono::milliseconds limit);
    /// The desktop's size; the pointer stays on it.
    void setSize(std::uint32_t width, std::uint32_t height);

    /// What the server understands, from the next message on. What went down in one form goes up in the same.
    void useExtendedKeys();
    enum class Buttons {
        Seven, ///< it may read bit 7 in either way
        Eight, ///< bit 7 is a button
        Nine ///< bit 7 says that a byte follows
    };
    void setButtons(Buttons buttons);

    /// @p scanCode: of the physical key; 0: not known.
    void key(std::uint32_t keysym, bool down, Instant typedAt, std::uint32_t scanCode = 0);
    void pointer(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant typedAt);
    /// A whole message about our clipboard: it keeps its place between keys and buttons, for a click may paste it.
    void clipboard(Bytes message);
    /// All that is down at the server by then goes up.
    void releaseAll();
    /// These go up whether they went down in this connection or not.
    void release(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y);
    /// Forgets what waits, but for what is to be released from a connection before, and what is held at the desk: the console does not say any more that it
    /// is.
    void forget();

    bool isEmpty() const;
    std::size_t size() const; ///< bytes, about
    std::uint32_t pointerX() const; ///< as the server saw it last
    std::uint32_t pointerY() const;
    /// The next message that may go; empty: none is left. What is given out counts as sent.
    Bytes takeMessages(Instant now);
    /// What takeMessages() gave last was a key, or changed the buttons.
    bool tookPress() const;

private:
    struct KeyEvent {
        std::uint32_t keysym = 0;
        bool down = false;
        Instant typedAt;
        std::uint32_t scanCode = 0;
    };
    struct Held {
        std::uint32_t keysym = 0;
        std::uint32_t scanCode = 0; ///< 0: its keysym alone tells which key it is
        bool isExtended = false; ///< its press went with the scan code

        bool isOf(const KeyEvent &event) const
        {
            return scanCode == event.scanCode && (scanCode != 0 || keysym == event.keysym);
        }
        Bytes message(bool down) const;
    };
    struct PointerEvent {
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        std::uint16_t buttons = 0;
        bool isChange = false; ///< of the buttons, not of the place alone
        Instant typedAt;
    };
    struct Text {
        Bytes message;
    };
    struct ReleaseAll {
    };
    struct ReleaseKeys {
        std::vector<std::uint32_t> keysyms;
        bool buttons = false;
        std::uint32_t x = 0;
        std::uint32_t y = 0;
    };
    using Entry = std::variant<KeyEvent, PointerEvent, Text, ReleaseAll, ReleaseKeys>;

    Bytes send(const KeyEvent &event, Instant now);
    Bytes send(const PointerEvent &event, Instant now);
    Bytes send(Text &text, Instant now);
    Bytes send(const ReleaseAll &, Instant now);
    Bytes send(const ReleaseKeys &owed, Instant now);
    bool isOld(Instant typedAt, Instant now) const;
    Bytes point(std::uint32_t x, std::uint32_t y, std::uint16_t buttons);
    void add(Entry entry);
    static std::size_t weight(const Entry &entry);

    std::chrono::milliseconds m_limit{1500};
    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
    std::deque<Entry> m_entries;
    std::size_t m_size = 0;
    // At the server, by what was given out:
    std::vector<Held> m_keysDown; ///< in the order they went down
    std::uint32_t m_x = 0;
    std::uint32_t m_y = 0;
    std::uint16_t m_buttons = 0;
    bool m_tookPress = false;
    bool m_extendedKeys = false;
    Buttons m_knownButtons = Buttons::Seven;
    // At the desk:
    std::uint16_t m_held = 0; ///< buttons, by the last event heard
    std::uint16_t m_ignored = 0; ///< pressed when it did not count, and still held
};
}
