// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/quality.h"
#include "sessions/common/units.h"

#include <chrono>

namespace Nightdesk
{
/// A way to bring a desktop's picture here, as a profile can set it.
struct TrialSetting {
    bool isCompressed = false; ///< by ssh
    Quality quality = Quality::High;
    bool operator==(const TrialSetting &) const = default;
};

/// What the whole picture of a desktop took with a setting, once.
struct TrialRow {
    TrialSetting setting;
    Bytes payload; ///< before ssh, with the login at the server
    Bytes wire; ///< on the network
    std::chrono::microseconds delay{}; ///< from the request to the last pixel
    std::chrono::microseconds cpu{}; ///< of ssh and of decoding, at this end
    bool operator==(const TrialRow &) const = default;
};
}
