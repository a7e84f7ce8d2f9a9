// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// The strings of a JSON array; an entry that is not a string becomes an empty one.
inline QStringList textListFromJson(const QJsonValue &value)
{
    QStringList result;
    for (const QJsonValue &one : value.toArray()) {
        result.append(one.toString());
    }
    return result;
}

template<class Value>
void insertIfKnown(QJsonObject &object, const QString &key, const std::optional<Value> &value)
{
    if (value) {
        object.insert(key, *value);
    }
}

inline void insertIfNotEmpty(QJsonObject &object, const QString &key, const QString &text)
{
    if (!text.isEmpty()) {
        object.insert(key, text);
    }
}
}
