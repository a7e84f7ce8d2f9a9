// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace Nightdesk
{
/// Hides from a program of another machine what an X server offers to those of its own: MIT-SHM and direct rendering, which
/// hand over memory and descriptors. Servers do so themselves for what comes through a process called "ssh" and take everything
/// else on their socket for local; Qt then waits for ever for the descriptor behind an answer. Asked for by name
/// (QueryExtension), such an extension gets another name, which no server has. Knows requests by their framing alone. Pure, Qt-free.
class XRequestFilter
{
public:
    explicit XRequestFilter(bool bigEndian);

    /// What the program says after its setup, in pieces of any size; at most one byte of a request is changed.
    void filter(std::span<std::uint8_t> bytes);

private:
    static constexpr std::size_t header = 8; ///< of QueryExtension, before the name; of a request that is longer than 16 bits tell
    static constexpr std::size_t longestName = 11;

    std::uint64_t collected();

    bool m_bigEndian;
    bool m_lost = false; ///< what it says is no X: the server will end it
    std::uint64_t m_skip = 0; ///< bytes of the present request that are of no interest
    std::array<std::uint8_t, header + longestName> m_bytes{}; ///< its beginning
    std::size_t m_have = 0;
    std::size_t m_want = 4; ///< as much of it is needed to go on
};
}
