// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QStringList>

namespace Nightdesk
{
/// The lines of @p failure to show: what happened, where, what to do. Empty parts are left out. Pure.
QStringList failureLines(const Failure &failure);
}
