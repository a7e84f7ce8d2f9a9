// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/editinghelp.h"

#include "sessions/profiles/format/desktopcolor.h"
#include "sessions/profiles/format/sshalgorithms.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <QRegularExpression>
#include <QTimeZone>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString documentationOf(const KeyInfo &key)
{
    return KLocalizedString(key.documentation).toString();
}

/// The links that a text itself defines.
QStringList definedLinkIds(QStringView text)
{
    static const QRegularExpression header(uR"(^[ \t]*\[[ \t]*link[ \t]*\.[ \t]*["']?([\w\-]+)["']?[ \t]*\])"_s, QRegularExpression::MultilineOption);
    QStringList result;
    for (const QRegularExpressionMatch &match : header.globalMatchView(text)) {
        result.append(match.captured(1));
    }
    return result;
}

/// The values of the key "id" in all tables [[@p list]] of a text, where @p list is "desktop" or "window".
QStringList idsInTables(QStringView text, QLatin1StringView list)
{
    static const QRegularExpression line(uR"(^[ \t]*(?:\[\[?[ \t]*([\w.\-]+)[ \t]*\]|id[ \t]*=[ \t]*["']([\w\-]+)["']))"_s,
                                         QRegularExpression::MultilineOption);
    QStringList result;
    bool isInList = false;
    for (const QRegularExpressionMatch &match : line.globalMatchView(text)) {
        if (!match.hasCaptured(2)) {
            isInList = match.capturedView(1) == list;
        } else if (isInList) {
            result.append(match.captured(2));
        }
    }
    return result;
}

bool isText(KeyType type)
{
    return type != KeyType::Boolean && type != KeyType::Integer && type != KeyType::FormatVersion && type != KeyType::Longitude;
}
}

struct EditingHelp::AllowedWords {
    QList<std::pair<QString, QString>> wordsWithDocumentation; ///< pairs of a word and its documentation
    bool mustBeQuoted = false; ///< the words are texts, which are written in quotes

    void add(const QString &word, const QString &documentation = {})
    {
        if (!word.isEmpty() && std::ranges::none_of(wordsWithDocumentation, [&word](const auto &one) {
                return one.first == word;
            })) {
            wordsWithDocumentation.append({word, documentation});
        }
    }
    void add(const QStringList &allowedWords)
    {
        for (const QString &word : allowedWords) {
            add(word);
        }
    }
};

EditingHelp::EditingHelp(TableId root, const NamesInUse &names)
    : m_rootTable(root)
    , m_namesInUse(names)
{
}

EditingHelp::AllowedWords EditingHelp::allowedWords(QStringView text, const StatementContext &context) const
{
    AllowedWords allowedWords;
    const auto addKeys = [&allowedWords](TableId table, bool tablesAlone) {
        for (const KeyInfo *key : keysOf(table)) {
            const bool isTable = key->type == KeyType::Table || key->type == KeyType::TablesById || key->type == KeyType::TableList;
            const bool hasHeader = isTable || key->type == KeyType::TextsByName || key->type == KeyType::SizesByName;
            if (!tablesAlone || hasHeader) {
                allowedWords.add(key->name, documentationOf(*key));
            }
        }
    };
    if (context.isIdDefinition) {
        if (context.key->name == "site"_L1) {
            allowedWords.add(m_namesInUse.sites);
        } else if (context.key->name == "link"_L1) {
            allowedWords.add(definedLinkIds(text));
            allowedWords.add(m_namesInUse.links);
        } else {
            allowedWords.add(idsInTables(text, context.key->name));
        }
        return allowedWords;
    }
    switch (context.part) {
    case StatementContext::Part::Nothing:
        return allowedWords;
    case StatementContext::Part::Header:
        addKeys(*context.table, true);
        return allowedWords;
    case StatementContext::Part::Key:
        addKeys(*context.table, false);
        return allowedWords;
    case StatementContext::Part::Value:
        break;
    }
    if (!context.key) {
        return allowedWords;
    }
    const KeyInfo &key = *context.key;
    allowedWords.mustBeQuoted = isText(key.type);
    switch (key.type) {
    case KeyType::Boolean:
        allowedWords.add({u"true"_s, u"false"_s});
        break;
    case KeyType::FormatVersion:
        allowedWords.add(QString::number(formatVersion));
        break;
    case KeyType::Choice:
        allowedWords.add(textsOf(key.choices, &KeyChoice::name));
        break;
    case KeyType::LinkName:
        allowedWords.add(definedLinkIds(text));
        allowedWords.add(m_namesInUse.links);
        break;
    case KeyType::ScreenName:
        allowedWords.add(m_namesInUse.screens);
        break;
    case KeyType::GroupNames:
        allowedWords.add(m_namesInUse.groups);
        break;
    case KeyType::Host:
    case KeyType::JumpHosts:
        allowedWords.add(m_namesInUse.hosts);
        break;
    case KeyType::Color:
        for (const DesktopColor &color : desktopColors()) {
            allowedWords.add(color.name, color.title.toString());
        }
        break;
    case KeyType::Visual:
    case KeyType::Visuals:
        allowedWords.add(
            {u"TrueColor 24"_s, u"TrueColor 16"_s, u"PseudoColor 8"_s, u"GrayScale 8"_s, u"StaticGray 8"_s, u"StaticColor 8"_s, u"DirectColor 24"_s});
        break;
    case KeyType::SshAlgorithms:
        for (const SshAlgorithm &algorithm : sshAlgorithms()) {
            if (algorithm.use == SshAlgorithm::Use::OnRequest) {
                allowedWords.add(algorithm.name);
            }
        }
        break;
    case KeyType::ServerShare:
        allowedWords.add({u"account"_s, u"nobody"_s, u"group:"_s});
        break;
    case KeyType::TimeZone:
        for (const QByteArray &zone : QTimeZone::availableTimeZoneIds()) {
            allowedWords.add(QString::fromLatin1(zone));
        }
        break;
    default:
        if (!key.defaultValue.isEmpty()) {
            QString value = key.defaultValue;
            allowedWords.mustBeQuoted = allowedWords.mustBeQuoted && value.startsWith(u'"');
            value.remove(u'"');
            allowedWords.add(value, i18nc("@info:tooltip a value that a key has where nobody writes one", "the default"));
        }
        break;
    }
    return allowedWords;
}

EditingHelp::Proposals EditingHelp::proposals(QStringView text, qsizetype offset) const
{
    const StatementContext context = StatementContext::at(text, offset, m_rootTable);
    const AllowedWords allowedWords = this->allowedWords(text, context);
    Proposals result{.begin = context.begin, .end = context.end, .list = {}};
    for (const auto &[word, documentation] : allowedWords.wordsWithDocumentation) {
        result.list.append({allowedWords.mustBeQuoted && !context.isWordInQuotes ? u'"' + word + u'"' : word, documentation});
    }
    return result;
}

QString EditingHelp::explanation(QStringView text, qsizetype offset) const
{
    const StatementContext context = StatementContext::at(text, offset, m_rootTable);
    const QString word = text.sliced(context.begin, context.end - context.begin).toString();
    const KeyInfo *key = context.part == StatementContext::Part::Value ? context.key
        : context.table && !context.isIdDefinition                     ? findKey(*context.table, word)
                                                                       : nullptr;
    if (!key) {
        return {};
    }
    QString result = i18nc("@info:tooltip %1: a key of a profile, %2: what it is for", "%1: %2", key->name, documentationOf(*key));
    if (const QString expected = valueExpectation(*key); !expected.isEmpty()) {
        result += u'\n' + i18nc("@info:tooltip what the value of a key may be", "Expected: %1.", expected);
    }
    if (!key->defaultValue.isEmpty()) {
        result += u'\n' + i18nc("@info:tooltip the value that a key has where nobody writes one", "Default: %1.", key->defaultValue);
    }
    return result;
}

std::optional<EditingHelp::Fix> EditingHelp::suggestedFix(QStringView text, qsizetype offset) const
{
    StatementContext context = StatementContext::at(text, offset, m_rootTable);
    if (context.part == StatementContext::Part::Value && !context.isWordInQuotes && offset < text.size() && (text[offset] == u'"' || text[offset] == u'\'')) {
        // If the editor reports an error in a string, @p offset is that of the opening quote. The word to replace begins after the quote.
        context = StatementContext::at(text, offset + 1, m_rootTable);
    }
    const AllowedWords allowedWords = this->allowedWords(text, context);
    const QStringList candidates = textsOf(allowedWords.wordsWithDocumentation, &std::pair<QString, QString>::first);
    const QString word = text.sliced(context.begin, context.end - context.begin).toString();
    const QString meant = word.isEmpty() || candidates.contains(word) ? QString() : suggestion(word, candidates);
    if (meant.isEmpty()) {
        return std::nullopt;
    }
    return Fix{.begin = context.begin, .end = context.end, .text = meant};
}
}
