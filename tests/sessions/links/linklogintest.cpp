// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/tcpconnector.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/sessions/links/testagent.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
std::optional<HostKeyAnswer> acceptOnce(const HostKeyQuestion &)
{
    return HostKeyAnswer::AcceptOnce;
}

std::optional<Secret> answerOf(const char *secret)
{
    return Secret::fromText(QString::fromLatin1(secret));
}
}

/// How a Link logs in: keys, passphrases, the agent, passwords, several prompts; and what it says when it is refused.
class LinkLoginTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void aRefusedKeyNamesWhatTheServerOffers();
    void aMissingKeyFileIsNamed();
    void aPassphraseIsAskedForUntilItFits();
    void aPassphraseIsNotAskedForAKeyTheServerDoesNotWant();
    void threeWrongPassphrasesAreEnough();
    void theAgentLogsIn();
    void theAgentHoldsTheKeyOfALockedFile();
    void anAgentThatHangsIsPassedOver();
    void anAgentThatHangsDoesNotHoldUpClose();
    void aPasswordIsAskedForAndKept();
    void aWrongPasswordIsAskedForAgain();
    void threeWrongPasswordsAreEnough();
    void cancelledLoginCloses();
    void severalPromptsAreAnswered();
    void passwordAndPromptsBoth();
    void aKeptPasswordThatIsRefusedIsAskedForAgain();

private:
    SshServer m_server;
    QTemporaryDir m_home;
};

void LinkLoginTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
}

void LinkLoginTest::init()
{
    qunsetenv("SSH_AUTH_SOCK");
}

void LinkLoginTest::aRefusedKeyNamesWhatTheServerOffers()
{
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles = QStringList{m_server.makeKey(u"stranger"_s)};
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(u"stranger") && probe.why().contains(u"publickey"), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 0);
}

void LinkLoginTest::aMissingKeyFileIsNamed()
{
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles = QStringList{m_server.directory() + u"/no_such_key"_s};
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QVERIFY2(probe.why().contains(spec.privateKeyFiles.first()), qPrintable(probe.why()));
}

void LinkLoginTest::aPassphraseIsAskedForUntilItFits()
{
    LinkSpec spec = m_server.linkSpec();
    const QString locked = m_server.makeKey(u"locked"_s, u"open sesame"_s);
    m_server.authorize(locked);
    spec.privateKeyFiles = QStringList{locked};
    LinkProbe probe(spec);
    probe.onSecret = [](const SecretQuestion &question) {
        return std::optional(answerOf(question.attempt == 1 ? "wrong" : "open sesame"));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 2);
    QCOMPARE(probe.secrets[0].kind, SecretQuestion::Kind::Passphrase);
    QCOMPARE(probe.secrets[0].subject, locked);
    QCOMPARE(probe.secrets[1].attempt, 2);
    // Kept for the reconnect.
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 2);
}

void LinkLoginTest::aPassphraseIsNotAskedForAKeyTheServerDoesNotWant()
{
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles = QStringList{m_server.makeKey(u"locked_stranger"_s, u"secret"_s)};
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.secrets.size(), 0);
}

void LinkLoginTest::threeWrongPassphrasesAreEnough()
{
    LinkSpec spec = m_server.linkSpec();
    const QString locked = m_server.makeKey(u"locked_three"_s, u"open sesame"_s);
    m_server.authorize(locked);
    spec.privateKeyFiles = QStringList{locked};
    LinkProbe probe(spec);
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(answerOf("wrong"));
    };
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.secrets.size(), 3);
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(locked), qPrintable(probe.why()));
}

void LinkLoginTest::theAgentLogsIn()
{
    TestAgent agent;
    QVERIFY(agent.start());
    QVERIFY(agent.add(m_server.identityFile()));
    qputenv("SSH_AUTH_SOCK", agent.socket().toLocal8Bit());
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles.clear();
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 0);
}

void LinkLoginTest::theAgentHoldsTheKeyOfALockedFile()
{
    TestAgent agent;
    QVERIFY(agent.start());
    const QString locked = m_server.makeKey(u"locked_agent"_s, u"open sesame"_s);
    m_server.authorize(locked);
    QVERIFY(agent.add(locked, u"open sesame"_s));
    qputenv("SSH_AUTH_SOCK", agent.socket().toLocal8Bit());
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles = QStringList{locked};
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 0);
}

void LinkLoginTest::anAgentThatHangsIsPassedOver()
{
    SilentAgent agent;
    qputenv("SSH_AUTH_SOCK", agent.path().toLocal8Bit());
    // The key is where ssh looks by itself: after the agent.
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QVERIFY(QFile::copy(m_server.identityFile(), m_home.filePath(u".ssh/id_ed25519"_s)));
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles.clear();
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().notes.size(), 1);
    QFile::remove(m_home.filePath(u".ssh/id_ed25519"_s));
}

void LinkLoginTest::anAgentThatHangsDoesNotHoldUpClose()
{
    SilentAgent agent;
    qputenv("SSH_AUTH_SOCK", agent.path().toLocal8Bit());
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles.clear();
    auto probe = std::make_unique<LinkProbe>(spec);
    probe->link().open();
    QVERIFY(probe->waitFor(LinkState::LoggingIn));
    QElapsedTimer timer;
    timer.start();
    probe.reset(); // joins the thread, for at most a second
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
}

void LinkLoginTest::aPasswordIsAskedForAndKept()
{
    ScriptedSshServer server({.password = "tonight"});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = acceptOnce;
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(answerOf("tonight"));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    QCOMPARE(probe.secrets[0].kind, SecretQuestion::Kind::Password);
    QCOMPARE(probe.secrets[0].account, u"observer@127.0.0.1"_s);
    QCOMPARE(probe.secrets[0].attempt, 1);
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
}

void LinkLoginTest::aWrongPasswordIsAskedForAgain()
{
    ScriptedSshServer server({.password = "tonight"});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = acceptOnce;
    probe.onSecret = [](const SecretQuestion &question) {
        return std::optional(answerOf(question.attempt < 3 ? "yesterday" : "tonight"));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 3);
    QCOMPARE(server.passwordAttempts(), 3);
    QCOMPARE(server.connections(), 1);
}

void LinkLoginTest::threeWrongPasswordsAreEnough()
{
    ScriptedSshServer server({.password = "tonight"});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = acceptOnce;
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(answerOf("yesterday"));
    };
    QVERIFY(!probe.connectNow());
    QCOMPARE(server.passwordAttempts(), 3);
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(u'3') && !probe.why().contains(u"yesterday"), qPrintable(probe.why()));
}

void LinkLoginTest::cancelledLoginCloses()
{
    ScriptedSshServer server({.password = "tonight"});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = acceptOnce;
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional<Secret>());
    };
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QCOMPARE(server.passwordAttempts(), 0);
}

void LinkLoginTest::severalPromptsAreAnswered()
{
    ScriptedSshServer server(
        {.prompts = {{"Name of your \x1b[31mfirst telescope: ", true, "keck1"}, {"Code: ", false, "123456"}}, .instruction = "Two factors"});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = acceptOnce;
    probe.onSecret = [](const SecretQuestion &question) {
        return std::optional(answerOf(question.subject.contains(u"Code") ? (question.attempt == 1 ? "000000" : "123456") : "keck1"));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 4);
    QCOMPARE(probe.secrets[0].kind, SecretQuestion::Kind::KeyboardInteractive);
    QCOMPARE(probe.secrets[0].subject, u"Two factors Name of your [31mfirst telescope:"_s);
    QVERIFY(probe.secrets[0].isAnswerVisible);
    QVERIFY(!probe.secrets[1].isAnswerVisible);
    QCOMPARE(probe.secrets[2].attempt, 2);
    // A code is good for one time: the reconnect asks again.
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY(probe.secrets.size() > 4);
}

void LinkLoginTest::passwordAndPromptsBoth()
{
    ScriptedSshServer server({.password = "tonight", .prompts = {{"Code: ", false, "123456"}}, .both = true});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = acceptOnce;
    probe.onSecret = [](const SecretQuestion &question) {
        return std::optional(answerOf(question.kind == SecretQuestion::Kind::Password ? "tonight" : "123456"));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 2);
}

void LinkLoginTest::aKeptPasswordThatIsRefusedIsAskedForAgain()
{
    ScriptedSshServer::Script script{.password = "tonight"};
    auto server = std::make_unique<ScriptedSshServer>(script);
    LinkProbe probe(server->linkSpec());
    probe.onHostKey = acceptOnce;
    QByteArray known = "tonight";
    probe.onSecret = [&known](const SecretQuestion &) {
        return std::optional(answerOf(known.constData()));
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    server->setPassword("tomorrow");
    known = "tomorrow";
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 2);
    QCOMPARE(probe.secrets[1].attempt, 2);
}

NIGHTDESK_GUILESS_TEST(LinkLoginTest)
#include "linklogintest.moc"
