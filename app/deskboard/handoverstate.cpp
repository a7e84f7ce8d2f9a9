// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/handoverstate.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Limit of the layout's size in bytes. The rest of the message size is for observers, the stamp, and base64 encoding.
constexpr qsizetype maxSent = 16 * 1024;
constexpr qsizetype maxProfiles = 16;

const InstrumentProfile *known(const Facility &facility, const QString &id)
{
    const auto found = std::ranges::find(facility.profiles, id, &InstrumentProfile::id);
    return found == facility.profiles.end() ? nullptr : &*found;
}

/// The display modes that are accepted from another workstation: the profile's own, which the user has approved, and
/// vnc-app for an X program, which isolates it from this workstation's X server. So another workstation cannot open a
/// trusted viewer here.
QMap<QString, Topology> allowedTopologies(const QMap<QString, Topology> &sent, const InstrumentProfile &profile)
{
    QMap<QString, Topology> allowed;
    for (const auto &[id, topology] : sent.asKeyValueRange()) {
        const bool isDesktop = std::ranges::any_of(profile.desktops, [&](const DesktopSpec &desktop) {
            return desktop.id == id && desktop.topology == topology;
        });
        const bool isWindow = std::ranges::any_of(profile.windows, [&](const WindowSpec &window) {
            return window.id == id && (window.topology == topology || topology == Topology::VncApp);
        });
        if (isDesktop || isWindow) {
            allowed.insert(id, topology);
        }
    }
    return allowed;
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

QByteArray HandoverState::toSend(const NightState &state)
{
    if (state.profiles.isEmpty()) {
        return {};
    }
    NightState sent = state;
    // A placeholder, because the format needs a path, and each desk has its own copy of the facility.
    sent.facility = u"/"_s;
    sent.timezone.clear();
    sent.lastSeenAt = state.profiles.constFirst().since;
    sent.window.clear();
    for (NightProfile &profile : sent.profiles) {
        profile.account.clear();
    }
    QByteArray text = NightStateText::write(sent);
    if (text.size() > maxSent) {
        sent.look.splits.clear();
        text = NightStateText::write(sent);
    }
    return text.size() > maxSent ? QByteArray() : text;
}

std::optional<NightState> HandoverState::parseReceivedState(const QByteArray &sent, const Facility &facility, const QString &site)
{
    if (sent.size() > maxSent) {
        return {};
    }
    auto state = NightStateText::read(sent);
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
        profile.account.clear(); // removed: another workstation must not choose the account here
        profile.name = known(facility, profile.id)->name;
        profile.isLastValidVersion = false;
        profile.topologies = allowedTopologies(profile.topologies, *known(facility, profile.id));
    }
    return state->profiles.isEmpty() ? std::nullopt : std::optional(*state);
}

QStringList HandoverState::staying(const NightState &state, const Facility &facility)
{
    QStringList keys;
    eachStaying(state, facility, [&keys](const NightProfile &profile, const WindowSpec &window) {
        keys.append(profile.id + u'/' + window.id);
    });
    return keys;
}

QStringList HandoverState::titles(const QStringList &keys, const Facility &facility)
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

NightState HandoverState::withPrograms(const NightState &state, const Facility &facility, bool isOwn)
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
