// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace Nightdesk
{
/// How many bytes of a line a direction's data takes where ssh compresses it: zlib at ssh's level, flushed with each packet, one
/// dictionary for all that passes. Without what ssh adds to each packet. Owned by DelayLine's connection.
class WireSize
{
public:
    explicit WireSize(bool compresses); ///< false: what goes in
    ~WireSize();

    /// Of these @p bytes, after all that were asked about before.
    std::size_t of(std::span<const std::uint8_t> bytes);

private:
    struct Private;
    std::unique_ptr<Private> d; ///< null: not compressed
};
}
