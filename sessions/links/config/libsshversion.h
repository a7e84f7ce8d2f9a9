// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <optional>

namespace Nightdesk
{
/// Nightdesk requires libssh 0.11.5 (CMake: NIGHTDESK_LIBSSH_MINIMUM) or later at run time too, for its security fixes of 2026. Returns why Nightdesk
/// cannot start, or empty.
std::optional<Failure> libsshVersionFailure();
Failure libsshTooOld(const QString &version);
}
