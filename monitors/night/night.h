// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace Nightdesk
{
/// The night (noon to noon at the facility) that includes @p now, as the date of its evening. An unknown @p timezone (IANA
/// name) counts as UT. Pure.
QDate nightOf(const QDateTime &now, const QString &timezone);
}
