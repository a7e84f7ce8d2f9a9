// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arguments, separated by nulls, as a command line for any login shell. Read as a POSIX shell reads it, exactly they come back.
#include "sessions/links/facts/remotecommandline.h"

#include <QByteArrayList>

#include <cstdint>
#include <cstdlib>
#include <optional>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}
}

namespace
{
/// The words of a POSIX command line; empty where something in it is more than a word: an expansion, an operator, a comment.
std::optional<QByteArrayList> words(const QByteArray &line)
{
    static const QByteArray special("|&;<>()$`*?[#~=%!{}^\n\t");
    QByteArrayList result;
    QByteArray word;
    bool isWord = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == ' ') {
            if (isWord) {
                result.append(word);
            }
            word.clear();
            isWord = false;
        } else if (c == '\'') {
            const qsizetype end = line.indexOf('\'', i + 1);
            if (end < 0) {
                return {};
            }
            word += line.sliced(i + 1, end - i - 1);
            isWord = true;
            i = end;
        } else if (c == '"') {
            isWord = true;
            for (++i;; ++i) {
                if (i >= line.size() || line[i] == '$' || line[i] == '`') {
                    return {};
                }
                if (line[i] == '"') {
                    break;
                }
                if (line[i] == '\\' && i + 1 < line.size() && QByteArray("$`\"\\").contains(line[i + 1])) {
                    ++i;
                }
                word += line[i];
            }
        } else if (c == '\\') {
            if (++i >= line.size() || line[i] == '\n') {
                return {};
            }
            word += line[i];
            isWord = true;
        } else if (special.contains(c)) {
            return {};
        } else {
            word += c;
            isWord = true;
        }
    }
    if (isWord) {
        result.append(word);
    }
    return result;
}

/// As printf %b of a POSIX shell has it; backslashes of numbers alone.
QByteArray decoded(const QByteArray &word)
{
    QByteArray result;
    for (qsizetype i = 0; i < word.size(); ++i) {
        if (word[i] != '\\') {
            result += word[i];
            continue;
        }
        require(i + 4 < word.size() && word[i + 1] == '0');
        int value = 0;
        for (qsizetype digit = i + 2; digit <= i + 4; ++digit) {
            require(word[digit] >= '0' && word[digit] <= '7');
            value = value * 8 + (word[digit] - '0');
        }
        result += static_cast<char>(value);
        i += 4;
    }
    return result;
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const QStringList arguments = text.split(QChar(0));
    if (arguments.first().isEmpty()) {
        return 0;
    }
    const QByteArray line = remoteCommandLine(arguments);
    const auto read = words(line);
    require(read && read->size() == arguments.size() + 5 && read->first(3) == QByteArrayList{"exec", "/bin/sh", "-c"} && read->at(4) == "sh");
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        require(decoded(read->at(i + 5)) == arguments[i].toUtf8());
    }
    // The C shells and fish as well: behind the program's text no history, no line's end, no other backslash than a number's.
    const QByteArray rest = line.sliced(remoteCommandLine({}).size());
    for (qsizetype i = 0; i < rest.size(); ++i) {
        require(rest[i] >= ' ' && rest[i] <= 'z' && rest[i] != '!' && rest[i] != '$' && rest[i] != '`'
                && (rest[i] != '\\' || rest.sliced(i).startsWith("\\0")));
    }
    return 0;
}
