// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/tomlnode.h"

#include <QByteArrayView>
#include <QHash>

namespace Nightdesk
{
/// Where an effective value comes from.
struct ValueOrigin {
    enum class Kind {
        Default, ///< not written in any file: the key's own default
        Facility, ///< facility.toml, for all profiles
        FacilityDefault, ///< [default.KIND] of facility.toml
        Group, ///< [group.NAME] of facility.toml
        Profile, ///< the profile's own file
        Site ///< an override at one site, of the facility or of the profile
    };
    Kind kind = Kind::Default;
    QString name; ///< name of the group or site
    bool operator==(const ValueOrigin &) const = default;
};

/// Determines from a value's place in which part of a file it was written. Pure. Made by the command `nightdesk show` and by Draft for one profile.
class ValueOrigins
{
public:
    /// Records the places of all values that are written in a file. @p kind: Facility or Profile.
    void addFile(QByteArrayView text, const QString &file, ValueOrigin::Kind kind);

    ValueOrigin originAt(const SourcePlace &place) const;

private:
    void addOriginsOfFile(const TomlNode &root, ValueOrigin::Kind kind);
    void addNestedValues(const TomlNode &node, const ValueOrigin &origin);

    QHash<QString, ValueOrigin> m_originsByPlace; // by SourcePlace::toString() of the value's place
};
}
