// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/wiresizecalculator.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace Nightdesk
{
namespace
{
constexpr int sshLevel = 6; ///< OpenSSH's compression level, on both ends
constexpr std::size_t sshPacket = 32768; ///< largest payload of a channel's packet
}

struct WireSizeCalculator::Private {
    Private() = default;
    ~Private()
    {
        deflateEnd(&stream);
    }
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;

    z_stream stream{};
};

WireSizeCalculator::WireSizeCalculator(bool compresses)
{
    if (compresses) {
        d = std::make_unique<Private>();
        if (deflateInit(&d->stream, sshLevel) != Z_OK) {
            d.reset(); // out of memory: from now on, uncompressed sizes are returned
        }
    }
}

WireSizeCalculator::~WireSizeCalculator() = default;

std::size_t WireSizeCalculator::networkSize(std::span<const std::uint8_t> bytes)
{
    if (!d) {
        return bytes.size();
    }
    std::array<Bytef, 16384> out;
    std::size_t size = 0;
    while (!bytes.empty()) {
        const auto packet = bytes.first(std::min(sshPacket, bytes.size()));
        d->stream.next_in = const_cast<Bytef *>(packet.data()); // zlib does not write there
        d->stream.avail_in = static_cast<uInt>(packet.size());
        do {
            d->stream.next_out = out.data();
            d->stream.avail_out = static_cast<uInt>(out.size());
            (void)deflate(&d->stream, Z_PARTIAL_FLUSH); // with valid input it fails only if the output buffer is full
            size += out.size() - d->stream.avail_out;
        } while (d->stream.avail_out == 0);
        bytes = bytes.subspan(packet.size());
    }
    return size;
}
}
