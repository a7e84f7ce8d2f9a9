// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/linkemu/linkemukit.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <unistd.h>

namespace Nightdesk::Test
{
using namespace Qt::StringLiterals;
using Side = TestLink::Side;

bool isRoot()
{
    return ::geteuid() == 0;
}

QString noUserNamespaces()
{
    QProcess probe;
    probe.setChildProcessModifier([] {
        if (::geteuid() == 0 && (::setgid(ordinaryUser) < 0 || ::setuid(ordinaryUser) < 0)) {
            ::_exit(1);
        }
    });
    probe.start(u"unshare"_s, {u"--user"_s, u"--net"_s, u"true"_s});
    probe.waitForFinished(patience);
    return probe.exitCode() == 0 ? QString() : u"this machine allows no user namespaces: "_s + QString::fromUtf8(probe.readAllStandardError()).trimmed();
}

QString whatIsMissing()
{
    for (const QString &program : {u"ping"_s, u"unshare"_s}) {
        if (QStandardPaths::findExecutable(program, {u"/usr/sbin"_s, u"/sbin"_s, u"/usr/bin"_s, u"/bin"_s}).isEmpty()) {
            return program + u" is missing; expected Debian's iputils-ping and util-linux"_s;
        }
    }
    return isRoot() ? QString() : noUserNamespaces();
}

QString whyItIsSkipped()
{
    static const QString reason = isRoot() ? noUserNamespaces() : QString();
    return QByteArrayView(QTest::currentDataTag()).contains("another user") ? reason : QString();
}

void addWays()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<bool>("ordinary");
    if (isRoot()) {
        QTest::newRow("TUN, as root") << u"tun"_s << false;
        QTest::newRow("AF_PACKET, as root") << u"packet"_s << false;
        QTest::newRow("AF_PACKET in a user namespace, as another user") << u"packet"_s << true;
    } else {
        QTest::newRow("what an ordinary user gets") << u"auto"_s << false;
        QTest::newRow("AF_PACKET in a user namespace") << u"packet"_s << false;
    }
}

TestLink::Options fetchedWay()
{
    QFETCH(QString, backend);
    QFETCH(bool, ordinary);
    TestLink::Options options;
    options.backend = backend;
    if (ordinary) {
        options.user = ordinaryUser;
    }
    return options;
}

int pingsAnswered(const TestLink &link)
{
    const auto output = link.run(Side::Near, {u"ping"_s, u"-n"_s, u"-q"_s, u"-i"_s, u"0.01"_s, u"-c"_s, u"5"_s, u"-W"_s, u"1"_s, link.address(Side::Far)});
    static const QRegularExpression counts(u"([0-9]+) received"_s);
    const QRegularExpressionMatch match = counts.match(QString::fromUtf8(output ? output->out : QByteArray()));
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

Traffic::Traffic(const TestLink &link, Side side, const QStringList &arguments)
{
    link.prepare(m_process, side, QStringList{trafficProgram(link)} + arguments);
    m_process.start();
}

Traffic::~Traffic()
{
    m_process.kill();
    m_process.waitForFinished();
}

QString Traffic::trafficProgram(const TestLink &link)
{
    const QString built = QStringLiteral(LINKTRAFFIC_PROGRAM);
    const QString copy = link.program() + u"-traffic"_s;
    if (link.program().startsWith(QStringLiteral(NIGHTDESK_BUILD_DIR))) {
        return built;
    }
    if (!QFile::exists(copy)) {
        QFile::copy(built, copy);
        QFile::setPermissions(copy, QFile::permissions(copy) | QFile::ReadOther | QFile::ExeOther);
    }
    return copy;
}

QString Traffic::port()
{
    while (!m_process.canReadLine() && m_process.waitForReadyRead(patience)) { }
    return QString::fromUtf8(m_process.readLine()).trimmed();
}

void Traffic::closeInput()
{
    m_process.closeWriteChannel();
}

QJsonObject Traffic::result()
{
    m_process.waitForFinished(4 * patience);
    return QJsonDocument::fromJson(m_process.readAllStandardOutput()).object();
}

QProcess &Traffic::process()
{
    return m_process;
}

QJsonObject sendAndCount(TestLink &link, Side from, int packets, int size, qint64 rate)
{
    const Side to = from == Side::Near ? Side::Far : Side::Near;
    Traffic sink(link, to, {u"count"_s});
    const QString port = sink.port();
    QElapsedTimer sending;
    sending.start();
    const auto sent =
        link.run(from,
                 {Traffic::trafficProgram(link), u"send"_s, link.address(to), port, QString::number(packets), QString::number(size), QString::number(rate)});
    if (!sent || sent->exitCode != 0) {
        qWarning("%ls", qUtf16Printable(sent ? QString::fromUtf8(sent->errors) : sent.error()));
        return {};
    }
    const qint64 sentWithin = sending.elapsed();
    const QString way = from == Side::Near ? u"up"_s : u"down"_s;
    const bool empty = QTest::qWaitFor(
        [&] {
            const QJsonObject stats = link.stats().value_or(QJsonObject())[way].toObject();
            return stats[u"packetsIn"].toInt() >= packets && stats[u"queuedPackets"].toInt() == 0 && stats[u"packetsOnTheWay"].toInt() == 0;
        },
        patience);
    if (!empty) {
        qWarning("the link did not become empty");
    }
    sink.closeInput();
    QJsonObject counted = sink.result();
    counted.insert(u"sentWithinMilliseconds"_s, sentWithin);
    return counted;
}
}
