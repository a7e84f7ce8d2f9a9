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
/// Divides both directions of one X connection into messages and names them: set-up, BIG-REQUESTS, sequence numbers beyond their
/// 16 bits, generic events, extensions by what QueryExtension is answered. Keeps no picture, text, key or cookie, and of a message
/// no more than a few bytes. What is no X ends it (isLost()), never the connection. Pure, Qt-free; bounded in memory and time. Owned by XTraceLog.
class XStreamReader
{
public:
    using Sink = std::function<void(const XRecord &)>; ///< its connection is 0
    explicit XStreamReader(const Sink &sink);
    ~XStreamReader();

    /// Pieces of any size, in the order that they passed; @p at in microseconds.
    void fromProgram(std::span<const std::uint8_t> bytes, std::int64_t at);
    void toProgram(std::span<const std::uint8_t> bytes, std::int64_t at);
    bool isLost() const;
    std::string_view problem() const; ///< why, in English; no byte of the stream in it
    bool isBigEndian() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};
}
