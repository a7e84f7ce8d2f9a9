// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/connectionwording.h"

#include "sessions/common/enumtable.h"

#include <KLazyLocalizedString>
#include <KLocalizedString>

namespace Nightdesk::ConnectionWording
{
using Reason = ConnectionLevel::Reason;

QString levelName(ConnectionLevel::Level level)
{
    static const EnumTable<ConnectionLevel::Level::Fault, KLazyLocalizedString> names{
        kli18nc("@info:status of a connection", "OK"),
        kli18nc("@info:status of a connection", "Degraded"),
        kli18nc("@info:status of a connection", "Fault"),
    };
    return names[level].toString();
}

QString reason(const ConnectionLevel::Verdict &verdict, LinkState state)
{
    switch (verdict.reason) {
    case Reason::NoProblem:
        return {};
    case Reason::JustReconnected:
        return i18nc("@info:status why a connection is degraded: it was lost until now", "just back");
    case Reason::SlowerThanUsual:
        return i18nc("@info:status why a connection is degraded or a fault", "slower than usual");
    case Reason::Slow:
        return i18nc("@info:status why a connection is degraded or a fault", "long round trip");
    case Reason::BandwidthUsedUp:
        return i18nc("@info:status why a connection is degraded or a fault: it carries all it can", "bandwidth used up");
    case Reason::NoAnswer:
        return i18nc("@info:status why a connection is a fault", "no answer");
    case Reason::Connecting:
    case Reason::Lost:
        break;
    }
    return Wording::state(state);
}

QString tip(const ConnectionLevel::Verdict &verdict, const RoundTripLevel &roundTrip, LinkState state)
{
    const QString why = reason(verdict, state);
    const QString text =
        why.isEmpty() ? levelName(verdict.level) : i18nc("@info:tooltip of a connection: Degraded, the reason", "%1: %2", levelName(verdict.level), why);
    const QString usual = Wording::roundTripReason(roundTrip);
    return usual.isEmpty() ? text : text + QLatin1Char('\n') + usual;
}
}
