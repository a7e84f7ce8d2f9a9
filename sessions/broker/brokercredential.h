// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QString>

namespace Nightdesk
{
enum class BrokerRole {
    Desk,
    SupportAstronomer,
    Service ///< the broker's own client, which hears calls for the pager; it has no name, and no file
};

/// Who we are to the broker. A value: held by BoardAccess, DeskPost and PagerClient while they may log in.
struct BrokerCredential {
    QString facility; ///< its id in topics
    BrokerRole role = BrokerRole::Desk;
    QString name; ///< of a desk "santa-cruz/left", of an SA "ann"
    Secret password;

    QString user() const; ///< as the broker knows it: "desk.santa-cruz.left", "sa.ann", "broker"
};
}
