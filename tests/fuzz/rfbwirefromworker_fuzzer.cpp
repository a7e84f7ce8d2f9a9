// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Records from a worker, as the console decodes them. First byte: odd when a descriptor came along.
#include "sessions/rfbwire/messages.h"

#include <algorithm>
#include <cstdlib>

using namespace Nightdesk::RfbWire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 1) {
        return 0;
    }
    const auto record = std::as_bytes(std::span(data + 1, size - 1));
    if (const auto message = decodeFromWorker(record, data[0] % 2 == 1)) {
        // One message has one form.
        const auto again = encode(*message);
        if (!again || !std::ranges::equal(*again, record)) {
            std::abort();
        }
    }
    return 0;
}
