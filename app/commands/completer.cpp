// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/completer.h"

#include "sessions/common/displaytext.h"

#include <QRegularExpression>

#include <algorithm>

namespace Nightdesk::Completer
{
using namespace Qt::StringLiterals;

namespace
{
/// True: the text has only characters that ids of displays and profiles may have. Other text comes from a damaged file,
/// or from an attacker who wants a shell to run it.
bool hasOnlyIdCharacters(const QString &text)
{
    static const QRegularExpression letters(u"\\A[A-Za-z0-9._@:/+-]+\\z"_s);
    return letters.match(text).hasMatch();
}

/// True: the text can be offered as a name. False for text that looks like an option, since options come only from
/// CommandTable, and for words like ":files", which the shells' completion scripts interpret.
bool canBeOffered(const QString &text)
{
    return hasOnlyIdCharacters(text) && !text.startsWith(u'-') && !text.startsWith(u':');
}

QString withDashes(const QString &name)
{
    return (name.size() == 1 ? u"-"_s : u"--"_s) + name;
}

const OptionSpec *findOption(const CommandSpec &command, const QString &word)
{
    for (const OptionSpec &option : command.options) {
        if (std::ranges::any_of(option.names, [&word](const QString &name) {
                return withDashes(name) == word;
            })) {
            return &option;
        }
    }
    return nullptr;
}

void rememberOptionValue(CompletionQuery &query, const OptionSpec &option, const QString &value)
{
    if (option.names.contains(u"facility"_s)) {
        query.facility = value;
    } else if (option.names.contains(u"site"_s)) {
        query.site = value;
    }
}

/// The words of a command line before the word that the user is typing.
struct EarlierWords {
    QStringList options; ///< long names of the options
    QStringList arguments;
    const OptionSpec *optionAwaitingValue = nullptr; ///< the last option, if the next word must be its value; else null
    bool haveOptionsEnded = false; ///< after "--", or after a program to run: all further words are arguments
};

/// True: the user types a program to run and its arguments, not options of @p command.
bool takesProgramArguments(const CommandSpec &command, const EarlierWords &before)
{
    return command.takesProgram && !before.options.contains(u"compare"_s) && !before.options.contains(u"replay"_s);
}

EarlierWords readEarlierWords(const CommandSpec &command, const QStringList &words, CompletionQuery &query)
{
    EarlierWords before;
    for (const QString &word : words) {
        if (before.optionAwaitingValue) {
            rememberOptionValue(query, *before.optionAwaitingValue, word);
            before.optionAwaitingValue = nullptr;
        } else if (!before.haveOptionsEnded && word == "--"_L1) {
            before.haveOptionsEnded = true;
        } else if (!before.haveOptionsEnded && word.startsWith(u'-') && word.size() > 1) {
            const OptionSpec *option = findOption(command, word.section(u'=', 0, 0));
            if (option) {
                before.options.append(option->names.constLast());
                if (word.contains(u'=')) {
                    rememberOptionValue(query, *option, word.section(u'=', 1));
                } else if (!option->value.isEmpty()) {
                    before.optionAwaitingValue = option;
                }
            }
        } else {
            before.arguments.append(word);
            before.haveOptionsEnded = before.haveOptionsEnded || takesProgramArguments(command, before);
        }
    }
    return before;
}

void offerCommands(const QString &typed, QList<CompletionCandidate> &candidates)
{
    for (const CommandSpec &command : CommandTable::all()) {
        if (!command.name.isEmpty() && !command.isHidden && command.name.startsWith(typed)) {
            candidates.append({command.name, command.summary});
        }
    }
}

void offerOptions(const CommandSpec &command, const EarlierWords &before, const QString &typed, QList<CompletionCandidate> &candidates)
{
    for (const OptionSpec &option : command.options) {
        const QString word = withDashes(option.names.constLast());
        if (!before.options.contains(option.names.constLast()) && word.startsWith(typed)) {
            candidates.append({word, option.description});
        }
    }
    if (const QString help = withDashes(CommandTable::helpOptionName()); help.startsWith(typed)) {
        candidates.append({help, {}});
    }
}
}

CompletionOffer findCompletions(const QStringList &words)
{
    CompletionOffer result;
    const QString typed = words.isEmpty() ? QString() : words.constLast();
    const QStringList earlier = words.mid(0, std::max<qsizetype>(words.size() - 1, 0));
    const QString first = earlier.value(0);
    const bool isWindow = first.isEmpty() || first.startsWith(u'-');
    const auto command = CommandTable::command(isWindow ? QString() : first);
    if (!command || command->isHidden) {
        return result;
    }
    const EarlierWords before = readEarlierWords(*command, earlier.mid(isWindow ? 0 : 1), result.query);
    if (before.optionAwaitingValue) {
        result.query.kind = before.optionAwaitingValue->kind;
        result.query.prefix = typed;
        if (before.optionAwaitingValue->kind == ArgumentKind::Schema) {
            result.candidates = matchingCandidates(result.query, {{u"facility"_s, {}}, {u"profile"_s, {}}});
        }
        return result;
    }
    if (!before.haveOptionsEnded && command->argument && command->argument->kind == ArgumentKind::BrokerAction && before.arguments.isEmpty()
        && !typed.startsWith(u'-')) {
        const CompletionQuery query{ArgumentKind::BrokerAction, typed, {}, {}, {}};
        result.candidates = matchingCandidates(query, {{u"run"_s, {}}, {u"add-desk"_s, {}}, {u"add-sa"_s, {}}, {u"remove"_s, {}}, {u"list"_s, {}}});
        return result;
    }
    if (!before.haveOptionsEnded && typed.startsWith(u'-')) {
        offerOptions(*command, before, typed, result.candidates);
        return result;
    }
    if (isWindow) {
        if (earlier.isEmpty()) {
            offerCommands(typed, result.candidates);
        }
        return result;
    }
    if (command->argument && (before.arguments.isEmpty() || command->argument->isRepeated)) {
        const bool isFurther = command->takesProgram && (!takesProgramArguments(*command, before) || !before.arguments.isEmpty());
        result.query.kind = isFurther ? ArgumentKind::File : command->argument->kind;
        result.query.prefix = typed;
        if (!command->takesProgram) {
            result.query.earlierWordsOfSameKind = before.arguments;
        }
    }
    return result;
}

QList<CompletionCandidate> matchingCandidates(const CompletionQuery &query, const QList<CompletionCandidate> &known)
{
    QList<CompletionCandidate> result;
    for (const CompletionCandidate &candidate : known) {
        if (canBeOffered(candidate.word) && candidate.word.startsWith(query.prefix) && !query.earlierWordsOfSameKind.contains(candidate.word)
            && !std::ranges::contains(result, candidate.word, &CompletionCandidate::word)) {
            result.append(candidate);
        }
    }
    return result;
}

QString text(const QList<CompletionCandidate> &candidates)
{
    QString lines;
    for (const CompletionCandidate &candidate : candidates) {
        if (hasOnlyIdCharacters(candidate.word)) {
            const QString description = displayText(candidate.description).simplified();
            lines += candidate.word + (description.isEmpty() ? QString() : u'\t' + description) + u'\n';
        }
    }
    return lines;
}
}
