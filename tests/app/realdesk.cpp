// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"

#include "sessions/bus/consolebus.h"

#include <QDBusMessage>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
QString program()
{
    return qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s;
}
}

void endWithUs(QProcess &process)
{
    process.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    });
}

RealDesk::RealDesk(bool windowManager)
    : m_x({.size = {1920, 600}, .threeMonitors = true, .windowManager = windowManager})
{
}

RealDesk::~RealDesk()
{
    for (const auto &console : m_consoles) {
        kill(console.get());
    }
    QDBusConnection::disconnectFromBus(m_busConnection.name());
    killBus();
}

bool RealDesk::start()
{
    for (const QString &directory : {u"run"_s, u"config"_s, u"data"_s, u"state"_s, u"cache"_s}) {
        if (!QDir(m_home.path()).mkdir(directory)) {
            return false;
        }
    }
    QFile wallet(path(u"config/kwalletrc"_s));
    return wallet.open(QIODevice::WriteOnly) && wallet.write("[Wallet]\nEnabled=false\n") > 0
        && QFile::setPermissions(path(u"run"_s), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner) && m_x.start() && startBus();
}

XServer &RealDesk::x()
{
    return m_x;
}

QString RealDesk::path(const QString &name) const
{
    return m_home.filePath(name);
}

QString RealDesk::stateDirectory() const
{
    return path(u"state/nightdesk"_s);
}

QString RealDesk::busAddress() const
{
    return u"unix:path="_s + path(u"run/bus"_s);
}

bool RealDesk::startBus()
{
    killBus();
    endWithUs(m_bus);
    m_bus.setStandardErrorFile(QProcess::nullDevice());
    m_bus.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--nopidfile"_s, u"--nosyslog"_s, u"--print-address"_s, u"--address="_s + busAddress()});
    return m_bus.waitForReadyRead(30000);
}

void RealDesk::killBus()
{
    if (m_bus.state() != QProcess::NotRunning) {
        m_bus.kill();
        m_bus.waitForFinished(10000);
    }
    if (m_silentBus >= 0) {
        ::close(m_silentBus);
        m_silentBus = -1;
    }
    QFile::remove(path(u"run/bus"_s));
}

bool RealDesk::freezeBus()
{
    return ::kill(static_cast<pid_t>(m_bus.processId()), SIGSTOP) == 0;
}

void RealDesk::thawBus()
{
    ::kill(static_cast<pid_t>(m_bus.processId()), SIGCONT);
}

bool RealDesk::startSilentBus()
{
    killBus();
    const QByteArray name = QFile::encodeName(path(u"run/bus"_s));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.size() >= static_cast<qsizetype>(sizeof(address.sun_path))) {
        return false;
    }
    std::memcpy(address.sun_path, name.constData(), static_cast<size_t>(name.size()));
    m_silentBus = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return ::bind(m_silentBus, reinterpret_cast<sockaddr *>(&address), sizeof(address)) == 0 && ::listen(m_silentBus, 64) == 0;
}

void RealDesk::useKWallet()
{
    m_hasKWallet = true;
}

QProcessEnvironment RealDesk::environment() const
{
    QProcessEnvironment result = m_x.environment();
    for (const QString &name : {u"QT_QPA_PLATFORM"_s, u"SSH_AUTH_SOCK"_s, u"XDG_CURRENT_DESKTOP"_s, u"KDE_FULL_SESSION"_s, u"QT_SCALE_FACTOR"_s}) {
        result.remove(name);
    }
    result.insert(u"HOME"_s, m_home.path());
    result.insert(u"XDG_CONFIG_HOME"_s, path(u"config"_s));
    result.insert(u"XDG_CONFIG_DIRS"_s, u"/nowhere"_s);
    result.insert(u"XDG_DATA_HOME"_s, path(u"data"_s));
    result.insert(u"XDG_STATE_HOME"_s, path(u"state"_s));
    result.insert(u"XDG_CACHE_HOME"_s, path(u"cache"_s));
    result.insert(u"XDG_RUNTIME_DIR"_s, path(u"run"_s));
    result.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, busAddress());
    result.insert(u"QT_LINUX_ACCESSIBILITY_ALWAYS_ON"_s, u"1"_s);
    result.insert(u"QT_FORCE_STDERR_LOGGING"_s, u"1"_s);
    result.insert(u"NIGHTDESK_TRACEABLE"_s, u"1"_s); // its memory map is looked at
    if (m_hasKWallet) {
        result.remove(u"NIGHTDESK_KEYCHAIN"_s);
        result.insert(u"XDG_CURRENT_DESKTOP"_s, u"KDE"_s);
        result.insert(u"KDE_SESSION_VERSION"_s, u"6"_s);
    }
    return result;
}

int RealDesk::run(const QStringList &arguments)
{
    QProcess process;
    endWithUs(process);
    process.setProcessEnvironment(environment());
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program(), arguments);
    return process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

QProcess *RealDesk::startConsole(const QStringList &arguments, const std::function<void()> &before)
{
    m_consoles.push_back(std::make_unique<QProcess>());
    QProcess *console = m_consoles.back().get();
    console->setChildProcessModifier([before] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (before) {
            before();
        }
    });
    console->setProcessEnvironment(environment());
    console->setStandardOutputFile(QProcess::nullDevice());
    const QString log = path(u"console%1.log"_s.arg(m_consoles.size()));
    console->setStandardErrorFile(log);
    console->setProperty("log", log);
    console->start(program(), arguments);
    console->waitForStarted();
    return console;
}

void RealDesk::kill(QProcess *console)
{
    if (console->state() != QProcess::NotRunning) {
        console->kill();
        console->waitForFinished(10000);
    }
}

QByteArray RealDesk::output(const QProcess *console) const
{
    QFile log(console->property("log").toString());
    return log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray();
}

QJsonObject RealDesk::status(const QProcess *console)
{
    if (!m_busConnection.isConnected()) { // not opened yet, or the bus was replaced
        QDBusConnection::disconnectFromBus(m_busConnection.name());
        m_busConnection = QDBusConnection::connectToBus(busAddress(), m_home.path());
    }
    const QString name = u"org.nightdesk.nightdesk-%1"_s.arg(console->processId());
    const QDBusMessage question = QDBusMessage::createMethodCall(name, ConsoleBus::objectPath(), ConsoleBus::interfaceName(), u"State"_s);
    const QDBusMessage answer = m_busConnection.call(question, QDBus::Block, 20000);
    return QJsonDocument::fromJson(answer.arguments().value(0).toString().toUtf8()).object();
}

int RealDesk::live(const QProcess *console)
{
    int count = 0;
    const QJsonArray displays = status(console).value("displays"_L1).toArray();
    for (const QJsonValue &display : displays) {
        count += display.toObject().value("state"_L1) == "live"_L1 ? 1 : 0;
    }
    return count;
}

QHash<QString, QRect> RealDesk::rects(const QProcess *console)
{
    QHash<QString, QRect> result;
    const QJsonArray displays = status(console).value("displays"_L1).toArray();
    for (const QJsonValue &value : displays) {
        const QJsonObject display = value.toObject();
        const QJsonArray rect = display.value("rect"_L1).toArray();
        result.insert(display.value("id"_L1).toString(), QRect(rect.at(0).toInt(), rect.at(1).toInt(), rect.at(2).toInt(), rect.at(3).toInt()));
    }
    return result;
}
}
