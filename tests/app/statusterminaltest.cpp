// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nightdesk status --watch` as it runs where no board is open: in a terminal of its own, with a real mosquitto and sshd.
#include "sessions/broker/brokercredentialfile.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testbroker.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/boardfeed.h"

#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
const QByteArray begins("\x1b[H\x1b[J"); // each picture
}

class StatusTerminalTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aRefusalStaysInTheTerminal();
    void aLinkThatIsNotReachedLogsNothing();
    void aSmallTerminalHasTheWorst();

private:
    void writeFacility(quint16 sshPort);
    void giveCredential(const BrokerCredential &credential);
    /// `nightdesk status --watch` in a terminal of that size.
    void start(int columns, int rows);
    /// The last picture that is whole.
    QString picture();
    void end();

    SshServer m_ssh;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_ann;
    std::unique_ptr<FacilityDirectory> m_facility;
    std::unique_ptr<QProcess> m_terminal;
    QProcessEnvironment m_environment;
    QByteArray m_told;
};

void StatusTerminalTest::initTestCase()
{
    QVERIFY(m_ssh.start());
}

void StatusTerminalTest::init()
{
    m_told.clear();
    m_home = std::make_unique<QTemporaryDir>();
    useHome(m_home->path());
    m_broker = std::make_unique<TestBroker>();
    m_ann = m_broker->addSa(u"ann"_s);
    m_facility = std::make_unique<FacilityDirectory>();
    QFile settings(m_home->filePath(u"nightdeskrc"_s));
    QVERIFY(settings.open(QIODevice::WriteOnly) && settings.write("[Desk]\nFacilityDirectory=" + m_facility->path().toUtf8() + '\n') > 0);
    QVERIFY(QDir(m_home->path()).mkdir(u"credentials"_s));
    m_environment = QProcessEnvironment::systemEnvironment();
    m_environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nowhere"_s);
    m_environment.insert(u"XDG_CONFIG_HOME"_s, m_home->path());
    m_environment.insert(u"NIGHTDESK_CREDENTIALS"_s, m_home->filePath(u"credentials"_s));
    m_environment.insert(u"TERM"_s, u"xterm"_s);
    m_environment.insert(u"QT_FORCE_STDERR_LOGGING"_s, u"1"_s); // as to a terminal
}

void StatusTerminalTest::cleanup()
{
    end();
    m_broker.reset();
    m_facility.reset();
}

void StatusTerminalTest::writeFacility(quint16 sshPort)
{
    m_facility->write(u"facility.toml"_s,
                      "format = 1\nname = \"Keck\"\ntimezone = \"Pacific/Honolulu\"\n[link.broker]\nhost = \"127.0.0.1\"\nport = " + QByteArray::number(sshPort)
                          + "\nuser = \"" + m_ssh.userName().toUtf8() + "\"\nidentities = [\"" + m_ssh.identityFile().toUtf8() + "\"]\nknown-hosts = \""
                          + m_ssh.knownHostsFile().toUtf8() + "\"\n[broker]\nid = \"keck\"\nlink = \"broker\"\nport = " + QByteArray::number(m_broker->port())
                          + '\n');
}

void StatusTerminalTest::giveCredential(const BrokerCredential &credential)
{
    QVERIFY(BrokerCredentialFile::write(m_home->filePath(u"credentials/keck.sa"_s), credential));
}

void StatusTerminalTest::start(int columns, int rows)
{
    m_terminal = std::make_unique<QProcess>(); // script gives it one
    m_terminal->setProcessEnvironment(m_environment);
    const QString command =
        u"stty cols %1 rows %2; exec '%3/bin/nightdesk' status --watch"_s.arg(columns).arg(rows).arg(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR"));
    m_terminal->start(u"script"_s, {u"-qefc"_s, command, m_home->filePath(u"typescript"_s)});
}

QString StatusTerminalTest::picture()
{
    m_told += m_terminal->readAllStandardOutput();
    const qsizetype last = m_told.lastIndexOf(begins);
    const qsizetype before = last > 0 ? m_told.lastIndexOf(begins, last - 1) : -1;
    return before < 0 ? QString() : QString::fromUtf8(m_told.mid(before + begins.size(), last - before - begins.size())).remove(u'\r');
}

void StatusTerminalTest::end()
{
    if (m_terminal) {
        m_terminal->terminate();
        QVERIFY(m_terminal->state() == QProcess::NotRunning || m_terminal->waitForFinished());
        m_terminal.reset();
    }
}

void StatusTerminalTest::aRefusalStaysInTheTerminal()
{
    QVERIFY(m_broker->start());
    writeFacility(m_ssh.port());
    giveCredential({u"keck"_s, BrokerRole::SupportAstronomer, u"ann"_s, Secret::fromText(u"guessed"_s)});
    start(30, 24);
    QString last;
    QVERIFY2(waitFor([&] {
                 last = picture();
                 return !last.isEmpty();
             }),
             m_told.constData());
    QVERIFY2(std::ranges::all_of(last.split(u'\n'),
                                 [](const QString &line) {
                                     return line.size() <= 30;
                                 }),
             qPrintable(last));
    QVERIFY2(last.replace(u'\n', u' ').contains(u"does not accept this credential"_s), m_told.constData());
    QVERIFY2(!m_told.contains("nightdesk."), m_told.constData()); // a log is no table
}

void StatusTerminalTest::aLinkThatIsNotReachedLogsNothing()
{
    QTcpServer nobody; // hangs up at once
    QVERIFY(nobody.listen(QHostAddress::LocalHost));
    int calls = 0;
    connect(&nobody, &QTcpServer::newConnection, this, [&] {
        while (QTcpSocket *socket = nobody.nextPendingConnection()) {
            ++calls;
            socket->abort();
            socket->deleteLater();
        }
    });
    QVERIFY(m_broker->start());
    writeFacility(nobody.serverPort());
    giveCredential(m_ann);
    // Without a terminal all that it has written is there when it ends.
    QProcess watch;
    watch.setProcessEnvironment(m_environment);
    watch.setProcessChannelMode(QProcess::MergedChannels);
    watch.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, {u"status"_s, u"--watch"_s});
    QVERIFY(waitFor([&calls] {
        return calls >= 3; // it is tried again, and again
    }));
    watch.terminate();
    QVERIFY(watch.waitForFinished());
    const QByteArray told = watch.readAll();
    QVERIFY2(!told.contains("nightdesk."), told.constData());
}

void StatusTerminalTest::aSmallTerminalHasTheWorst()
{
    constexpr int desks = 8;
    QList<BrokerCredential> credentials;
    for (int i = 0; i < desks; ++i) {
        credentials << m_broker->addDesk(u"hilo/desk%1"_s.arg(i));
    }
    QVERIFY(m_broker->start());
    writeFacility(m_ssh.port());
    giveCredential(m_ann);
    std::vector<std::unique_ptr<BrokerProbe>> probes;
    const BoardTopics topics(u"keck"_s);
    for (const BrokerCredential &who : std::as_const(credentials)) {
        probes.push_back(std::make_unique<BrokerProbe>(*m_broker, who));
        BrokerClient &client = probes.back()->client();
        QVERIFY(probes.back()->connectNow());
        const DeskName name = *DeskName::fromText(who.name);
        BoardWire::DeskState state = BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3);
        if (who.name.endsWith(u"desk5"_s)) {
            state.displays[0].state = u"failed"_s;
            state.displays[0].trouble = u"a reason that is longer than this terminal is wide"_s;
        }
        const QDateTime now = QDateTime::currentDateTimeUtc();
        state.stamp = {.run = u"0123456789abcdef"_s, .began = now.addSecs(-60), .sequence = 2, .at = now};
        BoardWire::Presence presence{.stamp = state.stamp, .isOnline = true, .isFarewell = false, .people = state.people, .program = state.program};
        presence.stamp.sequence = 1;
        const BrokerDelivery kept{.qos = 1, .isRetained = true, .expiry = {}};
        QVERIFY(client.publish(topics.ofDesk(name, BoardTopics::Sort::Presence), BoardWire::write(presence), kept));
        QVERIFY(client.publish(topics.ofDesk(name, BoardTopics::Sort::State), BoardWire::write(state), kept));
    }
    start(40, 9);
    QString shown;
    QVERIFY2(waitFor([&] {
                 shown = picture();
                 return shown.startsWith(u"Board: 8 desks"_s);
             }),
             m_told.constData());
    const QStringList lines = shown.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 8); // and the cursor below
    QVERIFY2(lines.at(2).startsWith(u"  hilo/desk5  BAD"_s), qPrintable(shown));
    QCOMPARE(lines.constLast(), u"and 3 more desks"_s);
    for (const QString &line : lines) {
        QVERIFY2(line.size() <= 40, qPrintable(shown));
    }
}

QTEST_GUILESS_MAIN(StatusTerminalTest)
#include "statusterminaltest.moc"
