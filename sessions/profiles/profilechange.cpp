// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/profilechange.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
const LinkSpec *linkOf(const InstrumentProfile &profile, const QString &id)
{
    const auto found = std::ranges::find(profile.links, id, &LinkSpec::id);
    return found == profile.links.end() ? nullptr : &*found;
}

template<typename Spec>
Spec withoutSourcePlace(Spec spec)
{
    spec.place = {};
    return spec;
}

LinkSpec withRouteOnly(LinkSpec spec)
{
    spec.hostKeys.reset(); // an additional host key in the file does not change the route
    spec.contact.clear();
    return withoutSourcePlace(spec);
}

bool isSameRoute(const LinkSpec *a, const LinkSpec *b)
{
    return a && b ? withRouteOnly(*a) == withRouteOnly(*b) : a == b;
}

template<typename Spec>
void addDifferingDisplays(const InstrumentProfile &connected, const InstrumentProfile &now, QList<Spec> InstrumentProfile::*displays, QStringList &ids)
{
    for (const Spec &before : connected.*displays) {
        const auto after = std::ranges::find(now.*displays, before.id, &Spec::id);
        const bool isSame = after != (now.*displays).end() && withoutSourcePlace(before) == withoutSourcePlace(*after)
            && isSameRoute(linkOf(connected, before.link), linkOf(now, after->link));
        if (!isSame && !ids.contains(before.id)) {
            ids.append(before.id);
        }
    }
    for (const Spec &after : now.*displays) {
        if (!std::ranges::contains(connected.*displays, after.id, &Spec::id) && !ids.contains(after.id)) {
            ids.append(after.id);
        }
    }
}
}

QStringList ProfileChange::differingDisplays(const InstrumentProfile &connected, const InstrumentProfile &now)
{
    QStringList ids;
    addDifferingDisplays(connected, now, &InstrumentProfile::desktops, ids);
    addDifferingDisplays(connected, now, &InstrumentProfile::windows, ids);
    return ids;
}
}
