// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QStringList>

namespace Nightdesk
{
/// @p failure as it is shown, line by line: what happened, where, what to do. A part that is empty has no line. Pure.
QStringList failureLines(const Failure &failure);
}
