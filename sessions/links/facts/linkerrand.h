// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// On whose behalf a connection is made.
struct LinkErrand {
    bool mayAsk = true; ///< false: nobody is asked; where a person is needed it fails as Refused
    bool isReturn = false; ///< the link was live before: people are at work
    bool operator==(const LinkErrand &) const = default;
};
}
