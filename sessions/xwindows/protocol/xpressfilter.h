// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace Nightdesk
{
/// The numbers that a server assigned to its XInput extension (QueryExtension); 0: no such extension.
struct XInputExtensionCodes {
    std::uint8_t majorOpcode = 0;
    std::uint8_t firstEvent = 0;
    bool operator==(const XInputExtensionCodes &) const = default;
};

/// Removes key, button and touch presses from an X server's messages to one client while the client does not answer: a Return that arrives late
/// must not start an exposure. Releases pass, so that nothing stays pressed, and so do all other messages; sequence numbers are not changed (gaps
/// in them are valid). Only the framing of messages is parsed. Pure, Qt-free. Owned by RelayedConnection.
class XPressFilter
{
public:
    /// No message about a press is longer, whatever its device reports with it. Of a message that claims to be longer, only the beginning is checked.
    static constexpr std::size_t maxPressSize = 4096;

    /// @p setupSize: remaining bytes of the server's answer to the connection setup, before its first message.
    XPressFilter(bool bigEndian, XInputExtensionCodes codes, std::size_t setupSize);

    void setPressesWithheld(bool held);
    std::uint64_t withheldPressCount() const; ///< number of presses removed so far
    std::uint64_t exposeCount() const; ///< number of Expose events of the server so far (a part of a window must be repainted)

    struct FilteredSizes {
        std::size_t passedBytes = 0; ///< bytes at the front that passed the filter: they may be sent
        /// Bytes after passedBytes: the beginning of a message, to be given to filter() again together with its rest.
        std::size_t incompleteMessageBytes = 0;
    };
    /// @p bytes: the bytes of an incomplete message from the previous call, and those received since. Bytes that pass are moved to the front.
    FilteredSizes filter(std::span<std::uint8_t> bytes);

    struct PressRange {
        std::uint64_t offset = 0; ///< number of bytes that had passed the filter before the press
        std::size_t byteCount = 0;
    };
    /// Returns the presses that passed the filter but were not sent yet (@p sent bytes were sent); the caller must remove them, the last one first. A
    /// press that was sent in part is not included.
    std::vector<PressRange> takeUnsentPresses(std::uint64_t sent);
    /// Presses within the first @p sent bytes were sent and need not be remembered.
    void forgetSentPresses(std::uint64_t sent);

private:
    bool isPress(std::span<const std::uint8_t> message) const;
    bool belongsToPress(std::span<const std::uint8_t> message) const;

    bool m_bigEndian;
    XInputExtensionCodes m_inputExtensionCodes;
    bool m_arePressesWithheld = false;
    bool m_isRemovingPress = false; ///< the present message, of which m_messageBytesLeft bytes are missing, is being removed
    bool m_isAfterPress = false; ///< the last event was a press of XInput 1, which sends some of the device's values in the next events
    std::size_t m_messageBytesLeft;
    std::uint64_t m_passedByteCount = 0; ///< number of bytes that passed the filter so far
    std::uint64_t m_withheldPressCount = 0;
    std::uint64_t m_exposeCount = 0;
    std::vector<PressRange> m_unsentPresses;
};
}
