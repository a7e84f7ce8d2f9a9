// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace Nightdesk
{
/// Whether instruments of the facility have X programs that are shown as windows.
enum class XProgramNeed {
    None, ///< no X programs: the instruments have only desktops
    Some,
    Unknown ///< there is no facility, or its files have errors or were not read in time
};

/// Reads the facility on another thread, which is abandoned after @p limit. @p facility, @p site: from the command line; empty: from the settings.
/// Any thread; blocks up to @p limit.
XProgramNeed readXProgramNeed(const QString &facility, const QString &site, std::chrono::milliseconds limit);
}
