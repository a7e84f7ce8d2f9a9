// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"

namespace Nightdesk
{
/// Reads [broker] of facility.toml with the link that it names as it is in force at a site: variables, defaults and what
/// differs there. Pure.
namespace BrokerReader
{
struct Reading {
    std::optional<BrokerSpec> spec; ///< empty: there is no [broker], or an error in it or in its link
    QList<ProfileError> problems; ///< also the link's, where they stand
};
/// @p account empty: {account} stays in the link. Other errors of the file are not looked at: FacilityDocument::broker() does.
Reading read(const FacilityDocument &facility, const QString &site, const QString &account = {});
}
}
