// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QVersionNumber>

namespace Nightdesk
{
/// Which desks are behind: with a profile of which another desk has a later one, or with an older program. Pure.
class BoardVersions
{
public:
    /// What @p desk has now. Those whose judgement changed by it, that one included.
    QList<DeskName> set(const DeskName &desk, const BoardWire::DeskState &state);
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
        bool isOldProfile = false;
        bool isOldProgram = false;
    };
    QList<DeskName> judge();

    QHash<DeskName, Had> m_desks;
};
}
