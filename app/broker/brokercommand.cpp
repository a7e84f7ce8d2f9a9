// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hubcommand.h"

#include "app/hubaccounts.h"
#include "app/hubclient.h"
#include "app/hubrun.h"

#include <KLocalizedString>
#include <KSignalHandler>

#include <QDateTime>
#include <QDir>
#include <QEventLoop>

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <memory>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int notDone = 1;

/// Not the one that nohup has us ignore.
QList<int> endingSignals()
{
    QList<int> result{SIGINT, SIGTERM, SIGQUIT};
    struct sigaction hangup{};
    if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
        result.append(SIGHUP);
    }
    return result;
}

/// A line of the log with its time. What nobody reads is left out: a broker must not stand still because a terminal does.
void tell(const QString &line)
{
    static qint64 leftOut = 0;
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&out, 1, 0) != 1 || (out.revents & POLLOUT) == 0) {
        ++leftOut;
        return;
    }
    QString text = QDateTime::currentDateTimeUtc().toString(u"yyyy-MM-dd hh:mm:ss'Z '"_s) + line + u'\n';
    if (leftOut > 0) {
        text.prepend(i18ncp("@info:shell", "(%1 line was left out)", "(%1 lines were left out)", leftOut) + u'\n');
        leftOut = 0;
    }
    const QByteArray bytes = text.toLocal8Bit();
    (void)!::write(STDOUT_FILENO, bytes.constData(), static_cast<size_t>(bytes.size()));
}

QString places(const HubListeners &listeners)
{
    QStringList result;
    if (listeners.port) {
        result.append(u"127.0.0.1:%1"_s.arg(*listeners.port));
    }
    if (!listeners.socket.isEmpty()) {
        result.append(listeners.socket);
    }
    if (const auto &tls = listeners.tls) {
        result.append(u"TLS %1:%2"_s.arg(tls->address.isEmpty() ? u"*"_s : tls->address, QString::number(tls->port)));
    }
    return result.join(u", "_s);
}

HubListeners listenersOf(const HubCommand &command)
{
    HubListeners result{.port = command.port, .socket = command.socket, .tls = {}};
    if (!command.certificate.isEmpty()) {
        result.tls = HubListeners::Tls{.certificate = QDir::current().absoluteFilePath(command.certificate),
                                       .key = QDir::current().absoluteFilePath(command.key),
                                       .address = command.address,
                                       .port = command.tlsPort};
    }
    return result;
}

int run(const HubCommand &command, const HubDirectory &directory, QTextStream &err)
{
    QString facility;
    const auto known = directory.change([&](HubUsers &users) -> std::expected<void, QString> {
        const auto id = HubAccounts::facility(command, users);
        if (!id) {
            return std::unexpected(id.error());
        }
        facility = *id;
        users.setFacility(*id);
        return {};
    });
    if (!known) {
        err << known.error() << '\n';
        return notDone;
    }
    const HubListeners listeners = listenersOf(command);
    HubRun hub(directory, listeners);
    QStringList pager;
    if (const auto words = HubAccounts::pager(command); !words) {
        tell(words.error()); // the board is worth more than nothing
    } else {
        pager = *words;
    }
    std::unique_ptr<HubClient> client;
    if (listeners.port || !listeners.socket.isEmpty()) {
        client = std::make_unique<HubClient>(pager, facility, listeners);
        hub.admit(client->user(), client->hash());
        QObject::connect(&hub, &HubRun::listening, client.get(), &HubClient::begin);
        QObject::connect(&hub, &HubRun::removed, client.get(), &HubClient::forget);
        QObject::connect(client.get(), &HubClient::said, &hub, &tell);
    } else if (!pager.isEmpty()) {
        err << i18nc("@info:shell keep the options untranslated", "For the pager, the broker needs a --port or a --socket as well.") << '\n';
        return notDone;
    }
    if (!pager.isEmpty()) {
        tell(i18nc("@info:shell %1: a command", "When a desk calls, this is run: %1", pager.join(u' ')));
    }
    QEventLoop loop;
    const QList<int> ending = endingSignals();
    for (const int number : ending + QList<int>{SIGUSR1}) {
        KSignalHandler::self()->watchSignal(number);
    }
    QObject::connect(KSignalHandler::self(), &KSignalHandler::signalReceived, &hub, [&hub](int number) {
        if (number == SIGUSR1) {
            hub.reload();
        } else {
            hub.stop();
        }
    });
    QObject::connect(&hub, &HubRun::said, &hub, &tell);
    QObject::connect(&hub, &HubRun::listening, &hub, [&] {
        tell(i18nc("@info:shell %1: a facility, %2: addresses", "The hub of %1 listens at %2", facility, places(listeners)));
    });
    int code = 0;
    QObject::connect(&hub, &HubRun::ended, &loop, [&](int exitCode) {
        code = exitCode;
        loop.quit();
    });
    if (const auto begun = hub.begin(); !begun) {
        err << begun.error() << '\n';
        return notDone;
    }
    loop.exec();
    return code;
}
}

int runHubCommand(const HubCommand &command, QTextStream &out, QTextStream &err)
{
    const HubDirectory directory(command.directory.isEmpty() ? HubDirectory::defaultPath() : command.directory);
    switch (command.action) {
    case HubCommand::Action::Run:
        return run(command, directory, err);
    case HubCommand::Action::AddDesk:
    case HubCommand::Action::AddSa:
        return HubAccounts::add(command, directory, out, err);
    case HubCommand::Action::Remove:
        return HubAccounts::remove(command, directory, out, err);
    case HubCommand::Action::List:
        return HubAccounts::list(command, directory, out, err);
    }
    return notDone;
}
}
