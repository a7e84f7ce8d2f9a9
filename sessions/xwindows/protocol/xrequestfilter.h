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
/// The major opcodes that a server assigned to the extensions that the filter checks (QueryExtension).
struct XRequestCodes {
    std::optional<std::uint8_t> bigRequests; ///< 0: not available to the client; empty: not known, so it is assumed to be in use
    std::vector<std::uint8_t> localOnlyOpcodes; ///< major opcodes of XRequestFilter::localOnlyExtensions
    bool operator==(const XRequestCodes &) const = default;
};

/// Hides from a remote program those extensions that work only on the X server's own machine: MIT-SHM and direct rendering, which pass memory and
/// descriptors. X servers themselves hide these for connections from a process named "ssh" and treat every other client of their socket as local;
/// Qt then waits forever for the descriptor of a reply. A query for such an extension (QueryExtension) gets its name replaced by one that no server
/// has. A request with a guessed opcode of such an extension becomes a NoOperation, and so do requests that change who may connect: servers allow
/// these only to programs of their own machine. Parses requests only by their framing, in the same way as servers do. Pure, Qt-free.
///
/// The SECURITY extension allows a confined program to grab the keyboard and the server, as `ssh -X` does: with the first it receives what is typed
/// elsewhere, with the second no other client is drawn or served. Both are prevented. A keyboard grab is replaced by a query of the same length
/// whose reply reads like a successful grab: a menu that needs a grab to open still gets its keys, since its program has the focus. Key grabs are
/// removed too: they would keep all keys from other programs while the key is held, or until the program continues. GTK, Qt and Tk grab no keys;
/// Motif does, but it also writes to the root window, for which the server ends a confined program. Grabs of the pointer or of a button remain,
/// without stopping the keyboard; a request to release both (AllowEvents) is changed to release only the pointer, since servers ignore it unless
/// both are stopped. Owned by RelayedConnection.
class XRequestFilter
{
public:
    static constexpr std::array<std::string_view, 4> localOnlyExtensions = {"MIT-SHM", "DRI2", "DRI3", "XFree86-DRI"};

    /// @p isConfined: the program is untrusted and must not take the keyboard from others.
    XRequestFilter(bool bigEndian, const XRequestCodes &codes, bool isConfined = false);

    /// Filters what the program sends after its setup, in pieces of any size; bytes may change, but not their number. False: the beginning of the
    /// next request is unknown. Then neither @p bytes nor anything after them may be sent.
    [[nodiscard]] bool filter(std::span<std::uint8_t> bytes);

private:
    static constexpr std::size_t headerSize = 8; ///< size of a header with a 32-bit length; the name in QueryExtension begins after as many bytes
    static constexpr std::size_t longestName = 11;

    /// What the first bytes of a request are replaced by; negative: the byte stays. The four bytes of a 32-bit length are skipped.
    using Replacement = std::array<std::int16_t, 16>;
    static const Replacement asyncKeyboardMode;
    static const Replacement keyboardGrabReplacement;
    static const Replacement bigEndianGrabReplacement;

    const Replacement *replacementOf(std::uint8_t opcode) const;
    void applyReplacement(std::span<std::uint8_t> bytes);
    std::uint64_t remainingRequestSize();
    std::uint64_t bigRequestSize();

    bool m_bigEndian;
    bool m_isConfined;
    std::optional<std::uint8_t> m_knownBigRequestsOpcode; ///< 0: not available; empty: not known, so the extension may be in use
    std::bitset<256> m_refusedOpcodes; ///< requests to replace by NoOperation, by major opcode
    bool m_areBigRequestsPossible; ///< BIG-REQUESTS is or may be enabled: a length of 0 means that a 32-bit length follows
    bool m_isFramingLost = false;
    const Replacement *m_replacement = nullptr; ///< replacement for the present request
    std::size_t m_usedReplacementBytes = 0; ///< bytes of m_replacement used so far
    std::uint64_t m_uncheckedBytes = 0; ///< remaining bytes of the present request that need no check
    std::array<std::uint8_t, headerSize + longestName> m_requestHead{}; ///< the beginning of the present request
    std::size_t m_collectedRequestBytes = 0;
    std::size_t m_neededRequestBytes = 4; ///< number of bytes that must be in m_requestHead before parsing can continue
};
}
