// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/movestate.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Beside it a message has people and a stamp; it is base64 in JSON there.
constexpr qsizetype maxTold = 16 * 1024;
constexpr qsizetype maxProfiles = 16;

const InstrumentProfile *known(const Facility &facility, const QString &id)
{
    const auto found = std::ranges::find(facility.profiles, id, &InstrumentProfile::id);
    return found == facility.profiles.end() ? nullptr : &*found;
}

template<typename Visit>
void eachStaying(const NightState &state, const Facility &facility, Visit visit)
{
    for (const NightProfile &profile : state.profiles) {
        const InstrumentProfile *spec = known(facility, profile.id);
        if (!spec) {
            continue;
        }
        for (const WindowSpec &window : spec->windows) {
            if (profile.displays.contains(window.id) && profile.topologies.value(window.id, window.topology) != Topology::VncApp) {
                visit(profile, window);
            }
        }
    }
}
}

QByteArray MoveState::toTell(const NightState &state)
{
    if (state.profiles.isEmpty()) {
        return {};
    }
    NightState told = state;
    told.facility = u"/"_s; // each desk has its own copy; the text wants a path
    told.timezone.clear();
    told.seen = state.profiles.constFirst().since;
    told.window.clear();
    for (NightProfile &profile : told.profiles) {
        profile.account.clear();
    }
    QByteArray text = NightStateText::write(told);
    if (text.size() > maxTold) {
        told.look.splits.clear();
        text = NightStateText::write(told);
    }
    return text.size() > maxTold ? QByteArray() : text;
}

std::optional<NightState> MoveState::toTakeUp(const QByteArray &told, const Facility &facility, const QString &site)
{
    if (told.size() > maxTold) {
        return {};
    }
    auto state = NightStateText::read(told);
    if (!state) {
        return {};
    }
    state->facility = facility.directory;
    state->timezone = facility.timezone;
    state->site = site;
    state->window.clear();
    state->profiles.removeIf([&facility](const NightProfile &profile) {
        return !known(facility, profile.id);
    });
    state->profiles.resize(std::min(state->profiles.size(), maxProfiles));
    for (NightProfile &profile : state->profiles) {
        profile.account.clear(); // nobody else says who logs in here
        profile.name = known(facility, profile.id)->name;
        profile.lastGood = false;
    }
    return state->profiles.isEmpty() ? std::nullopt : std::optional(*state);
}

QStringList MoveState::staying(const NightState &state, const Facility &facility)
{
    QStringList keys;
    eachStaying(state, facility, [&keys](const NightProfile &profile, const WindowSpec &window) {
        keys.append(profile.id + u'/' + window.id);
    });
    return keys;
}

QStringList MoveState::titles(const QStringList &keys, const Facility &facility)
{
    QStringList titles;
    for (const InstrumentProfile &profile : facility.profiles) {
        for (const WindowSpec &window : profile.windows) {
            if (keys.contains(profile.id + u'/' + window.id)) {
                titles.append(window.title.isEmpty() ? window.id : window.title);
            }
        }
    }
    return titles;
}

NightState MoveState::withPrograms(const NightState &state, const Facility &facility, bool isOwn)
{
    NightState result = state;
    for (const QString &key : staying(state, facility)) {
        const qsizetype slash = key.indexOf(u'/');
        const QString id = key.sliced(slash + 1);
        const auto profile = std::ranges::find(result.profiles, key.first(slash), &NightProfile::id);
        if (isOwn) {
            profile->topologies.insert(id, Topology::VncApp);
        } else {
            profile->displays.removeAll(id);
        }
    }
    return result;
}
}
