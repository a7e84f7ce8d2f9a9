// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/supportduty.h"

#include <QUrl>

namespace Nightdesk
{
/// People and rooms of a facility in words. Their names are made safe to show; pure, translated.
namespace SupportWording
{
QString role(SupportRole role);
QString shortRole(SupportRole role); ///< "OA", as people at the summit say
/// "Now on duty: Kim Nakoa (OA), +1 808 555 0100", else who comes next; empty: the facility names nobody.
QString dutyLine(const QList<DutyEntry> &people, const QDateTime &now, const QTimeZone &zone);
/// "on duty until 06:00", "from 18:00", "always reachable"; times of the facility.
QString duty(const DutyEntry &entry, const QDateTime &now, const QTimeZone &zone);
/// "18:00–06:00 at the facility, 20:00–08:00 here"; once only where both clocks agree.
QString hours(const DutyEntry &entry, const QTimeZone &zone, const QTimeZone &here);

/// What a click may open; empty for what is no such thing: a profile's words must not reach other programs.
QUrl phoneLink(const QString &phone);
QUrl mailLink(const QString &email);
QUrl roomLink(const QString &link);
}
}
