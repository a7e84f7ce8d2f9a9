// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardversions.h"

#include <algorithm>

namespace Nightdesk
{
QList<DeskName> BoardVersions::set(const DeskName &desk, const BoardWire::DeskState &state)
{
    QList<Profile> profiles;
    for (const BoardWire::InstrumentReport &instrument : state.instruments) {
        if (!instrument.version.isEmpty() && instrument.changed.isValid()) {
            profiles.append({.id = instrument.id, .version = instrument.version, .changed = instrument.changed});
        }
    }
    const auto program = QVersionNumber::fromString(state.program);
    Had &had = m_desks[desk];
    if (had.profiles == profiles && had.program == program) {
        return {}; // nearly always
    }
    had.profiles = profiles;
    had.program = program;
    return judge();
}

QList<DeskName> BoardVersions::remove(const DeskName &desk)
{
    return m_desks.remove(desk) ? judge() : QList<DeskName>();
}

QList<DeskName> BoardVersions::judge()
{
    QHash<QString, Profile> newest;
    QVersionNumber program;
    for (const Had &had : std::as_const(m_desks)) {
        for (const Profile &profile : had.profiles) {
            Profile &best = newest[profile.id];
            if (!best.changed.isValid() || profile.changed > best.changed) {
                best = profile;
            }
        }
        program = std::max(program, had.program);
    }
    QList<DeskName> changed;
    for (auto had = m_desks.begin(); had != m_desks.end(); ++had) {
        const bool isOldProfile = std::ranges::any_of(had->profiles, [&newest](const Profile &profile) {
            const Profile best = newest.value(profile.id);
            return best.version != profile.version && best.changed > profile.changed;
        });
        const bool isOldProgram = !had->program.isNull() && had->program < program;
        if (isOldProfile != had->isOldProfile || isOldProgram != had->isOldProgram) {
            had->isOldProfile = isOldProfile;
            had->isOldProgram = isOldProgram;
            changed.append(had.key());
        }
    }
    return changed;
}

bool BoardVersions::hasOldProfile(const DeskName &desk) const
{
    return m_desks.value(desk).isOldProfile;
}

bool BoardVersions::hasOldProgram(const DeskName &desk) const
{
    return m_desks.value(desk).isOldProgram;
}
}
