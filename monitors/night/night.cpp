// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/night.h"

#include <QTimeZone>

namespace Nightdesk
{
QDate nightOf(const QDateTime &now, const QString &timezone)
{
    const QTimeZone zone(timezone.toUtf8());
    const QDateTime there = zone.isValid() ? now.toTimeZone(zone) : now.toUTC();
    return there.time() < QTime(12, 0) ? there.date().addDays(-1) : there.date();
}
}
