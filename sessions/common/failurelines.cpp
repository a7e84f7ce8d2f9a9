// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/failurelines.h"

namespace Nightdesk
{
QStringList failureLines(const Failure &failure)
{
    QStringList lines{failure.what, failure.affectedItem, failure.advice};
    lines.removeAll(QString());
    return lines;
}
}
