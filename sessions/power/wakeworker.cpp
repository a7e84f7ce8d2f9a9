// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/power/wakeworker.h"

#include "sessions/common/busprobe.h"
#include "sessions/common/logging.h"

#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusServiceWatcher>
#include <QTimer>

#include <atomic>
#include <chrono>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int answerLimit = 2000; // time limit for a service's answer, in milliseconds
constexpr auto retryPause = 5s;
const auto logind = u"org.freedesktop.login1"_s;

QByteArray systemAddress()
{
    const QByteArray set = qgetenv("DBUS_SYSTEM_BUS_ADDRESS");
    return set.isEmpty() ? QByteArray("unix:path=/run/dbus/system_bus_socket") : set;
}

/// Name for a new bus connection. For a name in use, Qt returns the existing connection, which an earlier worker may be
/// about to close.
QString freshName()
{
    static std::atomic<int> last = 0;
    return u"nightdesk-wake-%1"_s.arg(++last);
}
}

WakeWorker::WakeWorker(const QString &display, const QString &reason)
    : m_display(display)
    , m_reason(reason)
    , m_retryTimer(new QTimer(this))
    , m_services{{u"org.freedesktop.ScreenSaver"_s, u"/org/freedesktop/ScreenSaver"_s, u"org.freedesktop.ScreenSaver"_s, &WakeHolds::screenSaver},
                 {u"org.freedesktop.PowerManagement"_s,
                  u"/org/freedesktop/PowerManagement/Inhibit"_s,
                  u"org.freedesktop.PowerManagement.Inhibit"_s,
                  &WakeHolds::powerManagement}}
{
    qRegisterMetaType<WakeHolds>();
    m_retryTimer->setSingleShot(true);
    m_retryTimer->setInterval(retryPause);
    connect(m_retryTimer, &QTimer::timeout, this, [this] {
        requestHolds();
        reportHolds();
    });
}

WakeWorker::~WakeWorker()
{
    leaveBuses();
}

void WakeWorker::setActive(bool wanted)
{
    if (m_isWanted == wanted) {
        return;
    }
    m_isWanted = wanted;
    if (wanted) {
        hold();
    } else {
        release();
    }
    reportHolds();
}

void WakeWorker::connectToBuses()
{
    // Connecting blocks the only thread that handles all D-Bus calls of this program, so a bus that does not answer a probe is not used for now.
    const auto reach = [this](const QByteArray &address, QDBusConnection::BusType type, const QString &name) -> std::optional<QDBusConnection> {
        const BusProbe::Answer answer = address.isEmpty() || address.startsWith("disabled:") ? BusProbe::Answer::NotThere : BusProbe::ask(address, 2s);
        if (answer == BusProbe::Answer::Answers) {
            if (const QDBusConnection bus = QDBusConnection::connectToBus(type, name); bus.isConnected()) {
                return bus;
            }
            QDBusConnection::disconnectFromBus(name);
        }
        if (answer != BusProbe::Answer::NotThere) {
            m_retryTimer->start();
        }
        return {};
    };
    if (!m_session) {
        m_session = reach(BusProbe::sessionAddress(), QDBusConnection::SessionBus, freshName());
        for (const CookieService &service : m_services) {
            watch(m_session, service.name);
        }
    }
    if (!m_system) {
        m_system = reach(systemAddress(), QDBusConnection::SystemBus, freshName());
        watch(m_system, logind);
    }
}

void WakeWorker::watch(const std::optional<QDBusConnection> &bus, const QString &name)
{
    if (!bus) {
        return;
    }
    // Desktop services may be restarted during the night. The locks that they granted before are then lost.
    auto watcher = std::make_unique<QDBusServiceWatcher>(name, *bus, QDBusServiceWatcher::WatchForRegistration | QDBusServiceWatcher::WatchForUnregistration);
    connect(watcher.get(), &QDBusServiceWatcher::serviceRegistered, this, &WakeWorker::serviceCame);
    connect(watcher.get(), &QDBusServiceWatcher::serviceUnregistered, this, &WakeWorker::serviceWent);
    m_watchers.push_back(std::move(watcher));
}

void WakeWorker::leaveBuses()
{
    m_watchers.clear();
    for (std::optional<QDBusConnection> *bus : {&m_session, &m_system}) {
        if (*bus) {
            const QString name = (*bus)->name();
            bus->reset();
            QDBusConnection::disconnectFromBus(name);
        }
    }
}

void WakeWorker::hold()
{
    requestHolds();
    if (!m_display.isEmpty()) {
        m_x11 = std::make_unique<XBlankHold>(m_display.toLocal8Bit());
    }
}

void WakeWorker::requestHolds()
{
    connectToBuses();
    for (CookieService &service : m_services) {
        if (!service.cookie) {
            holdBy(service);
        }
    }
    if (!m_idleInhibitor.isValid()) {
        holdLogind();
    }
}

void WakeWorker::holdBy(CookieService &service)
{
    if (!m_session) {
        return;
    }
    QDBusMessage question = QDBusMessage::createMethodCall(service.name, service.path, service.interface, u"Inhibit"_s);
    // Do not start a service for this: one that is not running does not blank the screen.
    question.setAutoStartService(false);
    question << u"org.nightdesk.nightdesk"_s << m_reason;
    const QDBusReply<quint32> reply = m_session->call(question, QDBus::Block, answerLimit);
    if (reply.isValid()) {
        service.cookie = reply.value();
    }
}

QDBusUnixFileDescriptor WakeWorker::inhibitor(const QString &what) const
{
    QDBusMessage question = QDBusMessage::createMethodCall(logind, u"/org/freedesktop/login1"_s, u"org.freedesktop.login1.Manager"_s, u"Inhibit"_s);
    question.setAutoStartService(false);
    question << what << u"Nightdesk"_s << m_reason << u"block"_s;
    const QDBusReply<QDBusUnixFileDescriptor> reply = m_system->call(question, QDBus::Block, answerLimit);
    return reply.isValid() ? reply.value() : QDBusUnixFileDescriptor();
}

void WakeWorker::holdLogind()
{
    if (!m_system) {
        return;
    }
    // Two separate locks, for "idle" and "sleep": a policy may allow a user only one of them.
    m_idleInhibitor = inhibitor(u"idle"_s);
    m_sleepInhibitor = inhibitor(u"sleep"_s);
}

void WakeWorker::release()
{
    for (CookieService &service : m_services) {
        if (service.cookie && m_session) {
            QDBusMessage word = QDBusMessage::createMethodCall(service.name, service.path, service.interface, u"UnInhibit"_s);
            word.setAutoStartService(false);
            word << *service.cookie;
            m_session->call(word, QDBus::Block, answerLimit);
        }
        service.cookie.reset();
    }
    m_idleInhibitor = {};
    m_sleepInhibitor = {};
    m_x11.reset();
    m_retryTimer->stop();
    leaveBuses(); // closing the connection also ends locks that a service granted after the timeout
}

void WakeWorker::serviceCame(const QString &name)
{
    if (!m_isWanted) {
        return;
    }
    for (CookieService &service : m_services) {
        if (service.name == name && !service.cookie) {
            holdBy(service);
        }
    }
    if (name == logind && !m_idleInhibitor.isValid()) {
        holdLogind();
    }
    reportHolds();
}

void WakeWorker::serviceWent(const QString &name)
{
    for (CookieService &service : m_services) {
        if (service.name == name) {
            service.cookie.reset();
        }
    }
    if (name == logind) {
        m_idleInhibitor = {};
        m_sleepInhibitor = {};
    }
    reportHolds();
}

void WakeWorker::reportHolds()
{
    WakeHolds holds;
    for (const CookieService &service : m_services) {
        holds.*service.shown = service.cookie.has_value();
    }
    holds.idle = m_idleInhibitor.isValid();
    holds.sleep = m_sleepInhibitor.isValid();
    holds.x11 = m_x11 && m_x11->isHeld();
    if (std::exchange(m_reported, holds) == holds) {
        return;
    }
    qCInfo(LogUi,
           "kept awake by: screen saver %d, power management %d, logind idle %d, sleep %d, X server %d",
           holds.screenSaver,
           holds.powerManagement,
           holds.idle,
           holds.sleep,
           holds.x11);
    Q_EMIT held(holds);
}
}
