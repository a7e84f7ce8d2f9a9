// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/wallet/walletkeeper.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>

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
    const QDBusReply<uint> pid = QDBusConnection::sessionBus().interface()->servicePid(service);
    return pid.isValid() ? static_cast<int>(pid.value()) : 0;
}

/// A session bus of this test's own, with a home of its own: the wallet service that it starts sees no other.
class PrivateBus
{
public:
    explicit PrivateBus(bool isWalletEnabled)
    {
        const QByteArray home = m_home.path().toLocal8Bit();
        for (const char *variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
            const QByteArray path = home + '/' + variable;
            QDir().mkpath(QString::fromLocal8Bit(path));
            QFile::setPermissions(QString::fromLocal8Bit(path), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            qputenv(variable, path);
        }
        QFile settings(m_home.filePath(u"XDG_CONFIG_HOME/kwalletrc"_s));
        if (settings.open(QIODevice::WriteOnly)) {
            settings.write("[Wallet]\nEnabled=" + QByteArray(isWalletEnabled ? "true" : "false")
                           + "\nFirst Use=false\nPrompt on Open=false\nClose When Idle=false\nLeave Open=true\n"
                             "Use One Wallet=true\nDefault Wallet=kdewallet\n[Auto Allow]\nkdewallet=wallettest\n");
        }
        // Before any part of Qt has met another bus.
        if (FILE *daemon = ::popen("dbus-daemon --session --fork --print-address=1 --print-pid=1 2>/dev/null", "r")) {
            char line[512];
            if (std::fgets(line, sizeof line, daemon)) {
                qputenv("DBUS_SESSION_BUS_ADDRESS", QByteArray(line).trimmed());
            }
            m_pid = std::fgets(line, sizeof line, daemon) ? QByteArray(line).trimmed().toInt() : 0;
            ::pclose(daemon);
        }
    }
    ~PrivateBus()
    {
        if (m_pid > 0) {
            if (const int wallet = walletPid(); wallet > 0) {
                ::kill(wallet, SIGKILL); // or it would write into the directory that goes now
                WAIT_FOR(walletPid() == 0);
            }
            ::kill(m_pid, SIGTERM);
        }
    }

private:
    QTemporaryDir m_home;
    int m_pid = 0;
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

/// Passwords in the real KWallet: a kwalletd6 of this test's own.
class WalletTest : public QObject
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

    std::unique_ptr<WalletKeeper> m_keeper = std::make_unique<WalletKeeper>(nullptr); ///< the only one in a process
};

void WalletTest::init()
{
    if (QLatin1StringView(QTest::currentTestFunction()) != "itIsOfferedBeforeItRuns"_L1 && m_keeper) {
        QVERIFY(openWallet());
    }
}

std::optional<std::optional<Secret>> WalletTest::fetch(const QString &wanted, std::chrono::milliseconds limit)
{
    const auto told = std::make_shared<std::optional<std::optional<Secret>>>();
    m_keeper->fetch(wanted, [told](const std::optional<Secret> &secret) {
        *told = secret;
    });
    WAIT_FOR(told->has_value(), limit);
    return *told;
}

void WalletTest::itIsOfferedBeforeItRuns()
{
    QVERIFY(WAIT_FOR(m_keeper->isOffered()));
    QCOMPARE(walletPid(), 0); // looking does not start it
}

void WalletTest::whatIsKeptComesBack()
{
    m_keeper->keep(name, Secret::fromText(u"schlüssel"_s));
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("schl\xc3\xbcssel"));
}

void WalletTest::whoKeepsNothingIsNotAskedToOpenIt()
{
    callWallet(u"closeAllWallets"_s, {});
    const auto told = fetch(u"password nobody@nowhere:22"_s);
    QVERIFY(told);
    QVERIFY(!*told);
    const QDBusReply<bool> isOpen = callWallet(u"isOpen"_s, {u"kdewallet"_s});
    QVERIFY(!isOpen.value());
}

void WalletTest::whatIsRemovedIsGone()
{
    m_keeper->keep(name, Secret::fromText(u"wrong"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    m_keeper->remove(name);
    const auto told = fetch();
    QVERIFY(told);
    QVERIFY(!*told);
}

void WalletTest::aWalletThatWasClosedIsOpenedAgain()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    callWallet(u"closeAllWallets"_s, {});
    QVERIFY(openWallet());
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("tonight"));
}

void WalletTest::aServiceThatDiedIsStartedAgain()
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

void WalletTest::whatALockedWalletHasNotTakenGoesWithTheNight()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    callWallet(u"closeAllWallets"_s, {});
    // Its dialog for the wallet's password stands open; the night ends before anybody answers that.
    QTest::failOnWarning(QRegularExpression(u"a secret could not be kept"_s));
    m_keeper->keep(name, Secret::fromText(u"late"_s));
    m_keeper->forget();
    QVERIFY(!fetch(name, 2s)); // it is being opened
    const int old = walletPid();
    ::kill(old, SIGKILL);
    QVERIFY(WAIT_FOR(walletPid() != old));
    QVERIFY(openWallet());
    const auto told = fetch();
    QVERIFY(told && *told);
    QCOMPARE((*told)->view(), QByteArrayView("tonight"));
}

void WalletTest::aLockedWalletHoldsNobodyUp()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    callWallet(u"closeAllWallets"_s, {});
    // Its dialog for the wallet's password stands open now, and nobody is there.
    QVERIFY(!fetch(name, 4s));
    ::kill(walletPid(), SIGKILL); // with its dialog
    QVERIFY(WAIT_FOR(walletPid() == 0));
}

void WalletTest::aServiceThatHangsHoldsNobodyUp()
{
    m_keeper->keep(name, Secret::fromText(u"tonight"_s));
    QVERIFY(fetch().value_or(std::nullopt));
    const int pid = walletPid();
    ::kill(pid, SIGSTOP);
    QElapsedTimer timer;
    timer.start();
    bool isTold = false;
    m_keeper->fetch(name, [&isTold](const std::optional<Secret> &) {
        isTold = true;
    });
    m_keeper->keep(name, Secret::fromText(u"other"_s));
    m_keeper->remove(name);
    QVERIFY2(timer.durationElapsed() < underLoad(200ms), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!WAIT_FOR(isTold, 4s));
    timer.restart();
    m_keeper.reset();
    QVERIFY2(timer.durationElapsed() < 1s + underLoad(500ms), qPrintable(QString::number(timer.elapsed()))); // it waits for 1 s
    ::kill(pid, SIGCONT); // the thread that was left behind ends by itself
}

void WalletTest::nothingIsOffered_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("KWallet is switched off") << u"disabled"_s;
    QTest::newRow("there is no session bus") << u"nobus"_s;
}

void WalletTest::nothingIsOffered()
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
    const PrivateBus bus(what != "disabled");
    if (what == "nobus") {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    }
    QApplication app(argc, argv);
    QElapsedTimer timer;
    timer.start();
    WalletKeeper keeper(nullptr);
    keeper.keep(name, Secret::fromText(u"x"_s));
    bool isTold = false;
    bool isFound = false;
    keeper.fetch(name, [&](const std::optional<Secret> &secret) {
        isTold = true;
        isFound = secret.has_value();
    });
    WAIT_FOR(isTold, 10s);
    return keeper.isOffered() ? 2 : !isTold ? 3 : isFound ? 4 : timer.durationElapsed() > underLoad(5s) ? 5 : 0;
}
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    if (argc == 3 && qstrcmp(argv[1], "--child") == 0) {
        return runChild(argc, argv, argv[2]);
    }
    const PrivateBus bus(true);
    QApplication app(argc, argv);
    QApplication::setApplicationName(u"wallettest"_s);
    WalletTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "wallettest.moc"
