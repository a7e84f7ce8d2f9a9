// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/bus/consolebus.h"

#include "consoleadaptor.h"
#include "sessions/common/logging.h"

#include <KDBusService>
#include <KLocalizedString>

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusError>
#include <QUrl>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString applicationName(ConsoleBus::Program program)
{
    return program == ConsoleBus::Program::Board ? u"board"_s : u"nightdesk"_s;
}

QString baseBusName(ConsoleBus::Program program)
{
    return "org.nightdesk."_L1 + applicationName(program);
}

/// KDBusService derives its bus name from the application name. A board needs a different one, because commands find
/// consoles by their bus names.
std::unique_ptr<KDBusService> registerService(ConsoleBus::Program program)
{
    const QString name = QCoreApplication::applicationName();
    const QString domain = QCoreApplication::organizationDomain();
    QCoreApplication::setApplicationName(applicationName(program));
    QCoreApplication::setOrganizationDomain(u"nightdesk.org"_s);
    auto service = std::make_unique<KDBusService>(KDBusService::Multiple | KDBusService::NoExitOnFailure);
    QCoreApplication::setApplicationName(name);
    QCoreApplication::setOrganizationDomain(domain);
    return service;
}
}

ConsoleBus::ConsoleBus(std::function<QString()> stateJsonSource, QObject *parent, Program program)
    : QObject(parent)
    , m_stateJsonSource(std::move(stateJsonSource))
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    new ConsoleAdaptor(this);
    // Register the object before the bus name: as soon as the name exists, other programs may call the object.
    if (!bus.registerObject(objectPath(), this, QDBusConnection::ExportAdaptors)) {
        qCWarning(LogUi) << "not on the session bus:" << bus.lastError().message();
        return;
    }
    m_dbusService = registerService(program);
    if (!m_dbusService->isRegistered()) {
        qCWarning(LogUi) << "not on the session bus:" << m_dbusService->errorMessage();
    }
    connect(m_dbusService.get(), &KDBusService::activateRequested, this, [this](const QStringList &arguments, const QString &directory) {
        arguments.size() > 1 ? Q_EMIT commandReceived(arguments, directory) : Q_EMIT raiseRequested();
    });
    connect(m_dbusService.get(), &KDBusService::openRequested, this, [this](const QList<QUrl> &urls) {
        for (const QUrl &url : urls) {
            OpenLink(url.toString(QUrl::FullyEncoded));
        }
    });
}

ConsoleBus::~ConsoleBus()
{
    if (m_dbusService) {
        m_dbusService->unregister();
        QDBusConnection::sessionBus().unregisterObject(u"/MainApplication"_s); // KDBusService does not unregister this object
    }
}

QString ConsoleBus::serviceName() const
{
    return m_dbusService && m_dbusService->isRegistered() ? m_dbusService->serviceName() : QString();
}

bool ConsoleBus::isServiceOf(Program program, const QString &name)
{
    // The bus name is followed by the process id, or in a Flatpak by the number of the connection.
    const QString base = baseBusName(program);
    return name.startsWith(base + u'-') || name.startsWith(base + ".kdbus-"_L1);
}

QString ConsoleBus::applicationObjectPath(Program program)
{
    return u'/' + baseBusName(program).replace(u'.', u'/');
}

void ConsoleBus::setExitStatus(int status)
{
    if (m_dbusService) {
        m_dbusService->setExitValue(status);
    }
}

QString ConsoleBus::objectPath()
{
    return u"/Console"_s;
}

QString ConsoleBus::interfaceName()
{
    return u"org.nightdesk.Console"_s;
}

void ConsoleBus::setActions(ConsoleActions *actions)
{
    m_actions = actions;
}

void ConsoleBus::setBoardJsonSource(std::function<QString()> boardJsonSource)
{
    m_boardJsonSource = std::move(boardJsonSource);
}

QString ConsoleBus::State()
{
    return m_stateJsonSource();
}

void ConsoleBus::setServersJsonSource(std::function<QString()> serversJsonSource)
{
    m_serversJsonSource = std::move(serversJsonSource);
}

QString ConsoleBus::Servers()
{
    return m_serversJsonSource ? m_serversJsonSource() : u"{}"_s;
}

QString ConsoleBus::Board()
{
    const QString json = m_boardJsonSource ? m_boardJsonSource() : QString();
    if (json.isEmpty()) {
        sendRefusal({ConsoleActions::RefusalReason::NoBoard, i18nc("@info", "No status board is open in this console.")});
    }
    return json;
}

void ConsoleBus::Raise()
{
    Q_EMIT raiseRequested();
}

void ConsoleBus::RaiseDisplay(const QString &display)
{
    perform(&ConsoleActions::raiseDisplay, display);
}

QString ConsoleBus::Connect(const QString &profile, const QString &site, const QString &facility)
{
    if (!refuseUnlessReady()) {
        return {};
    }
    const auto outcome = m_actions->connectProfile(profile, site, facility);
    if (!outcome) {
        sendRefusal(outcome.error());
        return {};
    }
    Q_EMIT raiseRequested(); // the window is raised even if the console has a question
    return *outcome;
}

void ConsoleBus::Disconnect(const QString &profile)
{
    perform(&ConsoleActions::disconnectProfile, profile);
}

void ConsoleBus::OpenLink(const QString &link)
{
    if (perform(&ConsoleActions::openNightdeskUrl, link)) {
        Q_EMIT raiseRequested();
    }
}

bool ConsoleBus::perform(ConsoleActions::Result (ConsoleActions::*action)(const QString &), const QString &argument)
{
    if (!refuseUnlessReady()) {
        return false;
    }
    if (const auto done = (m_actions->*action)(argument); !done) {
        sendRefusal(done.error());
    }
    return true;
}

bool ConsoleBus::refuseUnlessReady()
{
    if (!m_actions && calledFromDBus()) {
        sendErrorReply(QDBusError::NotSupported, u"The console is not ready yet."_s);
    }
    return m_actions;
}

void ConsoleBus::sendRefusal(const ConsoleActions::Refusal &refusal)
{
    if (calledFromDBus()) {
        sendErrorReply(ConsoleActions::errorName(refusal.reason), refusal.text);
    }
}
}
