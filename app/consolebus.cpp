// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consolebus.h"

#include "sessions/common/logging.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusError>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleBus::ConsoleBus(std::function<QString()> state, QObject *parent)
    : QObject(parent)
    , m_state(std::move(state))
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    if (!bus.registerObject(path(), this, QDBusConnection::ExportScriptableSlots)
        || !bus.registerService(servicePrefix() + QString::number(QCoreApplication::applicationPid()))) {
        qCWarning(LogUi) << "not on the session bus:" << bus.lastError().message();
    }
}

QString ConsoleBus::servicePrefix()
{
    return u"org.nightdesk.Console.pid"_s;
}

QString ConsoleBus::path()
{
    return u"/Console"_s;
}

QString ConsoleBus::interfaceName()
{
    return u"org.nightdesk.Console"_s;
}

QString ConsoleBus::State()
{
    return m_state();
}

void ConsoleBus::Raise()
{
    Q_EMIT raiseRequested();
}
}
