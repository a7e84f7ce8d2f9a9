// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a console asks of the computer's other programs: to stay awake, and to show notifications. Real buses of this test's own,
// with small services in place of a desktop environment's; a real X server.
#include "monitors/night/nightnotices.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/link.h"
#include "sessions/power/wakeguard.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusUnixFileDescriptor>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <xcb/screensaver.h>

#include <csignal>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// A dbus-daemon of this test's own.
class Bus
{
public:
    explicit Bus(const char *variable)
    {
        if (FILE *daemon = ::popen("dbus-daemon --session --fork --print-address=1 --print-pid=1 2>/dev/null", "r")) {
            char line[512];
            if (std::fgets(line, sizeof line, daemon)) {
                address = QByteArray(line).trimmed();
            }
            if (std::fgets(line, sizeof line, daemon)) {
                m_pid = QByteArray(line).trimmed().toInt();
            }
            ::pclose(daemon);
        }
        qputenv(variable, address);
    }
    ~Bus()
    {
        if (m_pid > 0) {
            thaw();
            ::kill(m_pid, SIGTERM);
        }
    }
    void freeze() const
    {
        ::kill(m_pid, SIGSTOP);
    }
    void thaw() const
    {
        ::kill(m_pid, SIGCONT);
    }
    QByteArray address;

private:
    int m_pid = 0;
};

/// Hands out cookies and takes them back. No cookie is given twice: a guard of the test before may be letting go of its own still.
class Cookies : public QObject, protected QDBusContext
{
    Q_OBJECT
public:
    QSet<uint> out;
    QString reason;
    int unansweredCalls = 0; ///< so many more calls get no answer

    uint give(const QString &why)
    {
        if (unansweredCalls > 0) {
            --unansweredCalls;
            setDelayedReply(true);
            return 0;
        }
        reason = why;
        static uint last = 0;
        out.insert(++last);
        return last;
    }
};

class ScreenSaver : public Cookies
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.ScreenSaver")
public Q_SLOTS:
    uint Inhibit(const QString &, const QString &why)
    {
        return give(why);
    }
    void UnInhibit(uint cookie)
    {
        out.remove(cookie);
    }
};

class PowerManagement : public Cookies
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.PowerManagement.Inhibit")
public Q_SLOTS:
    uint Inhibit(const QString &, const QString &why)
    {
        return give(why);
    }
    void UnInhibit(uint cookie)
    {
        out.remove(cookie);
    }
};

/// Its holds last as long as the other end of a pipe is open.
class Logind : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")
public:
    bool refusesSleep = false;
    QStringList asked;

    ~Logind() override
    {
        for (const int end : std::as_const(m_ends)) {
            ::close(end);
        }
    }
    QStringList held() const
    {
        QStringList result;
        for (const auto &[what, end] : m_ends.asKeyValueRange()) {
            pollfd look{end, 0, 0};
            if (::poll(&look, 1, 0) == 0) {
                result.append(what);
            }
        }
        return result;
    }

public Q_SLOTS:
    QDBusUnixFileDescriptor Inhibit(const QString &what, const QString &, const QString &, const QString &mode)
    {
        asked.append(what + u' ' + mode);
        int ends[2];
        if ((what == "sleep"_L1 && refusesSleep) || ::pipe(ends) != 0) {
            sendErrorReply(QDBusError::AccessDenied, u"not you"_s);
            return {};
        }
        if (m_ends.contains(what)) {
            ::close(m_ends.take(what));
        }
        m_ends.insert(what, ends[0]);
        QDBusUnixFileDescriptor given(ends[1]);
        ::close(ends[1]);
        return given;
    }

private:
    QMap<QString, int> m_ends;
};

struct Shown {
    uint id = 0;
    QString title;
    QString text;
    bool isOpen = true;
};

/// What a desktop environment shows notifications with.
class Notifications : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QList<Shown> shown;
    std::chrono::milliseconds answerDelay{};

    QStringList titles() const
    {
        QStringList result;
        for (const Shown &one : shown) {
            result.append(one.title);
        }
        return result;
    }

public Q_SLOTS:
    QStringList GetCapabilities()
    {
        return {u"body"_s, u"actions"_s, u"body-markup"_s, u"persistence"_s};
    }
    QString GetServerInformation(QString &vendor, QString &version, QString &specification)
    {
        vendor = u"Nightdesk"_s;
        version = u"1"_s;
        specification = u"1.2"_s;
        return u"test"_s;
    }
    uint Notify(const QString &, uint instead, const QString &, const QString &title, const QString &text, const QStringList &, const QVariantMap &, int)
    {
        // Libraries send a notification again to change it.
        static uint last = 0;
        for (Shown &one : shown) {
            if (one.id == instead) {
                one = {instead, title, text};
                return instead;
            }
        }
        shown.append({++last, title, text});
        if (answerDelay > 0ms) {
            setDelayedReply(true);
            QTimer::singleShot(answerDelay, this, [reply = message().createReply(last), bus = connection()] {
                bus.send(reply);
            });
        }
        return shown.last().id;
    }
    void CloseNotification(uint id)
    {
        for (Shown &one : shown) {
            one.isOpen = one.isOpen && one.id != id;
        }
        Q_EMIT NotificationClosed(id, 3);
    }

Q_SIGNALS:
    void NotificationClosed(uint id, uint reason);
    void ActionInvoked(uint id, const QString &key);
};

const char *const services[] = {"org.freedesktop.ScreenSaver", "org.freedesktop.PowerManagement", "org.freedesktop.login1", "org.freedesktop.Notifications"};

Bus *sessionBus = nullptr;
Bus *systemBus = nullptr;
}

class NightBusTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void everybodyIsAskedAndLetGo();
    void theEndLetsGoToo();
    void whoComesLaterIsAsked();
    void oneThatWasRestartedIsAskedAgain();
    void oneThatTakesOverTheNameIsAsked();
    void sleepMayBeRefused();
    void withoutAnyoneNothingHappens();
    void aBusThatStoppedHoldsNobodyUp();
    void aBusThatWasSlowIsAskedAgain();
    void aServiceThatWasSlowIsAskedAgain();
    void whoIsLetGoSeesNoConnectionOfOurs();
    void anXServerIsKeptFromBlanking();
    void aLinkThatIsLostAndBackIsTold();
    void aQuestionIsTakenBackWhenItIsAnswered();
    void aQuestionIsTakenBackFromASlowService();
    void nothingIsToldThatIsNotWanted();
    void withoutNotificationsItIsSilent();

private:
    void serve();
    void stopServing(const char *name);
    void serveOne(const char *name);

    std::unique_ptr<ScreenSaver> m_screenSaver;
    std::unique_ptr<PowerManagement> m_power;
    std::unique_ptr<Logind> m_logind;
    std::unique_ptr<Notifications> m_notifications;
};

namespace
{
QDBusConnection connectionFor(const QByteArray &name)
{
    // By connections of their own: a program asks itself in another way than it asks others.
    return name == "org.freedesktop.login1" ? QDBusConnection::connectToBus(QString::fromLatin1(systemBus->address), u"system-services"_s)
                                            : QDBusConnection::connectToBus(QString::fromLatin1(sessionBus->address), u"session-services"_s);
}

QString pathOf(const char *name)
{
    return name == services[0] ? u"/org/freedesktop/ScreenSaver"_s
        : name == services[1]  ? u"/org/freedesktop/PowerManagement/Inhibit"_s
        : name == services[2]  ? u"/org/freedesktop/login1"_s
                               : u"/org/freedesktop/Notifications"_s;
}
}

void NightBusTest::initTestCase()
{
    QVERIFY2(!sessionBus->address.isEmpty() && !systemBus->address.isEmpty(), "no dbus-daemon");
}

void NightBusTest::serveOne(const char *name)
{
    QDBusConnection bus = connectionFor(name);
    const auto flags = QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals;
    QObject *object = name == services[0] ? static_cast<QObject *>(m_screenSaver.get())
        : name == services[1]             ? static_cast<QObject *>(m_power.get())
        : name == services[2]             ? static_cast<QObject *>(m_logind.get())
                                          : m_notifications.get();
    QVERIFY(bus.registerObject(pathOf(name), object, flags));
    QVERIFY(bus.registerService(QString::fromLatin1(name)));
}

void NightBusTest::stopServing(const char *name)
{
    QDBusConnection bus = connectionFor(name);
    bus.unregisterService(QString::fromLatin1(name));
    bus.unregisterObject(pathOf(name));
}

void NightBusTest::serve()
{
    m_screenSaver = std::make_unique<ScreenSaver>();
    m_power = std::make_unique<PowerManagement>();
    m_logind = std::make_unique<Logind>();
    m_notifications = std::make_unique<Notifications>();
    for (const char *name : services) {
        serveOne(name);
    }
}

void NightBusTest::cleanup()
{
    for (const char *name : services) {
        stopServing(name);
    }
    m_screenSaver.reset();
    m_power.reset();
    m_logind.reset();
    m_notifications.reset();
}

void NightBusTest::everybodyIsAskedAndLetGo()
{
    serve();
    WakeGuard guard({});
    QCOMPARE(guard.locks(), WakeLocks());
    guard.setActive(true);
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{true, true, true, true, false}), 30000);
    QCOMPARE(m_screenSaver->out.size(), 1);
    QCOMPARE(m_power->out.size(), 1);
    QVERIFY(!m_screenSaver->reason.isEmpty());
    QCOMPARE(m_logind->held(), (QStringList{u"idle"_s, u"sleep"_s}));
    QCOMPARE(m_logind->asked, (QStringList{u"idle block"_s, u"sleep block"_s}));
    QCOMPARE(guard.describe().value(u"wanted"_s), true);
    QCOMPARE(guard.describe().value(u"logindSleep"_s), true);

    guard.setActive(false);
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), WakeLocks(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(m_screenSaver->out.size(), 0, 30000); // who has not answered within 2 s is told all the same
    QTRY_COMPARE_WITH_TIMEOUT(m_power->out.size(), 0, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(m_logind->held(), QStringList(), 30000);

    guard.setActive(true); // and again, for the next instrument
    QTRY_COMPARE_WITH_TIMEOUT(m_screenSaver->out.size(), 1, 30000);
}

void NightBusTest::theEndLetsGoToo()
{
    serve();
    auto guard = std::make_unique<WakeGuard>(QString());
    guard->setActive(true);
    QTRY_VERIFY_WITH_TIMEOUT(guard->locks().hasIdleLock, 30000);
    guard.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_screenSaver->out.size(), 0, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(m_power->out.size(), 0, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(m_logind->held(), QStringList(), 30000);
}

void NightBusTest::whoComesLaterIsAsked()
{
    serve();
    stopServing(services[0]);
    stopServing(services[2]);
    WakeGuard guard({});
    guard.setActive(true);
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{false, true, false, false, false}), 30000);
    serveOne(services[0]);
    QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasScreenSaverLock, 30000);
    serveOne(services[2]);
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{true, true, true, true, false}), 30000);
    QCOMPARE(m_power->out.size(), 1);
}

void NightBusTest::oneThatWasRestartedIsAskedAgain()
{
    serve();
    WakeGuard guard({});
    guard.setActive(true);
    QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasSleepLock, 30000);
    stopServing(services[0]);
    QTRY_VERIFY_WITH_TIMEOUT(!guard.locks().hasScreenSaverLock, 30000);
    m_screenSaver->out.clear(); // it knows nothing any more
    serveOne(services[0]);
    QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasScreenSaverLock, 30000);
    QCOMPARE(m_screenSaver->out.size(), 1);
    guard.setActive(false);
    QTRY_COMPARE_WITH_TIMEOUT(m_screenSaver->out.size(), 0, 30000);
}

/// A second screen saver waits for the name: the bus hands it over, so that it is never free in between.
void NightBusTest::oneThatTakesOverTheNameIsAsked()
{
    serve();
    const QString name = QString::fromLatin1(services[0]);
    const QString connection = u"second-screen-saver"_s;
    ScreenSaver second;
    {
        QDBusConnection bus = QDBusConnection::connectToBus(QString::fromLatin1(sessionBus->address), connection);
        QVERIFY(bus.registerObject(pathOf(services[0]), &second, QDBusConnection::ExportAllSlots));
        QVERIFY(bus.interface()->registerService(name, QDBusConnectionInterface::QueueService).value() == QDBusConnectionInterface::ServiceQueued);
        WakeGuard guard({});
        guard.setActive(true);
        QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{true, true, true, true, false}), 30000);
        QCOMPARE(second.out.size(), 0);
        stopServing(services[0]);
        QTRY_COMPARE_WITH_TIMEOUT(second.out.size(), 1, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasScreenSaverLock, 30000);
        guard.setActive(false);
        QTRY_COMPARE_WITH_TIMEOUT(second.out.size(), 0, 30000);
    }
    QDBusConnection::disconnectFromBus(connection);
}

void NightBusTest::sleepMayBeRefused()
{
    serve();
    m_logind->refusesSleep = true;
    WakeGuard guard({});
    guard.setActive(true);
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{true, true, true, false, false}), 30000);
}

void NightBusTest::withoutAnyoneNothingHappens()
{
    const QByteArray session = qgetenv("DBUS_SESSION_BUS_ADDRESS");
    const QByteArray system = qgetenv("DBUS_SYSTEM_BUS_ADDRESS");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus");
    {
        WakeGuard guard(u":59999"_s); // no such X server either
        QSignalSpy changes(&guard, &WakeGuard::locksChanged);
        guard.setActive(true);
        guard.setActive(false);
        guard.setActive(true);
        QCOMPARE(guard.describe().value(u"wanted"_s), true);
        QCOMPARE(changes.size(), 0);
    }
    qputenv("DBUS_SESSION_BUS_ADDRESS", session);
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", system);
}

void NightBusTest::aBusThatStoppedHoldsNobodyUp()
{
    serve();
    systemBus->freeze();
    QElapsedTimer clock;
    clock.start();
    {
        WakeGuard guard({});
        guard.setActive(true);
        QVERIFY(clock.durationElapsed() < underLoad(1s)); // the GUI thread waits for nobody
        QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasScreenSaverLock, 30000);
        QVERIFY(!guard.locks().hasIdleLock);
        clock.restart();
    }
    QVERIFY2(clock.durationElapsed() < std::min(underLoad(5s), 20s), qPrintable(QString::number(clock.elapsed()))); // a call waits 25 s
    systemBus->thaw();
}

void NightBusTest::aBusThatWasSlowIsAskedAgain()
{
    serve();
    systemBus->freeze();
    WakeGuard guard({});
    guard.setActive(true);
    QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasScreenSaverLock, 30000);
    QVERIFY(!guard.locks().hasIdleLock);
    systemBus->thaw();
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{true, true, true, true, false}), 30000);
    QCOMPARE(m_screenSaver->out.size(), 1); // who holds already is not asked twice
}

void NightBusTest::aServiceThatWasSlowIsAskedAgain()
{
    serve();
    m_screenSaver->unansweredCalls = 1;
    WakeGuard guard({});
    guard.setActive(true);
    QTRY_COMPARE_WITH_TIMEOUT(guard.locks(), (WakeLocks{true, true, true, true, false}), 30000);
    QCOMPARE(m_screenSaver->out.size(), 1);
    QCOMPARE(m_power->out.size(), 1); // who holds already is not asked twice
    QCOMPARE(m_logind->asked, (QStringList{u"idle block"_s, u"sleep block"_s}));
}

void NightBusTest::whoIsLetGoSeesNoConnectionOfOurs()
{
    // A service frees then what it granted after nobody waited for it any more.
    serve();
    const auto connections = [] {
        return connectionFor("org.freedesktop.ScreenSaver").interface()->registeredServiceNames().value().filter(u":"_s);
    };
    const QStringList before = connections(); // with what others are about to close
    WakeGuard guard({});
    guard.setActive(true);
    QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasScreenSaverLock, 30000);
    QStringList ours = connections();
    ours.removeIf([&before](const QString &name) {
        return before.contains(name);
    });
    QCOMPARE(ours.size(), 1);
    guard.setActive(false);
    QTRY_VERIFY_WITH_TIMEOUT(!connections().contains(ours.first()), 30000);
}

void NightBusTest::anXServerIsKeptFromBlanking()
{
    XServer server({.size = {640, 480}, .authority = false});
    QVERIFY2(server.start(), qPrintable(server.problem()));
    xcb_connection_t *connection = xcb_connect(server.display().toLatin1().constData(), nullptr);
    QCOMPARE(xcb_connection_has_error(connection), 0);
    const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root;
    const auto look = [&] {
        std::unique_ptr<xcb_screensaver_query_info_reply_t, decltype(&std::free)> info(
            xcb_screensaver_query_info_reply(connection, xcb_screensaver_query_info(connection, root), nullptr),
            &std::free);
        return std::pair(info ? int(info->state) : -1, info ? int(info->ms_since_user_input) : -1);
    };
    // The server blanks after two seconds in which nobody touches it.
    WakeGuard guard(server.display());
    guard.setActive(true);
    QTRY_VERIFY_WITH_TIMEOUT(guard.locks().hasXBlankingLock, 30000);
    QVERIFY(guard.describe().value(u"x11"_s).toBool());
    xcb_set_screen_saver(connection, 2, 0, XCB_BLANKING_PREFERRED, XCB_EXPOSURES_ALLOWED);
    xcb_flush(connection);
    QTRY_VERIFY_WITH_TIMEOUT(look().second > 4000, 30000);
    QCOMPARE(look().first, int(XCB_SCREENSAVER_STATE_OFF));
    guard.setActive(false);
    QTRY_COMPARE_WITH_TIMEOUT(look().first, int(XCB_SCREENSAVER_STATE_ON), 30000);
    xcb_disconnect(connection);
}

void NightBusTest::aLinkThatIsLostAndBackIsTold()
{
    serve();
    Desk desk(nullptr);
    LinkTarget target;
    target.spec.host = u"summit.example"_s;
    auto owned = std::make_unique<Link>(target); // never opened: what becomes of it is said here
    Link *link = owned.get();
    NightNotices notices(&desk, nullptr, {500ms, 300ms, 200ms});
    Q_EMIT desk.linkAdded(link);
    Q_EMIT link->stateChanged(LinkState::Dead); // it was never live: no news
    Q_EMIT link->stateChanged(LinkState::Live);
    for (int i = 0; i < 10; ++i) { // it flaps
        Q_EMIT link->stateChanged(LinkState::Stalled);
        Q_EMIT link->stateChanged(LinkState::Live);
    }
    Q_EMIT link->stateChanged(LinkState::Stalled);
    Q_EMIT link->stateChanged(LinkState::Dead);
    QTRY_COMPARE_WITH_TIMEOUT(m_notifications->titles(), QStringList{u"Connection Lost"_s}, 30000);
    QVERIFY2(m_notifications->shown.first().text.contains(u"summit.example"_s), qPrintable(m_notifications->shown.first().text));

    QSignalSpy requested(&notices, &NightNotices::consoleRequested);
    Q_EMIT m_notifications->ActionInvoked(m_notifications->shown.first().id, u"default"_s);
    QTRY_COMPARE_WITH_TIMEOUT(requested.size(), 1, 30000);

    Q_EMIT link->stateChanged(LinkState::Live);
    QTRY_COMPARE_WITH_TIMEOUT(m_notifications->titles(), (QStringList{u"Connection Lost"_s, u"Connection Restored"_s}), 30000);

    Q_EMIT link->stateChanged(LinkState::Closed);
    owned.reset(); // disconnected by the person: no news
    notices.setOpenQuestionText(u"another asks"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_notifications->titles(), (QStringList{u"Connection Lost"_s, u"Connection Restored"_s, u"Action Required"_s}), 30000);
}

void NightBusTest::aQuestionIsTakenBackWhenItIsAnswered()
{
    serve();
    Desk desk(nullptr);
    NightNotices notices(&desk, nullptr, {500ms, 300ms, 200ms});
    notices.setOpenQuestionText(u"<summit> asks"_s);
    // What the library still had to say of the test before may come as well.
    const auto shown = [this] {
        return std::ranges::find(m_notifications->shown, u"&lt;summit&gt; asks"_s, &Shown::text); // words, not markup
    };
    QTRY_VERIFY_WITH_TIMEOUT(shown() != m_notifications->shown.end(), 30000);
    QCOMPARE(shown()->title, u"Action Required"_s);
    QVERIFY(shown()->isOpen);
    notices.setOpenQuestionText({});
    QTRY_VERIFY_WITH_TIMEOUT(!shown()->isOpen, 30000);
}

void NightBusTest::aQuestionIsTakenBackFromASlowService()
{
    serve();
    m_notifications->answerDelay = 2s; // longer than it takes until it is first asked to close the notification
    Desk desk(nullptr);
    NightNotices notices(&desk, nullptr, {500ms, 300ms, 200ms});
    notices.setOpenQuestionText(u"a slow one asks"_s);
    const auto shown = [this] {
        return std::ranges::find(m_notifications->shown, u"a slow one asks"_s, &Shown::text);
    };
    QTRY_VERIFY_WITH_TIMEOUT(shown() != m_notifications->shown.end(), 30000);
    notices.setOpenQuestionText({});
    QTRY_VERIFY_WITH_TIMEOUT(!shown()->isOpen, 30000);
}

void NightBusTest::nothingIsToldThatIsNotWanted()
{
    serve();
    Desk desk(nullptr);
    NightNotices notices(&desk, nullptr, {100ms, 100ms, 100ms});
    notices.setNoticesEnabled(false);
    notices.setOpenQuestionText(u"summit asks"_s);
    NightNotices other(&desk, nullptr, {100ms, 100ms, 500ms});
    other.setOpenQuestionText(u"another asks"_s); // later than the first would have
    QTRY_VERIFY_WITH_TIMEOUT(!m_notifications->shown.isEmpty(), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::contains(m_notifications->shown, u"another asks"_s, &Shown::text), 30000);
    QVERIFY(!std::ranges::contains(m_notifications->shown, u"summit asks"_s, &Shown::text));
}

void NightBusTest::withoutNotificationsItIsSilent()
{
    serve();
    stopServing(services[3]);
    Desk desk(nullptr);
    NightNotices notices(&desk, nullptr, {100ms, 100ms, 100ms});
    QSignalSpy requested(&notices, &NightNotices::consoleRequested);
    notices.setOpenQuestionText(u"summit asks"_s);
    bool isLater = false;
    QTimer::singleShot(1000, this, [&isLater] {
        isLater = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(isLater, 30000);
    notices.setOpenQuestionText({});
    QVERIFY(!std::ranges::contains(m_notifications->shown, u"summit asks"_s, &Shown::text));
    QCOMPARE(requested.size(), 0);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir home;
    QDir().mkpath(home.filePath(u"knotifications6"_s));
    qputenv("XDG_DATA_HOME", home.path().toLocal8Bit());
    QFile::copy(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/nightdesk.notifyrc"_s, home.filePath(u"knotifications6/nightdesk.notifyrc"_s));
    // Before any part of Qt has met another bus.
    Bus session("DBUS_SESSION_BUS_ADDRESS");
    Bus system("DBUS_SYSTEM_BUS_ADDRESS");
    sessionBus = &session;
    systemBus = &system;
    QApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"nightdesk"_s);
    NightBusTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "nightbustest.moc"
