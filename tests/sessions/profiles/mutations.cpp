// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/profiles/mutations.h"

#include "sessions/profiles/format/keytable.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
/// The key of that name in any table; tables do not disagree about types of keys that are mutated here by type.
const KeyInfo *anyKey(const QString &name, KeyType type)
{
    for (const KeyInfo &key : keyTable()) {
        if (key.name == name && key.type == type) {
            return &key;
        }
    }
    return nullptr;
}

bool isVariable(const QString &table, const QString &key)
{
    return table == "variables"_L1 || table.endsWith(".variables"_L1) || key.startsWith("variables."_L1) || key.contains(".variables."_L1);
}

bool isText(const QString &value)
{
    return value.size() > 2 && value.startsWith(u'"') && value.endsWith(u'"') && value.count(u'"') == 2;
}

bool isList(const QString &value)
{
    return value.startsWith(u'[') && value.endsWith(u']');
}
}

Mutations::Mutations(const QByteArray &text, quint32 seed)
    : m_text(text)
    , m_lines(read(text))
    , m_random(seed)
{
}

QList<Mutations::Line> Mutations::read(const QByteArray &text)
{
    QList<Line> result;
    QString table;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (int i = 0; i < lines.size(); ++i) {
        QString code = lines.at(i);
        bool inText = false;
        for (qsizetype at = 0; at < code.size(); ++at) {
            if (code[at] == u'"') {
                inText = !inText;
            } else if (code[at] == u'#' && !inText) {
                code.truncate(at);
            }
        }
        while (!code.isEmpty() && code.back().isSpace()) {
            code.chop(1);
        }
        Line line{.number = i + 1, .before = {}, .header = {}, .table = table, .key = {}, .value = {}, .after = lines.at(i).sliced(code.size())};
        static const QRegularExpression statement(u"\\A(\\s*)([\\w.-]+) = (.+)\\z"_s);
        if (code.startsWith(u'[')) {
            line.header = code;
            table = code;
            table.remove(u'[').remove(u']');
            line.table = table;
        } else if (const auto match = statement.match(code); match.hasMatch()) {
            line.before = match.captured(1);
            line.key = match.captured(2);
            line.value = match.captured(3);
        }
        result.append(line);
    }
    return result;
}

QString Mutations::lastKey(const Line &line) const
{
    return line.key.section(u'.', -1);
}

QString Mutations::withoutValue(const Line &line)
{
    return line.before + line.key + u" = "_s;
}

QByteArray Mutations::with(int number, const QString &replacement) const
{
    QList<QByteArray> lines = m_text.split('\n');
    lines[number - 1] = replacement.toUtf8();
    return lines.join('\n');
}

QSet<int> Mutations::linesThatName(const QString &text) const
{
    QSet<int> result;
    const QRegularExpression name(u"(?<![\\w-])"_s + QRegularExpression::escape(text) + u"(?![\\w-])"_s);
    const QStringList lines = QString::fromUtf8(m_text).split(u'\n');
    for (int i = 0; i < lines.size(); ++i) {
        if (name.match(lines.at(i)).hasMatch()) {
            result.insert(i + 1);
        }
    }
    return result;
}

QSet<int> Mutations::withOverridden(QSet<int> lines) const
{
    QSet<QString> keys;
    for (const Line &line : m_lines) {
        if (lines.contains(line.number) && line.key.contains(u'.')) {
            keys.insert(lastKey(line));
        }
    }
    for (const Line &line : m_lines) {
        if (!line.key.isEmpty() && keys.contains(lastKey(line))) {
            lines.insert(line.number);
        }
    }
    return lines;
}

void Mutations::add(const QString &what, const Line &line, const QString &replacement, const QSet<int> &alsoTrue)
{
    m_made.append({what, Mutation{u"%1: %2"_s.arg(what, replacement), with(line.number, replacement), {line.number}, alsoTrue}});
}

void Mutations::headers(const Line &line)
{
    const QString name = line.table;
    const QString close = line.header.startsWith("[["_L1) ? u"]]"_s : u"]"_s;
    const QString open = close.size() == 2 ? u"[["_s : u"["_s;
    QSet<int> here = linesThatName(name.section(u'.', -1));
    for (const Line &other : std::as_const(m_lines)) {
        if (other.table == name) {
            here.insert(other.number);
            if (isVariable(name, other.key)) {
                here.unite(linesThatName(other.key));
            }
        }
    }
    const QSet<int> named = withOverridden(here);
    add(u"leave a header open"_s, line, open + name + line.after);
    add(u"put a word behind a header"_s, line, line.header + u" word"_s + line.after);
    // The keys below are then in the table before; all of them may be told.
    QSet<int> below = named;
    for (const Line &other : std::as_const(m_lines)) {
        if (other.table == name && other.number > line.number) {
            below.insert(other.number);
        }
        if (!other.header.isEmpty() && other.number < line.number) {
            below.insert(other.number);
        }
    }
    add(u"begin a header without a bracket"_s, line, name + close + line.after, below);
    add(u"put a blank into a header"_s, line, open + name.first(1) + u" "_s + name.sliced(1) + close, below);
    add(u"misspell a header"_s, line, open + name.first(2) + u"q"_s + name.sliced(2) + close, below);
    if (close.size() == 1) {
        add(u"make a table a list of tables"_s, line, u"["_s + line.header + u"]"_s, below);
        Line second = line;
        ++second.number;
        QList<QByteArray> lines = m_text.split('\n');
        lines.insert(line.number, line.header.toUtf8());
        m_made.append({u"a header twice"_s, Mutation{u"a header twice: "_s + line.header, lines.join('\n'), {line.number + 1}}});
    } else {
        add(u"close a header once of two"_s, line, open + name + u"]"_s + line.after);
        add(u"open a header once of two"_s, line, u"["_s + name + close + line.after);
    }
    if (name.startsWith("site."_L1)) {
        // In a profile the facility has no such site; in facility.toml it is profiles that miss it.
        add(u"name an unknown site"_s, line, u"[site.q"_s + name.sliced(5) + u"]"_s, named);
        if (line.number > 0 && !m_text.startsWith("id")) {
            m_made.last().first = m_text.contains("\nid = ") && m_text.indexOf("\nid = ") < m_text.indexOf("\n[") ? u"name an unknown site"_s : QString();
        }
    }
}

void Mutations::keys(const Line &line)
{
    const QString last = lastKey(line);
    const QString path = line.key.chopped(last.size());
    const QSet<int> named = withOverridden(last == "id"_L1 ? linesThatName(QString(line.value).remove(u'"')) : QSet<int>{line.number});
    if (!isVariable(line.table, line.key) && !line.key.startsWith("screen-sizes."_L1)) {
        const auto at = std::uniform_int_distribution<qsizetype>(1, last.size())(m_random);
        const QString wrong = last.first(at) + u"q"_s + last.sliced(at);
        add(u"misspell a key"_s, line, line.before + path + wrong + u" = "_s + line.value + line.after, named);
    }
    add(u"forget the equals sign"_s, line, line.before + line.key + u" "_s + line.value + line.after, named);
    add(u"write a colon for the equals sign"_s, line, line.before + line.key + u": "_s + line.value + line.after, named);
    add(u"forget the value"_s, line, withoutValue(line) + line.after, named);
    add(u"write two equals signs"_s, line, withoutValue(line) + u"= "_s + line.value, named);
    add(u"put a character into a key"_s, line, line.before + line.key.first(1) + u"!"_s + line.key.sliced(1) + u" = "_s + line.value, named);
    QList<QByteArray> lines = m_text.split('\n');
    lines.insert(line.number, lines.at(line.number - 1));
    m_made.append({u"a key twice"_s, Mutation{u"a key twice: "_s + line.key, lines.join('\n'), {line.number + 1}}});
    lines = m_text.split('\n');
    lines.insert(line.number, "%%%");
    m_made.append({u"a line of nonsense"_s, Mutation{u"a line of nonsense behind "_s + line.key, lines.join('\n'), {line.number + 1}}});
}

void Mutations::texts(const Line &line)
{
    const QString last = lastKey(line);
    const QString start = withoutValue(line);
    const QString inner = isText(line.value) ? line.value.chopped(1).sliced(1) : QString();
    const QSet<int> named = withOverridden(last == "id"_L1 ? linesThatName(inner) : QSet<int>{line.number});
    if (line.value.contains(u'"')) {
        const qsizetype close = line.value.lastIndexOf(u'"');
        const qsizetype first = line.value.indexOf(u'"');
        add(u"forget a closing quotation mark"_s, line, start + line.value.first(close) + line.value.sliced(close + 1) + line.after, named);
        add(u"forget an opening quotation mark"_s, line, start + line.value.first(first) + line.value.sliced(first + 1) + line.after, named);
        add(u"a control character"_s, line, start + line.value.first(first + 1) + QChar(7) + line.value.sliced(first + 1) + line.after, named);
        add(u"a backslash"_s, line, start + line.value.first(first + 1) + u"\\q"_s + line.value.sliced(first + 1) + line.after, named);
        add(u"typographic quotation marks"_s, line, start + QString(line.value).replace(u'"', u'\u201d') + line.after, named);
        QByteArray bytes = m_text;
        QList<QByteArray> lines = m_text.split('\n');
        lines[line.number - 1].insert(lines[line.number - 1].indexOf('"') + 1, '\xE9');
        m_made.append({u"a byte that is not UTF-8"_s, Mutation{u"a byte that is not UTF-8 in "_s + line.key, lines.join('\n'), {line.number}, named}});
    }
    if (isText(line.value)) {
        add(u"forget both quotation marks"_s, line, start + inner + line.after, named);
        if (!isVariable(line.table, line.key)) {
            add(u"a number for a text"_s, line, start + u"7"_s + line.after, named);
            add(u"a list for a text"_s, line, start + u"["_s + line.value + u"]"_s + line.after, named);
            add(u"a date for a text"_s, line, start + u"2026-11-21"_s + line.after, named);
            add(u"an empty text"_s, line, start + u"\"\""_s + line.after, named);
        }
        if (anyKey(last, KeyType::Choice)) {
            add(u"misspell a choice"_s, line, start + u"\"q"_s + inner + u"\""_s + line.after);
        }
        if (anyKey(last, KeyType::Geometry)) {
            add(u"a geometry that is none"_s, line, start + u"\"99999x1+0+0\""_s + line.after);
        }
        if (anyKey(last, KeyType::VncDisplayNumber)) {
            add(u"a display out of range"_s, line, start + u"\":70000\""_s + line.after);
        }
    }
    if (anyKey(last, KeyType::Integer) && !isText(line.value)) {
        add(u"a number out of range"_s, line, start + u"70000"_s + line.after);
        add(u"a negative number"_s, line, start + u"-1"_s + line.after);
        add(u"a number that begins with 0"_s, line, start + u"0"_s + line.value + line.after);
        add(u"a text for a number"_s, line, start + u"\""_s + line.value + u"\""_s + line.after);
    }
    if (anyKey(last, KeyType::Boolean) && (line.value == u"true" || line.value == u"false")) {
        add(u"yes for true"_s, line, start + u"yes"_s + line.after);
        add(u"a text for true"_s, line, start + u"\"true\""_s + line.after);
    }
}

void Mutations::lists(const Line &line)
{
    const QString start = withoutValue(line);
    const bool isTable = line.value.startsWith(u'{') && line.value.endsWith(u'}');
    if (!isList(line.value) && !isTable) {
        return;
    }
    const QString inner = line.value.chopped(1).sliced(1);
    add(isTable ? u"forget a closing brace"_s : u"forget a closing bracket"_s, line, start + line.value.chopped(1) + line.after);
    add(isTable ? u"forget an opening brace"_s : u"forget an opening bracket"_s, line, start + line.value.sliced(1).trimmed() + line.after);
    add(u"close a bracket twice"_s, line, start + line.value + line.value.back() + line.after);
    if (const qsizetype comma = line.value.indexOf(u','); comma > 0) {
        add(u"forget a comma"_s, line, start + line.value.first(comma) + line.value.sliced(comma + 1) + line.after);
        add(u"two commas"_s, line, start + line.value.first(comma) + u","_s + line.value.sliced(comma) + line.after);
    }
    if (!isTable) {
        add(u"a number in a list of texts"_s, line, start + u"["_s + inner + (inner.isEmpty() ? u""_s : u", "_s) + u"7]"_s + line.after);
        add(u"a text for a list"_s, line, start + u"\"one\""_s + line.after);
        if (anyKey(lastKey(line), KeyType::Command)) {
            add(u"an empty command"_s, line, start + u"[]"_s + line.after);
        }
    }
}

void Mutations::names(const Line &line)
{
    const QString last = lastKey(line);
    const QString start = withoutValue(line);
    const QString inner = isText(line.value) ? line.value.chopped(1).sliced(1) : QString();
    if (isText(line.value) && anyKey(last, KeyType::LinkName)) {
        add(u"name an unknown link"_s, line, start + u"\"q"_s + inner + u"\""_s + line.after);
    }
    if (isText(line.value) && anyKey(last, KeyType::ScreenName)) {
        add(u"name an unknown screen"_s, line, start + u"\"q"_s + inner + u"\""_s + line.after);
    }
    if (last == "include"_L1) {
        add(u"include an unknown group"_s,
            line,
            start + QString(line.value).replace(line.value.indexOf(u'"'), 1, u"\"q"_s) + line.after,
            linesThatName(u"group"_s));
    }
    static const QRegularExpression variable(u"(?<!\\{)\\{(\\w+)\\}"_s);
    if (const auto match = variable.match(line.value); match.hasMatch() && line.value.contains(u'"') && !isVariable(line.table, line.key)) {
        add(u"an undefined variable"_s, line, start + QString(line.value).replace(match.capturedStart(), 1, u"{q"_s) + line.after);
        add(u"a variable that is not closed"_s, line, start + QString(line.value).remove(match.capturedEnd() - 1, 1) + line.after);
    }
    if (line.key.contains(u'.') && line.table.startsWith("site."_L1) && line.key.count(u'.') == 2) {
        const QString id = line.key.section(u'.', 1, 1);
        add(u"override what is not there"_s,
            line,
            line.before + QString(line.key).replace(u"."_s + id + u"."_s, u".q"_s + id + u"."_s) + u" = "_s + line.value + line.after,
            withOverridden({line.number}));
    }
}

QList<Mutation> Mutations::make(int each)
{
    m_made.clear();
    for (const Line &line : std::as_const(m_lines)) {
        if (!line.header.isEmpty()) {
            headers(line);
        } else if (!line.key.isEmpty()) {
            keys(line);
            texts(line);
            lists(line);
            names(line);
        }
    }
    QHash<QString, int> taken;
    std::ranges::shuffle(m_made, m_random);
    QList<Mutation> result;
    for (const auto &[kind, mutation] : std::as_const(m_made)) {
        if (!kind.isEmpty() && taken[kind]++ < each) {
            result.append(mutation);
        }
    }
    return result;
}
}
