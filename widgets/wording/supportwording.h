// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/supportduty.h"

#include <QUrl>

namespace Nightdesk
{
/// A facility's support staff and rooms in words. Names are made safe to show. Pure, translated.
namespace SupportWording
{
QString role(SupportRole role);
QString shortRole(SupportRole role); ///< "OA", the abbreviation used at the summit
/// "Now on duty: Kim Nakoa (OA), +1 808 555 0100", otherwise whose duty is next; empty: the facility names nobody.
QString dutyLine(const QList<DutyEntry> &people, const QDateTime &now, const QTimeZone &zone);
/// "on duty until 06:00", "from 18:00", "always reachable"; times in the facility's time zone.
QString duty(const DutyEntry &entry, const QDateTime &now, const QTimeZone &zone);
/// "18:00–06:00 at the facility, 20:00–08:00 here"; only one of them if both clocks show the same time.
QString hours(const DutyEntry &entry, const QTimeZone &zone, const QTimeZone &here);

/// The URL that a click opens. Empty if the text is not a phone number or mail address, because other programs must not get
/// arbitrary text from a profile.
QUrl phoneLink(const QString &phone);
QUrl mailLink(const QString &email);
QUrl roomLink(const QString &link);
}
}
