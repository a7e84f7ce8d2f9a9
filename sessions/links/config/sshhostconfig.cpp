// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/sshhostconfig.h"

#include "sessions/common/hostpatterns.h"
#include "sessions/links/facts/commandword.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
bool isBlank(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\r' || c == u'\n'; // ssh accepts no other white space
}

QStringView withoutLeadingBlanks(QStringView text)
{
    while (!text.isEmpty() && isBlank(text.front())) {
        text = text.sliced(1);
    }
    return text;
}

/// Removes the first word from @p line: up to a blank, an '=' or the closing quote, plus one '=' after it. Empty if the line begins with a blank or
/// '=', and if a quote is not closed: then nothing remains. Same as ssh's strdelim().
QString takeWord(QStringView &line)
{
    qsizetype end = 0;
    while (end < line.size() && !isBlank(line[end]) && line[end] != u'=' && line[end] != u'"') {
        ++end;
    }
    QString word = line.first(end).toString();
    const QStringView rest = line.sliced(end);
    if (rest.startsWith(u'"')) {
        const qsizetype closing = rest.indexOf(u'"', 1);
        if (closing < 0) {
            line = {};
            return {};
        }
        line = withoutLeadingBlanks(rest.sliced(closing + 1));
        return word + rest.sliced(1, closing - 1);
    }
    line = withoutLeadingBlanks(rest.mid(1));
    if (!rest.startsWith(u'=') && line.startsWith(u'=')) {
        line = withoutLeadingBlanks(line.sliced(1));
    }
    return word;
}

/// The keyword in lower case; @p line becomes the text after it. Empty: ssh ignores that line.
QString takeKeyword(QStringView &line)
{
    while (!line.isEmpty() && (isBlank(line.back()) || line.back() == u'\f')) {
        line.chop(1);
    }
    QString keyword = takeWord(line);
    if (keyword.isEmpty()) {
        // The first word was empty because of leading blanks or an '=', which ssh skips as well.
        keyword = takeWord(line);
    }
    return keyword.startsWith(u'#') ? QString() : keyword.toLower();
}

/// The words after the keyword: spaces separate them, quotes keep them together, # starts a comment. As in ssh, a backslash escapes a quote, another
/// backslash and, outside quotes, a space; before other characters it is literal.
QStringList splitIntoWords(QStringView line)
{
    QStringList words;
    qsizetype i = 0;
    while (i < line.size()) {
        while (i < line.size() && (line[i] == u' ' || line[i] == u'\t')) {
            ++i;
        }
        if (i >= line.size() || line[i] == u'#') {
            break;
        }
        QString word;
        QChar quote;
        for (; i < line.size(); ++i) {
            const QChar c = line[i];
            const QChar next = i + 1 < line.size() ? line[i + 1] : QChar();
            if (c == u'\\' && (next == u'"' || next == u'\'' || next == u'\\' || (quote.isNull() && next == u' '))) {
                word += next;
                ++i;
            } else if (!quote.isNull()) {
                if (c == quote) {
                    quote = QChar();
                } else {
                    word += c;
                }
            } else if (c == u'"' || c == u'\'') {
                quote = c;
            } else if (c == u' ' || c == u'\t') {
                break;
            } else {
                word += c;
            }
        }
        words << word;
    }
    return words;
}

/// The text after the keyword, unchanged: a command line, whose quotes the shell reads.
QString unparsedValue(QStringView rest)
{
    while (!rest.isEmpty() && (isBlank(rest.front()) || rest.front() == u'=')) {
        rest = rest.sliced(1);
    }
    return rest.toString();
}
}

QString replaceSshTokens(const QString &text, const QHash<QChar, QString> &values, QString *used)
{
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'%' || i + 1 >= text.size()) {
            result += text[i];
            continue;
        }
        const QChar token = text[++i];
        result += token == u'%' ? u"%"_s : values.value(token, u"%"_s + token);
        if (used) {
            *used += token;
        }
    }
    return result;
}

QString SshOption::place() const
{
    return file + u':' + QString::number(line);
}

struct SshHostConfig::ConfigReader {
    const QString host;
    const QString user;
    const std::optional<quint16> port;
    const QString localUser;
    const FindFiles findFiles;
    const RunCommand runCommand;
    SshHostConfig &result;

    /// Host name and user according to the options read so far.
    QString targetHost() const
    {
        const auto name = result.option(u"hostname");
        return name ? QString(name->value).replace("%h"_L1, host) : host;
    }
    QString targetUser() const
    {
        const auto name = result.option(u"user");
        return !user.isEmpty() ? user : name ? name->value : localUser;
    }

    /// Replaces the tokens in a "Match exec" command.
    QString replaceTokens(const QString &command, const QString &place)
    {
        const auto configuredPort = result.option(u"port");
        const QHash<QChar, QString> values{{u'd', QDir::homePath()},
                                           {u'h', targetHost()},
                                           {u'n', host},
                                           {u'p',
                                            port                 ? QString::number(*port)
                                                : configuredPort ? configuredPort->value
                                                                 : u"22"_s},
                                           {u'r', targetUser()},
                                           {u'u', localUser},
                                           {u'l', QSysInfo::machineHostName()},
                                           {u'L', QSysInfo::machineHostName().section(u'.', 0, 0)}};
        QString used;
        const QString text = replaceSshTokens(command, values, &used);
        for (const QChar token : std::as_const(used)) {
            const QString name = values.value(token);
            if (QStringView(u"hnr").contains(token) && !isSafeShellWord(name) && !result.unsafeName) {
                result.unsafeName = UnsafeName{name, place};
            }
        }
        return text;
    }

    bool matchApplies(const QStringList &words, const QString &place)
    {
        bool applies = true;
        for (qsizetype i = 0; i < words.size(); ++i) {
            QString criterion = words[i].toLower();
            const bool negated = criterion.startsWith(u'!');
            if (negated) {
                criterion = criterion.mid(1);
            }
            if (criterion == u"all") {
                applies = applies && !negated;
                continue;
            }
            if (criterion == u"canonical" || criterion == u"final") {
                needsFinalPass = needsFinalPass || criterion == u"final";
                applies = applies && isFinalPass != negated;
                continue;
            }
            const QStringList patterns = words.value(++i).split(u',');
            bool holds = false;
            const QHash<QString, QString> names{{u"host"_s, targetHost()}, {u"originalhost"_s, host}, {u"user"_s, targetUser()}, {u"localuser"_s, localUser}};
            if (const auto name = names.constFind(criterion); name != names.cend()) {
                holds = matchesHostPatterns(patterns, *name, Qt::CaseInsensitive);
            } else if (criterion == u"exec" && runCommand) {
                if (!applies) {
                    continue; // an earlier criterion of this line did not match; like ssh, do not run the command then
                }
                const QString command = replaceTokens(words.value(i), place);
                if (result.unsafeName) {
                    return false;
                }
                const std::optional<bool> succeeded = runCommand(command);
                (succeeded ? result.executedMatchExecPlaces : result.undecidedMatchExecPlaces) << place;
                if (!succeeded) {
                    return false;
                }
                holds = *succeeded;
            } else {
                if (applies) {
                    result.skippedMatchPlaces << place;
                }
                return false;
            }
            applies = applies && holds != negated;
        }
        return applies;
    }

    void readFile(const QString &file, const QByteArray &contents, int depth, bool active)
    {
        int number = 0;
        const QList<QByteArray> lines = contents.split('\n');
        for (const QByteArray &raw : lines) {
            ++number;
            const QString line = QString::fromUtf8(raw);
            QStringView rest(line);
            const QString keyword = takeKeyword(rest);
            const QStringList words = splitIntoWords(rest);
            if (keyword.isEmpty() || words.isEmpty()) {
                continue;
            }
            const QString place = file + u':' + QString::number(number);
            if (keyword == u"host") {
                active = isEnclosingBlockActive && matchesHostPatterns(words, isFinalPass ? targetHost() : host, Qt::CaseInsensitive);
            } else if (keyword == u"match") {
                active = isEnclosingBlockActive && matchApplies(words, place);
            } else if (!active) {
                continue;
            } else if (keyword == u"include") {
                const bool outer = isEnclosingBlockActive;
                isEnclosingBlockActive = true; // the Include applies, so only the blocks inside the included file decide from here on
                for (const QString &pattern : words) {
                    include(pattern, depth + 1, place);
                }
                isEnclosingBlockActive = outer;
            } else if (keyword != u"hostname" || !isFinalPass) { // like ssh, ignore HostName in the second reading: the host name is known by then
                // Old names of options, which ssh still accepts.
                static const QHash<QString, QString> currentNames{{u"challengeresponseauthentication"_s, u"kbdinteractiveauthentication"_s},
                                                                  {u"skeyauthentication"_s, u"kbdinteractiveauthentication"_s},
                                                                  {u"dsaauthentication"_s, u"pubkeyauthentication"_s}};
                const QString value = keyword == u"proxycommand" ? unparsedValue(rest) : words.join(u' ');
                const QString name = currentNames.value(keyword, keyword);
                if (!result.m_firstOptionIndex.contains(name)) {
                    result.m_firstOptionIndex.insert(name, result.options.size());
                }
                result.options << SshOption{name, value, words, file, number};
            }
        }
    }

    void include(const QString &pattern, int depth, const QString &place)
    {
        // The limit of the depth is that of OpenSSH. The number of files is limited too, because two lines that include
        // their own file double the work at each level.
        constexpr int maxFiles = 512;
        if (depth > 16 || readFileCount >= maxFiles) {
            result.unfollowedIncludePlace = result.unfollowedIncludePlace.isEmpty() ? place : result.unfollowedIncludePlace;
            return;
        }
        const bool isSystems = !isUserFile && depth > 0 && !pattern.startsWith(u'/') && !pattern.startsWith(u'~');
        const auto found = findFiles(isSystems ? u"/etc/ssh/"_s + pattern : pattern);
        for (const File &file : found) {
            ++readFileCount;
            if (!file.isWritableByOthers) {
                readFile(file.name, file.contents, depth, true);
            } else if (!result.filesWritableByOthers.contains(file.name)) {
                result.filesWritableByOthers << file.name;
            }
        }
    }

    bool isEnclosingBlockActive = true;
    bool isUserFile = true; ///< the current root is the user's file
    bool isFinalPass = false; ///< this is the second reading, which a "Match final" requires
    bool needsFinalPass = false;
    int readFileCount = 0; ///< number of files read so far in this pass
};

SshHostConfig SshHostConfig::read(const Target &target, const QStringList &roots, const FindFiles &findFiles, const RunCommand &runCommand)
{
    SshHostConfig result;
    ConfigReader reader{target.host, target.user, target.port, target.localUser, findFiles, runCommand, result};
    do {
        // Like ssh: a second reading of all files, with the host name that the first one determined; values set before are kept.
        reader.isFinalPass = reader.needsFinalPass;
        reader.readFileCount = 0;
        for (const QString &root : roots) {
            reader.isUserFile = root != systemConfigFilePath;
            reader.include(root, 0, root);
        }
    } while (reader.needsFinalPass && !reader.isFinalPass);
    for (QStringList *places : {&result.skippedMatchPlaces, &result.executedMatchExecPlaces, &result.undecidedMatchExecPlaces}) {
        places->removeDuplicates();
    }
    return result;
}

std::optional<SshOption> SshHostConfig::option(QStringView keyword) const
{
    const auto at = m_firstOptionIndex.constFind(keyword.toString());
    return at == m_firstOptionIndex.constEnd() ? std::nullopt : std::optional(options[*at]);
}

QList<SshOption> SshHostConfig::allOptions(QStringView keyword) const
{
    QList<SshOption> result;
    for (const SshOption &option : options) {
        if (option.keyword == keyword) {
            result << option;
        }
    }
    return result;
}

SshHostConfig::FindFiles SshHostConfig::fileSystemFinder(const QString &home)
{
    return [home](const QString &pattern) {
        QString path = pattern;
        if (path.startsWith(u"~/")) {
            path = home + path.mid(1);
        } else if (!path.startsWith(u'/')) {
            path = home + u"/.ssh/"_s + path;
        }
        QList<File> result;
        glob_t found{};
        if (::glob(QFile::encodeName(path).constData(), 0, nullptr, &found) == 0) {
            for (std::size_t i = 0; i < found.gl_pathc; ++i) {
                QFile file(QFile::decodeName(found.gl_pathv[i]));
                // A configuration is small; a device or a pipe in its place must not block this thread.
                if (file.exists() && !file.isSequential() && file.open(QIODevice::ReadOnly) && !file.isSequential()) {
                    // The file may name commands to run, so check the owner of the opened file: another file may have this name by now.
                    struct stat status{};
                    const bool isKnown = ::fstat(file.handle(), &status) == 0;
                    const bool isOurs = isKnown && (status.st_uid == 0 || status.st_uid == ::getuid()) && (status.st_mode & 022) == 0;
                    result.append({file.fileName(), file.read(1 << 20), !isOurs && pattern != systemConfigFilePath});
                }
            }
        }
        ::globfree(&found);
        return result;
    };
}
}
