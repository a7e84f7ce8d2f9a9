// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/bus/consolebus.h"

#include "consoleadaptor.h"
#include "sessions/common/logging.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusError>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleBus::ConsoleBus(std::function<QString()> state, QObject *parent, const QString &prefix)
    : QObject(parent)
    , m_state(std::move(state))
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    new ConsoleAdaptor(this);
    if (!bus.registerObject(path(), this, QDBusConnection::ExportAdaptors)
        || !bus.registerService(prefix + QString::number(QCoreApplication::applicationPid()))) {
        qCWarning(LogUi) << "not on the session bus:" << bus.lastError().message();
    }
}

QString ConsoleBus::servicePrefix()
{
    return u"org.nightdesk.Console.pid"_s;
}

QString ConsoleBus::boardPrefix()
{
    return u"org.nightdesk.Board.pid"_s;
}

QString ConsoleBus::path()
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

void ConsoleBus::setBoard(std::function<QString()> board)
{
    m_board = std::move(board);
}

QString ConsoleBus::State()
{
    return m_state();
}

void ConsoleBus::setServers(std::function<QString()> servers)
{
    m_servers = std::move(servers);
}

QString ConsoleBus::Servers()
{
    return m_servers ? m_servers() : u"{}"_s;
}

QString ConsoleBus::Board()
{
    const QString json = m_board ? m_board() : QString();
    if (json.isEmpty()) {
        refuse({ConsoleActions::Obstacle::NoBoard, i18nc("@info", "No status board is open in this console.")});
    }
    return json;
}

void ConsoleBus::Raise()
{
    Q_EMIT raiseRequested();
}

void ConsoleBus::RaiseDisplay(const QString &display)
{
    if (!isReady()) {
        return;
    }
    if (const auto done = m_actions->raiseDisplay(display); !done) {
        refuse(done.error());
    }
}

QString ConsoleBus::Connect(const QString &profile, const QString &site, const QString &facility)
{
    if (!isReady()) {
        return {};
    }
    const auto outcome = m_actions->connectProfile(profile, site, facility);
    if (!outcome) {
        refuse(outcome.error());
        return {};
    }
    Q_EMIT raiseRequested(); // also where it asks something
    return *outcome;
}

void ConsoleBus::Disconnect(const QString &profile)
{
    if (!isReady()) {
        return;
    }
    if (const auto done = m_actions->disconnectProfile(profile); !done) {
        refuse(done.error());
    }
}

void ConsoleBus::OpenLink(const QString &link)
{
    if (!isReady()) {
        return;
    }
    if (const auto done = m_actions->openLink(link); !done) {
        refuse(done.error());
    }
    Q_EMIT raiseRequested();
}

bool ConsoleBus::isReady()
{
    if (!m_actions && calledFromDBus()) {
        sendErrorReply(QDBusError::NotSupported, u"The console is not ready yet."_s);
    }
    return m_actions;
}

void ConsoleBus::refuse(const ConsoleActions::Refusal &refusal)
{
    if (calledFromDBus()) {
        sendErrorReply(ConsoleActions::name(refusal.obstacle), refusal.text);
    }
}
}
