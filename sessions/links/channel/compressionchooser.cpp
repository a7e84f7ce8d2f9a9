// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/compressionchooser.h"

namespace Nightdesk
{
bool usesCompression(Compression compression, bool carriesPrograms, std::optional<std::chrono::microseconds> roundTrip)
{
    if (compression != Compression::Auto) {
        return compression == Compression::On;
    }
    return carriesPrograms ? !roundTrip || *roundTrip >= std::chrono::milliseconds(5) : roundTrip && *roundTrip >= imageCompressionMinRoundTrip;
}
}
