// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Why a board shows nothing, or nothing new: the cause, and what the user can do. Translated.
struct BoardNotice {
    QString summary;
    QString advice;
    bool isProblem = false; ///< false: the board is still connecting, or is configured to show nothing
    bool canRetry = false;
    bool operator==(const BoardNotice &) const = default;
};
}
