// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QVersionNumber>

namespace Nightdesk
{
/// Which desks are behind: with a profile of which another desk has a later one, or with an older program. No one desk makes all
/// others old by a clock that is wrong, by a program that nobody else has, or after it has gone. Pure. Owned by Board.
class BoardVersions
{
public:
    /// @p own: the program's version here.
    explicit BoardVersions(const QVersionNumber &own);

    // Those whose judgement changed by it are returned, that one included.
    QList<DeskName> set(const DeskName &desk, const BoardWire::DeskState &state, const QDateTime &utc); ///< what it has now
    QList<DeskName> setGone(const DeskName &desk, bool isGone); ///< nobody else is measured by it
    QList<DeskName> remove(const DeskName &desk);

    bool hasOldProfile(const DeskName &desk) const;
    bool hasOldProgram(const DeskName &desk) const;

private:
    struct Profile {
        QString id;
        QString version;
        QDateTime changed;
        bool operator==(const Profile &) const = default;
    };
    struct Had {
        QList<Profile> profiles;
        QVersionNumber program;
        bool isGone = false;
        bool isOldProfile = false;
        bool isOldProgram = false;
    };
    QList<DeskName> judge();
    QVersionNumber newestProgram() const;

    const QVersionNumber m_own;
    QHash<DeskName, Had> m_desks;
};
}
