// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/valueorigins.h"

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomldocument.h"

using namespace Qt::StringLiterals;

namespace Nightdesk
{
void ValueOrigins::addFile(QByteArrayView text, const QString &file, ValueOrigin::Kind kind)
{
    Problems reportedByTheReader;
    if (const std::optional<TomlNode> root = TomlDocument::read(text, file, reportedByTheReader)) {
        addOriginsOfFile(*root, kind);
    }
}

ValueOrigin ValueOrigins::originAt(const SourcePlace &place) const
{
    return m_originsByPlace.value(place.toString());
}

void ValueOrigins::addOriginsOfFile(const TomlNode &root, ValueOrigin::Kind kind)
{
    const bool isFacility = kind == ValueOrigin::Kind::Facility;
    for (const TomlEntry &entry : root.entries()) {
        const bool isSite = entry.key == "site"_L1;
        if (entry.value.isTable() && (isSite || (isFacility && entry.key == "group"_L1))) {
            for (const TomlEntry &named : entry.value.entries()) {
                addNestedValues(named.value, {isSite ? ValueOrigin::Kind::Site : ValueOrigin::Kind::Group, named.key});
            }
        } else if (isFacility && entry.key == "default"_L1) {
            addNestedValues(entry.value, {ValueOrigin::Kind::FacilityDefault, {}});
        } else {
            addNestedValues(entry.value, {kind, {}});
        }
    }
}

void ValueOrigins::addNestedValues(const TomlNode &node, const ValueOrigin &origin)
{
    if (node.place.line > 0) {
        m_originsByPlace.insert(node.place.toString(), origin);
    }
    for (const TomlEntry &entry : node.entries()) {
        addNestedValues(entry.value, origin);
    }
    for (const TomlNode &item : node.items) {
        addNestedValues(item, origin);
    }
}
}
