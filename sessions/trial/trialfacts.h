// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/quality.h"
#include "sessions/common/units.h"

#include <chrono>

namespace Nightdesk
{
/// Limits of a whole test.
struct TrialLimits {
    std::chrono::milliseconds trialDuration = std::chrono::seconds(30); ///< including the time to connect
    Bytes networkBytes{20'000'000}; ///< limit for all bytes that the test transfers over the network
};

/// Transfer settings for a desktop, as a profile can set them.
struct TrialSetting {
    bool isCompressed = false; ///< ssh compresses the connection
    Quality quality = Quality::High;
    bool operator==(const TrialSetting &) const = default;
};

/// The cost of transferring a desktop's whole image once with a setting.
struct TrialResult {
    TrialSetting setting;
    Bytes bytesBeforeSsh; ///< bytes that the VNC server sent, including the VNC login, without the overhead and compression of ssh
    Bytes networkBytes; ///< bytes on the network, after compression by ssh
    std::chrono::microseconds transferTime{}; ///< from the request to the last pixel
    std::chrono::microseconds cpuTime{}; ///< processor time that ssh and decoding took on this computer
    bool operator==(const TrialResult &) const = default;
};
}
