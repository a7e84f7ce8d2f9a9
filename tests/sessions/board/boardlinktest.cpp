// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardlink.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/link.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The link to a broker: which one it is, and that nobody is asked for it twice.
class BoardLinkTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whichLinksLeadToTheSame_data();
    void whichLinksLeadToTheSame();
    void aPersonIsAskedOnce_data();
    void aPersonIsAskedOnce();
    void whatIsLetGoStaysClosed();

private:
    static LinkSpec unknownHost(const Test::SshServer &sshd, const QTemporaryDir &directory);
};

void BoardLinkTest::whichLinksLeadToTheSame_data()
{
    QTest::addColumn<LinkSpec>("other");
    QTest::addColumn<bool>("expected");
    LinkSpec spec;
    spec.id = u"summit"_s;
    spec.host = u"Summit.example"_s;
    spec.user = u"lris7"_s;
    spec.jumpHosts = {u"gate"_s};
    QTest::newRow("the same under another id") << spec << true;
    LinkSpec other = spec;
    other.user = u"{account}"_s;
    QTest::newRow("as an account that is not known yet") << other << true;
    other = spec;
    other.user = u"nires1"_s;
    QTest::newRow("as another account") << other << false;
    other = spec;
    other.port = 2222;
    QTest::newRow("to another port") << other << false;
    other = spec;
    other.jumpHosts.clear();
    QTest::newRow("by another way") << other << false;
    other = spec;
    other.host = u"nires.example"_s;
    QTest::newRow("to another host") << other << false;
}

void BoardLinkTest::whichLinksLeadToTheSame()
{
    QFETCH(LinkSpec, other);
    LinkSpec spec;
    spec.id = u"broker"_s;
    spec.host = u"summit.example"_s;
    spec.user = u"lris7"_s;
    spec.jumpHosts = {u"gate"_s};
    QTEST(BoardLink::haveSameTarget(spec, other), "expected");
}

void BoardLinkTest::aPersonIsAskedOnce_data()
{
    QTest::addColumn<bool>("isQuick");
    QTest::newRow("who comes when it has hung up") << false;
    QTest::newRow("who comes while it hangs up") << true;
}

/// Of a host whose key is not known yet.
LinkSpec BoardLinkTest::unknownHost(const Test::SshServer &sshd, const QTemporaryDir &directory)
{
    LinkSpec spec;
    spec.id = u"broker"_s;
    spec.host = u"127.0.0.1"_s;
    spec.port = sshd.port();
    spec.user = sshd.userName();
    spec.privateKeyFiles = {sshd.identityFile()};
    spec.knownHostsPath = directory.filePath(u"known_hosts"_s);
    return spec;
}

void BoardLinkTest::aPersonIsAskedOnce()
{
    QFETCH(bool, isQuick);
    const QTemporaryDir directory;
    Test::SshServer sshd;
    QVERIFY(sshd.start());
    const LinkSpec spec = unknownHost(sshd, directory);
    Desk desk(nullptr);
    BoardLink link(&desk);
    QSignalSpy userQuestionsAllowed(&link, &BoardLink::userQuestionsAllowed);
    QSignalSpy enough(&link, &BoardLink::userQuestionsForbidden);
    int asked = 0;
    connect(&link, &BoardLink::userQuestionsAllowed, this, [&asked](Link *one) {
        connect(one, &Link::hostKeyQuestionAsked, one, [one, &asked](const HostKeyQuestion &question) {
            ++asked;
            one->answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
        });
    });
    QSignalSpy needs(&link, &BoardLink::needsUserActionChanged);
    qsizetype askedBefore = -1; // nobody asked for a board
    const auto requestLogin = [&] {
        askedBefore = userQuestionsAllowed.size();
        link.requestLogin();
        link.requestLogin(); // a second click, before the link can be live: after that a click is one more wish
    };
    if (isQuick) {
        connect(&link, &BoardLink::needsUserActionChanged, this, requestLogin, Qt::SingleShotConnection);
    }
    link.keepLinkOpen(spec);
    QTRY_VERIFY_WITH_TIMEOUT(!needs.isEmpty(), 30000);
    if (!isQuick) {
        QTRY_COMPARE_WITH_TIMEOUT(link.link()->state(), LinkState::Closed, 30000);
        QVERIFY(link.needsUserAction());
        requestLogin();
    }
    QCOMPARE(askedBefore, 0);
    QCOMPARE(userQuestionsAllowed.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(link.link()->isLive(), 30000);
    QVERIFY(asked >= 1);
    QTRY_COMPARE_WITH_TIMEOUT(enough.size(), 1, 30000); // it opens no dialog when it breaks off and comes again
}

/// In the same turn in which somebody wants to log in after all.
void BoardLinkTest::whatIsLetGoStaysClosed()
{
    const QTemporaryDir directory;
    Test::SshServer sshd;
    QVERIFY(sshd.start());
    Desk desk(nullptr);
    BoardLink link(&desk);
    connect(
        &link,
        &BoardLink::needsUserActionChanged,
        this,
        [&link] {
            link.requestLogin();
        },
        Qt::SingleShotConnection);
    QPointer<Link> own;
    bool isReleased = false;
    QList<LinkState> after;
    connect(&link, &BoardLink::userQuestionsAllowed, this, [&](Link *one) {
        own = one;
        connect(one, &Link::stateChanged, this, [&](LinkState state) { // after the board's link has heard it
            if (isReleased) {
                after.append(state);
            } else if (state == LinkState::Closed) {
                isReleased = true;
                link.release();
            }
        });
    });
    link.keepLinkOpen(unknownHost(sshd, directory));
    QTRY_VERIFY_WITH_TIMEOUT(isReleased, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(!own, 30000);
    for (const LinkState state : std::as_const(after)) {
        QVERIFY2(state == LinkState::Closed || state == LinkState::Idle, qPrintable(QString::number(static_cast<int>(state))));
    }
}

NIGHTDESK_GUILESS_TEST(BoardLinkTest)
#include "boardlinktest.moc"
