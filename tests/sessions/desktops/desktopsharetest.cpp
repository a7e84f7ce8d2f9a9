// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Desktops that share a link: real sshd, workers and Xvnc.
#include "sessions/desktops/bandwidthsharer.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;
using Visibility = DesktopSession::Visibility;

namespace
{
/// Two quiet desktops, live.
class Two
{
public:
    explicit Two(Summit &summit)
        : m_link(summit.link())
    {
    }
    bool start()
    {
        if (!firstServer.start() || !secondServer.start()) {
            return false;
        }
        first = std::make_unique<Viewer>(m_link, firstServer.address());
        second = std::make_unique<Viewer>(m_link, secondServer.address());
        first->session.start();
        second->session.start();
        return first->waitForState(SessionState::Live) && second->waitForState(SessionState::Live);
    }
    /// As if the link were full: in one go, so that none of its own answers to pings comes between. A count of bytes that begins again
    /// begins another connection: the link's own round trips are forgotten.
    void fill()
    {
        const auto start = std::chrono::steady_clock::now();
        const PingAnswer quiet{start, 20ms, {0}};
        Q_EMIT m_link.pingAnswered(quiet);
        for (int i = 1; i <= 8; ++i) {
            Q_EMIT m_link.pingAnswered({start + i * 200ms, 120ms, {i * 100'000}});
        }
    }
    quint64 allowed(const Viewer &viewer) const
    {
        return viewer.session.share().bytesPerSecond;
    }

    XvncServer firstServer;
    XvncServer secondServer;
    std::unique_ptr<Viewer> first;
    std::unique_ptr<Viewer> second;

private:
    Link &m_link;
};
}

class DesktopShareTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theRoundTripIsToldAtOnce();
    void aFullLinkIsSharedOut();
    void whoIsAloneIsNotHeld();
    void aLinkThatDiedHoldsNobody();
    void whatIsOutOfSightIsAskedSeldom();

private:
    Summit m_summit;
};

void DesktopShareTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void DesktopShareTest::theRoundTripIsToldAtOnce()
{
    Two two(m_summit);
    QVERIFY(two.start());
    QVERIFY(WAIT_FOR(two.first->session.share().roundTripMicroseconds > 0));
    const RfbWire::LinkShare share = two.first->session.share();
    QVERIFY(share.leastRoundTripMicroseconds > 0 && share.leastRoundTripMicroseconds <= share.roundTripMicroseconds);
    QCOMPARE(share.sshChannelWindowBytes, 1024u * 1024);
    QCOMPARE(share.bytesPerSecond, 0u); // nothing is full
    // One that comes later need not wait for the next ping's answer.
    XvncServer server;
    QVERIFY(server.start());
    Viewer late(m_summit.link(), server.address());
    late.session.start();
    QVERIFY(late.waitForState(SessionState::Live));
    QVERIFY(WAIT_FOR(late.session.share().roundTripMicroseconds > 0));
}

void DesktopShareTest::aFullLinkIsSharedOut()
{
    Two two(m_summit);
    QVERIFY(two.start());
    two.first->session.setFocus(true);
    two.fill();
    QVERIFY(two.allowed(*two.second) > 0);
    QVERIFY(two.allowed(*two.first) > two.allowed(*two.second));
    QVERIFY(two.allowed(*two.first) + two.allowed(*two.second) <= 500'000); // what arrived
    QVERIFY(two.first->session.share().roundTripMicroseconds >= 100'000);
    QVERIFY(two.first->session.share().leastRoundTripMicroseconds <= 20'000);
    // The focus moves, and its share with it, at once.
    two.first->session.setFocus(false);
    two.second->session.setFocus(true);
    QVERIFY(two.allowed(*two.second) > two.allowed(*two.first));
    // What is behind has a trickle; what is away leaves all to who is left.
    two.first->session.setVisibility(Visibility::OneHertz);
    QVERIFY(two.allowed(*two.first) <= 50'000);
    QVERIFY(two.allowed(*two.first) > 0);
    two.first->session.setVisibility(Visibility::Hidden);
    QCOMPARE(two.allowed(*two.second), 0u);
    two.first->session.setRecorded(true); // recorded: as if it were in sight
    QVERIFY(two.allowed(*two.first) > 50'000);
    two.first->session.setRecorded(false);
    two.first->session.setVisibility(Visibility::Visible);
    QVERIFY(two.allowed(*two.first) > 0);
    two.second->session.stop();
    QVERIFY(WAIT_FOR(two.allowed(*two.first) == 0));
}

void DesktopShareTest::whoIsAloneIsNotHeld()
{
    Two two(m_summit);
    QVERIFY(two.start());
    two.second.reset();
    two.fill();
    QCOMPARE(two.allowed(*two.first), 0u);
    QVERIFY(two.first->session.share().roundTripMicroseconds >= 100'000);
}

void DesktopShareTest::aLinkThatDiedHoldsNobody()
{
    // Two profiles of one facility: a link each, one path.
    Link other(LinkTarget{m_summit.server().linkSpec(), false});
    other.open();
    QVERIFY(WAIT_FOR(other.isLive()));
    Two two(m_summit);
    QVERIFY(two.start());
    const auto sharer = BandwidthSharer::of(&other);
    QCOMPARE(sharer, BandwidthSharer::of(&m_summit.link()));
    const auto ping = [](Link &link, std::chrono::steady_clock::time_point at, std::chrono::milliseconds roundTrip, std::int64_t bytes) {
        Q_EMIT link.pingAnswered({at, roundTrip, {bytes}});
    };
    const auto start = std::chrono::steady_clock::now();
    // From 0 on: the round trips of the links themselves, which may be shorter, are forgotten.
    ping(other, start, 20ms, 0);
    ping(m_summit.link(), start, 20ms, 0);
    ping(m_summit.link(), start + 400ms, 20ms, 400'000);
    // One spike is one, however often its sister answers to pings before it is heard again.
    ping(other, start + 500ms, 120ms, 0);
    for (int i = 1; i <= 5; ++i) {
        ping(m_summit.link(), start + 500ms + i * 200ms, 20ms, 500'000 + i * 200'000);
    }
    QCOMPARE(two.allowed(*two.first), 0u);
    ping(other, start + 1600ms, 120ms, 0);
    const quint64 held = two.allowed(*two.first);
    QVERIFY(held > 0); // two are a full path
    // It is not heard again, and what the others have to say counts.
    for (int i = 6; i <= 60; ++i) {
        ping(m_summit.link(), start + 500ms + i * 200ms, 20ms, 500'000 + i * 200'000);
    }
    const quint64 freed = two.allowed(*two.first);
    QVERIFY2(freed == 0 || freed > held * 2, qPrintable(QString::number(freed)));
    other.close();
}

void DesktopShareTest::whatIsOutOfSightIsAskedSeldom()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(server.x().run({u"sh"_s, u"-c"_s, u"while xsetroot -solid '#204060' && xsetroot -solid '#604020'; do :; done"_s}));
    QSignalSpy stats(&viewer.session, &DesktopSession::statsChanged);
    const auto updatesIn = [&](int seconds) {
        const auto before = stats.size();
        const quint64 updates = viewer.session.stats().updateCount;
        return WAIT_FOR(stats.size() >= before + seconds) ? static_cast<int>(viewer.session.stats().updateCount - updates) : -1;
    };
    QVERIFY(WAIT_FOR(updatesIn(1) > 8));
    viewer.session.setVisibility(Visibility::OneHertz);
    (void)updatesIn(1); // what was on its way
    const int slow = updatesIn(4);
    QVERIFY2(slow >= 1 && slow <= 6, qPrintable(QString::number(slow)));
    viewer.session.setVisibility(Visibility::Hidden);
    (void)updatesIn(1);
    const Bytes before = viewer.session.stats().received;
    const int none = updatesIn(3);
    QVERIFY2(none >= 0 && none <= 2, qPrintable(QString::number(none))); // its heartbeat may be a pixel
    QVERIFY(viewer.session.stats().received.count - before.count < 2000);
    QVERIFY(WAIT_FOR(viewer.session.answering() == Session::AnswerState::Responding)); // it is still asked whether it lives
    const int damages = viewer.damages;
    viewer.session.setVisibility(Visibility::Visible);
    QVERIFY(WAIT_FOR(viewer.damages > damages + 5));
    server.x().endPrograms();
    QVERIFY(viewer.waitForPicture([&] {
        return server.x().screenshot();
    }));
}

NIGHTDESK_GUILESS_TEST(DesktopShareTest)
#include "desktopsharetest.moc"
