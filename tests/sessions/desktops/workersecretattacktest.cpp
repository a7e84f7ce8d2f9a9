// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/secret.h"
#include "sessions/desktops/workerprocess.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/localresources.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// A worker that was taken over wants the password, or answers to challenges of its own choice, again and again.
class WorkerSecretAttackTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void getsNoMoreThanOneAnswer_data();
    void getsNoMoreThanOneAnswer();

private:
    std::unique_ptr<Summit> m_summit; ///< one for each row: a password is kept for the night
    QTcpServer m_nowhere;
    QTemporaryDir m_directory;
};

void WorkerSecretAttackTest::initTestCase()
{
    connect(&m_nowhere, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *const socket = m_nowhere.nextPendingConnection()) {
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
    QVERIFY(m_nowhere.listen(QHostAddress::LocalHost));
}

void WorkerSecretAttackTest::init()
{
    m_summit = std::make_unique<Summit>();
    QVERIFY(m_summit->start());
}

void WorkerSecretAttackTest::cleanup()
{
    WorkerProcess::setProgramForTests({});
}

void WorkerSecretAttackTest::getsNoMoreThanOneAnswer_data()
{
    QTest::addColumn<bool>("isAsked"); // whether a person may be asked at all
    QTest::addColumn<bool>("isRemembered"); // whether the password was right, so that it is kept for the logins that follow
    QTest::newRow("keeps to the rules") << true << true;
    QTest::newRow("before any phase") << false << false;
    QTest::newRow("before security") << false << false;
    QTest::newRow("without VncAuth") << false << false;
    QTest::newRow("late") << false << false;
    QTest::newRow("late, as VncAuth") << false << false;
    QTest::newRow("late, login again") << false << false;
    QTest::newRow("old request") << true << true;
    QTest::newRow("twice") << true << false;
    QTest::newRow("at once twice") << true << false;
    QTest::newRow("a second one, login again") << true << true;
    QTest::newRow("refused, and again") << true << false;
    QTest::newRow("gone, and again") << true << false;
    QTest::newRow("gone after the picture") << true << true; // the console logs in again, at its own pace
}

void WorkerSecretAttackTest::getsNoMoreThanOneAnswer()
{
    QFETCH(bool, isAsked);
    QFETCH(bool, isRemembered);
    const QString file = m_directory.filePath(u"received"_s);
    QFile::remove(file);
    WorkerProcess::setProgramForTests({QString::fromLocal8Bit(GREEDY_WORKER), {QString::fromLatin1(QTest::currentDataTag()), file}});
    Viewer viewer(m_summit->link(), TcpAddress{u"127.0.0.1"_s, m_nowhere.serverPort()});
    int typed = 0;
    connect(&viewer.session, &DesktopSession::secretNeeded, this, [&] {
        if (typed == 0) { // the person types it once
            ++typed;
            viewer.session.answerSecret(Secret::fromText(u"Orion-42"_s));
        }
    });
    viewer.session.start();
    (void)WAIT_FOR(viewer.session.state() == SessionState::Failed, 12s);
    // That no more comes is seen in that time; what has to come may take a busy machine longer.
    QVERIFY(WAIT_FOR((typed > 0 || !isAsked) && (fileContents(file).contains("[an answer]") || !isRemembered)));
    QFile received(file);
    QVERIFY(received.open(QIODevice::ReadOnly));
    const QByteArray all = received.readAll();
    const qsizetype answers = all.count("[an answer]");
    const qsizetype logins = all.count("[a login]");
    const QByteArray key = "Orion-42";
    const bool hasPassword = all.contains(key) || all.contains(QByteArray(reinterpret_cast<const char *>(u"Orion-42"), 16));
    qInfo().noquote() << u"\"%1\": the person was asked %2 times, %6 logins, the worker got %3 answers, the password %4; the end: %5"_s.arg(
        QString::fromLatin1(QTest::currentDataTag()),
        QString::number(viewer.secretAttempts.size()),
        QString::number(answers),
        hasPassword ? u"TOO"_s : u"not"_s,
        viewer.failureText().left(80),
        QString::number(logins));
    QVERIFY(!hasPassword);
    QVERIFY2(answers <= logins, "two answers in a login");
    // What was typed answers one challenge. Only a password that led to a picture answers one of each login that follows.
    QVERIFY2(isRemembered || answers <= typed, "more answers than the person gave");
    QVERIFY2(!isRemembered || answers >= 1, "the password that was typed never arrived");
    QCOMPARE(typed > 0, isAsked);
}

NIGHTDESK_GUILESS_TEST(WorkerSecretAttackTest)
#include "workersecretattacktest.moc"
