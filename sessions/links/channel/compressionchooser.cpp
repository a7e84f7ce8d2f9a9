// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/compressionchooser.h"

namespace Nightdesk
{
bool usesCompression(Compression compression, bool carriesPrograms, std::optional<std::chrono::microseconds> roundTrip)
{
    switch (compression) {
    case Compression::Off:
        return false;
    case Compression::On:
        return true;
    case Compression::Auto:
        break;
    }
    return carriesPrograms ? !roundTrip || *roundTrip >= std::chrono::milliseconds(5) : roundTrip && *roundTrip >= imageCompressionMinRoundTrip;
}
}
