// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"

/// Reads [broker] of facility.toml with the link that it names, with the values that apply at a site: variables, defaults and site overrides. Pure.
namespace Nightdesk::BrokerReader
{
struct ParsedBroker {
    std::optional<BrokerSpec> spec; ///< the broker; empty: there is no [broker], or an error in it or in its link
    QList<ProfileError> problems; ///< errors in [broker] and in the table of its link
};
/// If @p account is empty, {account} stays in the link. Other errors of the file are ignored: FacilityDocument::broker() checks them.
ParsedBroker readBroker(const FacilityDocument &facility, const QString &site, const QString &account = {});
}
