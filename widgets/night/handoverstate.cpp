// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/handoverstate.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Limit of the layout's size in bytes. The rest of the message size is for observers, the stamp, and base64 encoding.
constexpr qsizetype maxSent = 16 * 1024;
constexpr qsizetype maxProfiles = 16;

const InstrumentProfile *findProfile(const Facility &facility, const QString &id)
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
void forEachImmovableProgram(const NightState &state, const Facility &facility, Visit visit)
{
    for (const NightProfile &profile : state.profiles) {
        const InstrumentProfile *spec = findProfile(facility, profile.id);
        if (!spec) {
            continue;
        }
        for (const WindowSpec &window : spec->windows) {
            if (profile.displayIds.contains(window.id) && profile.topologies.value(window.id, window.topology) != Topology::VncApp) {
                visit(profile, window);
            }
        }
    }
}
}

QByteArray HandoverState::layoutToSend(const NightState &state)
{
    if (state.profiles.isEmpty()) {
        return {};
    }
    NightState sent = state;
    // A placeholder, because the format needs a path, and each desk has its own copy of the facility.
    sent.facilityDirectory = u"/"_s;
    sent.timezone.clear();
    sent.lastSeenAt = state.profiles.constFirst().connectedAt;
    sent.mainWindowGeometry.clear();
    for (NightProfile &profile : sent.profiles) {
        profile.account.clear();
    }
    QByteArray text = NightStateText::write(sent);
    if (text.size() > maxSent) {
        sent.look.tileSizesByDesktopKeys.clear();
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
    state->facilityDirectory = facility.directory;
    state->timezone = facility.timezone;
    state->siteId = site;
    state->mainWindowGeometry.clear();
    state->profiles.removeIf([&facility](const NightProfile &profile) {
        return !findProfile(facility, profile.id);
    });
    state->profiles.resize(std::min(state->profiles.size(), maxProfiles));
    for (NightProfile &profile : state->profiles) {
        profile.account.clear(); // removed: another workstation must not choose the account here
        profile.name = findProfile(facility, profile.id)->name;
        profile.isLastValidVersion = false;
        profile.topologies = allowedTopologies(profile.topologies, *findProfile(facility, profile.id));
    }
    return state->profiles.isEmpty() ? std::nullopt : std::optional(*state);
}

QStringList HandoverState::immovablePrograms(const NightState &state, const Facility &facility)
{
    QStringList keys;
    forEachImmovableProgram(state, facility, [&keys](const NightProfile &profile, const WindowSpec &window) {
        keys.append(profile.id + u'/' + window.id);
    });
    return keys;
}

QStringList HandoverState::programTitles(const QStringList &keys, const Facility &facility)
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

NightState HandoverState::withImmovablePrograms(const NightState &state, const Facility &facility, bool inPrivateServer)
{
    NightState result = state;
    for (const QString &key : immovablePrograms(state, facility)) {
        const qsizetype slash = key.indexOf(u'/');
        const QString id = key.sliced(slash + 1);
        const auto profile = std::ranges::find(result.profiles, key.first(slash), &NightProfile::id);
        if (inPrivateServer) {
            profile->topologies.insert(id, Topology::VncApp);
        } else {
            profile->displayIds.removeAll(id);
        }
    }
    return result;
}
}
