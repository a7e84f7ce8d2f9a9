// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <signal.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// Commands of the user's ssh configuration: Match exec and ProxyCommand. They run as children that end with what they are
/// for, whatever they do.
class LinkCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void matchExecDecides();
    void matchExecRunsOnceForSeveralLinks();
    void matchExecThatHangsIsLeftOut();
    void matchExecThatHangsDoesNotHoldUpClose();
    void aCommandIsTheWay();
    void aCommandOfABastionIsTheWay();
    void aCommandThatFailsIsQuoted_data();
    void aCommandThatFailsIsQuoted();
    void aCommandThatHangsDoesNotHoldUpClose();
    void aTalkativeCommandIsNotHeldUp();
    void theCommandEndsWithTheLink();

private:
    void writeConfig(const QByteArray &contents);
    QString script(const QString &name, const QByteArray &contents);
    /// Of the process that wrote its number into a file of the home directory.
    bool isRunning(const QString &file);
    LinkSpec alias() const; ///< a name of the ssh config; the key and the known hosts of the server

    SshServer m_server;
    QString m_relay; ///< a program that connects its standard streams with a port of this machine
    QTemporaryDir m_home;
};

void LinkCommandTest::initTestCase()
{
    useHome(m_home.path());
    qputenv("SHELL", "/bin/sh");
    QVERIFY(m_server.start());
    m_relay = script(u"relay"_s, R"(#!/usr/bin/env python3
import os, select, socket, sys
line = socket.create_connection((sys.argv[1], int(sys.argv[2])))
open(os.environ["HOME"] + "/relay.pid", "w").write(str(os.getpid()))
while True:
    for ready in select.select([0, line], [], [])[0]:
        data = os.read(0, 65536) if ready == 0 else line.recv(65536)
        if not data:
            sys.exit(0)
        if ready == 0:
            line.sendall(data)
        else:
            os.write(1, data)
)");
}

void LinkCommandTest::init()
{
    QFile::remove(m_home.filePath(u".ssh/config"_s));
    QFile::remove(m_home.filePath(u"relay.pid"_s));
    QFile::remove(m_home.filePath(u"hang.pid"_s));
}

QString LinkCommandTest::script(const QString &name, const QByteArray &contents)
{
    QFile file(m_home.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) {
        qFatal("cannot write a script");
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
}

void LinkCommandTest::writeConfig(const QByteArray &contents)
{
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QFile file(m_home.filePath(u".ssh/config"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
}

bool LinkCommandTest::isRunning(const QString &file)
{
    QFile told(m_home.filePath(file));
    const qint64 pid = told.open(QIODevice::ReadOnly) ? told.readAll().trimmed().toLongLong() : 0;
    if (pid <= 1) {
        return false;
    }
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    const QByteArray words = status.open(QIODevice::ReadOnly) ? status.readAll() : QByteArray();
    return !words.isEmpty() && words.mid(words.lastIndexOf(')') + 2, 1) != "Z"; // nobody may be there to reap it
}

LinkSpec LinkCommandTest::alias() const
{
    LinkSpec spec = m_server.linkSpec();
    spec.host = u"summit"_s;
    spec.port.reset();
    return spec;
}

namespace
{
QByteArray way(const SshServer &server)
{
    return " HostName 127.0.0.1\n Port " + QByteArray::number(server.port()) + '\n';
}
}

void LinkCommandTest::matchExecDecides()
{
    writeConfig("Match host summit exec \"test -d %d\"\n" + way(m_server));
    LinkProbe probe(alias());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().port, m_server.port());
    QCOMPARE(probe.link().facts().notes.size(), 1);
    QVERIFY2(probe.link().facts().notes.first().contains(u"/.ssh/config:1"), qPrintable(probe.link().facts().notes.first()));
}

void LinkCommandTest::matchExecRunsOnceForSeveralLinks()
{
    writeConfig("Match exec \"echo ran >>%d/counted\"\n" + way(m_server));
    for (int i = 0; i < 2; ++i) {
        LinkProbe probe(alias());
        QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    }
    QFile counted(m_home.filePath(u"counted"_s));
    QVERIFY(counted.open(QIODevice::ReadOnly));
    QCOMPARE(counted.readAll(), "ran\n");
}

void LinkCommandTest::matchExecThatHangsIsLeftOut()
{
    writeConfig("Match exec \"echo $$ >%d/hang.pid; sleep 600; true\"\n User nobody\nHost summit\n" + way(m_server));
    LinkProbe probe(alias());
    QElapsedTimer timer;
    timer.start();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY2(timer.elapsed() >= 5000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY2(probe.link().facts().notes.value(0).contains(u"did not end in time"), qPrintable(probe.link().facts().notes.value(0)));
    QVERIFY(WAIT_FOR(!isRunning(u"hang.pid"_s)));
}

void LinkCommandTest::matchExecThatHangsDoesNotHoldUpClose()
{
    // It is deaf to hanging up as well.
    writeConfig("Match exec \"trap '' HUP TERM; echo $$ >%d/hang.pid; while true; do sleep 1; done\"\n" + way(m_server));
    auto probe = std::make_unique<LinkProbe>(alias());
    probe->link().open();
    QVERIFY(WAIT_FOR(isRunning(u"hang.pid"_s)));
    QElapsedTimer timer;
    timer.start();
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(WAIT_FOR(!isRunning(u"hang.pid"_s)));
}

void LinkCommandTest::aCommandIsTheWay()
{
    writeConfig("Host summit\n" + way(m_server) + " ProxyCommand " + m_relay.toUtf8() + " %h %p\n");
    LinkProbe probe(alias());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY2(probe.link().facts().notes.value(0).contains(u"ProxyCommand"), qPrintable(probe.link().facts().notes.value(0)));
    ProgramProbe program(probe.link(), ProgramSpec{"echo here", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, "here\n");
    QVERIFY(isRunning(u"relay.pid"_s));
}

void LinkCommandTest::aCommandOfABastionIsTheWay()
{
    // The jump host is reached by a command, the host through the jump host: as ssh does.
    writeConfig("Host bastion\n" + way(m_server) + " ProxyCommand " + m_relay.toUtf8() + " %h %p\nHost summit\n" + way(m_server));
    LinkSpec spec = alias();
    spec.jumpHosts = QStringList{u"bastion"_s};
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY(isRunning(u"relay.pid"_s));
}

void LinkCommandTest::aCommandThatFailsIsQuoted_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QString>("words");
    QTest::newRow("its last words") << "sh -c 'echo one >&2; echo no route to the bastion >&2; exit 1'"_ba << u"“no route to the bastion”"_s;
    QTest::newRow("control characters") << "sh -c 'printf \"red \\\\033[31m herring\\\\n\" >&2; exit 1'"_ba << u"red [31m herring"_s;
    QTest::newRow("without output") << "false"_ba << u"ended without connecting"_s;
    QTest::newRow("a program that is not there") << "/no/such/program %h"_ba << u"/no/such/program"_s;
}

void LinkCommandTest::aCommandThatFailsIsQuoted()
{
    QFETCH(QByteArray, command);
    QFETCH(QString, words);
    writeConfig("Host summit\n" + way(m_server) + " ProxyCommand " + command + '\n');
    LinkProbe probe(alias());
    QVERIFY(!probe.connectNow());
    QVERIFY2(probe.why().contains(words), qPrintable(probe.why()));
}

void LinkCommandTest::aCommandThatHangsDoesNotHoldUpClose()
{
    writeConfig("Host summit\n" + way(m_server) + " ProxyCommand sh -c \"trap '' HUP TERM; echo $$ >%d/hang.pid; while true; do sleep 1; done\"\n");
    auto probe = std::make_unique<LinkProbe>(alias());
    probe->link().open();
    QVERIFY(WAIT_FOR(isRunning(u"hang.pid"_s)));
    QElapsedTimer timer;
    timer.start();
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(WAIT_FOR(!isRunning(u"hang.pid"_s)));
}

void LinkCommandTest::aTalkativeCommandIsNotHeldUp()
{
    writeConfig("Host summit\n" + way(m_server) + " ProxyCommand sh -c 'yes complaint | head -c 1000000 >&2; exec " + m_relay.toUtf8() + " %h %p'\n");
    LinkProbe probe(alias());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

void LinkCommandTest::theCommandEndsWithTheLink()
{
    writeConfig("Host summit\n" + way(m_server) + " ProxyCommand " + m_relay.toUtf8() + " %h %p\n");
    LinkProbe probe(alias());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY(isRunning(u"relay.pid"_s));
    probe.link().close();
    QVERIFY(WAIT_FOR(!isRunning(u"relay.pid"_s)));
    // And the link with the command.
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QFile told(m_home.filePath(u"relay.pid"_s));
    QVERIFY(told.open(QIODevice::ReadOnly));
    ::kill(static_cast<pid_t>(told.readAll().toInt()), SIGKILL);
    QVERIFY(probe.waitFor(LinkState::Closed));
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Transient);
}

NIGHTDESK_GUILESS_TEST(LinkCommandTest)
#include "linkcommandtest.moc"
