// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/statuscommand.h"

#include "app/busprobe.h"
#include "app/consolebus.h"

#include <KLocalizedString>

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusReply>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <iterator>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
void printRow(const QStringList &cells, QTextStream &out)
{
    constexpr int widths[] = {24, 14, 10};
    QString line;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        line += u' ' + (i < static_cast<qsizetype>(std::size(widths)) ? cells.at(i).leftJustified(widths[i]) : cells.at(i));
    }
    out << u' ' << line.trimmed().prepend(u' ') << '\n';
}

void printText(const QJsonObject &console, QTextStream &out)
{
    const QString profile = console.value("profile"_L1).toString();
    if (profile.isEmpty()) {
        const QString question = console.value("waitingFor"_L1).toString();
        out << (question.isEmpty() ? i18nc("@info:shell", "Not connected.")
                                   : i18nc("@info:shell %1: site, account or trust", "Not connected; it asks and waits for an answer: %1.", question))
            << '\n';
        return;
    }
    out << i18nc("@info:shell", "Instrument %1", profile) << '\n';
    for (const QJsonValue &value : console.value("links"_L1).toArray()) {
        const QJsonObject link = value.toObject();
        const QString roundTrip = QLocale().toString(link.value("roundTripMs"_L1).toDouble(), 'f', 1);
        printRow({link.value("host"_L1).toString(),
                  link.value("state"_L1).toString(),
                  link.contains("roundTripMs"_L1) ? i18nc("@info:shell round-trip time in milliseconds", "RTT %1 ms", roundTrip) : QString()},
                 out);
    }
    for (const QJsonValue &value : console.value("displays"_L1).toArray()) {
        const QJsonObject display = value.toObject();
        const QJsonObject failure = display.value("failure"_L1).toObject();
        printRow({display.value("title"_L1).toString(),
                  display.value("state"_L1).toString(),
                  display.value("screen"_L1).toString(),
                  failure.value("what"_L1).toString()},
                 out);
    }
}
}

int runStatusCommand(bool json, QTextStream &out, QTextStream &err)
{
    if (BusProbe::doWithoutSilentBus(std::chrono::seconds(2))) {
        err << i18nc("@info:shell", "The session bus (D-Bus) does not answer, so running consoles cannot be asked.") << '\n';
        return 1;
    }
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
        // A plain message: QDBusInterface would ask a console that hangs about itself first, for 25 s.
        const QDBusMessage question = QDBusMessage::createMethodCall(name, ConsoleBus::path(), ConsoleBus::interfaceName(), u"State"_s);
        const QDBusReply<QString> reply = bus.call(question, QDBus::Block, 2000);
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
