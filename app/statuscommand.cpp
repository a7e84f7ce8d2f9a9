// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/statuscommand.h"

#include "app/consolebus.h"

#include <KLocalizedString>

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusInterface>
#include <QDBusReply>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
void printText(const QJsonObject &console, QTextStream &out)
{
    const QString profile = console.value("profile"_L1).toString();
    if (profile.isEmpty()) {
        out << i18nc("@info:shell", "Not connected.") << '\n';
        return;
    }
    out << i18nc("@info:shell", "Instrument %1", profile) << '\n';
    for (const QJsonValue &value : console.value("links"_L1).toArray()) {
        const QJsonObject link = value.toObject();
        out << u"  %1 %2 %3\n"_s.arg(link.value("host"_L1).toString(), -24)
                   .arg(link.value("state"_L1).toString(), -14)
                   .arg(link.contains("roundTripMs"_L1) ? u"RTT %1 ms"_s.arg(link.value("roundTripMs"_L1).toDouble(), 0, 'f', 1) : QString());
    }
    for (const QJsonValue &value : console.value("displays"_L1).toArray()) {
        const QJsonObject display = value.toObject();
        const QJsonObject failure = display.value("failure"_L1).toObject();
        out << u"  %1 %2 %3 %4\n"_s.arg(display.value("title"_L1).toString(), -24)
                   .arg(display.value("state"_L1).toString(), -14)
                   .arg(display.value("screen"_L1).toString(), -10)
                   .arg(failure.value("what"_L1).toString());
    }
}
}

int runStatusCommand(bool json, QTextStream &out, QTextStream &err)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        err << i18nc("@info:shell", "There is no session bus (D-Bus) here, so running consoles cannot be asked.") << '\n';
        return 1;
    }
    int answered = 0;
    const QStringList names = bus.interface()->registeredServiceNames();
    for (const QString &name : names) {
        if (!name.startsWith(ConsoleBus::servicePrefix())) {
            continue;
        }
        QDBusInterface console(name, ConsoleBus::path(), ConsoleBus::interfaceName(), bus);
        console.setTimeout(2000);
        const QDBusReply<QString> reply = console.call(u"State"_s);
        if (!reply.isValid()) {
            err << i18nc("@info:shell", "The console %1 does not answer: %2", name, reply.error().message()) << '\n';
            continue;
        }
        ++answered;
        if (json) {
            out << reply.value() << '\n';
        } else {
            printText(QJsonDocument::fromJson(reply.value().toUtf8()).object(), out);
        }
    }
    if (answered == 0) {
        err << i18nc("@info:shell", "No console of yours is running here.") << '\n';
        return 1;
    }
    return 0;
}
}
