// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace Nightdesk
{
/// The numbers that a server gave to extensions (QueryExtension), as far as requests are judged by them.
struct XRequestCodes {
    std::optional<std::uint8_t> bigRequests; ///< 0: the client has no such extension; empty: not known, so it may always be meant
    std::vector<std::uint8_t> local; ///< of XRequestFilter::localExtensions
    bool operator==(const XRequestCodes &) const = default;
};

/// Hides from a program of another machine what an X server offers to those of its own: MIT-SHM and direct rendering, which
/// hand over memory and descriptors. Servers do so themselves for what comes through a process called "ssh" and take everything
/// else on their socket for local; Qt then waits for ever for the descriptor behind an answer. Asked for by name
/// (QueryExtension), such an extension gets another name, which no server has. A request to one whose number was guessed becomes a
/// NoOperation, and so do those that change who may connect: servers grant them to a program of their machine only, which no
/// program here is. Knows requests by their framing alone, and frames them as servers do. Pure, Qt-free.
///
/// The SECURITY extension lets a confined program grab keyboard and server, as `ssh -X` does: with the first it hears what is typed
/// elsewhere, with the second nobody else is drawn or served. So neither is done. A keyboard grab becomes a question of the same
/// length, whose answer reads as that of a grab that succeeded: a menu that needs one to open gets its keys all the same, since the
/// focus is with its program. Nor is a key grabbed, which would keep all keys from others while that one is held, or until its program
/// goes on. GTK, Qt and Tk grab none; Motif does, but writes to the root window too, at which the server ends a confined program. A grab of
/// the pointer or of a button stays one and does not stop the keyboard; a program that lets both go on (AllowEvents) lets the pointer go
/// on, since servers ignore it where not both are stopped. Owned by RelayedConnection.
class XRequestFilter
{
public:
    static constexpr std::array<std::string_view, 4> localExtensions = {"MIT-SHM", "DRI2", "DRI3", "XFree86-DRI"};

    /// @p isConfined: the program is not trusted, and may not take the keyboard from others.
    XRequestFilter(bool bigEndian, const XRequestCodes &codes, bool isConfined = false);

    /// What the program sends after its setup, in pieces of any size; bytes change, their number does not. False: where its next
    /// request begins is not known any more. Nothing of @p bytes, nor what follows, may be sent.
    [[nodiscard]] bool filter(std::span<std::uint8_t> bytes);

private:
    static constexpr std::size_t header = 8; ///< of QueryExtension, before the name; of a request that is longer than 16 bits tell
    static constexpr std::size_t longestName = 11;

    /// What the first bytes of a request become, without those of a length of 32 bits; negative: they stay.
    using Replacement = std::array<std::int16_t, 16>;
    static const Replacement asyncKeyboard;
    static const Replacement question;
    static const Replacement bigEndianQuestion;

    const Replacement *replacementOf(std::uint8_t opcode) const;
    void replace(std::span<std::uint8_t> bytes);
    std::uint64_t collected();
    std::uint64_t bigRequest();

    bool m_bigEndian;
    bool m_isConfined;
    std::optional<std::uint8_t> m_bigRequests;
    std::bitset<256> m_refused; ///< by major opcode
    bool m_mayBeBig; ///< a length of 0 says that one of 32 bits follows
    bool m_lost = false;
    const Replacement *m_replacement = nullptr; ///< of the present request
    std::size_t m_replaced = 0; ///< how far that is done
    std::uint64_t m_skip = 0; ///< bytes of the present request that are of no interest
    std::array<std::uint8_t, header + longestName> m_bytes{}; ///< its beginning
    std::size_t m_have = 0;
    std::size_t m_needed = 4; ///< as much of it is needed to go on
};
}
