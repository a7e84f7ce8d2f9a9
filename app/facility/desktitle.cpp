// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/desktitle.h"

#include "app/facility/facilitychoice.h"
#include "sessions/desk/desk.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <QStringList>

#include <algorithm>

namespace Nightdesk
{
namespace
{
QString commaSeparated(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(i18nc("@title:window between an instrument, a site and an account", ", "));
}

QStringList connectedInstruments(const Desk &desk)
{
    return textsOf(desk.profiles(), [](const InstrumentProfile &profile) {
        return profile.name.isEmpty() ? profile.id : profile.name;
    });
}

QString accountIfNeeded(const Desk &desk, const FacilityChoice &choice)
{
    const auto profiles = desk.profiles();
    const bool isWanted = std::ranges::any_of(profiles, &InstrumentProfile::needsAccount);
    return isWanted ? choice.account() : QString();
}
}

QString DeskTitle::titleWithoutFacility(const Desk &desk, const FacilityChoice &choice)
{
    return desk.isConnected() ? commaSeparated(connectedInstruments(desk) + QStringList{choice.siteName(), accountIfNeeded(desk, choice)}) : QString();
}

QString DeskTitle::mainWindowTitle(const Desk &desk, const FacilityChoice &choice)
{
    return commaSeparated(connectedInstruments(desk) + QStringList{choice.facility().name, choice.siteName(), accountIfNeeded(desk, choice)});
}
}
