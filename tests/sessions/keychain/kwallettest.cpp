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
#include <QDBusReply>
#include <QFile>
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
const QString service = u"org.kde.kwalletd6"_s;
const QString name = u"password observer@summit.example:22"_s;

int walletPid()
{
    return KeychainBus::pid(service);
}

/// KWallet as it is in a session of KDE.
class WalletBus : public KeychainBus
{
public:
    explicit WalletBus(bool isWalletEnabled)
        : KeychainBus(service, "exec kwalletd6")
    {
        qputenv("XDG_CURRENT_DESKTOP", "KDE");
        qputenv("KDE_SESSION_VERSION", "6");
        QFile settings(file(u"XDG_CONFIG_HOME/kwalletrc"_s));
        if (settings.open(QIODevice::WriteOnly)) {
            settings.write("[Wallet]\nEnabled=" + QByteArray(isWalletEnabled ? "true" : "false")
                           + "\nFirst Use=false\nPrompt on Open=false\nClose When Idle=false\nLeave Open=true\n"
                             "Use One Wallet=true\nDefault Wallet=kdewallet\n[Auto Allow]\nkdewallet=Nightdesk\n");
        }
    }
};

QDBusMessage callWallet(const QString &method, const QVariantList &arguments)
{
    QDBusMessage call = QDBusMessage::createMethodCall(service, u"/modules/kwalletd6"_s, u"org.kde.KWallet"_s, method);
    call.setArguments(arguments);
    return QDBusConnection::sessionBus().call(call, QDBus::Block, 20000);
}

/// As the login does it (PAM): made where there is none, opened without a dialog.
bool openWallet()
{
    callWallet(u"pamOpen"_s, {u"kdewallet"_s, QByteArray(56, '\1'), 0});
    return waitFor([] {
        const QDBusReply<bool> isOpen = callWallet(u"isOpen"_s, {u"kdewallet"_s});
        return isOpen.value();
    });
}
}

/// Passwords in the real KWallet, as in a session of KDE: a kwalletd6 of this test's own.
class KWalletTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void itIsOfferedBeforeItRuns();
    void whatIsKeptComesBack();
    void whoKeepsNothingIsNotAskedToOpenIt();
    void whatIsRemovedIsGone();
    void aWalletThatWasClosedIsOpenedAgain();
    void aServiceThatDiedIsStartedAgain();
    void whatALockedWalletHasNotTakenGoesWithTheNight();
    void aLockedWalletHoldsNobodyUp();
    void nothingIsOffered_data();
    void nothingIsOffered();
    void aServiceThatHangsHoldsNobodyUp();

private:
    /// Nothing: no answer within the time; else the answer.
    std::optional<std::optional<Secret>> fetch(const QString &wanted = name, std::chrono::milliseconds limit = 20s);

    std::unique_ptr<Keychain> m_keeper = std::make_unique<Keychain>(); ///< the only one in a process
};

void KWalletTest::init()
{
    if (QLatin1StringView(QTest::currentTestFunction()) != "itIsOfferedBeforeItRuns"_L1 && m_keeper) {
        QVERIFY(openWallet());
    }
}

std::optional<std::optional<Secret>> KWalletTest::fetch(const QString &wanted, std::chrono::milliseconds limit)
{
    const auto told = std::make_shared<std::optional<std::optional<Secret>>>();
    m_keeper->fetch(wanted, [told](const std::optional<Secret> &secret) {
        *told = secret;
    });
    WAIT_FOR(told->has_value(), limit);
    return *told;
}

void KWalletTest::itIsOfferedBeforeItRuns()
{
    QVERIFY(WAIT_FOR(m_keeper->isAvailable()));
    QCOMPARE(walletPid(), 0); // looking does not start it
}

void KWalletTest::whatIsKeptComesBack()
{
    m_keeper->keep(name, Secret::fromText(u"schlüssel"_s));
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("schl\xc3\xbcssel"));
}

void KWalletTest::whoKeepsNothingIsNotAskedToOpenIt()
{
    callWallet(u"closeAllWallets"_s, {});
    const auto told = fetch(u"password nobody@nowhere:22"_s);
    QVERIFY(told);
    QVERIFY(!*told);
    const QDBusReply<bool> isOpen = callWallet(u"isOpen"_s, {u"kdewallet"_s});
    QVERIFY(!isOpen.value());
}

void KWalletTest::whatIsRemovedIsGone()
{
    m_keeper->keep(name, Secret::fromText(u"wrong"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    m_keeper->remove(name);
    const auto told = fetch();
    QVERIFY(told);
    QVERIFY(!*told);
}

void KWalletTest::aWalletThatWasClosedIsOpenedAgain()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    callWallet(u"closeAllWallets"_s, {});
    QVERIFY(openWallet());
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("tonight"));
}

void KWalletTest::aServiceThatDiedIsStartedAgain()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    const int old = walletPid();
    QVERIFY(old > 0);
    ::kill(old, SIGKILL);
    QVERIFY(WAIT_FOR(walletPid() != old));
    QVERIFY(openWallet()); // starts another
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("tonight"));
}

void KWalletTest::whatALockedWalletHasNotTakenGoesWithTheNight()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    callWallet(u"closeAllWallets"_s, {});
    // Its dialog for the wallet's password stands open for the first wish; the night ends before anybody answers that.
    QVERIFY(!fetch(name, 2s));
    m_keeper->keep(name, Secret::fromText(u"late"_s));
    m_keeper->dropUnstoredSecrets();
    QSignalSpy failed(m_keeper.get(), &Keychain::keychainFailed);
    const int old = walletPid();
    ::kill(old, SIGKILL);
    QVERIFY(WAIT_FOR(walletPid() != old));
    QVERIFY(WAIT_FOR(!failed.isEmpty()));
    QVERIFY2(failed.first().first().toString().contains(u"passwords instead"_s), qPrintable(failed.first().first().toString()));
    QVERIFY(openWallet());
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("tonight"));
}

void KWalletTest::aLockedWalletHoldsNobodyUp()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    callWallet(u"closeAllWallets"_s, {});
    // Its dialog for the wallet's password stands open now, and nobody is there.
    QVERIFY(!fetch(name, 4s));
    ::kill(walletPid(), SIGKILL); // with its dialog
    QVERIFY(WAIT_FOR(walletPid() == 0));
}

void KWalletTest::aServiceThatHangsHoldsNobodyUp()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    const int pid = walletPid();
    ::kill(pid, SIGSTOP);
    QElapsedTimer timer;
    timer.start();
    bool isReported = false;
    m_keeper->fetch(name, [&isReported](const std::optional<Secret> &) {
        isReported = true;
    });
    m_keeper->keep(name, Secret::fromText(u"other"_s));
    m_keeper->remove(name);
    QVERIFY2(timer.durationElapsed() < underLoad(200ms), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!WAIT_FOR(isReported, 4s));
    timer.restart();
    m_keeper.reset();
    QVERIFY2(timer.durationElapsed() < 1s + underLoad(500ms), qPrintable(QString::number(timer.elapsed()))); // it waits for 1 s
    ::kill(pid, SIGCONT); // the thread that was left behind ends by itself
}

void KWalletTest::nothingIsOffered_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("KWallet is switched off") << u"disabled"_s;
    QTest::newRow("there is no session bus") << u"nobus"_s;
}

void KWalletTest::nothingIsOffered()
{
    // The library reads its settings, and Qt its bus, once in a process.
    QFETCH(QString, what);
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QCoreApplication::arguments().constFirst(), u"--child"_s, what});
    QVERIFY(child.waitForFinished(60000));
    QCOMPARE(child.exitStatus(), QProcess::NormalExit);
    QCOMPARE(child.exitCode(), 0);
}

namespace
{
/// 0: nothing is offered, a wish is answered with nothing, and all that within moments.
int runChild(int argc, char *argv[], const QByteArray &what)
{
    const WalletBus bus(what != "disabled");
    if (what == "nobus") {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    }
    QApplication app(argc, argv);
    QElapsedTimer timer;
    timer.start();
    Keychain keeper;
    keeper.keep(name, Secret::fromText(u"x"_s));
    bool isReported = false;
    bool isFound = false;
    keeper.fetch(name, [&](const std::optional<Secret> &secret) {
        isReported = true;
        isFound = secret.has_value();
    });
    WAIT_FOR(isReported, 10s);
    return keeper.isAvailable() ? 2 : !isReported ? 3 : isFound ? 4 : timer.durationElapsed() > underLoad(5s) ? 5 : 0;
}
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    if (argc == 3 && qstrcmp(argv[1], "--child") == 0) {
        return runChild(argc, argv, argv[2]);
    }
    const WalletBus bus(true);
    QApplication app(argc, argv);
    QApplication::setApplicationName(u"kwallettest"_s);
    KWalletTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "kwallettest.moc"
