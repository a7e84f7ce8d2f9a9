// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linksupervisor.h"
#include "sessions/links/hop/remotetcpreader.h"
#include "tests/sessions/links/farsummit.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/patience.h"
#include "tests/support/privatenetwork.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
// The path's, of the emulated link.
constexpr auto roundTrip = 100ms;

/// What arrives at the far end of a stream: a Unix socket, which both ends of the emulated link can reach.
class FarSocket
{
public:
    explicit FarSocket(const QString &path)
        : m_path(path)
        , m_listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray name = path.toLocal8Bit();
        std::memcpy(address.sun_path, name.constData(), static_cast<std::size_t>(name.size()));
        if (::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 || ::listen(m_listener.get(), 5) != 0) {
            qFatal("cannot listen at %s", name.constData());
        }
    }
    StreamTarget target() const
    {
        return UnixStreamTarget{m_path};
    }
    void look()
    {
        if (!m_peer.isValid()) {
            m_peer.reset(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        }
        char bytes[200];
        const ssize_t count = m_peer.isValid() ? ::recv(m_peer.get(), bytes, sizeof bytes, MSG_DONTWAIT) : -1;
        if (count > 0) {
            received.append(bytes, count);
        } else if (count == 0) {
            hasEnded = true;
        }
    }
    QByteArray received;
    bool hasEnded = false;

private:
    const QString m_path;
    UniqueFd m_listener;
    UniqueFd m_peer;
};

bool wait(const std::function<bool()> &condition, std::chrono::milliseconds limit = 60s)
{
    return waitFor(condition, limit);
}
}

/// A path that is cut and comes back, and its start, with TCP as it is: a real sshd behind an emulated link of 100 ms.
class LinkRenewTest : public QObject
{
    Q_OBJECT
public:
    explicit LinkRenewTest(FarSummit &summit)
        : m_summit(summit)
    {
    }
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void aLongCutIsOvertakenByANewConnection();
    void aShortCut();
    void whatWasTypedIntoTheSilenceNeverArrives();
    void oneDirectionIsCut();
    void thePathGoesBeforeItIsLive_data();
    void thePathGoesBeforeItIsLive();
    void theHostsWindowIsOpenedForTheFirstImage_data();
    void theHostsWindowIsOpenedForTheFirstImage();

private:
    FarSummit &m_summit;
    bool m_isLeftHalfway = false; ///< the host may see that somebody went before the login
    QTemporaryDir m_home;
};

void LinkRenewTest::initTestCase()
{
    useHome(m_home.path());
}

void LinkRenewTest::cleanup()
{
    QVERIFY(m_summit.restore());
    QVERIFY(m_summit.link().set({u"rtt=%1ms"_s.arg(roundTrip.count())}));
    // Nobody was hung up on between TCP and login: sshd would shut the whole site out for that.
    QVERIFY2(m_isLeftHalfway || !m_summit.server().log().contains(u"[preauth]"), qPrintable(m_summit.server().log()));
}

void LinkRenewTest::aLongCutIsOvertakenByANewConnection()
{
    LinkSupervisor keeper(LinkTarget{m_summit.server().linkSpec(), true});
    Link &link = *keeper.link();
    QSignalSpy renewed(&link, &Link::connectionRenewed);
    QList<LinkState> states;
    connect(&link, &Link::stateChanged, this, [&states](LinkState state) {
        states << state;
    });
    keeper.keepLinkOpen();
    QVERIFY(wait([&] {
        return link.isHostAnswering();
    }));
    // One that neither asks nor ends: its next line comes when its connection speaks again.
    ProgramProbe program(link, ProgramSpec{"i=0; while :; do echo $((i=i+1)); sleep 0.2; done", {}});
    QSignalSpy waiting(program.program.get(), &RemoteProgram::connectionSilenceChanged);
    QVERIFY(program.waitForStart());
    QVERIFY(wait([&] {
        return program.output.size() > 4;
    }));

    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_summit.cut());
    QVERIFY(wait([&] {
        return !link.isHostAnswering();
    }));
    const qint64 held = timer.elapsed();
    QVERIFY(wait([&] {
        return link.state() == LinkState::Stalled;
    }));
    const qint64 stalled = timer.elapsed();
    QVERIFY(wait([&] {
        return link.renewalState().has_value();
    }));
    QVERIFY(wait([&] {
        return link.state() == LinkState::Dead;
    }));
    const qint64 dead = timer.elapsed();
    QVERIFY(!link.isLive());
    QVERIFY(wait([&] {
        return timer.elapsed() >= 30000;
    }));
    QVERIFY(renewed.isEmpty());
    const qsizetype before = program.output.size();
    bool wasWaiting = false;
    qsizetype then = 0;
    connect(&link, &Link::connectionRenewed, this, [&] {
        wasWaiting = program.program->isConnectionSilent();
        then = program.output.size();
    });

    QVERIFY(m_summit.restore());
    timer.start();
    QVERIFY(wait([&] {
        return !renewed.isEmpty();
    }));
    const qint64 took = timer.elapsed();
    qInfo("input held after %lld ms, stalled %lld, dead %lld; live again %lld ms after the path", held, stalled, dead, took);
    QCOMPARE(link.state(), LinkState::Live);
    QVERIFY(link.isHostAnswering());
    QVERIFY(std::chrono::milliseconds(held) < underLoad(5s));
    QVERIFY(std::chrono::milliseconds(stalled) < underLoad(8s));
    QVERIFY(std::chrono::milliseconds(dead) < underLoad(26s));
    // 1 s + 8 RTT, and as much again for a machine that does other things too.
    QVERIFY2(std::chrono::milliseconds(took) < underLoad(2 * (1s + 8 * roundTrip)), qPrintable(QString::number(took)));
    QVERIFY(wasWaiting);
    QCOMPARE(then, before);
    QCOMPARE(link.oldConnectionCount(), 1);
    ProgramProbe other(link, ProgramSpec{"echo new", {}});
    QVERIFY(other.waitForEnd());
    QCOMPARE(other.output, "new\n");

    // The old connection comes back by itself in its own time, and with it the program: it never ended.
    QVERIFY(wait([&] {
        return program.output.size() > before && !program.program->isConnectionSilent();
    }));
    QVERIFY(!program.exit);
    QCOMPARE(waiting.size(), 2);
    QCOMPARE(link.oldConnectionCount(), 1);
    QCOMPARE(states.count(LinkState::Live), 2);
    QVERIFY(!states.contains(LinkState::Closed));
    // Its last program gone, nobody keeps it.
    program.program.reset();
    QVERIFY(wait([&] {
        return link.oldConnectionCount() == 0;
    }));
    QVERIFY(link.isHostAnswering());
}

void LinkRenewTest::aShortCut()
{
    LinkSupervisor keeper(LinkTarget{m_summit.server().linkSpec(), true});
    Link &link = *keeper.link();
    keeper.keepLinkOpen();
    QVERIFY(wait([&] {
        return link.isHostAnswering();
    }));
    ProgramProbe program(link, ProgramSpec{"i=0; while :; do echo $((i=i+1)); sleep 0.2; done", {}});
    QVERIFY(program.waitForStart());
    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_summit.cut());
    QVERIFY(wait([&] {
        return timer.elapsed() >= 5000 && link.state() == LinkState::Stalled; // it takes a while until the path is cut
    }));
    QVERIFY(m_summit.restore());
    timer.start();
    QVERIFY(wait([&] {
        return link.isHostAnswering();
    }));
    qInfo("answers again %lld ms after the path", timer.elapsed());
    QVERIFY2(timer.durationElapsed() < underLoad(2 * (1s + 8 * roundTrip)), qPrintable(QString::number(timer.elapsed())));
    // Whichever of the two was quicker: the program goes on, and none is left half made.
    const qsizetype before = program.output.size();
    QVERIFY(wait([&] {
        return program.output.size() > before + 10 && !link.renewalState() && !program.program->isConnectionSilent();
    }));
    QVERIFY(!program.exit);
}

void LinkRenewTest::whatWasTypedIntoTheSilenceNeverArrives()
{
    FarSocket far(m_home.filePath(u"far"_s));
    LinkSupervisor keeper(LinkTarget{m_summit.server().linkSpec(), false});
    Link &link = *keeper.link();
    QSignalSpy renewed(&link, &Link::connectionRenewed);
    keeper.keepLinkOpen();
    QVERIFY(wait([&] {
        return link.isHostAnswering();
    }));
    auto stream = std::make_unique<StreamProbe>(link, far.target());
    QVERIFY(stream->waitForOpen());
    QCOMPARE(::send(stream->fd.get(), "early", 5, MSG_NOSIGNAL), 5);
    QVERIFY(wait([&] {
        far.look();
        return far.received == "early";
    }));
    QElapsedTimer timer;
    timer.start();
    std::optional<quint32> repeats;
    qint64 repeatedAt = 0;
    connect(&link, &Link::sampleTaken, this, [&](const LinkSample &sample) {
        if (sample.retransmits > repeats) {
            repeats = sample.retransmits;
            repeatedAt = timer.elapsed();
        }
    });
    QVERIFY(m_summit.cut());
    // TCP repeats it at distances that double: right after it did so, late enough, the next time is 8 s away, and the new connection is quicker.
    QCOMPARE(::send(stream->fd.get(), "late", 4, MSG_NOSIGNAL), 4);
    QVERIFY(wait([&] {
        return repeatedAt >= 8000;
    }));
    const qint64 restoredAt = timer.elapsed();
    QVERIFY(m_summit.restore());
    QVERIFY(wait([&] {
        return !renewed.isEmpty();
    }));
    stream.reset(); // as a desktop does that moves
    QVERIFY(wait([&] {
        return link.oldConnectionCount() == 0;
    }));
    // Past the moment when TCP would have repeated it.
    QVERIFY(wait([&] {
        far.look();
        return timer.elapsed() >= 2 * restoredAt + 4000;
    }));
    QCOMPARE(far.received, "early");
    QVERIFY(link.isHostAnswering());
}

void LinkRenewTest::oneDirectionIsCut()
{
    LinkSupervisor keeper(LinkTarget{m_summit.server().linkSpec(), false});
    Link &link = *keeper.link();
    keeper.keepLinkOpen();
    QVERIFY(wait([&] {
        return link.isHostAnswering();
    }));
    QVERIFY(m_summit.cut(u"down"_s));
    QVERIFY(wait([&] {
        return link.state() == LinkState::Stalled && link.renewalState();
    }));
    QVERIFY(m_summit.restore());
    QVERIFY(wait([&] {
        return link.isHostAnswering() && !link.renewalState();
    }));
    // Closing it takes the same second in this state as in any.
    QVERIFY(m_summit.cut(u"up"_s));
    QVERIFY(wait([&] {
        return link.renewalState().has_value();
    }));
    QElapsedTimer timer;
    timer.start();
    keeper.releaseLink();
    QCOMPARE(link.state(), LinkState::Closed);
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
}

void LinkRenewTest::thePathGoesBeforeItIsLive_data()
{
    QTest::addColumn<LinkState>("reached");
    QTest::addColumn<bool>("isAsked");
    QTest::addColumn<bool>("losesAddress");
    QTest::newRow("cut while it exchanges keys") << LinkState::CheckingHost << false << false;
    QTest::newRow("cut while it logs in") << LinkState::LoggingIn << false << false;
    QTest::newRow("cut while a person is asked") << LinkState::CheckingHost << true << false;
    QTest::newRow("the address goes while it exchanges keys") << LinkState::CheckingHost << false << true;
    QTest::newRow("the address goes while a person is asked") << LinkState::CheckingHost << true << true;
}

void LinkRenewTest::thePathGoesBeforeItIsLive()
{
    QFETCH(LinkState, reached);
    QFETCH(bool, isAsked);
    QFETCH(bool, losesAddress);
    m_isLeftHalfway = true;
    const QStringList address{m_summit.link().address(TestLink::Side::Near) + u"/30"_s, u"dev"_s, u"link0"_s};
    LinkSpec spec = m_summit.server().linkSpec();
    if (isAsked) {
        spec.knownHostsPath.clear();
    }
    LinkSupervisor keeper(LinkTarget{spec, false});
    Link &link = *keeper.link();
    bool isGone = false;
    const auto go = [&] {
        if (!std::exchange(isGone, true)) {
            QVERIFY(losesAddress ? PrivateNetwork::ip(QStringList{u"addr"_s, u"del"_s} + address) : m_summit.cut());
            if (losesAddress) {
                keeper.checkConnectivity();
            }
        }
    };
    QSignalSpy withdrawn(&link, &Link::questionWithdrawn);
    bool mayAnswer = false;
    connect(&link, &Link::hostKeyQuestionAsked, this, [&](const HostKeyQuestion &question) {
        if (mayAnswer) {
            link.answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
        } else {
            go();
        }
    });
    connect(&link, &Link::stateChanged, this, [&](LinkState state) {
        if (state == reached && !isAsked) {
            go();
        }
    });
    std::optional<Failure> failure;
    connect(&link, &Link::failed, this, [&](const Failure &reason) {
        failure = failure.value_or(reason);
    });
    if (!isAsked) {
        // It must not be live before the path is cut, and a login takes two round trips: long ones, but within the second that a known host has to answer.
        QVERIFY(m_summit.link().set({u"rtt=400ms"_s}));
    }
    keeper.keepLinkOpen();
    QVERIFY(wait([&] {
        return isGone;
    }));
    // Well before a host is given up that is only slow; without its address, before the 10 s that a silent path has.
    QElapsedTimer timer;
    timer.start();
    QVERIFY(wait([&] {
        return failure.has_value();
    }));
    qInfo("given up after %lld ms", timer.elapsed());
    QVERIFY2(timer.durationElapsed() < (losesAddress ? std::min(underLoad(5s), 9s) : underLoad(20s)), qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(failure->kind, FailureKind::Transient);
    QVERIFY(!failure->hasPeerAnswered); // so no pause follows
    QCOMPARE(withdrawn.size(), isAsked ? 1 : 0);
    mayAnswer = true;
    QVERIFY(m_summit.link().set({u"rtt=%1ms"_s.arg(roundTrip.count())}));
    QVERIFY(losesAddress ? PrivateNetwork::ip(QStringList{u"addr"_s, u"add"_s} + address) : m_summit.restore());
    QVERIFY(wait([&] {
        return link.isHostAnswering();
    }));
}

void LinkRenewTest::theHostsWindowIsOpenedForTheFirstImage_data()
{
    QTest::addColumn<int>("roundTrips");
    QTest::addColumn<int>("minSegments");
    QTest::newRow("once, for a known server") << 1 << 14;
    QTest::newRow("twice, for an unknown one") << 2 << 21;
}

void LinkRenewTest::theHostsWindowIsOpenedForTheFirstImage()
{
    QFETCH(const int, roundTrips);
    QFETCH(const int, minSegments);
    const qsizetype logged = m_summit.server().log().size();
    std::unique_ptr<FarSocket> far;
    std::unique_ptr<LinkProbe> probe;
    std::unique_ptr<StreamProbe> stream;
    std::optional<TcpFacts> facts;
    const auto isOpened = [&] {
        return facts && facts->congestionWindow && facts->segmentSize && facts->congestionWindow->count >= minSegments * facts->segmentSize->count;
    };
    // No second round follows one that was held up for 25 ms, and TCP halves the window of a host that said nothing for 300 ms. On a busy machine either may
    // happen to one connection, but not to one after the other.
    for (int attempt = 0; attempt < 8 && !isOpened(); ++attempt) {
        facts.reset();
        stream.reset();
        probe = std::make_unique<LinkProbe>(m_summit.server().linkSpec());
        QVERIFY2(probe->connectNow(), qPrintable(probe->why()));
        far = std::make_unique<FarSocket>(m_home.filePath(u"window-%1-%2"_s.arg(roundTrips).arg(attempt)));
        stream = std::make_unique<StreamProbe>(probe->link(), far->target(), roundTrips);
        QVERIFY2(stream->waitForOpen(), qPrintable(probe->why()));
        // Read by another program of the host, whose own start sends less than a segment.
        RemoteTcpReader reader(&probe->link());
        connect(&reader, &RemoteTcpReader::readingFinished, this, [&facts](const std::optional<TcpFacts> &read) {
            facts = read;
        });
        reader.read();
        QVERIFY(wait([&] {
            return facts.has_value();
        }));
    }
    QVERIFY(facts->congestionWindow && facts->segmentSize);
    QVERIFY2(isOpened(), qPrintable(u"%1 bytes, in segments of %2"_s.arg(facts->congestionWindow->count).arg(facts->segmentSize->count)));
    // The refused requests leave nothing behind: data passes, and the host's log has no line on them.
    QCOMPARE(::send(stream->fd.get(), "after", 5, MSG_NOSIGNAL), 5);
    QVERIFY(wait([&] {
        far->look();
        return far->received == "after";
    }));
    // A link that is closed before the requests are answered.
    LinkProbe unanswered(m_summit.server().linkSpec());
    QVERIFY2(unanswered.connectNow(), qPrintable(unanswered.why()));
    QVERIFY(m_summit.cut());
    const StreamProbe unopened(unanswered.link(), far->target(), 2);
    QVERIFY(wait([&] {
        return !unanswered.samples.isEmpty() && unanswered.samples.last().totalWireBytesSent.count > 10'000;
    }));
    unanswered.link().close();
    QVERIFY(unanswered.waitFor(LinkState::Closed));
    const QString log = m_summit.server().log().sliced(logged);
    QVERIFY2(!log.contains(u"auth-agent"_s) && !log.contains(u"open fail"_s), qPrintable(log));
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    FarSummit summit;
    if (!summit.start(u"%1ms"_s.arg(roundTrip.count()))) {
        return 1;
    }
    LinkRenewTest test(summit);
    return QTest::qExec(&test, argc, argv);
}
#include "linkrenewtest.moc"
