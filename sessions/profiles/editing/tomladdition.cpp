// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/tomladdition.h"

#include "sessions/profiles/facility/profilecopy.h"
#include "sessions/profiles/textsof.h"
#include "sessions/profiles/toml/statementsplitter.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "sessions/profiles/toml/tomltext.h"

#include <KLocalizedString>
#include <KShell>

#include <QRegularExpression>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// The lines of a table that is added.
struct NewTable {
    struct Key {
        QString name;
        QString value; ///< the value in TOML syntax
        TomlAddition::Field field;
    };
    QString firstHeaderWord; ///< first word of the table's header
    QString header;
    QList<Key> keys;
};

/// The text below one header, or above the first header.
struct WrittenBlock {
    QString firstHeaderWord; ///< first word of the header; empty: above the first header
    qsizetype headerLine = 0; ///< line number of the header, from 0
};

/// Rank of a table in the usual order of a file: common tables first, a site's differences last.
int tableRank(const QString &word)
{
    static const QStringList first{QString(), u"variables"_s, u"default"_s, u"link"_s, u"desktop"_s, u"window"_s};
    const auto rank = static_cast<int>(first.indexOf(word));
    return word == "site"_L1 ? 100 : rank >= 0 ? rank : 50;
}

QList<WrittenBlock> blocksOf(const QString &text)
{
    QList<WrittenBlock> blocks{{}};
    Problems problems;
    StatementSplitter splitter(text, {}, problems);
    while (const auto statement = splitter.next()) {
        if (statement->kind != TomlStatement::Kind::Value) {
            const QString word = statement->path.empty() ? u"?"_s : statement->path.front().name;
            blocks.append({.firstHeaderWord = word, .headerLine = statement->place.line - 1});
        }
    }
    return blocks;
}

TomlNode parsedRoot(const QString &text)
{
    Problems problems;
    return TomlDocument::read(text.toUtf8(), {}, problems).value_or(TomlNode());
}

QStringList keysOfTable(const TomlNode &root, const QString &name)
{
    const TomlNode *table = root.table(name);
    return table ? textsOf(table->entries(), &TomlEntry::key) : QStringList();
}

QString textOf(const TomlNode &table, const QString &key)
{
    const TomlEntry *entry = table.find(key);
    return entry && entry->value.kind == TomlNode::Kind::Text ? entry->value.text : QString();
}

/// The lines of a text without line ends, and the position of each.
class TextLines
{
public:
    explicit TextLines(const QString &text)
        : m_text(text)
        , m_lineEnd(text.contains("\r\n"_L1) ? u"\r\n"_s : u"\n"_s)
    {
        for (qsizetype at = 0; at < text.size();) {
            m_lineBegins.append(at);
            const qsizetype next = text.indexOf(u'\n', at);
            at = next < 0 ? text.size() : next + 1;
        }
    }

    qsizetype count() const
    {
        return m_lineBegins.size();
    }
    qsizetype begin(qsizetype line) const
    {
        return line < count() ? m_lineBegins[line] : m_text.size();
    }
    QStringView at(qsizetype line) const
    {
        return QStringView(m_text).sliced(begin(line), begin(line + 1) - begin(line)).trimmed();
    }
    bool isBlank(qsizetype line) const
    {
        return line < 0 || line >= count() || at(line).isEmpty();
    }
    /// Whether the line is a comment. False for a line inside a multi-line string.
    bool isComment(qsizetype line) const
    {
        if (line < 0 || line >= count() || !at(line).startsWith(u'#')) {
            return false;
        }
        return StatementContext::at(m_text, m_text.indexOf(u'#', begin(line)) + 1, TableId::Profile).part == StatementContext::Part::Nothing;
    }
    const QString &lineEnd() const
    {
        return m_lineEnd;
    }
    bool lacksFinalLineEnd() const ///< whether the last line of the text has no line end
    {
        return !m_text.isEmpty() && !m_text.endsWith(u'\n');
    }

private:
    const QString &m_text;
    const QString m_lineEnd;
    QList<qsizetype> m_lineBegins;
};

/// The line after the block that ends before @p next: comments directly after the block belong to it, comments directly above the next header do not.
qsizetype endOfBlock(const TextLines &lines, qsizetype next)
{
    qsizetype end = next;
    while (end > 0 && (lines.isBlank(end - 1) || lines.isComment(end - 1))) {
        --end;
    }
    qsizetype comments = end;
    while (comments < next && lines.isComment(comments)) {
        ++comments;
    }
    return comments == next && next < lines.count() ? end : comments;
}

/// The line before which a table is inserted whose header begins with @p word.
qsizetype insertionLineFor(const QString &word, const QList<WrittenBlock> &blocks, const TextLines &lines)
{
    qsizetype previous = -1; // index of the block after which the new one is inserted
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        if (blocks[i].firstHeaderWord == word) {
            previous = i;
        }
    }
    for (qsizetype i = 1; previous < 0 && i < blocks.size(); ++i) {
        if (tableRank(blocks[i].firstHeaderWord) > tableRank(word)) {
            previous = i - 1;
        }
    }
    const bool isLast = previous < 0 || previous + 1 == blocks.size();
    if (previous < 0) {
        return lines.count();
    }
    return endOfBlock(lines, isLast ? lines.count() : blocks[previous + 1].headerLine);
}

QString commandAsToml(const QString &command, QString &error)
{
    KShell::Errors failure = KShell::NoError;
    const QStringList words = KShell::splitArgs(command, KShell::NoOptions, &failure);
    if (failure != KShell::NoError) {
        error = i18nc("@info a command line", "“%1” is not a valid command: expected that each quote is closed.", command);
    }
    return u'[' + textsOf(words, TomlText::quotedString).join(", "_L1) + u']';
}

/// Returns the id of the connection to answers.host, or answers.host itself if it is the id of a connection. Empty: the text defines no connection to
/// that host, so a new one is needed.
QString idOfExistingConnection(const TomlAddition::Answers &answers, const TomlNode &root, const NamesInUse &names)
{
    if (keysOfTable(root, u"link"_s).contains(answers.host) || names.links.contains(answers.host)) {
        return answers.host;
    }
    if (const TomlNode *links = root.table(u"link"_s); links && !answers.host.isEmpty()) {
        for (const TomlEntry &link : links->entries()) {
            if (textOf(link.value, u"host"_s) == answers.host && (answers.user.isEmpty() || textOf(link.value, u"user"_s) == answers.user)) {
                return link.key;
            }
        }
    }
    return {};
}

QString unusedName(const QString &wanted, const QStringList &taken)
{
    return !taken.contains(wanted) ? wanted : ProfileCopy::unusedId(wanted, [&taken](const QString &name) {
        return taken.contains(name);
    });
}

/// Returns an id for a connection to @p host: the first part of its name, or "summit" for an IP address, whose numbers
/// do not describe the host.
QString connectionIdFromHostName(const QString &host)
{
    static const QRegularExpression number(u"^[0-9.:]+$"_s);
    const QString id = number.match(host).hasMatch() ? QString() : ProfileCopy::idFromName(host.section(u'.', 0, 0));
    return id.isEmpty() ? u"summit"_s : id;
}

NewTable newSiteTable(const TomlAddition::Answers &answers)
{
    static const QRegularExpression between(u"[\\s,;]+"_s);
    const QStringList screens = textsOf(answers.screens.split(between, Qt::SkipEmptyParts), TomlText::quotedString);
    return {.firstHeaderWord = u"site"_s,
            .header = u"[site."_s + TomlText::formattedKey(answers.id) + u']',
            .keys = {{u"name"_s, TomlText::quotedString(answers.name.trimmed()), TomlAddition::Field::Name},
                     {u"screens"_s, u'[' + screens.join(", "_L1) + u']', TomlAddition::Field::Screens}}};
}

NewTable newDisplayTable(TomlAddition::Kind kind, const TomlAddition::Answers &answers, const QString &link, QString &commandError)
{
    using enum TomlAddition::Field;
    const bool isDesktop = kind == TomlAddition::Kind::Desktop;
    NewTable table{.firstHeaderWord = isDesktop ? u"desktop"_s : u"window"_s, .header = isDesktop ? u"[[desktop]]"_s : u"[[window]]"_s, .keys = {}};
    const auto add = [&table](const QString &name, const QString &text, TomlAddition::Field field) {
        if (!text.isEmpty()) {
            table.keys.append({name, TomlText::quotedString(text), field});
        }
    };
    table.keys.append({u"id"_s, TomlText::quotedString(answers.id), Id});
    add(u"title"_s, answers.name.trimmed(), Name);
    table.keys.append({u"link"_s, TomlText::quotedString(link), Host});
    if (isDesktop) {
        const QString address = answers.displayNumberOrPort.trimmed();
        bool isNumber = false;
        const int number = address.toInt(&isNumber);
        if (isNumber && number > 99) {
            table.keys.append({u"port"_s, QString::number(number), Display});
        } else {
            table.keys.append({u"display"_s, TomlText::quotedString(isNumber ? u':' + QString::number(number) : address), Display});
        }
    } else {
        table.keys.append({u"command"_s, commandAsToml(answers.command, commandError), Command});
        add(u"topology"_s, answers.displayMode, DisplayMode);
    }
    add(u"screen"_s, answers.screen, Screen);
    if (isDesktop) {
        add(u"input"_s, answers.inputPolicy, Input);
    }
    return table;
}
}

TomlAddition::TomlAddition(Kind kind, const Answers &answers, const QString &text, const NamesInUse &names)
{
    const TomlNode root = parsedRoot(text);
    QList<NewTable> tables;
    if (kind == Kind::Site) {
        tables.append(newSiteTable(answers));
    } else {
        Answers trimmed = answers;
        trimmed.host = answers.host.trimmed();
        trimmed.user = answers.user.trimmed();
        QString link = idOfExistingConnection(trimmed, root, names);
        if (link.isEmpty()) {
            m_addsConnection = true;
            link = unusedName(connectionIdFromHostName(trimmed.host), connectionIds(text, names));
            NewTable connection{.firstHeaderWord = u"link"_s,
                                .header = u"[link."_s + TomlText::formattedKey(link) + u']',
                                .keys = {{u"host"_s, TomlText::quotedString(trimmed.host), Field::Host}}};
            if (!trimmed.user.isEmpty()) {
                connection.keys.append({u"user"_s, TomlText::quotedString(trimmed.user), Field::User});
            }
            tables.append(connection);
        }
        tables.append(newDisplayTable(kind, trimmed, link, m_commandError));
    }

    const TextLines lines(text);
    const QList<WrittenBlock> blocks = blocksOf(text);
    struct PlacedTable {
        qsizetype line;
        const NewTable *table;
    };
    QList<PlacedTable> placed;
    for (const NewTable &table : std::as_const(tables)) {
        placed.append({insertionLineFor(table.firstHeaderWord, blocks, lines), &table});
    }
    std::ranges::stable_sort(placed, {}, &PlacedTable::line);
    m_textWithInsertions = text;
    qsizetype shift = 0; // characters that earlier insertions added
    int lineShift = 0;
    for (qsizetype i = 0; i < placed.size(); ++i) {
        const auto &[line, table] = placed[i];
        const bool isSecondHere = i > 0 && placed[i - 1].line == line;
        QString inserted;
        int at = static_cast<int>(line) + lineShift + 1; // line number of the next inserted line
        if (line == lines.count() && lines.lacksFinalLineEnd() && !isSecondHere) {
            inserted += lines.lineEnd();
        }
        if ((line > 0 && !lines.isBlank(line - 1)) || isSecondHere) {
            inserted += lines.lineEnd();
            m_fieldsByLine.insert(at++, std::nullopt);
        }
        const auto add = [&](const QString &content, std::optional<Field> field) {
            inserted += content + lines.lineEnd();
            m_fieldsByLine.insert(at++, field);
        };
        m_firstAddedLine = table->firstHeaderWord == "link"_L1 && m_firstAddedLine > 0 ? m_firstAddedLine : at;
        add(table->header, table->firstHeaderWord == "link"_L1 ? Field::Host : Field::Id);
        for (const NewTable::Key &key : table->keys) {
            add(key.name + " = "_L1 + key.value, key.field);
        }
        const bool isFollowed = i + 1 < placed.size() && placed[i + 1].line == line;
        if (line < lines.count() && !lines.isBlank(line) && !isFollowed) {
            inserted += lines.lineEnd();
            m_fieldsByLine.insert(at++, std::nullopt);
        }
        m_insertions.append({.offset = lines.begin(line), .text = inserted});
        m_textWithInsertions.insert(lines.begin(line) + shift, inserted);
        shift += inserted.size();
        lineShift = at - static_cast<int>(line) - 1;
    }
}

const QList<TomlAddition::Insertion> &TomlAddition::insertions() const
{
    return m_insertions;
}

const QString &TomlAddition::textWithInsertions() const
{
    return m_textWithInsertions;
}

int TomlAddition::firstAddedLine() const
{
    return m_firstAddedLine;
}

std::optional<TomlAddition::Field> TomlAddition::fieldOfLine(int line) const
{
    return m_fieldsByLine.value(line);
}

bool TomlAddition::isAddedLine(int line) const
{
    return m_fieldsByLine.contains(line);
}

const QString &TomlAddition::commandError() const
{
    return m_commandError;
}

bool TomlAddition::addsConnection() const
{
    return m_addsConnection;
}

QString TomlAddition::unusedId(Kind kind, const QString &name, const QString &text, const NamesInUse &names)
{
    const QString wanted = ProfileCopy::idFromName(name);
    if (wanted.isEmpty()) {
        return {};
    }
    const TomlNode root = parsedRoot(text);
    QStringList taken;
    if (kind == Kind::Site) {
        taken = names.sites + keysOfTable(root, u"site"_s);
    } else {
        taken = names.displays;
        for (const QString &list : {u"desktop"_s, u"window"_s}) {
            for (const TomlNode &display : root.itemsOf(list)) {
                taken.append(textOf(display, u"id"_s));
            }
        }
    }
    return unusedName(wanted, taken);
}

QStringList TomlAddition::connectionIds(const QString &text, const NamesInUse &names)
{
    QStringList result = keysOfTable(parsedRoot(text), u"link"_s) + names.links;
    result.removeDuplicates();
    return result;
}
}
