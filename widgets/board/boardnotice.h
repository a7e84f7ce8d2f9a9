// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Why a board shows nothing, or nothing new: what it is and what to do. Translated.
struct BoardNotice {
    QString what;
    QString advice;
    bool isTrouble = false; ///< else it is on its way, or as it was set up
    bool canRetry = false;
    bool operator==(const BoardNotice &) const = default;
};
}
