// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <optional>

namespace Nightdesk
{
/// How desks and boards come to their facility's broker.
namespace BoardWay
{
/// What the facility says of its broker, without the places in its files: a line more above it is no other broker.
std::optional<BrokerSpec> broker(const Facility &facility);
/// An SA's account at the broker's host is the SA's own: where the facility's files leave it open, the ssh configuration says it.
LinkSpec ownLink(LinkSpec link);
}
}
