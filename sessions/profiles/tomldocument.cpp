// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/tomldocument.h"

#include "sessions/profiles/statementsplitter.h"
#include "sessions/profiles/tomlvalue.h"

#include <KLocalizedString>

#include <QStringDecoder>

#include <optional>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
SourcePlace placeOf(QByteArrayView text, qsizetype offset, const QString &file)
{
    SourcePlace place{file, 1, 1};
    for (qsizetype i = 0; i < offset; ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if ((text[i] & 0xC0) != 0x80) {
            ++place.column;
        }
    }
    return place;
}

/// The length of the valid UTF-8 sequence at @p offset (RFC 3629); 0: there is none.
qsizetype sequenceLength(QByteArrayView text, qsizetype offset)
{
    const auto byte = [&](qsizetype i) -> unsigned {
        return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u;
    };
    const auto continues = [&](qsizetype i) {
        return (byte(i) & 0xC0) == 0x80;
    };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return continues(1) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        const bool good = continues(1) && continues(2) && !(first == 0xE0 && byte(1) < 0xA0) && !(first == 0xED && byte(1) > 0x9F);
        return good ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool good = continues(1) && continues(2) && continues(3) && !(first == 0xF0 && byte(1) < 0x90) && !(first == 0xF4 && byte(1) > 0x8F);
        return good ? 4 : 0;
    }
    return 0;
}

/// Valid UTF-8 without NUL; what was neither is U+FFFD and reported (the first of each).
QByteArray cleaned(QByteArrayView text, const QString &file, Problems &problems)
{
    QByteArray result;
    result.reserve(text.size());
    bool badUtf8 = false;
    bool nul = false;
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype length = sequenceLength(text, i);
        if (length > 0 && text[i] != '\0') {
            result.append(text.sliced(i, length));
            i += length;
            continue;
        }
        bool &told = length == 0 ? badUtf8 : nul;
        if (!told) {
            told = true;
            problems.error(placeOf(result, result.size(), file),
                           length == 0 ? i18nc("@info a mistake in a profile; %1: a number in base 16",
                                               "the byte 0x%1 is not UTF-8; save the file as UTF-8",
                                               QString::number(static_cast<unsigned char>(text[i]), 16))
                                       : i18nc("@info a mistake in a profile", "there is a NUL byte here; this is not a text file"));
        }
        result.append("\xEF\xBF\xBD");
        ++i;
    }
    return result;
}

/// Puts statements into one tree and finds what is there twice.
class Assembler
{
public:
    Assembler(const QString &file, Problems &problems)
        : m_problems(problems)
    {
        m_root.place = {file, 1, 1};
        m_root.origin = TomlNode::Origin::Header;
    }

    void add(const TomlStatement &statement)
    {
        if (statement.kind == TomlStatement::Kind::Value) {
            addValue(statement);
        } else {
            m_current = statement.path;
            m_inTable = !statement.path.empty() && openTable(statement);
        }
    }

    TomlNode takeRoot()
    {
        return std::move(m_root);
    }

private:
    void alreadyThere(const KeyPart &part, const SourcePlace &first)
    {
        m_problems.error(part.place,
                         i18nc("@info a mistake in a profile; %1: a name in quotes; %2: a line number",
                               "%1 is here a second time; it stands in line %2 already",
                               quoted(part.name),
                               QString::number(first.line)));
    }

    /// The table that @p part names inside @p table, made if it is not there; nullptr (reported) if it is no table.
    TomlNode *step(TomlNode *table, const KeyPart &part, TomlNode::Origin made)
    {
        TomlEntry *entry = table->find(part.name);
        if (!entry) {
            TomlNode node;
            node.origin = made;
            node.place = part.place;
            return &table->insert(part.name, part.place, std::move(node)).value;
        }
        TomlNode &node = entry->value;
        if (node.kind == TomlNode::Kind::Array && node.origin == TomlNode::Origin::Header && made == TomlNode::Origin::Implied && !node.items.empty()) {
            return &node.items.back();
        }
        if (node.kind == TomlNode::Kind::Broken) {
            return nullptr;
        }
        if (!node.isTable() || node.origin == TomlNode::Origin::Value) {
            alreadyThere(part, entry->place);
            return nullptr;
        }
        return &node;
    }

    bool openTable(const TomlStatement &header)
    {
        TomlNode *table = &m_root;
        for (std::size_t i = 0; i + 1 < header.path.size(); ++i) {
            table = step(table, header.path[i], TomlNode::Origin::Implied);
            if (!table) {
                return false;
            }
        }
        const KeyPart &last = header.path.back();
        TomlEntry *entry = table->find(last.name);
        TomlNode node;
        node.origin = TomlNode::Origin::Header;
        node.place = header.place;
        if (header.kind == TomlStatement::Kind::Table) {
            if (!entry) {
                table->insert(last.name, last.place, std::move(node));
                return true;
            }
            if (entry->value.isTable() && entry->value.origin == TomlNode::Origin::Implied) {
                entry->value.origin = TomlNode::Origin::Header;
                entry->value.place = header.place;
                return true;
            }
        } else {
            if (!entry) {
                TomlNode array;
                array.kind = TomlNode::Kind::Array;
                array.origin = TomlNode::Origin::Header;
                array.place = header.place;
                array.items.push_back(std::move(node));
                table->insert(last.name, last.place, std::move(array));
                return true;
            }
            if (entry->value.kind == TomlNode::Kind::Array && entry->value.origin == TomlNode::Origin::Header) {
                entry->value.items.push_back(std::move(node));
                return true;
            }
        }
        if (entry->value.kind != TomlNode::Kind::Broken) {
            alreadyThere(last, entry->place);
        }
        return false;
    }

    void addValue(const TomlStatement &statement)
    {
        TomlNode value;
        if (statement.broken) {
            value.kind = TomlNode::Kind::Broken;
            value.place = statement.valuePlace;
        } else {
            value = readTomlValue(statement.value, statement.valuePlace, m_problems);
        }
        if (!m_inTable) {
            return; // under a header that could not be read
        }
        TomlNode *table = &m_root;
        for (const KeyPart &part : m_current) {
            table = step(table, part, TomlNode::Origin::Implied);
            if (!table) {
                return;
            }
        }
        for (std::size_t i = 0; i + 1 < statement.path.size(); ++i) {
            table = step(table, statement.path[i], TomlNode::Origin::DottedKey);
            if (!table) {
                return;
            }
        }
        const KeyPart &last = statement.path.back();
        if (const TomlEntry *entry = table->find(last.name)) {
            alreadyThere(last, entry->place);
            return;
        }
        table->insert(last.name, last.place, std::move(value));
    }

    Problems &m_problems;
    TomlNode m_root;
    std::vector<KeyPart> m_current;
    bool m_inTable = true;
};
}

std::optional<TomlNode> TomlDocument::read(QByteArrayView text, const QString &file, Problems &problems)
{
    const SourcePlace start{file, 1, 1};
    if (text.size() > maxSize) {
        problems.error(
            start,
            i18nc("@info a mistake in a profile", "the file is too large to be a profile; at most %1 KiB are read", QString::number(maxSize / 1024)));
        return std::nullopt;
    }
    if (text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF")) {
        problems.error(start, i18nc("@info a mistake in a profile", "the file is UTF-16; save it as UTF-8"));
        return std::nullopt;
    }
    if (text.startsWith("\xEF\xBB\xBF")) {
        text = text.sliced(3); // editors on Windows write it; it has no column
    }
    const QByteArray clean = cleaned(text, file, problems);
    Assembler assembler(file, problems);
    StatementSplitter splitter(clean, file, problems);
    while (const auto statement = splitter.next()) {
        assembler.add(*statement);
    }
    return assembler.takeRoot();
}
}
