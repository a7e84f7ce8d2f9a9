// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/facility/testfacility.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include "sessions/profiles/facility/facilityreader.h"

#include <QDir>
#include <QFileInfo>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk::Test;

/// The fixture itself: what it starts can be found through its facts, and is gone after it.
class TestFacilityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsAndEnds()
    {
        QString directory;
        qint64 server = 0;
        {
            TestFacility facility;
            const auto started = facility.start({u"--desktops"_s, u"1"_s, u"--size"_s, u"640x480"_s, u"--bare"_s});
            QVERIFY2(started, qPrintable(started ? QString() : started.error()));
            QVERIFY(facility.isRunning());
            directory = facility.facts().value("directory"_L1).toString();
            QVERIFY(QFileInfo::exists(facility.facilityDirectory() + u"/profiles/lris.toml"_s));
            QVERIFY(QFileInfo::exists(facility.ssh().value("identity"_L1).toString()));
            QCOMPARE(facility.desktop(u"control0"_s).value("width"_L1).toInt(), 640);
            QVERIFY(facility.desktop(u"no such"_s).isEmpty());
            QCOMPARE(facility.pid(u"no such"_s), 0);
            server = facility.pid(u"control0"_s);
            QVERIFY(QFileInfo::exists(u"/proc/%1"_s.arg(server)));
        }
        QVERIFY(!QFileInfo::exists(directory));
        QVERIFY(!QFileInfo::exists(u"/proc/%1"_s.arg(server)));
    }

    void itsProfilesReadWithoutAComplaint()
    {
        TestFacility facility;
        const auto started = facility.start({u"--bare"_s});
        QVERIFY2(started, qPrintable(started ? QString() : started.error()));
        const Nightdesk::Facility read = Nightdesk::FacilityReader::read(facility.facilityDirectory(), u"desk"_s);
        for (const Nightdesk::ProfileError &error : read.errors) {
            QFAIL(qPrintable(u"%1:%2: %3"_s.arg(error.place.file).arg(error.place.line).arg(error.message)));
        }
        for (const Nightdesk::BrokenProfile &broken : read.brokenProfiles) {
            QFAIL(qPrintable(broken.file + u": "_s + broken.errors.constFirst().message));
        }
        QStringList ids;
        for (const Nightdesk::InstrumentProfile &profile : read.profiles) {
            ids.append(profile.id);
            QCOMPARE(profile.links.size(), 1);
            QCOMPARE(profile.links.constFirst().port.value_or(0), facility.ssh().value("port"_L1).toInt());
            QCOMPARE(profile.links.constFirst().privateKeyFiles, QStringList{facility.ssh().value("identity"_L1).toString()});
            QCOMPARE(profile.links.constFirst().knownHostsPath, facility.ssh().value("knownHosts"_L1).toString());
            for (const Nightdesk::DesktopSpec &desktop : profile.desktops) {
                const QJsonObject running = facility.desktop(desktop.id);
                if (const auto *tcp = std::get_if<Nightdesk::TcpAddress>(&desktop.address)) {
                    QCOMPARE(int(tcp->port), running.value("port"_L1).toInt());
                } else if (const auto *path = std::get_if<Nightdesk::UnixSocket>(&desktop.address)) {
                    QCOMPARE(path->path, running.value("socket"_L1).toString());
                } else {
                    QCOMPARE(5900 + std::get<Nightdesk::DisplayNumber>(desktop.address).number, running.value("port"_L1).toInt());
                }
            }
        }
        QCOMPARE(ids, QStringList({u"deimos"_s, u"guider"_s, u"hires"_s, u"lris"_s}));
    }

    void tellsWhyItDidNotStart()
    {
        TestFacility facility;
        const auto started = facility.start({u"--desktops"_s, u"many"_s});
        QVERIFY(!started);
        QVERIFY2(started.error().contains("--desktops"_L1), qPrintable(started.error()));
        QVERIFY(!facility.isRunning());
        QVERIFY(facility.facts().isEmpty());
    }

    void isReadyInTimeOrSaysSo()
    {
        TestFacility facility;
        const auto started = facility.start({}, std::chrono::milliseconds(1));
        QVERIFY(!started);
        QVERIFY(started.error().startsWith("The facility was not ready in time."_L1));
        QVERIFY(!facility.isRunning());
    }

    void canBeStartedAgain()
    {
        TestFacility facility;
        QVERIFY(facility.start({u"--sshd-only"_s}));
        const QString first = facility.facts().value("directory"_L1).toString();
        QVERIFY(facility.start({u"--sshd-only"_s}));
        QVERIFY(facility.facts().value("directory"_L1).toString() != first);
        QVERIFY(!QFileInfo::exists(first));
        QTcpSocket socket;
        socket.connectToHost(facility.ssh().value("address"_L1).toString(), quint16(facility.ssh().value("port"_L1).toInt()));
        QVERIFY(WAIT_FOR(socket.canReadLine()));
        QVERIFY(socket.readLine().startsWith("SSH-2.0-OpenSSH"));
        QVERIFY(facility.stop());
        QVERIFY(facility.stop());
    }
};

NIGHTDESK_GUILESS_TEST(TestFacilityTest)

#include "testfacilitytest.moc"
