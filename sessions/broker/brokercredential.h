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
    Service ///< the client of the broker process itself, which receives calls for the pager; it has no name and no credential file
};

/// The identity of a client at the broker. A value: held by BoardAccess, DeskMessenger and PagerClient while they may log in.
struct BrokerCredential {
    QString facility; ///< the facility's id as used in topics
    BrokerRole role = BrokerRole::Desk;
    QString name; ///< "santa-cruz/left" for a desk, "ann" for a support astronomer
    Secret password;

    QString user() const; ///< user name at the broker: "desk.santa-cruz.left", "sa.ann", "broker"
};
}
