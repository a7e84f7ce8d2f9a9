// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A worker that uses a core and shows nothing. It needs a core to use: this test wants the machine for itself.
#include "sessions/desktops/workerprocess.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTcpServer>
#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class RunawayWorkerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void spinningIsEnded();
};

void RunawayWorkerTest::spinningIsEnded()
{
    Summit summit;
    QVERIFY(summit.start());
    QTcpServer nowhere;
    QVERIFY(nowhere.listen(QHostAddress::LocalHost));
    WorkerProcess::setProgramForTests({QString::fromLocal8Bit(SCRIPTED_WORKER), {u"spin"_s}});
    Viewer viewer(summit.link(), TcpAddress{u"127.0.0.1"_s, nowhere.serverPort()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const qint64 pid = viewer.session.facts().workerPid;
    QVERIFY(WAIT_FOR(viewer.session.state() != SessionState::Live, 240s));
    QVERIFY2(viewer.failureText().contains(u"used a whole CPU core without any result"), qPrintable(viewer.failureText()));
    QVERIFY(WAIT_FOR(!QFile::exists(u"/proc/%1"_s.arg(pid))));
    viewer.session.stop();
}

NIGHTDESK_GUILESS_TEST(RunawayWorkerTest)
#include "runawayworkertest.moc"
