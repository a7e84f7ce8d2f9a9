// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomltext.h"

#include "sessions/profiles/textsof.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::TomlText
{
QString quotedString(const QString &text)
{
    static const QHash<QChar, QString> escapes{{u'"', u"\\\""_s}, {u'\\', u"\\\\"_s}, {u'\n', u"\\n"_s}, {u'\r', u"\\r"_s}, {u'\t', u"\\t"_s}};
    QString result = u"\""_s;
    for (const QChar c : text) {
        const auto escape = escapes.constFind(c);
        if (escape != escapes.cend()) {
            result += *escape;
        } else if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format || c.category() == QChar::Separator_Line
                   || c.category() == QChar::Separator_Paragraph) {
            // Escapes invisible characters, including those that change the direction of a line, so that a person sees
            // them.
            result += u"\\u%1"_s.arg(uint(c.unicode()), 4, 16, QChar(u'0'));
        } else {
            result += c;
        }
    }
    return result + u'"';
}

QString formattedKey(const QString &key)
{
    const bool isBare = !key.isEmpty() && std::ranges::all_of(key, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'-' || c == u'_';
    });
    return isBare ? key : quotedString(key);
}

QString formattedValue(const TomlNode &node)
{
    QStringList parts;
    switch (node.kind) {
    case TomlNode::Kind::Broken:
        return {};
    case TomlNode::Kind::Text:
        return quotedString(node.text);
    case TomlNode::Kind::Boolean:
        return node.boolean ? u"true"_s : u"false"_s;
    case TomlNode::Kind::Integer:
        return QString::number(node.integer);
    case TomlNode::Kind::Float:
    case TomlNode::Kind::DateTime:
        return node.text;
    case TomlNode::Kind::Array:
        return u"[%1]"_s.arg(textsOf(node.items, formattedValue).join(", "_L1));
    case TomlNode::Kind::Table:
        for (const TomlEntry &entry : node.entries()) {
            parts.append(formattedKey(entry.key) + u" = "_s + formattedValue(entry.value));
        }
        return parts.isEmpty() ? u"{}"_s : u"{ %1 }"_s.arg(parts.join(", "_L1));
    }
    return {};
}
}
