// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/effectiveprofiletext.h"

#include "sessions/profiles/toml/tomltext.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// The column at which comments are aligned is not wider than this. After a longer value, the comment follows directly.
constexpr qsizetype widestColumn = 56;

QString originKindName(ValueOrigin::Kind kind)
{
    switch (kind) {
    case ValueOrigin::Kind::Default:
        return u"default"_s;
    case ValueOrigin::Kind::Facility:
        return u"facility"_s;
    case ValueOrigin::Kind::FacilityDefault:
        return u"facility-default"_s;
    case ValueOrigin::Kind::Group:
        return u"group"_s;
    case ValueOrigin::Kind::Profile:
        return u"profile"_s;
    case ValueOrigin::Kind::Site:
        return u"site"_s;
    }
    return {};
}

QJsonValue asJson(const TomlNode &node)
{
    switch (node.kind) {
    case TomlNode::Kind::Boolean:
        return node.boolean;
    case TomlNode::Kind::Integer:
        return node.integer;
    case TomlNode::Kind::Float:
        return node.text.toDouble();
    case TomlNode::Kind::Array: {
        QJsonArray array;
        for (const TomlNode &item : node.items) {
            array.append(asJson(item));
        }
        return array;
    }
    case TomlNode::Kind::Table: {
        QJsonObject object;
        for (const TomlEntry &entry : node.entries()) {
            object.insert(entry.key, asJson(entry.value));
        }
        return object;
    }
    default:
        return node.text;
    }
}
}

EffectiveProfileText::EffectiveProfileText(const QString &directory)
    : m_relativePathBaseDirectory(directory)
{
}

QString EffectiveProfileText::shortenedPath(const QString &path) const
{
    if (m_relativePathBaseDirectory.isEmpty()) {
        return path;
    }
    const QString relative = QDir(m_relativePathBaseDirectory).relativeFilePath(QFileInfo(path).absoluteFilePath());
    return relative.startsWith("../"_L1) ? path : relative;
}

QString EffectiveProfileText::origin(const EffectiveValue &value) const
{
    if (value.writtenValue.place.line <= 0) {
        return i18nc("@info:shell where a value comes from: nobody wrote it", "default");
    }
    const QString place = u"%1:%2"_s.arg(shortenedPath(value.writtenValue.place.file), QString::number(value.writtenValue.place.line));
    QString text = place;
    switch (value.origin.kind) {
    case ValueOrigin::Kind::FacilityDefault:
        text = i18nc("@info:shell where a value comes from; %1: file and line, [default] is a table of facility.toml", "%1, [default]", place);
        break;
    case ValueOrigin::Kind::Group:
        text = i18nc("@info:shell where a value comes from; %1: file and line, %2: a name", "%1, group %2", place, value.origin.name);
        break;
    case ValueOrigin::Kind::Site:
        text = i18nc("@info:shell where a value comes from; %1: file and line, %2: a name", "%1, site %2", place, value.origin.name);
        break;
    default:
        break;
    }
    return value.differsFromWrittenValue() ? i18nc("@info:shell where a value comes from; %1: file and line, %2: the value with its variables",
                                                   "%1: %2",
                                                   text,
                                                   TomlText::formattedValue(value.writtenValue))
                                           : text;
}

QString EffectiveProfileText::toml(const QList<EffectiveTable> &tables) const
{
    QString text;
    for (const EffectiveTable &table : tables) {
        if (table.values.isEmpty()) {
            continue;
        }
        if (!text.isEmpty()) {
            text += u'\n';
        }
        if (const QString header = table.header(); !header.isEmpty()) {
            text += header + u'\n';
        }
        QStringList lines;
        qsizetype column = 0;
        for (const EffectiveValue &value : table.values) {
            // The key of a nested table is already dotted and quoted.
            const QString key = value.isInNestedTable ? value.key : TomlText::formattedKey(value.key);
            lines.append(key + u" = "_s + TomlText::formattedValue(value.value));
            if (lines.last().size() <= widestColumn) {
                column = std::max(column, lines.last().size());
            }
        }
        for (qsizetype i = 0; i < lines.size(); ++i) {
            text += lines.at(i).leftJustified(column) + u"  # "_s + origin(table.values.at(i)) + u'\n';
        }
    }
    return text;
}

QJsonArray EffectiveProfileText::json(const QList<EffectiveTable> &tables) const
{
    QJsonArray result;
    for (const EffectiveTable &table : tables) {
        QJsonArray values;
        for (const EffectiveValue &value : table.values) {
            QJsonObject origin{{u"kind"_s, originKindName(value.origin.kind)}};
            if (!value.origin.name.isEmpty()) {
                origin.insert(u"name"_s, value.origin.name);
            }
            if (value.writtenValue.place.line > 0) {
                origin.insert(u"file"_s, shortenedPath(value.writtenValue.place.file));
                origin.insert(u"line"_s, value.writtenValue.place.line);
                origin.insert(u"column"_s, value.writtenValue.place.column);
            }
            QJsonObject object{{u"key"_s, value.key}, {u"value"_s, asJson(value.value)}, {u"origin"_s, origin}};
            if (value.differsFromWrittenValue()) {
                object.insert(u"written"_s, asJson(value.writtenValue));
            }
            values.append(object);
        }
        QJsonObject object{{u"table"_s, table.key}, {u"values"_s, values}};
        if (!table.id.isEmpty()) {
            object.insert(u"id"_s, table.id);
        }
        result.append(object);
    }
    return result;
}
}
