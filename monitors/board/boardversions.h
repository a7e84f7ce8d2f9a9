// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QVersionNumber>

namespace Nightdesk
{
/// Which desks are out of date: another desk has a later version of a profile, or a newer program. A single desk does not make all others
/// out of date by a wrong clock or by a program version that only it has, nor after it has closed. Pure. Owned by Board.
class BoardVersions
{
public:
    /// @p own: the version of the running program.
    explicit BoardVersions(const QVersionNumber &own);

    // setReportedVersions(), setDeskGone() and remove() return the desks whose hasOldProfile() or hasOldProgram() changed, which may
    // include @p desk.
    QList<DeskName> setReportedVersions(const DeskName &desk, const BoardWire::DeskState &state, const QDateTime &utc); ///< @p desk reports its versions
    /// @p isDeskGone: the desk is gone, so its versions do not make other desks out of date
    QList<DeskName> setDeskGone(const DeskName &desk, bool isDeskGone);
    QList<DeskName> remove(const DeskName &desk);

    bool hasOldProfile(const DeskName &desk) const;
    bool hasOldProgram(const DeskName &desk) const;

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
        bool isOldProfile = false;
        bool isOldProgram = false;
    };
    QList<DeskName> updateOutdatedDesks();
    QVersionNumber newestProgram() const;

    const QVersionNumber m_runningVersion;
    QHash<DeskName, ReportedVersions> m_reportedVersions;
};
}
