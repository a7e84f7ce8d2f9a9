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

QStringList parts(QStringView path)
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
class Walk
{
public:
    Walk(QStringView text, TableId root)
        : m_text(text)
        , m_root(root)
        , m_header(root)
    {
    }

    StatementContext to(qsizetype offset);

private:
    enum class State {
        Start,
        Comment,
        Header,
        Key,
        Value
    };
    struct Open {
        QChar bracket; ///< opening bracket: '[' or '{'
        std::optional<TableId> table; ///< table of the keys inside the bracket
        const KeyInfo *key = nullptr; ///< the key whose value contains this bracket
    };
    void step();
    void stepValue(QChar c);
    void lineEnd();
    void readKey();
    std::optional<TableId> table() const;
    StatementContext here(qsizetype offset) const;
    StatementContext header(StatementContext context) const;
    static StatementContext below(StatementContext context, std::optional<TableId> table, const QStringList &path);

    QStringView m_text;
    TableId m_root;
    std::optional<TableId> m_header; ///< table of the last header
    qsizetype m_offset = 0;
    State m_state = State::Start;
    State m_beforeComment = State::Start;
    qsizetype m_begin = 0; ///< where the current key or header begins
    const KeyInfo *m_key = nullptr;
    QString m_quote; ///< quote of the open string; empty: none
    std::vector<Open> m_open;
};

std::optional<TableId> Walk::table() const
{
    for (auto open = m_open.rbegin(); open != m_open.rend(); ++open) {
        if (open->bracket == u'{') {
            return open->table;
        }
    }
    return m_header;
}

StatementContext Walk::to(qsizetype offset)
{
    while (m_offset < offset) {
        step();
    }
    return here(offset);
}

void Walk::readKey()
{
    QStringList path = parts(m_text.sliced(m_begin, m_offset - m_begin));
    const QString name = path.takeLast();
    const std::optional<TableId> table = this->table();
    const std::optional<TableId> of = table && !path.isEmpty() ? StatementContext::tableByPath(*table, path) : table;
    m_key = of ? findKey(*of, name) : nullptr;
}

void Walk::lineEnd()
{
    const QStringView rest = m_text.sliced(m_offset + 1);
    if (m_open.empty() || beginsStatement(rest.first(std::min<qsizetype>(rest.size(), 200)))) {
        m_open.clear();
        m_key = nullptr;
        m_state = State::Start;
    }
}

void Walk::step()
{
    const QChar c = m_text[m_offset];
    if (!m_quote.isEmpty()) {
        if (c == u'\\' && m_quote.front() == u'"') {
            m_offset += 2;
            return;
        }
        if (m_text.sliced(m_offset).startsWith(m_quote)) {
            m_offset += m_quote.size();
            m_quote.clear();
            return;
        }
        if (c == u'\n' && m_quote.size() == 1) { // the string was not closed in its line
            m_quote.clear();
            lineEnd();
        }
        ++m_offset;
        return;
    }
    if (c == u'\n') {
        if (m_state == State::Comment) {
            m_state = m_beforeComment;
        }
        if (m_state == State::Header) {
            m_state = State::Start;
        }
        if (m_state != State::Start) {
            lineEnd();
        }
        ++m_offset;
        return;
    }
    switch (m_state) {
    case State::Comment:
        break;
    case State::Start:
        if (c == u'#') {
            m_beforeComment = State::Start;
            m_state = State::Comment;
        } else if (c == u'[') {
            m_begin = m_offset + (m_text.sliced(m_offset).startsWith(u"[[") ? 2 : 1);
            m_offset = m_begin - 1;
            m_state = State::Header;
        } else if (!c.isSpace()) {
            m_begin = m_offset;
            m_state = State::Key;
            return; // process the same character again, as a part of the key
        }
        break;
    case State::Header:
        if (c == u']') {
            m_header = StatementContext::tableByPath(m_root, parts(m_text.sliced(m_begin, m_offset - m_begin)));
            m_beforeComment = State::Start;
            m_state = State::Comment; // the rest of the line is ignored
        }
        break;
    case State::Key:
        if (c == u'=') {
            readKey();
            m_state = State::Value;
        } else if (c == u'#') {
            m_beforeComment = State::Start;
            m_state = State::Comment;
        } else if (c == u'}' && !m_open.empty()) {
            stepValue(c);
        } else if (c == u'"' || c == u'\'') {
            m_quote = c;
        }
        break;
    case State::Value:
        stepValue(c);
        break;
    }
    ++m_offset;
}

void Walk::stepValue(QChar c)
{
    if (c == u'"' || c == u'\'') {
        m_quote = m_text.sliced(m_offset).startsWith(QString(3, c)) ? QString(3, c) : QString(c);
        m_offset += m_quote.size() - 1;
    } else if (c == u'#') {
        m_beforeComment = State::Value;
        m_state = State::Comment;
    } else if (c == u'[') {
        m_open.push_back({c, {}, m_key});
    } else if (c == u'{') {
        const bool isTable = m_key && (m_key->type == KeyType::Table || m_key->type == KeyType::TableList);
        m_open.push_back({c, isTable ? std::optional(m_key->child) : std::nullopt, m_key});
        m_begin = m_offset + 1;
        m_state = State::Key;
    } else if ((c == u']' || c == u'}') && !m_open.empty()) {
        m_key = m_open.back().key;
        m_open.pop_back();
        m_state = State::Value;
    } else if (c == u',' && !m_open.empty() && m_open.back().bracket == u'{') {
        m_begin = m_offset + 1;
        m_state = State::Key;
    }
}

StatementContext Walk::header(StatementContext context) const
{
    QStringList path = parts(m_text.sliced(m_begin, context.begin - m_begin));
    path.removeLast(); // the path of the table does not include the word at the position itself
    context.part = StatementContext::Part::Header;
    return below(context, m_root, path);
}

/// Sets the table for a word after the dotted @p path.
StatementContext Walk::below(StatementContext context, std::optional<TableId> table, const QStringList &path)
{
    context.table = table;
    if (table && !path.isEmpty()) {
        const std::optional<TableId> before = StatementContext::tableByPath(*table, path.first(path.size() - 1));
        const KeyInfo *last = before ? findKey(*before, path.last()) : nullptr;
        context.isDefinedId = last && last->type == KeyType::TablesById;
        context.key = context.isDefinedId ? last : nullptr;
        context.table = StatementContext::tableByPath(*table, path);
    }
    return context;
}

StatementContext Walk::here(qsizetype offset) const
{
    StatementContext context;
    context.begin = context.end = offset;
    context.isQuoted = !m_quote.isEmpty();
    const auto belongs = [this, &context](qsizetype at) {
        return context.isQuoted && m_state == State::Value ? m_text[at] != m_quote.front() && m_text[at] != u'\n' : isWordCharacter(m_text[at]);
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
        if (m_begin > offset) { // the position is between the two brackets of "[["
            break;
        }
        context.begin = std::max(context.begin, m_begin);
        return header(context);
    case State::Start:
    case State::Key: {
        context.part = StatementContext::Part::Key;
        const QStringView before = m_state == State::Key ? m_text.sliced(m_begin, std::max(m_begin, context.begin) - m_begin) : QStringView();
        QStringList path = before.contains(u'.') ? parts(before) : QStringList();
        if (!path.isEmpty()) {
            path.removeLast();
        }
        context = below(context, table(), path);
        break;
    }
    case State::Value:
        context.part = StatementContext::Part::Value;
        context.table = table();
        context.key = m_key;
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
    return Walk(text, root).to(std::clamp<qsizetype>(offset, 0, text.size()));
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
        table = key->child;
    }
    return table;
}
}
