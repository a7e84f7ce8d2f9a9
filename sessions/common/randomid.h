// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRandomGenerator>
#include <QString>

namespace Nightdesk
{
/// 16 hexadecimal digits that nobody else has: 64 bits of the system's randomness. No secret: it may be told. Any thread.
inline QString randomId()
{
    return QStringLiteral("%1").arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
}
}
