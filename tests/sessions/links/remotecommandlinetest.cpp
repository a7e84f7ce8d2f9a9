// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/remotecommandline.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// Every real shell reads the line as sshd would give it to one: SHELL -c LINE.
class RemoteCommandLineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void argumentsArriveUnchanged_data();
    void argumentsArriveUnchanged();
    void programReplacesTheShell_data();
    void programReplacesTheShell();
    void missingProgramIsCode127_data();
    void missingProgramIsCode127();
    void markIsInTheEnvironment_data();
    void markIsInTheEnvironment();
    void resourcesAreAFileOfTheAccountAlone_data();
    void resourcesAreAFileOfTheAccountAlone();
    void whatIsThereAlreadyIsLeftAlone();
    void withoutADirectoryOfItsOwnItRunsWithoutResources_data();
    void withoutADirectoryOfItsOwnItRunsWithoutResources();
    void variablesOfTheLoginShellAreInForce();
    void onlyHarmlessCharactersAreInIt();

private:
    struct Run {
        int code = -1;
        QByteArray output = {};
        QByteArray errors = {};
        qint64 pid = 0;
    };
    static void eachShell();
    static Run run(const QString &shell, const QByteArray &line);
    /// With a number of the account that nobody has: its directory is this test's.
    Run runAsNobody(const QString &shell, const QByteArray &line);
    QString directory() const;

private Q_SLOTS:
    void cleanup();
};

void RemoteCommandLineTest::eachShell()
{
    QTest::addColumn<QString>("shell");
    for (const QString &shell : {u"sh"_s, u"dash"_s, u"bash"_s, u"zsh"_s, u"tcsh"_s, u"fish"_s}) {
        QTest::addRow("%s", qPrintable(shell)) << shell;
    }
}

RemoteCommandLineTest::Run RemoteCommandLineTest::run(const QString &shell, const QByteArray &line)
{
    const QString path = QStandardPaths::findExecutable(shell);
    if (path.isEmpty()) {
        return {.errors = "this shell is not installed"};
    }
    QTemporaryDir home;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HOME"_s, home.path());
    environment.insert(u"NIGHTDESK_PROBE"_s, u"expanded"_s); // would show in an argument that a shell looked into
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(home.path());
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(path, {u"-c"_s, QString::fromUtf8(line)});
    if (!process.waitForStarted(30000)) {
        return {.errors = "it does not start"};
    }
    const qint64 pid = process.processId();
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished(5000);
        return {.errors = "it does not end as it should: " + process.readAllStandardError()};
    }
    return {.code = process.exitCode(), .output = process.readAllStandardOutput(), .errors = process.readAllStandardError(), .pid = pid};
}

void RemoteCommandLineTest::argumentsArriveUnchanged_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QStringList>("arguments");
    QString everyCharacter;
    for (char16_t c = 1; c < 0x180; ++c) {
        everyCharacter += QChar(c);
    }
    const std::pair<const char *, QStringList> cases[] = {
        {"plain words", {u"-title"_s, u"LRIS"_s, u"/usr/share/night=1,a:b@c+d_e"_s}},
        {"spaces and tabs", {u" two  words "_s, u"\ttab\t"_s}},
        {"single quotes", {u"it's"_s, u"'"_s, u"''"_s, u"'; echo oops; '"_s}},
        {"double quotes", {u"\"quoted\""_s, u"\""_s}},
        {"exclamation marks", {u"wow!"_s, u"!!"_s, u"!echo"_s, u"a!b!c"_s, u"\\!"_s}},
        {"dollars and variables", {u"$HOME"_s, u"${NIGHTDESK_PROBE}"_s, u"$NIGHTDESK_PROBE"_s, u"$$"_s, u"$(id)"_s}},
        {"backslashes", {u"\\"_s, u"\\\\"_s, u"a\\nb"_s, u"\\0101"_s, u"\\'"_s, u"C:\\x\\"_s}},
        {"backticks", {u"`id`"_s, u"`"_s}},
        {"newlines", {u"one\ntwo"_s, u"\n"_s, u"ends with\n"_s, u"ends with three\n\n\n"_s, u"\n\nbegins"_s, u"\r\n"_s}},
        {"patterns", {u"*"_s, u"?"_s, u"[a-z]*"_s, u"{a,b}"_s, u"~"_s, u"~root"_s, u"=ls"_s, u"^a^b"_s, u"**"_s}},
        {"operators", {u"a;b"_s, u"a&b"_s, u"a|b"_s, u"<in"_s, u">out"_s, u"(a)"_s, u"#comment"_s, u"&&"_s}},
        {"percent signs", {u"%s"_s, u"%d%n"_s, u"100%"_s, u"%"_s}},
        {"leading dashes", {u"-n"_s, u"--"_s, u"-"_s, u"-e"_s, u"--help"_s}},
        {"empty arguments", {u""_s, u""_s, u"x"_s, u""_s}},
        {"nothing", {}},
        {"x at the end", {u"x"_s, u"xx"_s, u"x\n"_s}},
        {"UTF-8", {u"Größe"_s, u"天文台"_s, u"\U0001F52D"_s, u"\u00e0\u0081\u0088"_s}},
        {"every character", {everyCharacter}},
        {"4 KB", {QString(4096, u'a'), u"!' \n$"_s.repeated(820)}},
        {"many", QStringList(200, u"a b"_s)},
    };
    for (const QString &shell : {u"sh"_s, u"dash"_s, u"bash"_s, u"zsh"_s, u"tcsh"_s, u"fish"_s}) {
        for (const auto &[name, arguments] : cases) {
            QTest::addRow("%s: %s", qPrintable(shell), name) << shell << arguments;
        }
    }
}

void RemoteCommandLineTest::argumentsArriveUnchanged()
{
    QFETCH(QString, shell);
    QFETCH(QStringList, arguments);
    const QString program = u"import os, sys; sys.stdout.buffer.write(b''.join(os.fsencode(a) + b'\\0' for a in sys.argv[1:]))"_s;
    const Run result = run(shell, remoteCommandLine(QStringList{u"python3"_s, u"-c"_s, program} + arguments));
    QVERIFY2(result.code == 0, result.errors.constData());
    QByteArray expected;
    for (const QString &argument : std::as_const(arguments)) {
        expected += argument.toUtf8() + '\0';
    }
    QCOMPARE(result.output, expected);
    QCOMPARE(result.errors, QByteArray());
}

void RemoteCommandLineTest::programReplacesTheShell_data()
{
    eachShell();
}

void RemoteCommandLineTest::programReplacesTheShell()
{
    QFETCH(QString, shell);
    const Run result = run(shell, remoteCommandLine({u"sh"_s, u"-c"_s, u"echo $$"_s}));
    QVERIFY2(result.code == 0, result.errors.constData());
    QCOMPARE(result.output.trimmed(), QByteArray::number(result.pid)); // a signal to the session reaches the program
}

void RemoteCommandLineTest::missingProgramIsCode127_data()
{
    eachShell();
}

void RemoteCommandLineTest::missingProgramIsCode127()
{
    QFETCH(QString, shell);
    const Run result = run(shell, remoteCommandLine({u"ds9 of nowhere"_s, u"-x"_s}));
    QVERIFY2(result.code == 127, result.errors.constData());
    QVERIFY2(result.errors.contains("ds9 of nowhere"), result.errors.constData());
}

void RemoteCommandLineTest::markIsInTheEnvironment_data()
{
    eachShell();
}

void RemoteCommandLineTest::markIsInTheEnvironment()
{
    QFETCH(QString, shell);
    const QByteArray mark = "0123456789abcdef/89abcdef/image-display_2/12/";
    const Run result = run(shell, remoteCommandLine({u"sh"_s, u"-c"_s, u"echo $NIGHTDESK_DISPLAY; echo \"$1\"; echo $$"_s, u"sh"_s, u"it's"_s}, mark));
    QVERIFY2(result.code == 0, result.errors.constData());
    QCOMPARE(result.output, mark + "\nit's\n" + QByteArray::number(result.pid) + '\n');
}

QString RemoteCommandLineTest::directory() const
{
    return u"/tmp/nightdesk-test%1"_s.arg(QCoreApplication::applicationPid());
}

void RemoteCommandLineTest::cleanup()
{
    QFile::setPermissions(directory(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QFile(directory()).remove(); // where it is a file or a link
    QDir(directory()).removeRecursively();
}

RemoteCommandLineTest::Run RemoteCommandLineTest::runAsNobody(const QString &shell, const QByteArray &line)
{
    QTemporaryDir tools;
    QFile id(tools.filePath(u"id"_s));
    if (!id.open(QIODevice::WriteOnly) || id.write("#!/bin/sh\necho test" + QByteArray::number(QCoreApplication::applicationPid()) + '\n') < 0) {
        return {.errors = "no id"};
    }
    id.close();
    id.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QByteArray(tools.path().toUtf8() + ':' + path));
    const Run result = run(shell, line);
    qputenv("PATH", path);
    return result;
}

void RemoteCommandLineTest::resourcesAreAFileOfTheAccountAlone_data()
{
    eachShell();
}

void RemoteCommandLineTest::resourcesAreAFileOfTheAccountAlone()
{
    QFETCH(QString, shell);
    const XResourceSettings resources{{u"XTerm*title: it's \"wow!\" $HOME `id` \\ % é"_s, u"*background: yellow"_s}, u"No."_s};
    const QStringList program{
        u"sh"_s,
        u"-c"_s,
        u"cat \"$XENVIRONMENT\"; umask; for f in \"$XENVIRONMENT\" \"${XENVIRONMENT%/*}\" \"${XENVIRONMENT%/*/*}\"; do stat -c %a \"$f\"; done; "
        "ls \"${XENVIRONMENT%/*}\" | wc -l; echo \"$1$NIGHTDESK_DISPLAY\""_s,
        u"sh"_s,
        u"it's"_s};
    const Run result = runAsNobody(shell, remoteCommandLine(program, "m/1", resources));
    QVERIFY2(result.code == 0, result.errors.constData());
    QCOMPARE(result.errors, QByteArray());
    const QByteArray umask = run(u"sh"_s, "umask").output; // the program has its own
    QCOMPARE(result.output, "XTerm*title: it's \"wow!\" $HOME `id` \\ % é\n*background: yellow\n" + umask + "600\n700\n700\n1\nit'sm/1\n");
}

void RemoteCommandLineTest::whatIsThereAlreadyIsLeftAlone()
{
    const QStringList program{u"sh"_s, u"-c"_s, u"echo $XENVIRONMENT; stat -c %i $XENVIRONMENT; ls ${XENVIRONMENT%/*} | wc -l"_s};
    QVERIFY(QDir().mkpath(directory()));
    // Displays that a group may join are in it, too.
    QVERIFY(QFile::setPermissions(directory(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeGroup));
    const Run first = runAsNobody(u"sh"_s, remoteCommandLine(program, {}, {{u"*a: b"_s}, u"No."_s}));
    QVERIFY2(first.output.startsWith(QByteArray(directory().toUtf8() + "/xrm/")) && first.output.endsWith("\n1\n"),
             qPrintable(QString::fromUtf8(first.output + first.errors)));
    QCOMPARE(runAsNobody(u"sh"_s, remoteCommandLine(program, {}, {{u"*a: b"_s}, u"No."_s})).output, first.output);
    const Run other = runAsNobody(u"sh"_s, remoteCommandLine(program, {}, {{u"*a: c"_s}, u"No."_s}));
    QVERIFY(other.output.endsWith("\n2\n") && other.output.first(other.output.indexOf('\n')) != first.output.first(first.output.indexOf('\n')));
    QVERIFY(runAsNobody(u"sh"_s, remoteCommandLine(program, {}, {{}, u"No."_s})).output.startsWith('\n'));
}

void RemoteCommandLineTest::withoutADirectoryOfItsOwnItRunsWithoutResources_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("before"); // a shell's line, of the directory
    const std::pair<const char *, QString> cases[] = {
        {"others may write to it", u"mkdir %1; chmod 777 %1"_s},
        {"others may look into it", u"mkdir %1; chmod 755 %1"_s},
        {"it is a link to one", u"ln -s %2 %1"_s},
        {"it is a link to nowhere", u"ln -s /nowhere %1"_s},
        {"it is a file", u"umask 077; echo x >%1"_s},
        {"the one inside it is a link", u"mkdir -m 700 %1; ln -s %2 %1/xrm"_s},
        {"others may look into the one inside it", u"mkdir -m 700 %1; mkdir -m 755 %1/xrm"_s},
    };
    for (const QString &shell : {u"sh"_s, u"tcsh"_s, u"fish"_s}) {
        for (const auto &[name, before] : cases) {
            QTest::addRow("%s: %s", qPrintable(shell), name) << shell << before;
        }
    }
}

void RemoteCommandLineTest::withoutADirectoryOfItsOwnItRunsWithoutResources()
{
    QFETCH(QString, shell);
    QFETCH(QString, before);
    QTemporaryDir elsewhere;
    QVERIFY(run(u"sh"_s, before.replace(u"%1"_s, directory()).replace(u"%2"_s, elsewhere.path()).toUtf8()).code == 0);
    const Run result =
        runAsNobody(shell, remoteCommandLine({u"sh"_s, u"-c"_s, u"echo \"<$XENVIRONMENT> $1\""_s, u"sh"_s, u"a"_s}, {}, {{u"*a: b"_s}, u"It's not ours!"_s}));
    QVERIFY2(result.code == 0, result.errors.constData());
    QCOMPARE(result.output, "<> a\n"_ba);
    QCOMPARE(result.errors, "It's not ours!\n"_ba);
    QVERIFY(QDir(elsewhere.path()).isEmpty());
}

void RemoteCommandLineTest::variablesOfTheLoginShellAreInForce()
{
    const Run result = run(u"sh"_s, remoteCommandLine({u"sh"_s, u"-c"_s, u"echo $NIGHTDESK_PROBE"_s}));
    QCOMPARE(result.output, "expanded\n"_ba);
}

void RemoteCommandLineTest::onlyHarmlessCharactersAreInIt()
{
    const QByteArray line = remoteCommandLine({u"a'b!c\nd`e$f\\g"_s});
    const QByteArray encoded = line.mid(line.lastIndexOf(' ') + 1);
    QCOMPARE(encoded, "'a\\0047b\\0041c\\0012d\\0140e\\0044f\\0134g'"_ba);
    QVERIFY(!line.contains('!'));
    QVERIFY(!line.contains('\n'));
}

NIGHTDESK_GUILESS_TEST(RemoteCommandLineTest)
#include "remotecommandlinetest.moc"
