// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace Nightdesk
{
/// Whether instruments here have X programs, in windows of their own.
enum class NeededPrograms {
    None, ///< desktops alone
    Some,
    Unknown ///< there is no facility, it has errors, or it was not read in time
};

/// Reads the facility on a thread of its own, which is left behind if it does not come back. @p facility, @p site: of the command line;
/// empty: as set. Any thread; blocks up to @p limit.
NeededPrograms neededPrograms(const QString &facility, const QString &site, std::chrono::milliseconds limit);
}
