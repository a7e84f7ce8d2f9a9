// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace Nightdesk
{
/// The numbers that a server gave its XInput extension (QueryExtension); 0: it has none.
struct XInputCodes {
    std::uint8_t majorOpcode = 0;
    std::uint8_t firstEvent = 0;
    bool operator==(const XInputCodes &) const = default;
};

/// Takes key, button and touch presses out of what an X server says to one client while the client does not answer: a Return
/// that arrives late must not start an exposure. Releases pass, so that nothing stays pressed, and so does everything else; the
/// sequence numbers stay as they are (a client takes gaps for quiet). It knows all messages by their framing alone. Pure, Qt-free.
/// Owned by RelayedConnection.
class XEventGate
{
public:
    /// No press is longer, whatever its device tells besides; what claims more is judged by its beginning.
    static constexpr std::size_t maxPress = 4096;

    /// @p setupSize: what is left of the server's answer to the connection's setup before its first message.
    XEventGate(bool bigEndian, XInputCodes codes, std::size_t setupSize);

    void setHeld(bool held);
    bool isHeld() const;
    std::uint64_t withheld() const; ///< presses that were taken out so far
    std::uint64_t exposes() const; ///< Expose events of the server so far: a part of a window is to be painted again

    struct Sizes {
        std::size_t decided = 0; ///< may be sent
        std::size_t undecided = 0; ///< right behind it: the beginning of a message; to be given again with what follows
    };
    /// @p bytes: what was undecided and what came since. What passes is moved to the front.
    Sizes filter(std::span<std::uint8_t> bytes);

    struct Range {
        std::uint64_t begin = 0; ///< in all that was decided
        std::size_t size = 0;
    };
    /// The presses that passed and were not sent yet, of which @p sent bytes were; they are taken back: remove them, the last one
    /// first. What was sent in part is not among them.
    std::vector<Range> takeBack(std::uint64_t sent);
    /// @p sent bytes are gone: what is before need not be remembered.
    void forget(std::uint64_t sent);

private:
    bool isPress(std::span<const std::uint8_t> message) const;
    bool belongsToPress(std::span<const std::uint8_t> message) const;

    bool m_bigEndian;
    XInputCodes m_codes;
    bool m_held = false;
    bool m_dropping = false; ///< the message of which m_left bytes are missing
    bool m_afterPress = false; ///< XInput 1 sends a device's further values in events behind the press
    std::size_t m_left;
    std::uint64_t m_decided = 0;
    std::uint64_t m_withheld = 0;
    std::uint64_t m_exposes = 0;
    std::vector<Range> m_presses;
};
}
