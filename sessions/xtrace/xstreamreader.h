// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xrecord.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace Nightdesk
{
/// Splits both directions of one X connection into messages and identifies them: setup, BIG-REQUESTS, sequence numbers beyond 16 bits, generic
/// events, extensions by the answers to QueryExtension. Keeps no image, text, key or cookie, and at most a few bytes of a message. Bytes that are
/// not X only end the parsing (problem()), never the connection. Pure, Qt-free; bounded in memory and time. Owned by XTraceLog.
class XStreamReader
{
public:
    using Sink = std::function<void(const XRecord &)>; ///< receives each record; its XRecord::connection is 0
    explicit XStreamReader(const Sink &sink);
    ~XStreamReader();

    /// Reads bytes in pieces of any size, to be passed in the order in which they were relayed.
    void readBytesFromProgram(std::span<const std::uint8_t> bytes, XTraceMicroseconds at);
    void readBytesToProgram(std::span<const std::uint8_t> bytes, XTraceMicroseconds at);
    std::string_view problem() const; ///< why parsing stopped, in English; contains no bytes of the stream; empty: it has not stopped
    bool isBigEndian() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};
}
