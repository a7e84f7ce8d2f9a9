// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/nightsecrets.h"
#include "sessions/links/channel/sessionsetup.h"
#include "sessions/links/login/linkprompter.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;
using AskingDecision = NightSecrets::AskingDecision;

namespace
{
const QString name = NightSecrets::passwordName(u"o@summit:22"_s);

Secret text(const char *secret)
{
    return Secret::fromText(QString::fromLatin1(secret));
}

/// Two links of one desk, which ask the same person.
struct TwoLinks {
    explicit TwoLinks(const LinkSpec &spec)
        : one(std::make_unique<LinkProbe>(spec, false, SharedLinkObjects{night, {}}))
        , two(std::make_unique<LinkProbe>(spec, false, SharedLinkObjects{night, {}}))
    {
    }
    void open()
    {
        one->link().open();
        two->link().open();
    }
    void trustHosts()
    {
        for (LinkProbe *link : {one.get(), two.get()}) {
            link->onHostKey = [](const HostKeyQuestion &) {
                return std::optional(HostKeyAnswer::AcceptOnce);
            };
        }
    }
    qsizetype secrets() const
    {
        return one->secrets.size() + two->secrets.size();
    }
    qsizetype hostKeys() const
    {
        return one->hostKeys.size() + two->hostKeys.size();
    }
    /// The one that asked last.
    LinkProbe &requester()
    {
        const auto asked = [](const LinkProbe &link) {
            return link.secrets.isEmpty() ? link.hostKeys.size() : 100 * link.secrets.last().attempt;
        };
        return asked(*one) > asked(*two) ? *one : *two;
    }
    LinkProbe &other()
    {
        return &requester() == one.get() ? *two : *one;
    }
    void answer(const char *secret)
    {
        requester().link().answerSecret(requester().secrets.last().id, text(secret));
    }
    const std::shared_ptr<NightSecrets> night = std::make_shared<NightSecrets>(); ///< before the links: they are made with it
    std::unique_ptr<LinkProbe> one;
    std::unique_ptr<LinkProbe> two;
};
}

/// Secrets of a night: asked once, for all links of a desk, and forgotten when they were refused.
class NightSecretsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void whatWasRefusedIsForgottenForAll();
    void aLateRefusalLeavesWhatIsRight();
    void theNightEnds();
    void whatWasLearntInAnotherNightIsNotKept();
    void oneAsksAtATime();
    void aWrongAnswerKeepsTheTurn();
    void whoGoesLeavesTheTurn();
    void cancelledMeansAllInLine();
    void whoLeavesIsNotWoken();
    void manyThreadsAskOnce();
    void twoLinksAskOnceForAPassword();
    void theSecondAsksWhenTheFirstGoes();
    void theSecondAsksWhenTheFirstLogsInAnotherWay();
    void theSecondAsksWhenTheFirstGoesOnToAnotherKey();
    void cancelEndsBothLogins();
    void twoLinksAskOnceForAPassphrase();
    void twoLinksAskOnceForAHostKey_data();
    void twoLinksAskOnceForAHostKey();
    void whoIsNotWantedAsksNobody_data();
    void whoIsNotWantedAsksNobody();
    void codesAreAskedForEach();
    void aPromptForThePasswordIsOne();
    void aSecondPasswordOfAnAttemptIsAnother_data();
    void aSecondPasswordOfAnAttemptIsAnother();
    void anotherLinkOfTheNightAsksNothing();

private:
    SshServer m_server;
    QTemporaryDir m_home;
};

void NightSecretsTest::initTestCase()
{
    useHome(m_home.path());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_server.start());
}

void NightSecretsTest::whatWasRefusedIsForgottenForAll()
{
    NightSecrets night;
    night.keepSecret(name, text("old"));
    QCOMPARE(night.secret(name)->view(), "old");
    night.forgetSecret(name, text("old"));
    QVERIFY(!night.secret(name));
    QVERIFY(night.refusal(name));
    QVERIFY(night.refusal(name) == NightSecrets::SecretVerdict::Wrong);
    night.forgetSecret(name, text("old"), NightSecrets::SecretVerdict::Unclear);
    QVERIFY(night.refusal(name) == NightSecrets::SecretVerdict::Unclear);
    night.keepSecret(name, text("new"));
    QVERIFY(!night.refusal(name));
    QVERIFY(!night.refusal(name));
}

void NightSecretsTest::aLateRefusalLeavesWhatIsRight()
{
    NightSecrets night;
    night.keepSecret(name, text("new"));
    night.forgetSecret(name, text("old"));
    QCOMPARE(night.secret(name)->view(), "new");
    QVERIFY(!night.refusal(name));
}

void NightSecretsTest::theNightEnds()
{
    NightSecrets night;
    night.keepSecret(name, text("x"));
    night.recordAcceptedHostKey(u"key"_s);
    const Secret inUse = *night.secret(name);
    night.forgetAll();
    QVERIFY(!night.secret(name));
    QVERIFY(!night.isHostKeyAcceptedForRun(u"key"_s));
    QCOMPARE(inUse.view(), "x"); // who is logging in with it goes on
}

void NightSecretsTest::whatWasLearntInAnotherNightIsNotKept()
{
    NightSecrets night;
    int first = 0;
    int second = 0;
    int woken = 0;
    QCOMPARE(night.joinQuestionQueue(name, &first, [] { }), AskingDecision::AskUser);
    QCOMPARE(night.joinQuestionQueue(name,
                                     &second,
                                     [&woken] {
                                         ++woken;
                                     }),
             AskingDecision::WaitForOtherRequester);
    const auto evening = night.nightNumber();
    night.forgetAll(); // while a login with it is under way
    night.keepSecret(name, text("x"), evening);
    QVERIFY(!night.secret(name));
    QCOMPARE(woken, 1); // who waited for it asks
    night.keepSecret(name, text("y"), night.nightNumber());
    QCOMPARE(night.secret(name)->view(), "y");
}

void NightSecretsTest::oneAsksAtATime()
{
    NightSecrets night;
    int first = 0;
    int second = 0;
    int woken = 0;
    const auto wake = [&woken] {
        ++woken;
    };
    QCOMPARE(night.joinQuestionQueue(name, &first, wake), AskingDecision::AskUser);
    QCOMPARE(night.joinQuestionQueue(name, &second, wake), AskingDecision::WaitForOtherRequester);
    QCOMPARE(night.joinQuestionQueue(name, &second, wake), AskingDecision::WaitForOtherRequester);
    QCOMPARE(night.joinQuestionQueue(u"another"_s, &second, wake), AskingDecision::AskUser);
    night.keepSecret(name, text("x"));
    QCOMPARE(woken, 1);
    QCOMPARE(night.joinQuestionQueue(name, &second, wake), AskingDecision::AskUser); // it is known by now
}

void NightSecretsTest::aWrongAnswerKeepsTheTurn()
{
    NightSecrets night;
    int first = 0;
    int second = 0;
    QCOMPARE(night.joinQuestionQueue(name, &first, [] { }), AskingDecision::AskUser);
    night.forgetSecret(name, text("wrong"));
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::WaitForOtherRequester);
    QCOMPARE(night.joinQuestionQueue(name, &first, [] { }), AskingDecision::AskUser);
}

void NightSecretsTest::whoGoesLeavesTheTurn()
{
    NightSecrets night;
    int first = 0;
    int second = 0;
    int third = 0;
    QCOMPARE(night.joinQuestionQueue(name, &first, [] { }), AskingDecision::AskUser);
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::WaitForOtherRequester);
    QCOMPARE(night.joinQuestionQueue(name, &third, [] { }), AskingDecision::WaitForOtherRequester);
    night.leaveQuestionQueue(&first);
    QCOMPARE(night.joinQuestionQueue(name, &third, [] { }), AskingDecision::AskUser);
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::WaitForOtherRequester);
}

void NightSecretsTest::cancelledMeansAllInLine()
{
    NightSecrets night;
    int first = 0;
    int second = 0;
    int third = 0;
    QCOMPARE(night.joinQuestionQueue(name, &first, [] { }), AskingDecision::AskUser);
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::WaitForOtherRequester);
    night.cancelQuestion(name, &third); // not the one who asks
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::WaitForOtherRequester);
    night.cancelQuestion(name, &first);
    QCOMPARE(night.joinQuestionQueue(name, &third, [] { }), AskingDecision::AskUser); // a new wish
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::QuestionCancelled);
    QCOMPARE(night.joinQuestionQueue(name, &second, [] { }), AskingDecision::WaitForOtherRequester); // told once
}

void NightSecretsTest::whoLeavesIsNotWoken()
{
    NightSecrets night;
    int first = 0;
    int second = 0;
    bool woken = false;
    QCOMPARE(night.joinQuestionQueue(name, &first, [] { }), AskingDecision::AskUser);
    QCOMPARE(night.joinQuestionQueue(name,
                                     &second,
                                     [&woken] {
                                         woken = true;
                                     }),
             AskingDecision::WaitForOtherRequester);
    night.leaveQuestionQueue(&second);
    night.keepSecret(name, text("x"));
    QVERIFY(!woken);
}

void NightSecretsTest::manyThreadsAskOnce()
{
    NightSecrets night;
    std::atomic<int> asked = 0;
    std::atomic<int> told = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                std::atomic<int> wakes = 0;
                while (true) {
                    const AskingDecision turn = night.joinQuestionQueue(name, &wakes, [&wakes] {
                        ++wakes;
                        wakes.notify_all();
                    });
                    if (night.secret(name)) {
                        ++told;
                        break;
                    }
                    if (turn == AskingDecision::AskUser) {
                        ++asked;
                        night.keepSecret(name, text("x"));
                        break;
                    }
                    wakes.wait(0);
                }
                night.leaveQuestionQueue(&wakes);
            });
        }
    }
    QCOMPARE(asked.load(), 1);
    QCOMPARE(told.load(), 7);
}

void NightSecretsTest::twoLinksAskOnceForAPassword()
{
    ScriptedSshServer server({.password = "right"});
    TwoLinks links(server.linkSpec());
    links.trustHosts();
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    QCOMPARE(links.requester().secrets.first().nightSecretName, u"password observer@127.0.0.1:%1"_s.arg(server.port()));
    // A wrong one: the one who asked asks again, the other still waits.
    QVERIFY(links.other().waitFor(LinkState::LoggingIn));
    links.answer("wrong");
    QVERIFY(WAIT_FOR(links.secrets() == 2));
    QCOMPARE(links.requester().secrets.last().attempt, 2);
    QCOMPARE(links.other().secrets.size(), 0);
    links.answer("right");
    QVERIFY2(links.one->waitFor(LinkState::Live), qPrintable(links.one->why()));
    QVERIFY2(links.two->waitFor(LinkState::Live), qPrintable(links.two->why()));
    QCOMPARE(links.secrets(), 2);
    QCOMPARE(server.passwordAttempts(), 3); // the wrong one was tried by one of them only
}

void NightSecretsTest::theSecondAsksWhenTheFirstGoes()
{
    ScriptedSshServer server({.password = "right"});
    TwoLinks links(server.linkSpec());
    links.trustHosts();
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    LinkProbe &stays = links.other();
    QVERIFY(stays.waitFor(LinkState::LoggingIn));
    links.requester().link().close();
    QVERIFY(WAIT_FOR(stays.secrets.size() == 1));
    stays.link().answerSecret(stays.secrets.last().id, text("right"));
    QVERIFY2(stays.waitFor(LinkState::Live), qPrintable(stays.why()));
}

void NightSecretsTest::theSecondAsksWhenTheFirstLogsInAnotherWay()
{
    ScriptedSshServer server({.password = "right", .prompts = {{"Code: ", false, "123456"}}});
    TwoLinks links(server.linkSpec());
    links.trustHosts();
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    LinkProbe &first = links.requester();
    LinkProbe &second = links.other();
    first.onSecret = [](const SecretQuestion &question) {
        return std::optional(std::optional(text(question.nightSecretName.isEmpty() ? "123456" : "wrong")));
    };
    QVERIFY(WAIT_FOR(links.night->waitingRequesterCount(first.secrets.first().nightSecretName) == 1));
    first.link().answerSecret(first.secrets.first().id, text("wrong"));
    QVERIFY2(first.waitFor(LinkState::Live), qPrintable(first.why()));
    QCOMPARE(first.secrets.size(), 4); // three times the password, then the code
    // It is logged in without a word about the password, and stays so.
    QVERIFY(WAIT_FOR(second.secrets.size() == 1));
    second.link().answerSecret(second.secrets.first().id, text("right"));
    QVERIFY2(second.waitFor(LinkState::Live), qPrintable(second.why()));
}

void NightSecretsTest::theSecondAsksWhenTheFirstGoesOnToAnotherKey()
{
    LinkSpec spec = m_server.linkSpec();
    const QString one = m_server.makeKey(u"one"_s, u"open sesame"_s);
    const QString two = m_server.makeKey(u"two"_s, u"open barley"_s);
    m_server.authorize(one);
    m_server.authorize(two);
    spec.privateKeyFiles = {one, two};
    TwoLinks links(spec);
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    LinkProbe &first = links.requester();
    LinkProbe &second = links.other();
    QVERIFY(WAIT_FOR(links.night->waitingRequesterCount(NightSecrets::passphraseName(one)) == 1));
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(first.secrets.last().nightSecretName, NightSecrets::passphraseName(one));
        first.link().answerSecret(first.secrets.last().id, text("wrong"));
        QVERIFY(WAIT_FOR(first.secrets.size() == i + 2));
    }
    QCOMPARE(first.secrets.last().nightSecretName, NightSecrets::passphraseName(two));
    QVERIFY(WAIT_FOR(second.secrets.size() == 1));
    second.link().answerSecret(second.secrets.first().id, text("open sesame"));
    QVERIFY2(second.waitFor(LinkState::Live), qPrintable(second.why()));
}

void NightSecretsTest::cancelEndsBothLogins()
{
    ScriptedSshServer server({.password = "right"});
    TwoLinks links(server.linkSpec());
    links.trustHosts();
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    QVERIFY(WAIT_FOR(links.night->waitingRequesterCount(links.requester().secrets.last().nightSecretName) == 1));
    links.requester().link().answerSecret(links.requester().secrets.last().id, std::nullopt);
    QVERIFY(links.one->waitFor(LinkState::Closed));
    QVERIFY(links.two->waitFor(LinkState::Closed));
    QCOMPARE(links.one->link().lastFailure()->kind, FailureKind::Refused);
    QCOMPARE(links.two->link().lastFailure()->kind, FailureKind::Refused);
    QCOMPARE(links.secrets(), 1);
    QCOMPARE(server.passwordAttempts(), 0);
}

void NightSecretsTest::twoLinksAskOnceForAPassphrase()
{
    LinkSpec spec = m_server.linkSpec();
    const QString locked = m_server.makeKey(u"locked"_s, u"open sesame"_s);
    m_server.authorize(locked);
    spec.privateKeyFiles = QStringList{locked};
    TwoLinks links(spec);
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    QCOMPARE(links.requester().secrets.first().nightSecretName, u"passphrase "_s + locked);
    links.answer("open sesame");
    QVERIFY2(links.one->waitFor(LinkState::Live), qPrintable(links.one->why()));
    QVERIFY2(links.two->waitFor(LinkState::Live), qPrintable(links.two->why()));
    QCOMPARE(links.secrets(), 1);
}

void NightSecretsTest::twoLinksAskOnceForAHostKey_data()
{
    QTest::addColumn<HostKeyAnswer>("answer");
    QTest::addColumn<LinkState>("expected");
    QTest::newRow("accepted for both") << HostKeyAnswer::AcceptOnce << LinkState::LoggingIn;
    QTest::newRow("refused for both") << HostKeyAnswer::Refuse << LinkState::Closed;
}

void NightSecretsTest::twoLinksAskOnceForAHostKey()
{
    QFETCH(HostKeyAnswer, answer);
    QFETCH(LinkState, expected);
    ScriptedSshServer server({.password = "right"});
    TwoLinks links(server.linkSpec());
    links.open();
    QVERIFY(WAIT_FOR(links.hostKeys() == 1));
    const HostKeyQuestion asked = links.requester().hostKeys.last();
    QVERIFY(WAIT_FOR(links.night->waitingRequesterCount(NightSecrets::hostKeyName(asked.host, asked.fingerprint)) == 1));
    links.requester().link().answerHostKey(links.requester().hostKeys.last().id, answer);
    QVERIFY2(links.one->waitFor(expected), qPrintable(links.one->why()));
    QVERIFY2(links.two->waitFor(expected), qPrintable(links.two->why()));
    QCOMPARE(links.hostKeys(), 1);
}

void NightSecretsTest::whoIsNotWantedAsksNobody_data()
{
    QTest::addColumn<bool>("before");
    QTest::addColumn<bool>("waitingRequesterCount");
    QTest::newRow("about to ask") << true << false;
    QTest::newRow("waiting for a person") << false << false;
    QTest::newRow("standing in line") << false << true;
}

void NightSecretsTest::whoIsNotWantedAsksNobody()
{
    QFETCH(bool, before);
    QFETCH(bool, waitingRequesterCount);
    ScriptedSshServer server({.password = "right"});
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(server.port());
    QCOMPARE(::connect(fd.get(), reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    LinkControl control;
    SshSession session(control);
    LinkPlan plan;
    plan.host = u"127.0.0.1"_s;
    plan.user = u"observer"_s;
    setSessionOptions(session, plan, {}, false);
    session.setDescriptor(std::move(fd));
    QVERIFY(session.performHandshake(u"here"_s, {}, 30s));
    QVERIFY(control.recordPeerReached());

    NightSecrets night;
    int other = 0;
    if (waitingRequesterCount) {
        QCOMPARE(night.joinQuestionQueue(name, &other, [] { }), AskingDecision::AskUser);
    }
    if (before) {
        control.finishLoginAndStop();
    }
    const auto eventPoster = std::make_shared<LinkEventPoster>(nullptr, nullptr);
    SecretQuestion question;
    question.nightSecretName = name;
    std::optional<std::expected<std::optional<Secret>, LinkPrompter::NoAnswerReason>> answer;
    bool hadForbiddenQuestion = false;
    std::atomic<bool> isDone = false;
    {
        const std::jthread thread([&] {
            LinkPrompter requester(control, *eventPoster, night, {});
            answer = requester.ask(question, session);
            hadForbiddenQuestion = requester.hadForbiddenQuestion();
            isDone = true;
        });
        bool waits = true;
        if (!before) {
            // It has the turn, or stands in line for it.
            waits = waitFor([&] {
                int probe = 0;
                const bool isTaken = night.joinQuestionQueue(name, &probe, [] { }) == AskingDecision::WaitForOtherRequester;
                night.leaveQuestionQueue(&probe);
                return waitingRequesterCount ? night.waitingRequesterCount(name) == 1 : isTaken;
            });
            control.finishLoginAndStop();
        }
        const bool ended = WAIT_FOR(isDone.load());
        control.stop(); // should it wait for ever
        QVERIFY(waits && ended);
    }
    QCOMPARE(answer->has_value(), before);
    if (before) {
        QVERIFY(!**answer);
    } else {
        QCOMPARE(answer->error(), LinkPrompter::NoAnswerReason::LinkStopped);
    }
    QCOMPARE(hadForbiddenQuestion, before);
    night.leaveQuestionQueue(&other);
    QCOMPARE(night.joinQuestionQueue(name, &other, [] { }), AskingDecision::AskUser); // nobody is in the way of the next
}

void NightSecretsTest::codesAreAskedForEach()
{
    ScriptedSshServer server({.prompts = {{"Code: ", false, "123456"}}});
    TwoLinks links(server.linkSpec());
    links.trustHosts();
    links.open();
    QVERIFY(WAIT_FOR(links.one->secrets.size() == 1 && links.two->secrets.size() == 1));
    QVERIFY(links.one->secrets.first().nightSecretName.isEmpty());
    links.one->link().answerSecret(links.one->secrets.first().id, text("123456"));
    QVERIFY2(links.one->waitFor(LinkState::Live), qPrintable(links.one->why()));
    QCOMPARE(links.two->link().state(), LinkState::LoggingIn);
}

void NightSecretsTest::aPromptForThePasswordIsOne()
{
    // PAM asks for the same password by another method: it is the account's, but only once it was right.
    ScriptedSshServer server({.prompts = {{"Password: ", false, "right"}}});
    TwoLinks links(server.linkSpec());
    links.trustHosts();
    links.open();
    QVERIFY(WAIT_FOR(links.secrets() == 1));
    const QString kept = links.requester().secrets.first().nightSecretName;
    QCOMPARE(kept, u"password observer@127.0.0.1:%1"_s.arg(server.port()));
    links.answer("wrong");
    QVERIFY(WAIT_FOR(links.secrets() == 2));
    QVERIFY(links.night->refusal(kept));
    links.answer("right");
    QVERIFY2(links.one->waitFor(LinkState::Live), qPrintable(links.one->why()));
    QVERIFY2(links.two->waitFor(LinkState::Live), qPrintable(links.two->why()));
    QCOMPARE(links.secrets(), 2);
    QCOMPARE(links.night->secret(kept)->view(), "right");
}

void NightSecretsTest::aSecondPasswordOfAnAttemptIsAnother_data()
{
    QTest::addColumn<QByteArray>("prompt");
    QTest::newRow("of an account that has expired") << "New password: "_ba;
    QTest::newRow("of another service, in the same words") << "Password: "_ba;
    QTest::newRow("of a token") << "Token password: "_ba;
}

void NightSecretsTest::aSecondPasswordOfAnAttemptIsAnother()
{
    QFETCH(QByteArray, prompt);
    ScriptedSshServer server({.rounds = {{{"Password: ", false, "right"}}, {{prompt, false, "other"}}}});
    const auto night = std::make_shared<NightSecrets>();
    const QString kept = NightSecrets::passwordName(u"observer@127.0.0.1:%1"_s.arg(server.port()));
    night->keepSecret(kept, text("right"));
    LinkProbe probe(server.linkSpec(), false, SharedLinkObjects{night, {}});
    probe.onHostKey = [](const HostKeyQuestion &) {
        return std::optional(HostKeyAnswer::AcceptOnce);
    };
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(text("other")));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    QVERIFY(probe.secrets.first().nightSecretName.isEmpty());
    QCOMPARE(night->secret(kept)->view(), "right");
}

void NightSecretsTest::anotherLinkOfTheNightAsksNothing()
{
    ScriptedSshServer server({.password = "right"});
    const auto night = std::make_shared<NightSecrets>();
    {
        LinkProbe first(server.linkSpec(), false, SharedLinkObjects{night, {}});
        first.onHostKey = [](const HostKeyQuestion &) {
            return std::optional(HostKeyAnswer::AcceptOnce);
        };
        first.onSecret = [](const SecretQuestion &) {
            return std::optional(std::optional(text("right")));
        };
        QVERIFY2(first.connectNow(), qPrintable(first.why()));
    }
    LinkProbe later(server.linkSpec(), false, SharedLinkObjects{night, {}});
    QVERIFY2(later.connectNow(), qPrintable(later.why()));
    QCOMPARE(later.secrets.size(), 0);
    QCOMPARE(later.hostKeys.size(), 0);
    // The night is over: everything is asked again.
    later.link().close();
    night->forgetAll();
    later.link().open();
    QVERIFY(WAIT_FOR(later.hostKeys.size() == 1));
    later.link().answerHostKey(later.hostKeys.first().id, HostKeyAnswer::AcceptOnce);
    QVERIFY(WAIT_FOR(later.secrets.size() == 1));
}

NIGHTDESK_GUILESS_TEST(NightSecretsTest)
#include "nightsecretstest.moc"
