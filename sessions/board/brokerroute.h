// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <optional>

namespace Nightdesk
{
/// How desks and boards connect to their facility's broker.
namespace BrokerRoute
{
/// The facility's broker without its positions in the profile files. So a line that is inserted above it does not make
/// it a different broker.
std::optional<BrokerSpec> broker(const Facility &facility);
/// The link of an SA to the broker's host. The SA uses a personal account: if the facility's files leave it open, the
/// ssh configuration decides.
LinkSpec supportAstronomerLink(LinkSpec link);
}
}
