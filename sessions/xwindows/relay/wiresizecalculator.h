// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace Nightdesk
{
/// Computes how many bytes one direction's data needs on the network when ssh compresses it: zlib at ssh's level, flushed with each packet, with
/// one dictionary for the whole stream. Does not count what ssh adds to each packet. Owned by NetworkSimulator's connection.
class WireSizeCalculator
{
public:
    explicit WireSizeCalculator(bool compresses); ///< true: compresses as ssh does; false: the size on the network is that of the bytes
    ~WireSizeCalculator();

    /// The size of @p bytes on the network if they follow the bytes of all earlier calls.
    std::size_t networkSize(std::span<const std::uint8_t> bytes);

private:
    struct Private;
    std::unique_ptr<Private> d; ///< null: not compressed
};
}
