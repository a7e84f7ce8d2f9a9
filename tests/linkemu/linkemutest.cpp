// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/linkemu/linkemukit.h"
#include "tests/support/testprogram.h"

#include "tools/linkemu/linkmodel.h"
#include "tools/linkemu/linkoptions.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using Side = TestLink::Side;

namespace
{
/// Whether an ordinary user may open /dev/net/tun: on some machines everybody may.
bool opensTun()
{
    QProcess probe;
    probe.setChildProcessModifier([] {
        if (::geteuid() == 0 && (::setgid(ordinaryUser) < 0 || ::setuid(ordinaryUser) < 0)) {
            ::_exit(1);
        }
    });
    probe.start(u"sh"_s, {u"-c"_s, u"exec 3<>/dev/net/tun"_s});
    return probe.waitForFinished(patience) && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
}

bool isGone(qint64 pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly)) {
        return true;
    }
    const QByteArray line = status.readAll();
    return line.isEmpty() || line.mid(line.lastIndexOf(')') + 2, 1) == "Z";
}
}

class LinkEmuTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void lossIsThatOfTheSeed_data();
    void lossIsThatOfTheSeed();
    void queueIsBounded_data();
    void queueIsBounded();
    void cutsAndRestores_data();
    void cutsAndRestores();
    void changesDuringATransfer_data();
    void changesDuringATransfer();
    void runsCommandsAsTheCaller_data();
    void runsCommandsAsTheCaller();
    void everythingEnds_data();
    void everythingEnds();
    void endsWithItsParent();
    void twoAtOnce();
    void refusesBadArguments_data();
    void refusesBadArguments();
    void saysWhyItCannotStart();
};

void LinkEmuTest::initTestCase()
{
    QVERIFY2(whatIsMissing().isEmpty(), qPrintable(whatIsMissing()));
}

void LinkEmuTest::init()
{
    if (const QString reason = whyItIsSkipped(); !reason.isEmpty()) {
        QSKIP(qPrintable(reason));
    }
}

void LinkEmuTest::lossIsThatOfTheSeed_data()
{
    addWays();
}

void LinkEmuTest::lossIsThatOfTheSeed()
{
    TestLink link;
    TestLink::Options options = fetchedWay();
    options.seed = 42;
    options.loss = u"3%"_s;
    START(link, options);
    constexpr int packets = 4000;
    for (const Side from : {Side::Near, Side::Far}) {
        LinkSettings settings;
        settings.loss = 0.03;
        LinkModel model(settings, from == Side::Near ? upSeed(42) : downSeed(42));
        std::vector<LinkModel::Outcome> outcomes;
        for (LinkModel::PacketId i = 0; i < packets; ++i) {
            model.offer(i, 500, LinkModel::Time());
        }
        model.advance(LinkModel::Time(), outcomes);
        QJsonArray expected;
        for (const LinkModel::Outcome &outcome : outcomes) {
            if (outcome.fate == LinkModel::Fate::Lost) {
                expected.append(static_cast<qint64>(outcome.id));
            }
        }
        QVERIFY(expected.size() > packets / 50 && expected.size() < packets / 25);
        const QJsonObject counted = sendAndCount(link, from, packets, 500, 20'000'000);
        QCOMPARE(counted[u"missing"].toArray(), expected);
        QCOMPARE(counted[u"packets"].toInt(), packets - static_cast<int>(expected.size()));
    }
    const QJsonObject stats = link.stats().value_or(QJsonObject());
    QCOMPARE(stats[u"up"][u"packetsIn"].toInt(), packets);
    QCOMPARE(stats[u"down"][u"packetsIn"].toInt(), packets);
}

void LinkEmuTest::queueIsBounded_data()
{
    addWays();
}

void LinkEmuTest::queueIsBounded()
{
    TestLink link;
    TestLink::Options options = fetchedWay();
    options.rate = u"1mbit"_s;
    options.queue = u"50kB"_s;
    START(link, options);
    // 200 packets of 8 ms each come at once: 50 find room, and a few more while the burst lasts, which on a busy machine may be long.
    const QJsonObject counted = sendAndCount(link, Side::Near, 200, 1000, 0);
    const QJsonObject up = link.stats().value_or(QJsonObject())[u"up"].toObject();
    const qint64 tooMany = std::max<qint64>(100, 60 + counted[u"sentWithinMilliseconds"].toInteger() / 8);
    QVERIFY2(counted[u"packets"].toInt() >= 50 && counted[u"packets"].toInt() < tooMany, qPrintable(QString::number(counted[u"packets"].toInt())));
    QCOMPARE(up[u"lostToQueue"].toInt() + counted[u"packets"].toInt(), 200);
    QCOMPARE(up[u"packetsOut"].toInt(), counted[u"packets"].toInt());
    for (int i = 0; i < 50; ++i) {
        QVERIFY2(!counted[u"missing"].toArray().contains(i), "a packet was dropped that had come before the queue was full");
    }
}

void LinkEmuTest::cutsAndRestores_data()
{
    addWays();
}

void LinkEmuTest::cutsAndRestores()
{
    TestLink link;
    TestLink::Options options = fetchedWay();
    options.rtt = u"10ms"_s;
    START(link, options);
    const auto lost = [&link](const QString &way) {
        return link.stats().value_or(QJsonObject())[way][u"lostToCut"].toInt();
    };
    QCOMPARE(pingsAnswered(link), 5);
    QVERIFY(link.set({u"cut=up"_s}));
    QCOMPARE(pingsAnswered(link), 0);
    QCOMPARE(lost(u"up"_s), 5);
    QCOMPARE(lost(u"down"_s), 0);
    QVERIFY(link.set({u"restore"_s, u"cut=down"_s}));
    QCOMPARE(pingsAnswered(link), 0);
    QCOMPARE(lost(u"up"_s), 5);
    QCOMPARE(lost(u"down"_s), 5);
    QVERIFY(link.set({u"cut=both"_s}));
    QCOMPARE(pingsAnswered(link), 0);
    QCOMPARE(lost(u"up"_s), 10);
    QCOMPARE(lost(u"down"_s), 5);
    QVERIFY(link.set({u"restore"_s}));
    QCOMPARE(pingsAnswered(link), 5);
}

void LinkEmuTest::changesDuringATransfer_data()
{
    addWays();
}

void LinkEmuTest::changesDuringATransfer()
{
    TestLink link;
    TestLink::Options options = fetchedWay();
    options.rtt = u"10ms"_s;
    options.rate = u"1mbit"_s;
    START(link, options);
    Traffic server(link, Side::Far, {u"serve"_s});
    // 64 s at the first rate; 3.2 s at the second.
    Traffic client(link, Side::Near, {u"fetch"_s, link.address(Side::Far), server.port(), u"8000000"_s});
    QTRY_VERIFY_WITH_TIMEOUT(link.stats().value_or(QJsonObject())[u"down"][u"bytesOut"].toInt() > 200'000, patience);
    QCOMPARE(client.process().state(), QProcess::Running);
    QVERIFY(link.set({u"rate=20mbit"_s}));
    const QJsonObject result = client.result();
    QCOMPARE(result[u"bytes"].toInt(), 8'000'000);
    QVERIFY2(result[u"seconds"].toDouble() < 30, qPrintable(QString::number(result[u"seconds"].toDouble())));
    QCOMPARE(link.stats().value_or(QJsonObject())[u"down"][u"rateBitsPerSecond"].toInt(), 20'000'000);

    const auto refused = link.set({u"rtt=fast"_s});
    QVERIFY(!refused);
    QVERIFY2(refused.error().contains(u"rtt=fast"_s), qPrintable(refused.error()));
    const auto contradicting = link.set({u"jitter=6ms"_s});
    QVERIFY(!contradicting);
    QVERIFY2(contradicting.error().contains(u"at most the one-way delay"_s), qPrintable(contradicting.error()));
    QCOMPARE(link.stats().value_or(QJsonObject())[u"up"][u"jitterMicroseconds"].toInt(), 0);
}

void LinkEmuTest::runsCommandsAsTheCaller_data()
{
    addWays();
}

void LinkEmuTest::runsCommandsAsTheCaller()
{
    QFETCH(bool, ordinary);
    TestLink link;
    START(link, fetchedWay());
    QCOMPARE(link.ready()[u"userNamespace"].toBool(), ordinary || !isRoot());
    const QByteArray uid = QByteArray::number(ordinary ? ordinaryUser : ::geteuid()) + '\n';
    for (const Side side : {Side::Near, Side::Far}) {
        const auto id = link.run(side, {u"id"_s, u"-u"_s});
        QVERIFY2(id, qPrintable(id ? QString() : id.error()));
        QCOMPARE(id->out, uid);
        // Each has its loopback, and the link is its only way out.
        const auto loopback = link.run(side, {u"ping"_s, u"-n"_s, u"-q"_s, u"-c"_s, u"1"_s, u"127.0.0.1"_s});
        QVERIFY(loopback);
        QCOMPARE(loopback->exitCode, 0);
        const auto interfaces = link.run(side, {u"sh"_s, u"-c"_s, u"sed -n 's/:.*//p' /proc/net/dev | tr -d ' ' | sort | tr '\\n' ' '"_s});
        QVERIFY(interfaces);
        QVERIFY2(interfaces->out.contains("link0 ") && interfaces->out.contains("lo "), interfaces->out.constData());
    }
    const auto code = link.run(Side::Far, {u"sh"_s, u"-c"_s, u"exit 7"_s});
    QVERIFY(code);
    QCOMPARE(code->exitCode, 7);
    const auto words = link.run(Side::Near, {u"--"_s, u"printf"_s, u"%s|"_s, u"a b"_s, u"--near"_s, QString(), u"'\"$"_s});
    QVERIFY(words);
    QCOMPARE(words->out, QByteArray("a b|--near||'\"$|"));
    const auto missing = link.run(Side::Far, {u"/no/such/program"_s});
    QVERIFY(missing);
    QCOMPARE(missing->exitCode, 127);
    QVERIFY(missing->errors.contains("/no/such/program"));
}

void LinkEmuTest::everythingEnds_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<bool>("ordinary");
    QTest::addColumn<int>("signal");
    for (const auto &[name, signal] : {std::pair("SIGTERM", SIGTERM), std::pair("SIGINT", SIGINT), std::pair("SIGKILL", SIGKILL)}) {
        if (isRoot()) {
            QTest::addRow("%s, TUN", name) << u"tun"_s << false << signal;
            QTest::addRow("%s, another user", name) << u"packet"_s << true << signal;
        }
        QTest::addRow("%s, AF_PACKET", name) << u"packet"_s << false << signal;
    }
}

void LinkEmuTest::everythingEnds()
{
    QFETCH(int, signal);
    TestLink link;
    START(link, fetchedWay());
    // One that goes when asked, one that does not.
    QProcess obedient;
    link.prepare(obedient, Side::Near, {u"sleep"_s, u"1000"_s});
    obedient.start();
    QProcess stubborn;
    link.prepare(stubborn, Side::Far, {u"sh"_s, u"-c"_s, u"trap '' TERM; echo ready; while :; do sleep 1000; done"_s});
    stubborn.start();
    QVERIFY(obedient.waitForStarted(patience));
    QVERIFY(stubborn.waitForReadyRead(patience));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::symLinkTarget(u"/proc/%1/exe"_s.arg(obedient.processId())).endsWith(u"sleep"_s)
                                 || QFile::symLinkTarget(u"/proc/%1/exe"_s.arg(obedient.processId())).endsWith(u"coreutils"_s),
                             patience);
    QVERIFY(QFile::exists(link.control()));

    const std::array holders{link.holder(Side::Near), link.holder(Side::Far)};
    ::kill(static_cast<pid_t>(link.processId()), signal);
    for (const qint64 pid : holders) {
        QVERIFY(pid > 0);
        QTRY_VERIFY_WITH_TIMEOUT(isGone(pid), patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(obedient.state(), QProcess::NotRunning, patience);
    QTRY_COMPARE_WITH_TIMEOUT(stubborn.state(), QProcess::NotRunning, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(link.control()), patience);
    const auto stopped = link.stop();
    QCOMPARE(stopped.has_value() || signal == SIGKILL, true);
}

void LinkEmuTest::endsWithItsParent()
{
    TestLink probe; // only for the program's path
    QTemporaryDir directory;
    const QString control = directory.filePath(u"made/control"_s);
    QProcess parent;
    parent.start(u"sh"_s, {u"-c"_s, u"\"$0\" --control \"$1\" & echo \"$!\"; wait"_s, probe.program(), control});
    const auto line = [&parent] {
        while (!parent.canReadLine() && parent.waitForReadyRead(patience)) { }
        return parent.readLine().trimmed();
    };
    const qint64 pid = line().toLongLong();
    const QJsonObject ready = QJsonDocument::fromJson(line()).object();
    QVERIFY(pid > 0);
    QVERIFY2(ready[u"near"][u"pid"].toInteger() > 0, parent.readAllStandardError().constData());
    QVERIFY(!isGone(pid));
    parent.kill();
    QTRY_VERIFY_WITH_TIMEOUT(isGone(pid), patience);
    QTRY_VERIFY_WITH_TIMEOUT(isGone(ready[u"near"][u"pid"].toInteger()), patience);
    QTRY_VERIFY_WITH_TIMEOUT(isGone(ready[u"far"][u"pid"].toInteger()), patience);
    QVERIFY(!QFile::exists(control));
    QVERIFY(!QFile::exists(directory.filePath(u"made"_s)));
    parent.waitForFinished(patience);
}

void LinkEmuTest::twoAtOnce()
{
    TestLink first;
    TestLink second;
    TestLink::Options options;
    START(first, options);
    options.rtt = u"30ms"_s;
    START(second, options);
    QVERIFY(first.set({u"cut"_s}));
    QCOMPARE(pingsAnswered(first), 0);
    QCOMPARE(pingsAnswered(second), 5);
    QVERIFY(first.stop());
    QCOMPARE(pingsAnswered(second), 5);
    QVERIFY(second.stop());
}

void LinkEmuTest::refusesBadArguments_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const QString &arguments, const QString &named) {
        QTest::newRow(name) << arguments.split(u' ', Qt::SkipEmptyParts) << named;
    };
    row("nothing", QString(), u"--control"_s);
    row("a wrong time", u"--control c --rtt soon"_s, u"--rtt=soon"_s);
    row("a closed descriptor", u"--control c --ready-fd 999"_s, u"--ready-fd=999"_s);
    row("exec without a side", u"exec c true"_s, u"--near or --far"_s);
    row("exec without a command", u"exec --near c"_s, u"a command"_s);
    row("set without changes", u"set c"_s, u"rtt=500ms"_s);
    row("set with a wrong change", u"set c rate=3"_s, u"rate=3"_s);
    row("stats of two", u"stats a b"_s, u"control socket"_s);
}

void LinkEmuTest::refusesBadArguments()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    QProcess process;
    process.start(TestLink().program(), arguments);
    QVERIFY(process.waitForFinished(patience));
    const QByteArray errors = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(errors.contains(named.toUtf8()), errors.constData());
    QVERIFY2(errors.contains("expected"), errors.constData());
    QCOMPARE(errors.count('\n'), 1);
}

void LinkEmuTest::saysWhyItCannotStart()
{
    const auto errorsOf = [](const QStringList &arguments) -> QByteArray {
        QProcess process;
        process.start(TestLink().program(), arguments);
        process.waitForFinished(patience);
        return QByteArray::number(process.exitCode()) + ' ' + process.readAllStandardError();
    };
    QTemporaryDir open;
    QFile::setPermissions(open.path(), QFile::Permissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeOther));
    QVERIFY(errorsOf({u"--control"_s, open.filePath(u"c"_s)}).contains(": expected a directory that is yours alone"));
    QVERIFY(errorsOf({u"--control"_s, u"/no/such/place/c"_s}).startsWith("1 linkemu: cannot make the directory /no/such/place"));
    QVERIFY(errorsOf({u"--control"_s, u"/"_s + QString(200, u'x')}).contains("too long for a socket"));
    QVERIFY(errorsOf({u"stats"_s, u"/no/such/socket"_s}).startsWith("1 linkemu: no emulator at /no/such/socket"));

    TestLink link;
    START(link, TestLink::Options());
    QVERIFY(errorsOf({u"--control"_s, link.control()}).contains("Address already in use"));
    QVERIFY(link.stats()); // the refused one did not harm it

    if (isRoot() && noUserNamespaces().isEmpty()) {
        TestLink ordinary;
        TestLink::Options options;
        options.user = ordinaryUser;
        options.backend = u"tun"_s;
        const auto started = ordinary.start(options);
        if (opensTun()) {
            QVERIFY2(started, qPrintable(started ? QString() : started.error()));
            QCOMPARE(ordinary.ready()[u"backend"].toString(), u"tun"_s);
        } else {
            QVERIFY(!started);
            QVERIFY2(started.error().contains(u"cannot open /dev/net/tun"_s), qPrintable(started.error()));
        }
    }
}

NIGHTDESK_GUILESS_TEST(LinkEmuTest)
#include "linkemutest.moc"
