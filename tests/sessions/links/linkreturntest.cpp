// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/additionallinks.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkconnection.h"
#include "sessions/links/hop/linkrecords.h"
#include "sessions/links/hop/linksupervisor.h"
#include "sessions/links/login/linksecrets.h"
#include "sessions/links/login/nightsecrets.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <csignal>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
qsizetype entriesOf(const QString &directory)
{
    return QDir(directory).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
}

/// How many threads of links there are.
qsizetype linkThreads()
{
    return std::ranges::count_if(QDir(u"/proc/self/task"_s).entryList(QDir::NoDotAndDotDot | QDir::Dirs), [](const QString &id) {
        QFile name(u"/proc/self/task/%1/comm"_s.arg(id));
        return name.open(QIODevice::ReadOnly) && name.readAll().startsWith("nightdesk-link");
    });
}

/// A port that takes no connection and refuses none: its queue is full.
class FullPort
{
public:
    FullPort()
        : m_listener(newSocket())
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto *plain = reinterpret_cast<sockaddr *>(&address);
        if (::bind(m_listener.get(), plain, size) != 0 || ::listen(m_listener.get(), 0) != 0 || ::getsockname(m_listener.get(), plain, &size) != 0) {
            qFatal("cannot listen on the loopback device");
        }
        port = ntohs(address.sin_port);
        for (UniqueFd &waiting : m_waiting) {
            waiting = newSocket();
            (void)::connect(waiting.get(), plain, size);
        }
    }
    quint16 port = 0;

private:
    static UniqueFd newSocket()
    {
        return UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    }
    UniqueFd m_listener;
    std::array<UniqueFd, 5> m_waiting;
};

bool waitForLink(const std::function<bool()> &condition, std::chrono::milliseconds limit = 60s)
{
    return waitFor(condition, limit);
}
}

/// How links come back when what they led to fell silent or died: with a real sshd, whose connections are stopped or killed.
class LinkReturnTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void aRenewalIsGivenUpPolitely_data();
    void aRenewalIsGivenUpPolitely();
    void aKilledSessionComesBack();
    void aRenewalAsksNobody();
    void aPersonMayBeAskedOnRequest();
    void theQuestionOfAReturnSaysSo();
    void aFurtherConnectionAsksLikeAReturn();
    void anAcceptedKeyMayNotChange_data();
    void anAcceptedKeyMayNotChange();
    void oldOnesAreNotKeptWithoutEnd();
    void anOldOneEndsWithItsPrograms();
    void closingIsQuickInEveryState_data();
    void closingIsQuickInEveryState();
    void nothingIsLeftBehind();
    void aSharedHopIsConnectedOnce();
    void aSharedHopIsAskedAboutOnce();
    void aSilentHopIsNotGoneThrough();
    void aHopThatNeedsAPersonIsAskedOnRequest();
    void whatLeavesDoesNotWaitForItsHop();
    void whatAHopAskedNobodyIsPutToTheNext();
    void aRefusedHopIsNotRepeatedByWhoComesBack();
    void whoWaitedForAHopGoesThroughOneAfterTheOther();
    void theEndOfAStalledAdditionalLinkFailsNothingElse();

private:
    LinkSpec behind(const SshServer &gateway) const;
    bool fallSilent(const Link &link);
    std::unique_ptr<LinkSupervisor> liveKeeper(const LinkSpec &spec, const SharedLinkObjects &sharedLinkObjects = {});

    SshServer m_gateway;
    SshServer m_summit;
    QTemporaryDir m_home;
};

void LinkReturnTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_summit.start());
    QVERIFY(m_gateway.start());
    m_gateway.authorize(m_summit.identityFile());
    QFile known(m_summit.knownHostsFile());
    QVERIFY(known.open(QIODevice::Append));
    known.write("[127.0.0.1]:" + QByteArray::number(m_gateway.port()) + ' ' + m_gateway.hostPublicKey().toLatin1() + '\n');
}

void LinkReturnTest::cleanup()
{
    m_summit.thaw();
    m_gateway.thaw();
}

LinkSpec LinkReturnTest::behind(const SshServer &gateway) const
{
    LinkSpec spec = m_summit.linkSpec();
    spec.jumpHosts = QStringList{gateway.userName() + u"@127.0.0.1:"_s + QString::number(gateway.port())};
    return spec;
}

bool LinkReturnTest::fallSilent(const Link &link)
{
    m_summit.freezeSessions();
    // No promise: the answer that came last is taken for the length of the path, and on a machine that stood still for 5 s that makes 20 s of silence.
    return waitForLink([&] {
        return !link.isHostAnswering();
    });
}

std::unique_ptr<LinkSupervisor> LinkReturnTest::liveKeeper(const LinkSpec &spec, const SharedLinkObjects &sharedLinkObjects)
{
    auto keeper = std::make_unique<LinkSupervisor>(LinkTarget{spec, true}, sharedLinkObjects);
    keeper->keepLinkOpen();
    waitForLink([&] {
        return keeper->link()->isHostAnswering();
    });
    return keeper;
}

void LinkReturnTest::aRenewalIsGivenUpPolitely_data()
{
    QTest::addColumn<LinkState>("reached");
    QTest::newRow("while it is being connected") << LinkState::Connecting;
    QTest::newRow("when it has exchanged no keys yet") << LinkState::CheckingHost;
    QTest::newRow("when it is about to log in") << LinkState::LoggingIn;
}

void LinkReturnTest::aRenewalIsGivenUpPolitely()
{
    QFETCH(LinkState, reached);
    LinkProbe probe(m_summit.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const QString before = m_summit.log();
    bool didStop = false;
    connect(&probe.link(), &Link::renewalStartedOrEnded, this, [&] {
        if (probe.link().renewalState() == reached && !didStop) {
            didStop = true;
            m_summit.thaw();
            probe.link().stopRenewal();
        }
    });
    QSignalSpy renewed(&probe.link(), &Link::connectionRenewed);
    QVERIFY(fallSilent(probe.link()));
    probe.link().renew();
    QVERIFY(probe.link().renewalState());
    QVERIFY(waitForLink([&] {
        return didStop;
    }));
    QVERIFY(!probe.link().renewalState());
    QVERIFY(waitForLink([&] {
        return probe.link().isHostAnswering();
    }));
    // What has got beyond TCP logs in before it leaves.
    if (reached != LinkState::Connecting) {
        QVERIFY(waitForLink([&] {
            return m_summit.log().sliced(before.size()).contains(u"Accepted publickey"_s);
        }));
        QVERIFY(waitForLink([&] {
            return m_summit.log().sliced(before.size()).contains(u"Received disconnect"_s);
        }));
    }
    QVERIFY(renewed.isEmpty());
    probe.link().close();
    QVERIFY2(!m_summit.log().contains(u"[preauth]"), qPrintable(m_summit.log()));
}

void LinkReturnTest::aKilledSessionComesBack()
{
    const auto keeper = liveKeeper(m_summit.linkSpec());
    ProgramProbe program(*keeper->link(), ProgramSpec{"sleep 600", {}});
    QVERIFY(program.waitForStart());
    QSignalSpy failures(keeper->link(), &Link::failed);
    m_summit.killSessions();
    QVERIFY(program.waitForEnd());
    QCOMPARE(*program.exit, ProgramExit());
    QVERIFY(waitForLink([&] {
        return failures.size() == 1 && keeper->link()->isHostAnswering();
    }));
    QCOMPARE(keeper->link()->oldConnectionCount(), 0);
}

void LinkReturnTest::aRenewalAsksNobody()
{
    const QString locked = m_summit.makeKey(u"locked"_s, u"dome"_s);
    m_summit.authorize(locked);
    LinkSpec spec = m_summit.linkSpec();
    spec.privateKeyFiles = QStringList{locked};
    LinkProbe probe(spec);
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"dome"_s)));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    QVERIFY(!probe.secrets.first().isReconnection);
    // What was answered tonight is enough for a renewal.
    QSignalSpy renewed(&probe.link(), &Link::connectionRenewed);
    QVERIFY(fallSilent(probe.link()));
    probe.link().renew();
    QVERIFY(waitForLink([&] {
        return !renewed.isEmpty();
    }));
    QCOMPARE(probe.secrets.size(), 1);
    m_summit.thaw();
}

void LinkReturnTest::aPersonMayBeAskedOnRequest()
{
    // A server that asks for a code, which is good once: nobody can answer for the person. It is silent after each login.
    ScriptedSshServer server({.prompts = {{"Code: ", false, "123456"}}, .silentAfter = true});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"123456"_s)));
    };
    Link &link = probe.link();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    QVERIFY(!probe.secrets.first().isReconnection);
    QSignalSpy renewed(&link, &Link::connectionRenewed);
    QList<Failure> failures;
    connect(&link, &Link::linkRenewalFailed, this, [&failures](const Failure &failure) {
        failures << failure;
    });
    QVERIFY(probe.waitFor(LinkState::Stalled));
    link.renew();
    QVERIFY(waitForLink([&] {
        return !failures.isEmpty();
    }));
    QCOMPARE(failures.first().kind, FailureKind::Refused);
    QCOMPARE(probe.secrets.size(), 1);
    QVERIFY(renewed.isEmpty());
    // Somebody is there now.
    link.renewInteractively();
    QVERIFY(waitForLink([&] {
        return !renewed.isEmpty();
    }));
    QCOMPARE(probe.secrets.size(), 2);
    QVERIFY(probe.secrets.last().isReconnection);
    QCOMPARE(failures.size(), 1);
    QCOMPARE(link.state(), LinkState::Live);
}

void LinkReturnTest::theQuestionOfAReturnSaysSo()
{
    SshServer server;
    QVERIFY(server.start());
    LinkSpec spec = server.linkSpec();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 1);
    QVERIFY(!probe.hostKeys.first().isReconnection);
    server.stop();
    QVERIFY(probe.waitFor(LinkState::Closed));
    probe.link().secrets()->forgetAll();
    QVERIFY(server.restart());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 2);
    QVERIFY(probe.hostKeys.last().isReconnection);
    // Closed on purpose, it is no return any more.
    probe.link().close();
    probe.link().secrets()->forgetAll();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 3);
    QVERIFY(!probe.hostKeys.last().isReconnection);
}

void LinkReturnTest::aFurtherConnectionAsksLikeAReturn()
{
    const QString locked = m_summit.makeKey(u"further"_s, u"dome"_s);
    m_summit.authorize(locked);
    LinkSpec spec = m_summit.linkSpec();
    spec.privateKeyFiles = QStringList{locked};
    LinkProbe probe(spec);
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"dome"_s)));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    QVERIFY(!probe.secrets.first().isReconnection);
    probe.link().secrets()->forgetAll(); // noon
    std::vector<std::unique_ptr<ProgramProbe>> programs;
    for (int i = 0; i < 12; ++i) { // sshd lets 10 into one connection
        programs.push_back(std::make_unique<ProgramProbe>(probe.link(), ProgramSpec{"sleep 600", {}}));
    }
    for (const auto &program : programs) {
        QVERIFY2(program->waitForStart(), program->failure ? qPrintable(program->failure->what + u" | " + program->failure->advice) : "no answer");
    }
    QCOMPARE(probe.secrets.size(), 2);
    QVERIFY(probe.secrets.last().isReconnection); // people are at work in what is live
}

void LinkReturnTest::anAcceptedKeyMayNotChange_data()
{
    QTest::addColumn<HostKeyAnswer>("answer");
    QTest::addColumn<bool>("isAskedAgain");
    QTest::newRow("accepted for tonight: it is a changed key") << HostKeyAnswer::AcceptOnce << false;
    QTest::newRow("saved, and its line removed as the advice was: it is a new one") << HostKeyAnswer::AcceptAndSave << true;
}

void LinkReturnTest::anAcceptedKeyMayNotChange()
{
    QFETCH(HostKeyAnswer, answer);
    QFETCH(bool, isAskedAgain);
    SshServer server;
    QVERIFY(server.start());
    LinkSpec spec = server.linkSpec();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    probe.onHostKey = [answer](const HostKeyQuestion &) {
        return answer;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const QString before = server.hostKeyFingerprint();
    server.stop();
    QVERIFY(probe.waitFor(LinkState::Closed));
    QCOMPARE(QFile::remove(m_home.filePath(u".ssh/known_hosts"_s)), answer == HostKeyAnswer::AcceptAndSave);
    server.replaceHostKey();
    QVERIFY(server.restart());
    QCOMPARE(probe.connectNow(), isAskedAgain);
    QCOMPARE(probe.hostKeys.size(), isAskedAgain ? 2 : 1);
    if (!isAskedAgain) {
        QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
        QVERIFY2(probe.why().contains(before) && probe.why().contains(server.hostKeyFingerprint()), qPrintable(probe.why()));
        // The night's end forgets it.
        probe.link().secrets()->forgetAll();
        QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
        QCOMPARE(probe.hostKeys.size(), 2);
    }
}

void LinkReturnTest::oldOnesAreNotKeptWithoutEnd()
{
    LinkProbe probe(m_summit.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QSignalSpy renewed(&probe.link(), &Link::connectionRenewed);
    std::vector<std::unique_ptr<ProgramProbe>> programs;
    for (int i = 1; i <= 6; ++i) {
        programs.push_back(std::make_unique<ProgramProbe>(probe.link(), ProgramSpec{"sleep 600", {}}));
        QVERIFY(programs.back()->waitForStart());
        QVERIFY(fallSilent(probe.link()));
        probe.link().renew();
        QVERIFY(waitForLink([&] {
            return renewed.size() == i;
        }));
        QVERIFY(probe.link().oldConnectionCount() <= 5);
    }
    QVERIFY(waitForLink([&] {
        return probe.link().oldConnectionCount() == 4;
    }));
    // The oldest went, and said so.
    QVERIFY(programs[0]->exit && programs[1]->exit);
    for (int i = 2; i < 6; ++i) {
        QVERIFY(!programs[static_cast<std::size_t>(i)]->exit);
        QVERIFY(programs[static_cast<std::size_t>(i)]->program->isConnectionSilent());
    }
    m_summit.thaw();
    for (int i = 2; i < 6; ++i) {
        QVERIFY(waitForLink([&] {
            return !programs[static_cast<std::size_t>(i)]->program->isConnectionSilent();
        }));
    }
}

void LinkReturnTest::anOldOneEndsWithItsPrograms()
{
    LinkProbe probe(m_summit.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    ProgramProbe program(probe.link(), ProgramSpec{"sleep 600", {}});
    QVERIFY(program.waitForStart());
    QSignalSpy renewed(&probe.link(), &Link::connectionRenewed);
    QVERIFY(fallSilent(probe.link()));
    QVERIFY(!program.program->isConnectionSilent()); // it may still come back with the current one
    probe.link().renew();
    QVERIFY(waitForLink([&] {
        return !renewed.isEmpty();
    }));
    QVERIFY(program.program->isConnectionSilent());
    QCOMPARE(probe.link().oldConnectionCount(), 1);
    m_summit.killSessions(); // stopped ones too
    QVERIFY(program.waitForEnd());
    QCOMPARE(*program.exit, ProgramExit());
    QVERIFY(!program.program->isConnectionSilent());
    QVERIFY(waitForLink([&] {
        return probe.link().oldConnectionCount() == 0;
    }));
}

void LinkReturnTest::closingIsQuickInEveryState_data()
{
    QTest::addColumn<LinkState>("state");
    QTest::newRow("live") << LinkState::Live;
    QTest::newRow("stalled, a new one being made") << LinkState::Stalled;
    QTest::newRow("dead, a new one being made") << LinkState::Dead;
    QTest::newRow("checking the host") << LinkState::CheckingHost;
    QTest::newRow("closed") << LinkState::Closed;
}

void LinkReturnTest::closingIsQuickInEveryState()
{
    QFETCH(LinkState, state);
    auto probe = std::make_unique<LinkProbe>(m_summit.linkSpec());
    if (state == LinkState::CheckingHost) {
        m_summit.freeze();
        probe->link().open();
    } else {
        QVERIFY2(probe->connectNow(), qPrintable(probe->why()));
        m_summit.freeze();
        if (state != LinkState::Live) {
            QVERIFY(probe->waitFor(LinkState::Stalled));
            probe->link().renew();
        }
    }
    if (state == LinkState::Closed) {
        probe->link().close();
    }
    QVERIFY(waitForLink([&] {
        return probe->link().state() == state;
    }));
    QElapsedTimer timer;
    timer.start();
    probe->link().close();
    QCOMPARE(probe->link().state(), LinkState::Closed);
    QVERIFY(!probe->link().renewalState());
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(2500ms), qPrintable(QString::number(timer.elapsed())));
}

void LinkReturnTest::nothingIsLeftBehind()
{
    LinkProbe probe(m_summit.linkSpec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QSignalSpy renewed(&probe.link(), &Link::connectionRenewed);
    qsizetype descriptors = 0;
    qsizetype threads = 0;
    for (int i = 1; i <= 20; ++i) {
        QVERIFY(fallSilent(probe.link()));
        probe.link().renew();
        QVERIFY(waitForLink([&] {
            return renewed.size() == i;
        }));
        QVERIFY(waitForLink([&] {
            return probe.link().oldConnectionCount() == 0;
        }));
        if (i == 2) {
            // As soon as what was left behind has ended.
            QVERIFY(waitForLink([&] {
                const qsizetype now = entriesOf(u"/proc/self/fd"_s);
                return std::exchange(descriptors, now) == now && entriesOf(u"/proc/self/task"_s) <= 3;
            }));
            threads = entriesOf(u"/proc/self/task"_s);
        }
    }
    m_summit.thaw();
    QVERIFY2(
        waitForLink([&] {
            return entriesOf(u"/proc/self/fd"_s) <= descriptors && entriesOf(u"/proc/self/task"_s) <= threads;
        }),
        qPrintable(
            u"%1 descriptors (%2), %3 threads (%4)"_s.arg(entriesOf(u"/proc/self/fd"_s)).arg(descriptors).arg(entriesOf(u"/proc/self/task"_s)).arg(threads)));
}

void LinkReturnTest::aSharedHopIsConnectedOnce()
{
    const SharedLinkObjects shared{{}, std::make_shared<HopPool>()};
    const qsizetype before = m_gateway.log().count(u"Accepted publickey"_s);
    LinkSpec otherSpec = behind(m_gateway);
    otherSpec.id = u"other"_s; // by another name, to the same hop
    const auto one = liveKeeper(behind(m_gateway), shared);
    const auto other = liveKeeper(otherSpec, shared);
    QVERIFY(one->link()->isHostAnswering() && other->link()->isHostAnswering());
    QCOMPARE(shared.hopPool->links().size(), 1);
    QCOMPARE(m_gateway.log().count(u"Accepted publickey"_s), before + 1);

    // It dies, and with it both: both come back, over one hop again.
    QSignalSpy ends(one->link(), &Link::failed);
    QSignalSpy otherEnds(other->link(), &Link::failed);
    m_gateway.killSessions();
    QVERIFY(waitForLink([&] {
        return !ends.isEmpty() && !otherEnds.isEmpty() && one->link()->isHostAnswering() && other->link()->isHostAnswering();
    }));
    QCOMPARE(m_gateway.log().count(u"Accepted publickey"_s), before + 2);
    QCOMPARE(shared.hopPool->links().size(), 1);
    // Nobody goes over it any more.
    one->releaseLink();
    other->releaseLink();
    QVERIFY(waitForLink([&] {
        return shared.hopPool->links().isEmpty();
    }));
}

void LinkReturnTest::aSharedHopIsAskedAboutOnce()
{
    const SharedLinkObjects shared{{}, std::make_shared<HopPool>()};
    LinkSpec spec = behind(m_gateway);
    spec.knownHostsPath.clear();
    LinkSupervisor one(LinkTarget{spec, false}, shared);
    LinkSupervisor other(LinkTarget{spec, false}, shared);
    QList<QString> asked;
    LinkSupervisor *asker = nullptr;
    int withdrawn = 0;
    for (LinkSupervisor *keeper : {&one, &other}) {
        connect(keeper->link(), &Link::hostKeyQuestionAsked, this, [&, keeper](const HostKeyQuestion &question) {
            asked << question.fingerprint;
            asker = asker ? asker : keeper;
            if (question.fingerprint != m_gateway.hostKeyFingerprint() || asked.count(question.fingerprint) > 1) {
                keeper->link()->answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
            }
        });
        connect(keeper->link(), &Link::questionWithdrawn, this, [&withdrawn] {
            ++withdrawn;
        });
        keeper->keepLinkOpen();
    }
    QVERIFY(waitForLink([&] {
        return asked.contains(m_gateway.hostKeyFingerprint());
    }));
    LinkSupervisor &left = asker == &one ? other : one;
    QVERIFY(waitForLink([&] {
        return left.link()->state() == LinkState::Connecting;
    }));
    QCOMPARE(asked.size(), 1);
    // Whoever asked goes: the other one asks in its place.
    asker->releaseLink();
    QVERIFY(waitForLink([&] {
        return left.link()->isHostAnswering();
    }));
    QCOMPARE(withdrawn, 1);
    QCOMPARE(asked.count(m_gateway.hostKeyFingerprint()), 2);
}

void LinkReturnTest::aSilentHopIsNotGoneThrough()
{
    const SharedLinkObjects shared{{}, std::make_shared<HopPool>()};
    const auto one = liveKeeper(behind(m_gateway), shared);
    Link &link = *one->link();
    ProgramProbe program(link, ProgramSpec{"i=0; while :; do echo $((i=i+1)); sleep 0.2; done", {}});
    QVERIFY(program.waitForStart());
    Link &hop = *shared.hopPool->links().first();
    QSignalSpy hopRenewed(&hop, &Link::connectionRenewed);
    QSignalSpy renewed(&link, &Link::connectionRenewed);
    m_gateway.freezeSessions();
    QVERIFY(waitForLink([&] {
        return !hopRenewed.isEmpty() && !renewed.isEmpty();
    }));
    QCOMPARE(hopRenewed.size(), 1);
    QVERIFY(waitForLink([&] {
        return link.isHostAnswering();
    }));
    QCOMPARE(shared.hopPool->links().size(), 1);
    QCOMPARE(hop.oldConnectionCount(), 1); // with the old inner connection in it
    QCOMPARE(link.oldConnectionCount(), 1);
    QVERIFY(program.program->isConnectionSilent());
    const qsizetype before = program.output.size();
    m_gateway.thaw();
    QVERIFY(waitForLink([&] {
        return program.output.size() > before && !program.program->isConnectionSilent();
    }));
    program.program.reset();
    QVERIFY(waitForLink([&] {
        return hop.oldConnectionCount() == 0 && link.oldConnectionCount() == 0;
    }));
    QVERIFY(waitForLink([&] {
        return link.isHostAnswering();
    }));
}

void LinkReturnTest::aHopThatNeedsAPersonIsAskedOnRequest()
{
    const QString locked = m_gateway.makeKey(u"locked"_s, u"dome"_s);
    m_gateway.authorize(locked);
    m_summit.authorize(locked);
    LinkSpec spec = behind(m_gateway);
    spec.privateKeyFiles = QStringList{locked};
    const auto secrets = std::make_shared<NightSecrets>();
    const SharedLinkObjects shared{secrets, std::make_shared<HopPool>(secrets)};
    LinkSupervisor one(LinkTarget{spec, false}, shared);
    LinkSupervisor other(LinkTarget{spec, false}, shared);
    QList<SecretQuestion> asked;
    for (LinkSupervisor *keeper : {&one, &other}) {
        connect(keeper->link(), &Link::secretQuestionAsked, this, [&asked, keeper](const SecretQuestion &question) {
            asked << question;
            keeper->link()->answerSecret(question.id, Secret::fromText(u"dome"_s));
        });
        keeper->keepLinkOpen();
    }
    QVERIFY(waitForLink([&] {
        return one.link()->isHostAnswering() && other.link()->isHostAnswering();
    }));
    const qsizetype before = asked.size();
    secrets->forgetAll();
    QSignalSpy refused(one.link(), &Link::linkRenewalFailed);
    QSignalSpy otherRefused(other.link(), &Link::linkRenewalFailed);
    m_gateway.freezeSessions();
    QVERIFY(waitForLink([&] {
        return !refused.isEmpty() && !otherRefused.isEmpty();
    }));
    const auto why = refused.first().first().value<Failure>();
    QCOMPARE(why.kind, FailureKind::Refused);
    QVERIFY2(why.what.contains(spec.jumpHosts.first()), qPrintable(why.what));
    QCOMPARE(asked.size(), before);
    // One answer is enough: the other link comes back over the same hop, without a person.
    one.connectAtOnce();
    QVERIFY(waitForLink([&] {
        return one.link()->isHostAnswering() && other.link()->isHostAnswering();
    }));
    QVERIFY(asked.size() > before);
    QVERIFY(asked.at(before).isReconnection);
    QCOMPARE(shared.hopPool->links().size(), 1);
}

void LinkReturnTest::whatLeavesDoesNotWaitForItsHop()
{
    QVERIFY(waitForLink([] {
        return linkThreads() == 0;
    }));
    FullPort nowhere;
    LinkSpec spec = behind(m_gateway);
    spec.port = nowhere.port;
    {
        HopPool hops;
        const Link user(LinkTarget{spec, false});
        auto run = std::make_unique<LinkConnection>(LinkTarget{spec, false}, LinkAttemptOptions{}, std::make_shared<LinkSecrets>(nullptr), &hops, &user);
        QVERIFY(waitForLink([&] {
            return !hops.links().isEmpty() && hops.links().first()->isHostAnswering();
        }));
        run->finishLoginAndStop(); // the hop is on its way to the host: that would be waited for
        run.reset();
    }
    QVERIFY(waitForLink([] {
        return linkThreads() == 0;
    }));
}

void LinkReturnTest::whatAHopAskedNobodyIsPutToTheNext()
{
    HopPool hops;
    const Link first(LinkTarget{behind(m_gateway), false});
    const Link second(LinkTarget{behind(m_gateway), false});
    LinkSpec spec = m_gateway.linkSpec();
    spec.knownHostsPath.clear();
    auto lease = hops.createLease(spec, &first);
    Link &hop = *lease->link();
    QSignalSpy asked(&hop, &Link::hostKeyQuestionAsked);
    lease->requestHop();
    lease.reset(); // while it is being connected
    QVERIFY(waitForLink([&] {
        return !asked.isEmpty();
    }));
    lease = hops.createLease(spec, &second);
    QCOMPARE(lease->link(), &hop);
    QSignalSpy askedAgain(lease.get(), &HopLease::eventReceived);
    lease->requestHop();
    QCOMPARE(askedAgain.size(), 0); // never from inside
    QVERIFY(waitForLink([&] {
        return !askedAgain.isEmpty();
    }));
    const auto question = std::get<HostKeyQuestion>(askedAgain.first().first().value<LinkEvent>());
    QCOMPARE(question.fingerprint, m_gateway.hostKeyFingerprint());
    lease->answerQuestion(question.id, HostKeyAnswerCommand{question.id, HostKeyAnswer::AcceptOnce});
    QVERIFY(waitForLink([&] {
        return hop.isHostAnswering();
    }));
    QCOMPARE(askedAgain.size(), 1);
}

void LinkReturnTest::aRefusedHopIsNotRepeatedByWhoComesBack()
{
    HopPool hops;
    const Link first(LinkTarget{behind(m_gateway), false});
    const Link second(LinkTarget{behind(m_gateway), false});
    LinkSpec spec = m_gateway.linkSpec();
    spec.user = u"nobody-of-this-name"_s;
    auto lease = hops.createLease(spec, &first);
    Link &hop = *lease->link();
    QSignalSpy failures(&hop, &Link::failed);
    QVERIFY(!lease->requestHop(true)); // it was never tried
    QVERIFY(waitForLink([&] {
        return hop.state() == LinkState::Closed;
    }));
    QCOMPARE(hop.lastFailure()->kind, FailureKind::Refused);
    auto other = hops.createLease(spec, &second);
    const auto told = other->requestHop(true);
    QVERIFY(told);
    QCOMPARE(told->what, hop.lastFailure()->what);
    QCOMPARE(hop.state(), LinkState::Closed);
    // It knows: if it comes again, a person sent it.
    QVERIFY(!other->requestHop(true));
    QVERIFY(hop.state() != LinkState::Closed);
    QVERIFY(waitForLink([&] {
        return failures.size() == 2;
    }));
    // Both were there and heard it. One that was never live was sent by a person anyway.
    QVERIFY(!lease->requestHop(true));
    QVERIFY(waitForLink([&] {
        return failures.size() == 3 && hop.state() == LinkState::Closed;
    }));
    const Link third(LinkTarget{behind(m_gateway), false});
    auto fresh = hops.createLease(spec, &third);
    QVERIFY(!fresh->requestHop());
    QVERIFY(hop.state() != LinkState::Closed);
    QVERIFY(waitForLink([&] {
        return failures.size() == 4;
    }));
}

void LinkReturnTest::whoWaitedForAHopGoesThroughOneAfterTheOther()
{
    const SharedLinkObjects shared{{}, std::make_shared<HopPool>()};
    LinkSpec spec = behind(m_gateway);
    spec.knownHostsPath.clear();
    std::array<std::unique_ptr<LinkSupervisor>, 3> keepers;
    std::optional<HostKeyQuestion> asked;
    Link *asker = nullptr;
    QList<qint64> through;
    QElapsedTimer timer;
    timer.start();
    for (auto &keeper : keepers) {
        keeper = std::make_unique<LinkSupervisor>(LinkTarget{spec, false}, shared);
        Link *link = keeper->link();
        connect(link, &Link::hostKeyQuestionAsked, this, [&, link](const HostKeyQuestion &question) {
            if (question.fingerprint != m_gateway.hostKeyFingerprint()) {
                link->answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
                return;
            }
            asked = question;
            asker = link;
        });
        connect(link, &Link::stateChanged, this, [&](LinkState state) {
            if (state == LinkState::CheckingHost) {
                through << timer.elapsed();
            }
        });
        keeper->keepLinkOpen();
    }
    // For as long as all of them would have had a turn.
    QVERIFY(waitForLink([&] {
        return asked && timer.elapsed() > 4000;
    }));
    QCOMPARE(through.size(), 0);
    // Told before the hop is live, which is when the first turn is: that one may be late at the host, and the last is counted from here.
    std::optional<qint64> loggedIn;
    connect(shared.hopPool->links().first(), &Link::stepFinished, this, [&](const StepTiming &step) {
        if (step.step == StartStep::Login) {
            loggedIn = timer.elapsed();
        }
    });
    asker->answerHostKey(asked->id, HostKeyAnswer::AcceptOnce);
    QVERIFY(waitForLink([&] {
        return std::ranges::all_of(keepers, [](const auto &keeper) {
            return keeper->link()->isHostAnswering();
        });
    }));
    QCOMPARE(through.size(), 3);
    QVERIFY(loggedIn);
    QVERIFY2(through.last() - *loggedIn >= 2000, qPrintable(QString::number(through.last() - *loggedIn)));
}

void LinkReturnTest::theEndOfAStalledAdditionalLinkFailsNothingElse()
{
    const QString locked = m_summit.makeKey(u"further"_s, u"dome"_s);
    m_summit.authorize(locked);
    LinkSpec spec = m_summit.linkSpec();
    spec.privateKeyFiles = QStringList{locked};
    HopPool hops;
    const auto memory = std::make_shared<LinkSecrets>();
    AdditionalLinks further(LinkTarget{spec, true}, memory, &hops);
    QSignalSpy answers(&further, &AdditionalLinks::answeringChanged);
    QList<SecretQuestion> asked;
    QList<ProgramOutput> output;
    QList<ProgramFinished> finished;
    QList<ProgramFailed> failed;
    QList<ProgramStarted> started;
    const auto keep = [](auto &list, const LinkEvent &event) {
        if (const auto *one = std::get_if<typename std::remove_reference_t<decltype(list)>::value_type>(&event)) {
            list << *one;
        }
    };
    connect(&further, &AdditionalLinks::eventReceived, this, [&](const LinkEvent &event) {
        keep(asked, event);
    });
    connect(&further, &AdditionalLinks::programEventReported, this, [&](const LinkEvent &event) {
        keep(output, event);
        keep(finished, event);
        keep(failed, event);
        keep(started, event);
    });
    const auto unlock = [&] {
        const quint64 question = asked.last().id;
        return further.answerQuestion(question, SecretAnswerCommand{question, Secret::fromText(u"dome"_s)});
    };
    const auto program = std::make_shared<ProgramRegistration>();
    program->id = 1;
    program->spec = ProgramSpec{"echo $PPID; sleep 600", {}};
    further.startProgram(program);
    QVERIFY(waitForLink([&] {
        return !asked.isEmpty();
    }));
    QVERIFY(unlock());
    QVERIFY(waitForLink([&] {
        return !output.isEmpty();
    }));
    const pid_t session = output.first().bytes.trimmed().toInt();
    QVERIFY(session > 1);
    answers.clear();
    QCOMPARE(::kill(session, SIGSTOP), 0);
    QVERIFY(waitForLink([&] {
        return !answers.isEmpty();
    }));
    memory->nightSecrets().forgetAll();
    const auto other = std::make_shared<ProgramRegistration>();
    other->id = 2;
    other->spec = ProgramSpec{"sleep 600", {}};
    further.startProgram(other); // in a new one, which has to ask
    QVERIFY(waitForLink([&] {
        return asked.size() == 2;
    }));
    QCOMPARE(::kill(session, SIGKILL), 0);
    QVERIFY(waitForLink([&] {
        return !finished.isEmpty();
    }));
    QCOMPARE(failed.size(), 0);
    QVERIFY(unlock());
    QVERIFY(waitForLink([&] {
        return started.size() == 2;
    }));
    QCOMPARE(started.last().id, 2);
}

NIGHTDESK_GUILESS_TEST(LinkReturnTest)
#include "linkreturntest.moc"
