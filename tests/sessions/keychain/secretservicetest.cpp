// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/keychain/keychain.h"
#include "tests/sessions/keychain/keychainbus.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
const QString secrets = u"org.freedesktop.secrets"_s;
const QString account = u"password observer@summit.example:22"_s;
/// As the login starts it (PAM): with the password of the keyring, which is made where there is none. Nobody is there to be asked again.
constexpr auto keyring = "printf tonight | exec gnome-keyring-daemon --foreground --unlock --components=secrets";

void lockAll()
{
    QDBusMessage call = QDBusMessage::createMethodCall(secrets, u"/org/freedesktop/secrets"_s, u"org.freedesktop.Secret.Service"_s, u"Lock"_s);
    call.setArguments({QVariant::fromValue(QList<QDBusObjectPath>{QDBusObjectPath(u"/org/freedesktop/secrets/collection/login"_s)})});
    QDBusConnection::sessionBus().call(call, QDBus::Block, 20000);
}

void kill(int signal)
{
    const int pid = KeychainBus::pid(secrets);
    QVERIFY(pid > 0);
    ::kill(pid, signal);
    if (signal == SIGKILL) {
        QVERIFY(WAIT_FOR(KeychainBus::pid(secrets) != pid));
    }
}
}

/// Passwords in the Secret Service, as in a session of GNOME, which has no KWallet: a gnome-keyring-daemon of this test's own.
class SecretServiceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itIsOfferedBeforeItRuns();
    void whatIsKeptComesBack();
    void whatIsNotThereIsNothing();
    void whatIsRemovedIsGone();
    void aLockedOneGivesASentence();
    void aServiceThatDiedGivesASentence();
    void aServiceThatHangsHoldsNobodyUp();
    void nothingIsOffered();

private:
    /// Nothing: no answer within the time; else the answer.
    std::optional<std::optional<Secret>> fetch(const QString &wanted = account, std::chrono::milliseconds limit = 30s);

    std::unique_ptr<Keychain> m_keychain = std::make_unique<Keychain>(); ///< the only one in a process
};

std::optional<std::optional<Secret>> SecretServiceTest::fetch(const QString &wanted, std::chrono::milliseconds limit)
{
    const auto told = std::make_shared<std::optional<std::optional<Secret>>>();
    m_keychain->fetch(wanted, [told](const std::optional<Secret> &secret) {
        *told = secret;
    });
    WAIT_FOR(told->has_value(), limit);
    return *told;
}

void SecretServiceTest::itIsOfferedBeforeItRuns()
{
    QVERIFY(WAIT_FOR(m_keychain->isAvailable()));
    QCOMPARE(KeychainBus::pid(secrets), 0); // looking does not start it
}

void SecretServiceTest::whatIsKeptComesBack()
{
    QSignalSpy failed(m_keychain.get(), &Keychain::keychainFailed);
    m_keychain->keep(account, Secret::fromText(u"schlüssel"_s));
    const auto told = fetch();
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("schl\xc3\xbcssel"));
}

void SecretServiceTest::whatIsNotThereIsNothing()
{
    QSignalSpy failed(m_keychain.get(), &Keychain::keychainFailed);
    const auto told = fetch(u"password nobody@nowhere:22"_s);
    QVERIFY(told);
    QVERIFY(!*told);
    QVERIFY(failed.isEmpty()); // nothing to tell anybody
}

void SecretServiceTest::whatIsRemovedIsGone()
{
    m_keychain->keep(account, Secret::fromText(u"wrong"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    m_keychain->remove(account);
    const auto told = fetch();
    QVERIFY(told);
    QVERIFY(!*told);
}

void SecretServiceTest::aLockedOneGivesASentence()
{
    m_keychain->keep(account, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    lockAll();
    QSignalSpy failed(m_keychain.get(), &Keychain::keychainFailed);
    const auto told = fetch(); // nobody is there to unlock it
    QVERIFY(told);
    QVERIFY(!*told);
    m_keychain->keep(account, Secret::fromText(u"late"_s));
    QVERIFY(WAIT_FOR(!failed.isEmpty()));
    QVERIFY2(failed.last().first().toString().contains(u"was not saved"_s), qPrintable(failed.last().first().toString()));
}

void SecretServiceTest::aServiceThatDiedGivesASentence()
{
    // libsecret stays with the session that it had: the next one of the program works again.
    kill(SIGKILL);
    QSignalSpy failed(m_keychain.get(), &Keychain::keychainFailed);
    m_keychain->keep(account, Secret::fromText(u"late"_s));
    QVERIFY(WAIT_FOR(!failed.isEmpty()));
    QVERIFY2(failed.last().first().toString().contains(u"was not saved"_s), qPrintable(failed.last().first().toString()));
    const auto told = fetch();
    QVERIFY(told);
    QVERIFY(!*told);
}

void SecretServiceTest::aServiceThatHangsHoldsNobodyUp()
{
    kill(SIGSTOP);
    QElapsedTimer timer;
    timer.start();
    bool isReported = false;
    m_keychain->fetch(account, [&isReported](const std::optional<Secret> &) {
        isReported = true;
    });
    m_keychain->keep(account, Secret::fromText(u"other"_s));
    m_keychain->remove(account);
    QVERIFY2(timer.durationElapsed() < underLoad(200ms), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!WAIT_FOR(isReported, 4s));
    timer.restart();
    m_keychain.reset();
    QVERIFY2(timer.durationElapsed() < 1s + underLoad(500ms), qPrintable(QString::number(timer.elapsed()))); // it waits for 1 s
    kill(SIGCONT);
}

void SecretServiceTest::nothingIsOffered()
{
    // A bus that can start no keychain at all; Qt looks for its bus once in a process.
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QCoreApplication::arguments().constFirst(), u"--child"_s});
    QVERIFY(child.waitForFinished(60000));
    QCOMPARE(child.exitStatus(), QProcess::NormalExit);
    QCOMPARE(child.exitCode(), 0);
}

namespace
{
/// 0: nothing is offered, and a wish is answered with nothing and without a sentence.
int runWithoutKeychain(int argc, char *argv[])
{
    const KeychainBus bus(u"org.example.other"_s, "exit 1");
    QApplication app(argc, argv);
    Keychain keychain;
    QSignalSpy failed(&keychain, &Keychain::keychainFailed);
    keychain.keep(account, Secret::fromText(u"x"_s));
    std::optional<bool> isFound;
    keychain.fetch(account, [&](const std::optional<Secret> &secret) {
        isFound = secret.has_value();
    });
    WAIT_FOR(isFound.has_value());
    return keychain.isAvailable() ? 2 : !isFound ? 3 : *isFound ? 4 : !failed.isEmpty() ? 5 : 0;
}
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    if (argc == 2 && qstrcmp(argv[1], "--child") == 0) {
        return runWithoutKeychain(argc, argv);
    }
    const KeychainBus bus(secrets, keyring);
    QApplication app(argc, argv);
    SecretServiceTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "secretservicetest.moc"
