// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/boardversions.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// A reported change time further in the future than this is ignored: it is due to a wrong clock, or invented.
constexpr auto mostAhead = 24h;
}

OutdatedDeskDetector::OutdatedDeskDetector(const QVersionNumber &own)
    : m_runningVersion(own)
{
}

QList<DeskName> OutdatedDeskDetector::setReportedVersions(const DeskName &desk, const BoardWire::DeskState &state, const QDateTime &utc)
{
    QList<Profile> profiles;
    for (const BoardWire::InstrumentReport &instrument : state.instruments) {
        if (!instrument.version.isEmpty() && instrument.profileFilesChangedAt.isValid() && instrument.profileFilesChangedAt <= utc.addDuration(mostAhead)) {
            profiles.append({.id = instrument.id, .version = instrument.version, .profileFilesChangedAt = instrument.profileFilesChangedAt});
        }
    }
    const auto program = QVersionNumber::fromString(state.programVersion);
    ReportedVersions &had = m_reportedVersions[desk];
    if (had.profiles == profiles && had.program == program) {
        return {}; // the desk reports the same versions as before
    }
    had.profiles = profiles;
    had.program = program;
    return updateOutdatedDesks();
}

QList<DeskName> OutdatedDeskDetector::setDeskGone(const DeskName &desk, bool isDeskGone)
{
    const auto had = m_reportedVersions.find(desk);
    return had != m_reportedVersions.end() && std::exchange(had->isDeskGone, isDeskGone) != isDeskGone ? updateOutdatedDesks() : QList<DeskName>();
}

QList<DeskName> OutdatedDeskDetector::removeDesk(const DeskName &desk)
{
    return m_reportedVersions.remove(desk) ? updateOutdatedDesks() : QList<DeskName>();
}

/// The newest program version that makes older ones count as out of date. A version newer than the board's own is ignored until two desks have it.
QVersionNumber OutdatedDeskDetector::newestProgram() const
{
    QVersionNumber newest;
    QSet<QVersionNumber> seen;
    for (const ReportedVersions &had : m_reportedVersions) {
        if (!had.isDeskGone && (had.program <= m_runningVersion || seen.contains(had.program))) {
            newest = std::max(newest, had.program);
        }
        if (!had.isDeskGone) {
            seen.insert(had.program);
        }
    }
    return newest;
}

QList<DeskName> OutdatedDeskDetector::updateOutdatedDesks()
{
    QHash<QString, Profile> newest;
    for (const ReportedVersions &had : std::as_const(m_reportedVersions)) {
        if (had.isDeskGone) {
            continue;
        }
        for (const Profile &profile : had.profiles) {
            Profile &best = newest[profile.id];
            if (!best.profileFilesChangedAt.isValid() || profile.profileFilesChangedAt > best.profileFilesChangedAt) {
                best = profile;
            }
        }
    }
    const QVersionNumber program = newestProgram();
    QList<DeskName> changed;
    for (auto had = m_reportedVersions.begin(); had != m_reportedVersions.end(); ++had) {
        const bool isOldProfile = std::ranges::any_of(had->profiles, [&newest](const Profile &profile) {
            const Profile best = newest.value(profile.id);
            return best.profileFilesChangedAt.isValid() && best.version != profile.version && best.profileFilesChangedAt > profile.profileFilesChangedAt;
        });
        const bool isOldProgram = !had->program.isNull() && had->program < program;
        if (isOldProfile != had->hasOutdatedProfile || isOldProgram != had->hasOutdatedProgram) {
            had->hasOutdatedProfile = isOldProfile;
            had->hasOutdatedProgram = isOldProgram;
            changed.append(had.key());
        }
    }
    return changed;
}

bool OutdatedDeskDetector::hasOutdatedProfile(const DeskName &desk) const
{
    return m_reportedVersions.value(desk).hasOutdatedProfile;
}

bool OutdatedDeskDetector::hasOutdatedProgram(const DeskName &desk) const
{
    return m_reportedVersions.value(desk).hasOutdatedProgram;
}
}
