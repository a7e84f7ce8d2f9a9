// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/bus/consolebusclient.h"

#include "sessions/common/busprobe.h"

#include <KLocalizedString>

#include <QDBusMessage>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString connectionName = u"nightdesk-calls"_s;
}

bool ConsoleBusClient::Refusal::hasErrorName(QLatin1StringView lastPart) const
{
    return errorName == QString("org.nightdesk.Error."_L1 + lastPart);
}

ConsoleBusClient::ConsoleBusClient(std::chrono::milliseconds limit)
    : m_timeLimit(limit)
    , m_isBusNotAnswering(BusProbe::probe(BusProbe::sessionAddress(), limit) == BusProbe::BusState::NotAnswering)
    , m_bus(m_isBusNotAnswering ? QDBusConnection(QString()) : QDBusConnection::connectToBus(QDBusConnection::SessionBus, connectionName))
{
}

ConsoleBusClient::~ConsoleBusClient()
{
    QDBusConnection::disconnectFromBus(connectionName);
}

std::expected<QStringList, QString> ConsoleBusClient::consoleBusNames() const
{
    return serviceNames(ConsoleBus::Program::Console);
}

std::expected<QStringList, QString> ConsoleBusClient::boardBusNames() const
{
    return serviceNames(ConsoleBus::Program::Board);
}

std::expected<QStringList, QString> ConsoleBusClient::serviceNames(ConsoleBus::Program program) const
{
    const auto notResponding = [] {
        return std::unexpected(i18nc("@info:shell", "The session bus (D-Bus) is not responding, so Nightdesk cannot find running consoles."));
    };
    if (m_isBusNotAnswering) {
        return notResponding();
    }
    if (!m_bus.isConnected()) {
        return std::unexpected(i18nc("@info:shell", "This session has no session bus (D-Bus), so Nightdesk cannot find running consoles."));
    }
    const QDBusMessage question =
        QDBusMessage::createMethodCall(u"org.freedesktop.DBus"_s, u"/org/freedesktop/DBus"_s, u"org.freedesktop.DBus"_s, u"ListNames"_s);
    const QDBusMessage reply = m_bus.call(question, QDBus::Block, static_cast<int>(m_timeLimit.count()));
    if (reply.type() != QDBusMessage::ReplyMessage) {
        return notResponding(); // an error, such as no answer in time, must not look like a bus without consoles
    }
    QStringList serviceNames = reply.arguments().value(0).toStringList();
    serviceNames.removeIf([program](const QString &name) {
        return !ConsoleBus::isServiceOf(program, name);
    });
    serviceNames.sort();
    return serviceNames;
}

void ConsoleBusClient::activate(const QString &console) const
{
    QVariantMap platformData;
    const auto add = [&platformData](const QString &key, const char *variable) {
        if (const QString token = qEnvironmentVariable(variable); !token.isEmpty()) {
            platformData.insert(key, token);
        }
    };
    add(u"activation-token"_s, "XDG_ACTIVATION_TOKEN");
    add(u"desktop-startup-id"_s, "DESKTOP_STARTUP_ID");
    QDBusMessage order = QDBusMessage::createMethodCall(console,
                                                        ConsoleBus::applicationObjectPath(ConsoleBus::Program::Console),
                                                        u"org.freedesktop.Application"_s,
                                                        u"Activate"_s);
    order << platformData;
    // blocks, because the message may be lost if this process exits now
    m_bus.call(order, QDBus::Block, static_cast<int>(m_timeLimit.count()));
}

std::expected<QVariantList, ConsoleBusClient::Refusal>
ConsoleBusClient::call(const QString &console, const QString &method, const QVariantList &arguments) const
{
    // A plain message: QDBusInterface would first introspect the console, which takes 25 s if the console hangs.
    QDBusMessage question = QDBusMessage::createMethodCall(console, ConsoleBus::objectPath(), ConsoleBus::interfaceName(), method);
    question.setArguments(arguments);
    const QDBusMessage reply = m_bus.call(question, QDBus::Block, static_cast<int>(m_timeLimit.count()));
    if (reply.type() != QDBusMessage::ReplyMessage) {
        return std::unexpected(Refusal{reply.errorName(), reply.errorMessage()});
    }
    return reply.arguments();
}
}
