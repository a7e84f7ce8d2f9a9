// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/demo/demofacility.h"
#include "sessions/profiles/facility/facilityreader.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// The small observatory of `nightdesk demo`: real servers, and nothing of them afterwards.
class DemoFacilityTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void itIsWholeWhileItRunsAndGoneAfterwards();
    void onlyOneRuns();
    void aServerThatEndsIsSaid_data();
    void aServerThatEndsIsSaid();
    void missingProgramsAreNamed();
    void aDirectoryThatCannotBeMadeIsSaid();

private:
    bool start(DemoFacility &demo)
    {
        const QSignalSpy ready(&demo, &DemoFacility::facilityReady);
        const QSignalSpy failed(&demo, &DemoFacility::startFailed);
        demo.start({u"left"_s, u"right"_s});
        const bool hasAnswer = WAIT_FOR(ready.size() + failed.size() > 0);
        if (!failed.isEmpty()) {
            qWarning().noquote() << failed.constFirst().constFirst().toString();
        }
        return hasAnswer && failed.isEmpty();
    }
    QString place() const
    {
        return m_directory->filePath(u"demo"_s);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
};

void DemoFacilityTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

void DemoFacilityTest::itIsWholeWhileItRunsAndGoneAfterwards()
{
    auto demo = std::make_unique<DemoFacility>(place());
    QVERIFY(start(*demo));
    QCOMPARE(QFileInfo(place()).permissions() & ~(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

    const Facility facility = FacilityReader::read(demo->facilityDirectory(), DemoFacility::profileId());
    QCOMPARE(facility.errors.size(), 0);
    QCOMPARE(facility.brokenProfiles.size(), 0);
    QCOMPARE(facility.sites.size(), 1);
    QCOMPARE(facility.sites.constFirst().screens, (QStringList{u"left"_s, u"right"_s}));
    QCOMPARE(facility.profiles.size(), 1);
    const InstrumentProfile &profile = facility.profiles.constFirst();
    QCOMPARE(profile.id, DemoFacility::profileId());
    QCOMPARE(profile.desktops.size(), 1);
    QCOMPARE(profile.windows.size(), 1);

    // The distribution's ssh logs in with what the profile says, and with nothing else.
    const LinkSpec &link = profile.links.constFirst();
    QProcess ssh;
    const QStringList words{u"-F"_s,
                            u"none"_s,
                            u"-o"_s,
                            u"BatchMode=yes"_s,
                            u"-o"_s,
                            u"IdentitiesOnly=yes"_s,
                            u"-o"_s,
                            u"IdentityAgent=none"_s,
                            u"-o"_s,
                            u"StrictHostKeyChecking=yes"_s,
                            u"-o"_s,
                            u"UserKnownHostsFile="_s + demo->facilityDirectory() + u"/known_hosts"_s,
                            u"-p"_s,
                            QString::number(link.port.value_or(0)),
                            u"-i"_s,
                            link.privateKeyFiles.constFirst(),
                            u"%1@%2"_s.arg(link.user, link.host),
                            u"echo $XAUTHORITY"_s};
    ssh.start(u"ssh"_s, words);
    QVERIFY(ssh.waitForFinished(30'000));
    QVERIFY2(ssh.exitCode() == 0, ssh.readAllStandardError().constData());
    QCOMPARE(QString::fromLocal8Bit(ssh.readAllStandardOutput().trimmed()), place() + u"/xauthority.ssh"_s);

    QLocalSocket desktop;
    desktop.connectToServer(std::get<UnixSocket>(profile.desktops.constFirst().address).path);
    QVERIFY(WAIT_FOR(desktop.bytesAvailable() >= 12));
    QVERIFY(desktop.readAll().startsWith("RFB 003.008"));

    demo.reset();
    QVERIFY(!QFileInfo::exists(place()));
    ssh.start(u"ssh"_s, words);
    QVERIFY(ssh.waitForFinished(30'000));
    QCOMPARE(ssh.exitCode(), 255);
}

void DemoFacilityTest::onlyOneRuns()
{
    DemoFacility first(place());
    QVERIFY(start(first));
    {
        DemoFacility second(place());
        const QSignalSpy failed(&second, &DemoFacility::startFailed);
        second.start({u"center"_s});
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.constFirst().constFirst().toString().contains(u"already running"_s));
    }
    QVERIFY(QFileInfo::exists(first.facilityDirectory() + u"/facility.toml"_s)); // the second one took nothing away
}

void DemoFacilityTest::aServerThatEndsIsSaid_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("words");
    QTest::newRow("sshd") << u"sshd"_s << u"ssh server"_s;
    QTest::newRow("Xvnc") << u"Xvnc"_s << u"VNC server"_s;
}

void DemoFacilityTest::aServerThatEndsIsSaid()
{
    QFETCH(const QString, program);
    QFETCH(const QString, words);
    DemoFacility demo(place());
    QVERIFY(start(demo));
    const QSignalSpy failed(&demo, &DemoFacility::startFailed);
    for (const QProcess *process : demo.findChildren<QProcess *>()) {
        if (QFileInfo(process->program()).fileName() == program) {
            QCOMPARE(::kill(static_cast<pid_t>(process->processId()), SIGKILL), 0);
        }
    }
    QVERIFY(WAIT_FOR(failed.size() == 1));
    QVERIFY(failed.constFirst().constFirst().toString().contains(words));
}

void DemoFacilityTest::missingProgramsAreNamed()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(m_directory->path()));
    DemoFacility demo(place());
    const QSignalSpy failed(&demo, &DemoFacility::startFailed);
    demo.start({u"center"_s});
    qputenv("PATH", path);
    QCOMPARE(failed.size(), 1);
    const QString text = failed.constFirst().constFirst().toString();
    QVERIFY2(text.contains(u"xterm"_s) && text.contains(u"tigervnc-standalone-server"_s), qPrintable(text));
    QVERIFY(!QFileInfo::exists(place()));
}

void DemoFacilityTest::aDirectoryThatCannotBeMadeIsSaid()
{
    QFile file(m_directory->filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    DemoFacility demo(file.fileName() + u"/demo"_s);
    const QSignalSpy failed(&demo, &DemoFacility::startFailed);
    demo.start({u"center"_s});
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.constFirst().constFirst().toString().contains(file.fileName()));
}

NIGHTDESK_TEST(DemoFacilityTest)
#include "demofacilitytest.moc"
