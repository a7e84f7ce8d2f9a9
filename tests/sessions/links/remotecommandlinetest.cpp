// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/remotecommandline.h"

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

QTEST_GUILESS_MAIN(RemoteCommandLineTest)
#include "remotecommandlinetest.moc"
