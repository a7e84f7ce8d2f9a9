// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/explainedmistakes.h"

#include "sessions/profiles/problems.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr auto compression = "compression"_L1;

/// The old name of a key, and the line to write instead.
struct RenamedKey {
    TableId table = TableId::Window;
    QLatin1StringView oldName;
    QLatin1StringView replacement;
};
constexpr RenamedKey renamedKeys[] = {
    {TableId::Window, "warm-at"_L1, "preload-at"_L1},
    {TableId::Window, "copies"_L1, "single-instance = true (for copies = \"one\")"_L1},
    {TableId::WindowArguments, "warm"_L1, "preload"_L1},
};

QString renamedKeyText(const QString &old, const QString &line)
{
    return i18nc("@info an error in a profile; %1: an old key or value, %2: what to write in its place", "“%1” was renamed: write %2", old, line);
}

bool isNumber(const TomlNode &value)
{
    const bool isDigits = value.kind == TomlNode::Kind::Text && !value.text.isEmpty() && std::ranges::all_of(value.text, [](QChar c) {
                              return c.isDigit();
                          });
    return isDigits || value.kind == TomlNode::Kind::Integer || value.kind == TomlNode::Kind::Float;
}
}

QString unknownKeyExplanation(TableId table, const QString &key)
{
    for (const RenamedKey &one : renamedKeys) {
        if (one.table == table && one.oldName == key) {
            return renamedKeyText(key, one.replacement);
        }
    }
    QString plain = key.toLower();
    plain.remove(u'-').remove(u'_');
    const KeyInfo *info = findKey(table, compression);
    if (info && plain == "compressionlevel"_L1) {
        return problemText(
            i18nc("@info an error in a profile; %1: a key in quotes",
                  "%1 is not a key, because a level does not change what the remote host sends",
                  quoted(key)),
            i18nc("@info what a profile expects; %1: a key in quotes, %2: its values", "%1 to be %2", quoted(compression), valueExpectation(*info)));
    }
    return {};
}

QString wrongValueExplanation(const KeyInfo &key, const TomlNode &value)
{
    if (key.table == TableId::Link && key.name == compression && isNumber(value)) {
        return problemText(i18nc("@info an error in a profile; %1: a key in quotes",
                                 "%1 has no level, because a level does not change what the remote host sends",
                                 quoted(key.name)),
                           valueExpectation(key));
    }
    if (key.table == TableId::Window && key.name == "start"_L1 && value.text == "warm"_L1) {
        return renamedKeyText(value.text, u"start = \"preload\""_s);
    }
    return {};
}

QString kindInWords(const TomlNode &node)
{
    switch (node.kind) {
    case TomlNode::Kind::Text:
        return i18nc("@info the kind of a value in a profile", "text");
    case TomlNode::Kind::Integer:
    case TomlNode::Kind::Float:
        return i18nc("@info the kind of a value in a profile; %1: a number", "the number %1", node.text);
    case TomlNode::Kind::Boolean:
        return i18nc("@info the kind of a value in a profile; %1: true or false", "the word %1 without quotes", node.boolean ? u"true"_s : u"false"_s);
    case TomlNode::Kind::DateTime:
        return i18nc("@info the kind of a value in a profile", "a date or time");
    case TomlNode::Kind::Array:
        return i18nc("@info the kind of a value in a profile", "a list");
    case TomlNode::Kind::Table:
        return i18nc("@info the kind of a value in a profile", "a table");
    case TomlNode::Kind::Broken:
        break;
    }
    return {};
}

QString wrongKindExplanation(const KeyInfo &key, const TomlNode &value)
{
    if (const QString explained = wrongValueExplanation(key, value); !explained.isEmpty()) {
        return explained;
    }
    return problemText(i18nc("@info an error in a profile; %1: a key in quotes, %2: a kind of value", "%1 is %2", quoted(key.name), kindInWords(value)),
                       valueExpectation(key));
}
}
