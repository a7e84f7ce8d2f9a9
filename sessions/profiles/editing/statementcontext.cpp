// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/statementcontext.h"

#include <QRegularExpression>

#include <vector>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c == u'-';
}

/// Whether @p line can only be a new statement. Then the user has not yet closed a quote or bracket that is still open.
bool beginsStatement(QStringView line)
{
    static const QRegularExpression statement(uR"(\A[ \t]*(?:\[\[?[ \t]*[A-Za-z_][\w.\- \t]*\]|[A-Za-z_][\w.\-]*[ \t]*=))"_s);
    return statement.matchView(line).hasMatch();
}

QStringList namesInPath(QStringView path)
{
    QStringList result;
    for (const QStringView part : path.split(u'.')) {
        QStringView name = part.trimmed();
        if (name.size() >= 2 && (name.front() == u'"' || name.front() == u'\'') && name.back() == name.front()) {
            name = name.sliced(1, name.size() - 2);
        }
        result.append(name.toString());
    }
    return result;
}

/// Scans the text up to the requested position, and tracks which quotes and brackets are open there.
class StatementScanner
{
public:
    StatementScanner(QStringView text, TableId root)
        : m_text(text)
        , m_rootTable(root)
        , m_headerTable(root)
    {
    }

    StatementContext scanTo(qsizetype offset);

private:
    enum class State {
        Start,
        Comment,
        Header,
        Key,
        Value
    };
    struct OpenBracket {
        QChar bracket; ///< opening bracket: '[' or '{'
        std::optional<TableId> table; ///< table of the keys inside the bracket
        const KeyInfo *key = nullptr; ///< the key whose value contains this bracket
    };
    void scanCharacter();
    void scanValueCharacter(QChar c);
    void handleLineEnd();
    void readKey();
    std::optional<TableId> currentTable() const;
    StatementContext contextAt(qsizetype offset) const;
    StatementContext headerContext(StatementContext context) const;
    static StatementContext contextAfterPath(StatementContext context, std::optional<TableId> table, const QStringList &path);

    QStringView m_text;
    TableId m_rootTable;
    std::optional<TableId> m_headerTable; ///< table that the last header opens
    qsizetype m_offset = 0;
    State m_state = State::Start;
    State m_stateBeforeComment = State::Start;
    qsizetype m_partBegin = 0; ///< where the current key or header begins
    const KeyInfo *m_currentKey = nullptr;
    QString m_openQuote; ///< quote of the open string; empty: none
    std::vector<OpenBracket> m_openBrackets;
};

std::optional<TableId> StatementScanner::currentTable() const
{
    for (auto open = m_openBrackets.rbegin(); open != m_openBrackets.rend(); ++open) {
        if (open->bracket == u'{') {
            return open->table;
        }
    }
    return m_headerTable;
}

StatementContext StatementScanner::scanTo(qsizetype offset)
{
    while (m_offset < offset) {
        scanCharacter();
    }
    return contextAt(offset);
}

void StatementScanner::readKey()
{
    QStringList path = namesInPath(m_text.sliced(m_partBegin, m_offset - m_partBegin));
    const QString name = path.takeLast();
    const std::optional<TableId> table = currentTable();
    const std::optional<TableId> of = table && !path.isEmpty() ? StatementContext::tableByPath(*table, path) : table;
    m_currentKey = of ? findKey(*of, name) : nullptr;
}

void StatementScanner::handleLineEnd()
{
    const QStringView rest = m_text.sliced(m_offset + 1);
    if (m_openBrackets.empty() || beginsStatement(rest.first(std::min<qsizetype>(rest.size(), 200)))) {
        m_openBrackets.clear();
        m_currentKey = nullptr;
        m_state = State::Start;
    }
}

void StatementScanner::scanCharacter()
{
    const QChar c = m_text[m_offset];
    if (!m_openQuote.isEmpty()) {
        if (c == u'\\' && m_openQuote.front() == u'"') {
            m_offset += 2;
            return;
        }
        if (m_text.sliced(m_offset).startsWith(m_openQuote)) {
            m_offset += m_openQuote.size();
            m_openQuote.clear();
            return;
        }
        if (c == u'\n' && m_openQuote.size() == 1) { // the string was not closed in its line
            m_openQuote.clear();
            handleLineEnd();
        }
        ++m_offset;
        return;
    }
    if (c == u'\n') {
        if (m_state == State::Comment) {
            m_state = m_stateBeforeComment;
        }
        if (m_state == State::Header) {
            m_state = State::Start;
        }
        if (m_state != State::Start) {
            handleLineEnd();
        }
        ++m_offset;
        return;
    }
    switch (m_state) {
    case State::Comment:
        break;
    case State::Start:
        if (c == u'#') {
            m_stateBeforeComment = State::Start;
            m_state = State::Comment;
        } else if (c == u'[') {
            m_partBegin = m_offset + (m_text.sliced(m_offset).startsWith(u"[[") ? 2 : 1);
            m_offset = m_partBegin - 1;
            m_state = State::Header;
        } else if (!c.isSpace()) {
            m_partBegin = m_offset;
            m_state = State::Key;
            return; // process the same character again, as a part of the key
        }
        break;
    case State::Header:
        if (c == u']') {
            m_headerTable = StatementContext::tableByPath(m_rootTable, namesInPath(m_text.sliced(m_partBegin, m_offset - m_partBegin)));
            m_stateBeforeComment = State::Start;
            m_state = State::Comment; // the rest of the line is ignored
        }
        break;
    case State::Key:
        if (c == u'=') {
            readKey();
            m_state = State::Value;
        } else if (c == u'#') {
            m_stateBeforeComment = State::Start;
            m_state = State::Comment;
        } else if (c == u'}' && !m_openBrackets.empty()) {
            scanValueCharacter(c);
        } else if (c == u'"' || c == u'\'') {
            m_openQuote = c;
        }
        break;
    case State::Value:
        scanValueCharacter(c);
        break;
    }
    ++m_offset;
}

void StatementScanner::scanValueCharacter(QChar c)
{
    if (c == u'"' || c == u'\'') {
        m_openQuote = m_text.sliced(m_offset).startsWith(QString(3, c)) ? QString(3, c) : QString(c);
        m_offset += m_openQuote.size() - 1;
    } else if (c == u'#') {
        m_stateBeforeComment = State::Value;
        m_state = State::Comment;
    } else if (c == u'[') {
        m_openBrackets.push_back({c, {}, m_currentKey});
    } else if (c == u'{') {
        const bool isTable = m_currentKey && (m_currentKey->type == KeyType::Table || m_currentKey->type == KeyType::TableList);
        m_openBrackets.push_back({c, isTable ? std::optional(m_currentKey->childTable) : std::nullopt, m_currentKey});
        m_partBegin = m_offset + 1;
        m_state = State::Key;
    } else if ((c == u']' || c == u'}') && !m_openBrackets.empty()) {
        m_currentKey = m_openBrackets.back().key;
        m_openBrackets.pop_back();
        m_state = State::Value;
    } else if (c == u',' && !m_openBrackets.empty() && m_openBrackets.back().bracket == u'{') {
        m_partBegin = m_offset + 1;
        m_state = State::Key;
    }
}

StatementContext StatementScanner::headerContext(StatementContext context) const
{
    QStringList path = namesInPath(m_text.sliced(m_partBegin, context.begin - m_partBegin));
    path.removeLast(); // the path of the table does not include the word at the position itself
    context.part = StatementContext::Part::Header;
    return contextAfterPath(context, m_rootTable, path);
}

/// Returns @p context for a word that follows the dotted @p path, which begins in @p table: with the table to which the path leads.
StatementContext StatementScanner::contextAfterPath(StatementContext context, std::optional<TableId> table, const QStringList &path)
{
    context.table = table;
    if (table && !path.isEmpty()) {
        const std::optional<TableId> before = StatementContext::tableByPath(*table, path.first(path.size() - 1));
        const KeyInfo *last = before ? findKey(*before, path.last()) : nullptr;
        context.isIdDefinition = last && last->type == KeyType::TablesById;
        context.key = context.isIdDefinition ? last : nullptr;
        context.table = StatementContext::tableByPath(*table, path);
    }
    return context;
}

StatementContext StatementScanner::contextAt(qsizetype offset) const
{
    StatementContext context;
    context.begin = context.end = offset;
    context.isWordInQuotes = !m_openQuote.isEmpty();
    const auto belongs = [this, &context](qsizetype at) {
        return context.isWordInQuotes && m_state == State::Value ? m_text[at] != m_openQuote.front() && m_text[at] != u'\n' : isWordCharacter(m_text[at]);
    };
    while (context.begin > 0 && belongs(context.begin - 1)) {
        --context.begin;
    }
    while (context.end < m_text.size() && belongs(context.end)) {
        ++context.end;
    }
    switch (m_state) {
    case State::Comment:
        break;
    case State::Header:
        if (m_partBegin > offset) { // the position is between the two brackets of "[["
            break;
        }
        context.begin = std::max(context.begin, m_partBegin);
        return headerContext(context);
    case State::Start:
    case State::Key: {
        context.part = StatementContext::Part::Key;
        const QStringView before = m_state == State::Key ? m_text.sliced(m_partBegin, std::max(m_partBegin, context.begin) - m_partBegin) : QStringView();
        QStringList path = before.contains(u'.') ? namesInPath(before) : QStringList();
        if (!path.isEmpty()) {
            path.removeLast();
        }
        context = contextAfterPath(context, currentTable(), path);
        break;
    }
    case State::Value:
        context.part = StatementContext::Part::Value;
        context.table = currentTable();
        context.key = m_currentKey;
        break;
    }
    if (!context.table) {
        context.part = StatementContext::Part::Nothing;
    }
    return context;
}
}

StatementContext StatementContext::at(QStringView text, qsizetype offset, TableId root)
{
    return StatementScanner(text, root).scanTo(std::clamp<qsizetype>(offset, 0, text.size()));
}

std::optional<TableId> StatementContext::tableByPath(TableId from, const QStringList &path)
{
    TableId table = from;
    for (qsizetype i = 0; i < path.size(); ++i) {
        const KeyInfo *key = findKey(table, path[i]);
        if (!key || (key->type != KeyType::Table && key->type != KeyType::TablesById && key->type != KeyType::TableList)) {
            return std::nullopt;
        }
        if (key->type == KeyType::TablesById) {
            ++i; // skip the id of the table
        }
        table = key->childTable;
    }
    return table;
}
}
