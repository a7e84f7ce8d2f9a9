// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsession.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QFile>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int patience = 90'000;
}

/// A desktop whose number is another each night: a real sshd tells where a real Xvnc is.
class FoundDesktopTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void itIsFound_data();
    void itIsFound();
    void itIsWaitedFor_data();
    void itIsWaitedFor();
    void itMovesWithItsServer();
    void closedWhileItIsLookedFor();

private:
    std::unique_ptr<Link> link(const QStringList &command);
    bool list(const QByteArray &text);
    QByteArray line(const QByteArray &title) const;
    static DesktopSpec spec(const DesktopSelector &wanted);

    QTemporaryDir m_home;
    QString m_list;
    SshServer m_sshd;
    XvncServer m_xvnc;
};

void FoundDesktopTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    m_list = m_home.path() + u"/list"_s;
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_sshd.start());
    QVERIFY(m_xvnc.start());
}

std::unique_ptr<Link> FoundDesktopTest::link(const QStringList &command)
{
    LinkSpec spec = m_sshd.linkSpec();
    spec.discover = DiscoverSpec{command, u"^(?<port>\\d+) (?<title>\\S+)"_s};
    auto result = std::make_unique<Link>(LinkTarget{spec, false});
    result->open();
    return result;
}

bool FoundDesktopTest::list(const QByteArray &text)
{
    QFile file(m_list);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QByteArray FoundDesktopTest::line(const QByteArray &title) const
{
    return QByteArray::number(m_xvnc.port()) + ' ' + title + " of tonight\n";
}

DesktopSpec FoundDesktopTest::spec(const DesktopSelector &wanted)
{
    DesktopSpec spec;
    spec.id = u"control"_s;
    spec.title = u"Control"_s;
    spec.link = u"summit"_s;
    spec.address = wanted;
    return spec;
}

void FoundDesktopTest::itIsFound_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("match");
    QTest::newRow("by its title") << u"Control"_s << QString();
    QTest::newRow("by its line") << QString() << u"Control of to"_s;
}

void FoundDesktopTest::itIsFound()
{
    QFETCH(QString, title);
    QFETCH(QString, match);
    QVERIFY(list("1 Other\n" + line("Control") + "2 Control\n"));
    const auto summit = link({u"cat"_s, m_list});
    DesktopSession session(spec({title, match}), summit.get());
    DesktopSession second(spec({title, match}), summit.get()); // one run tells both
    QVERIFY(!session.address());
    session.start();
    second.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Live, patience);
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), SessionState::Live, patience);
    QVERIFY(session.address());
    QCOMPARE(std::get<TcpAddress>(*session.address()).port, m_xvnc.port());
    QCOMPARE(session.picture().image.size(), QSize(800, 600));
}

void FoundDesktopTest::itIsWaitedFor_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("told");
    const QString cat = u"cat \"$1\""_s;
    QTest::newRow("it does not run yet") << QByteArray("1 Other\n") << cat << u"No desktop with the title “Control” was found on 127.0.0.1."_s;
    QTest::newRow("nothing runs yet") << QByteArray() << cat << u"No desktop with the title “Control” was found on 127.0.0.1."_s;
    QTest::newRow("the command fails at first") << QByteArray() << u"grep . \"$1\" || { echo locked >&2; exit 4; }"_s
                                                << u"Nightdesk could not list the desktops on 127.0.0.1."_s;
}

void FoundDesktopTest::itIsWaitedFor()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, script);
    QFETCH(QString, told);
    QVERIFY(list(before));
    const auto summit = link({u"sh"_s, u"-c"_s, script, u"sh"_s, m_list});
    DesktopSession session(spec({u"Control"_s, {}}), summit.get());
    session.start();
    QTRY_VERIFY_WITH_TIMEOUT(session.failure(), patience);
    QCOMPARE(session.failure()->what, told);
    QVERIFY(!session.failure()->advice.isEmpty());
    QCOMPARE(session.failure()->affectedItem.contains(u"exit code 4"_s) && session.failure()->affectedItem.contains(u"locked"_s), script.contains(u"locked"_s));
    QVERIFY(list(line("Control")));
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Live, patience); // nobody pressed anything
}

void FoundDesktopTest::itMovesWithItsServer()
{
    QVERIFY(list(line("Control")));
    const auto summit = link({u"cat"_s, m_list});
    DesktopSession session(spec({u"Control"_s, {}}), summit.get());
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Live, patience);
    XvncServer other({.size = {640, 480}});
    QVERIFY(other.start());
    QVERIFY(list(QByteArray::number(other.port()) + " Control\n"));
    m_xvnc.kill();
    QTRY_VERIFY_WITH_TIMEOUT(session.state() == SessionState::Live && session.picture().image.size() == QSize(640, 480), patience);
    QCOMPARE(std::get<TcpAddress>(*session.address()).port, other.port());
    QVERIFY(m_xvnc.restart());
}

void FoundDesktopTest::closedWhileItIsLookedFor()
{
    const auto summit = link({u"sleep"_s, u"600"_s});
    {
        DesktopSession session(spec({u"Control"_s, {}}), summit.get());
        session.start();
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Opening, patience);
        session.close();
        QCOMPARE(session.state(), SessionState::Ended);
        session.start();
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Opening, patience);
    }
    m_sshd.killSessions(); // the search ends when nobody waits for it any more
    QTRY_COMPARE_WITH_TIMEOUT(summit->state(), LinkState::Closed, patience);
}

NIGHTDESK_TEST(FoundDesktopTest)
#include "founddesktoptest.moc"
