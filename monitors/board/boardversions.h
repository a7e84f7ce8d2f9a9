// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QVersionNumber>

namespace Nightdesk
{
/// Detects desks that are out of date: another desk has a later version of a profile, or a newer program. A single desk does not make all others
/// out of date by a wrong clock or by a program version that only it has, nor after it has closed. Pure. Owned by Board.
class OutdatedDeskDetector
{
public:
    /// @p own: the version of the running program.
    explicit OutdatedDeskDetector(const QVersionNumber &own);

    // setReportedVersions(), setDeskGone() and removeDesk() return the desks whose hasOutdatedProfile() or hasOutdatedProgram() changed, which may
    // include @p desk.
    QList<DeskName> setReportedVersions(const DeskName &desk, const BoardWire::DeskState &state, const QDateTime &utc); ///< @p desk reports its versions
    /// @p isDeskGone: true: the desk has closed, so its versions no longer make other desks out of date.
    QList<DeskName> setDeskGone(const DeskName &desk, bool isDeskGone);
    QList<DeskName> removeDesk(const DeskName &desk);

    bool hasOutdatedProfile(const DeskName &desk) const;
    bool hasOutdatedProgram(const DeskName &desk) const;

private:
    struct Profile {
        QString id;
        QString version;
        QDateTime profileFilesChangedAt;
        bool operator==(const Profile &) const = default;
    };
    struct ReportedVersions {
        QList<Profile> profiles;
        QVersionNumber program;
        bool isDeskGone = false;
        bool hasOutdatedProfile = false;
        bool hasOutdatedProgram = false;
    };
    QList<DeskName> updateOutdatedDesks();
    QVersionNumber newestProgram() const;

    const QVersionNumber m_runningVersion;
    QHash<DeskName, ReportedVersions> m_reportedVersions;
};
}
