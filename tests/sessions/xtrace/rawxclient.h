// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xtrace/xstreamreader.h"
#include "xstreammaker.h"

namespace Nightdesk::Test
{
/// An X program without a library, of either byte order, that hears itself: what it says and is told it gives to an XStreamReader
/// as well. Blocks; gives up after 20 s of silence.
class RawXClient
{
public:
    RawXClient(const std::string &socket, bool bigEndian, const XStreamReader::Sink &sink);

    bool isOpen() const;
    const XStreamMaker &make() const;
    std::uint32_t root() const;
    std::uint32_t visual() const;
    std::uint32_t newResourceId();
    /// Its sequence number.
    std::uint32_t say(const Octets &request);
    /// The answer to a request: a reply or an error; empty: none came.
    Octets answer(std::uint32_t sequence);
    /// The major opcode that an extension has; 0: none.
    std::uint8_t extension(std::string_view name);
    std::string_view problem() const;
    void close();

private:
    bool write(const Octets &bytes);
    bool need(std::size_t count);
    Octets take(std::size_t count);
    std::uint32_t number(const Octets &bytes, std::size_t at) const;

    bool m_bigEndian;
    XStreamMaker m_make;
    XStreamReader m_reader;
    UniqueFd m_socket;
    bool m_open = false;
    Octets m_told; ///< and not looked at yet
    std::uint32_t m_sequence = 0;
    std::uint32_t m_base = 0;
    std::uint32_t m_ids = 0;
    std::uint32_t m_root = 0;
    std::uint32_t m_visual = 0;
};
}
