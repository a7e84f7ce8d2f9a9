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
/// The facility's broker, without the positions in its files, so that an inserted line does not make it a different broker.
std::optional<BrokerSpec> broker(const Facility &facility);
/// An SA uses a personal account at the broker's host: if the facility's files leave the account open, the ssh configuration decides.
LinkSpec ownLink(LinkSpec link);
}
}
