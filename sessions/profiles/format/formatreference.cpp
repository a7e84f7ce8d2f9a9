// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/formatreference.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString markdownCodeSpan(const QString &text)
{
    return u'`' + text + u'`';
}

/// Escapes text for a table cell.
QString escapedCell(QString text)
{
    return text.replace(u'|', "\\|"_L1).replace(u'<', "&lt;"_L1);
}

bool holdsTables(const KeyInfo &key)
{
    return key.type == KeyType::Table || key.type == KeyType::TablesById || key.type == KeyType::TableList;
}

/// A table's title in Markdown.
QString markdownTableTitle(TableId table)
{
    const QString title = FormatReference::title(table);
    const QString spelling = tableSpelling(table);
    return title.startsWith(spelling) ? QString(markdownCodeSpan(spelling) + title.sliced(spelling.size())) : title;
}

/// The anchor of a heading in a link: letters, digits and dashes, in lower case.
QString headingAnchor(const QString &heading)
{
    static const QRegularExpression others(u"[^a-z0-9_ -]"_s);
    return heading.toLower().remove(others).replace(u' ', u'-');
}

QString tableHeading(TableId table)
{
    QString title = markdownTableTitle(table);
    title[0] = title.at(0).toUpper();
    return title;
}

QString markdownLinkTo(TableId table)
{
    return u"[%1](#%2)"_s.arg(markdownTableTitle(table), headingAnchor(tableHeading(table)));
}

QString valueCell(const KeyInfo &key)
{
    if (key.type == KeyType::Choice) {
        QStringList words;
        for (const KeyChoice &choice : key.choices) {
            words.append(markdownCodeSpan(u'"' + choice.name + u'"'));
        }
        return words.join(u", "_s);
    }
    const QString words = escapedCell(valueExpectationText(key).toString({u"en_US"_s}));
    return holdsTables(key) ? words + u": "_s + markdownLinkTo(key.childTable) : words;
}

QString defaultCell(const KeyInfo &key)
{
    if (key.isRequired) {
        return u"required"_s;
    }
    return key.defaultValue.isEmpty() ? QString() : escapedCell(markdownCodeSpan(key.defaultValue));
}

QString markdownRow(const QStringList &cells)
{
    return u"| "_s + cells.join(" | "_L1) + u" |\n"_s;
}

/// The places where a table is allowed: "`link` of facility.toml, `link` of a profile".
QString allowedPlacesText(TableId table)
{
    QStringList places;
    for (const KeyInfo &key : keyTable()) {
        if (holdsTables(key) && key.childTable == table) {
            places.append(u"%1 of %2"_s.arg(markdownCodeSpan(key.name), markdownLinkTo(key.table)));
        }
    }
    return places.join(", "_L1);
}

QString markdownSectionOfTable(TableId table)
{
    const QList<const KeyInfo *> keys = keysOf(table);
    const bool tellsVariables = std::ranges::any_of(keys, [](const KeyInfo *key) {
        return key->hasVariables;
    });
    const bool tellsSites = FormatReference::mayBeSetElsewhere(table);
    QString text = u"## %1\n\n"_s.arg(tableHeading(table));
    if (const QString places = allowedPlacesText(table); !places.isEmpty()) {
        text += u"Used as %1.\n\n"_s.arg(places);
    }
    if (FormatReference::containsIncompleteTables(table)) {
        text += u"This table sets single keys of connections, desktops and X programs. None is required here.\n\n"_s;
    }
    QStringList titles{u"Key"_s, u"Value"_s, u"Default"_s};
    if (tellsVariables) {
        titles.append(u"Variables"_s);
    }
    if (tellsSites) {
        titles.append(u"At a Site"_s);
    }
    titles += {u"Since"_s, u"Meaning"_s};
    text += markdownRow(titles) + u'|' + u"---|"_s.repeated(titles.size()) + u'\n';
    for (const KeyInfo *key : keys) {
        QStringList cells{markdownCodeSpan(key->name), valueCell(*key), defaultCell(*key)};
        if (tellsVariables) {
            cells.append(key->hasVariables ? u"yes"_s : QString());
        }
        if (tellsSites) {
            cells.append(key->isOverridable ? u"yes"_s : u"no"_s);
        }
        cells += {QString::number(key->sinceFormat), escapedCell(FormatReference::explanation(*key))};
        text += markdownRow(cells);
    }
    return text + u'\n';
}

QString markdownSectionOfVariables()
{
    QString text = u"## Variables\n\nEvery profile has these variables, in addition to those of `[variables]`:\n\n"_s
        + markdownRow({u"Variable"_s, u"Meaning"_s}) + u"|---|---|\n"_s;
    for (const VariableInfo &variable : variableTable()) {
        text += markdownRow({markdownCodeSpan(u"{%1}"_s.arg(variable.name)), escapedCell(QString::fromUtf8(variable.documentation.untranslatedText()))});
    }
    return text;
}
}

QString FormatReference::markdown()
{
    QString text =
        u"<!-- Made from the table of keys by \"nightdesk reference\"; a change here is lost. -->\n"
        "# Profile reference\n\n"
        "This page is for facility staff who write facility.toml and profiles. It lists every key of format %1;\n"
        "[profiles.md](profiles.md) explains how the keys work together.\n\n"
        "- *Variables*: `{variables}` are replaced in the value.\n"
        "- *At a Site*: the key can have another value at one site, and a default for all in `[default]`.\n"
        "- *Since*: the first version of the format that has the key.\n\n"_s.arg(formatVersion);
    for (const TableId table : tables()) {
        text += markdownSectionOfTable(table);
    }
    return text + markdownSectionOfVariables();
}

QString FormatReference::title(TableId table)
{
    if (table == TableId::Profile) {
        return u"a profile"_s;
    }
    const QString spelling = tableSpelling(table);
    const KeyInfo *parent = nullptr;
    bool isShared = false;
    for (const KeyInfo &key : keyTable()) {
        isShared = isShared || (key.table != table && tableSpelling(key.table) == spelling);
        if (!parent && holdsTables(key) && key.childTable == table) {
            parent = &key;
        }
    }
    return isShared && parent ? u"%1 of %2"_s.arg(spelling, title(parent->table)) : spelling;
}

QString FormatReference::explanation(const KeyInfo &key)
{
    QString text = QString::fromUtf8(key.documentation.untranslatedText());
    if (!key.alternativesGroup.isEmpty()) {
        QStringList names;
        for (const KeyInfo *other : keysOf(key.table)) {
            if (other->alternativesGroup == key.alternativesGroup) {
                names.append(other->name);
            }
        }
        text += u" Give exactly one of %1."_s.arg(names.join(", "_L1));
    }
    if (!key.otherRequiredKey.isEmpty()) {
        text += u" Only together with %1."_s.arg(key.otherRequiredKey);
    }
    return text;
}

QList<TableId> FormatReference::tables()
{
    QList<TableId> result;
    for (const KeyInfo &key : keyTable()) {
        if (!result.contains(key.table)) {
            result.append(key.table);
        }
    }
    return result;
}

bool FormatReference::mayBeSetElsewhere(TableId table)
{
    return std::ranges::any_of(keyTable(), [table](const KeyInfo &key) {
        const bool isInside = key.type == KeyType::Table && key.childTable == table && key.table != table;
        return key.childTable == table && (key.mayChildTableBeIncomplete || (isInside && mayBeSetElsewhere(key.table)));
    });
}

bool FormatReference::containsIncompleteTables(TableId table)
{
    return std::ranges::any_of(keysOf(table), &KeyInfo::mayChildTableBeIncomplete);
}
}
