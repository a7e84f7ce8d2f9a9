// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/broker/brokercommand.h"

#include "app/broker/brokeraccounts.h"
#include "app/commands/exitstatus.h"
#include "monitors/pager/pagerclient.h"
#include "sessions/brokerservice/brokerprocess.h"
#include "sessions/brokerservice/brokersocket.h"

#include <KLocalizedString>
#include <KSignalHandler>

#include <QDateTime>
#include <QEventLoop>

#include <poll.h>
#include <unistd.h>

#include <csignal>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// The signals that end the broker. SIGHUP is not among them if nohup made the process ignore it.
QList<int> terminationSignals()
{
    QList<int> result{SIGINT, SIGTERM, SIGQUIT};
    struct sigaction hangupAction{};
    if (::sigaction(SIGHUP, nullptr, &hangupAction) == 0 && hangupAction.sa_handler != SIG_IGN) {
        result.append(SIGHUP);
    }
    return result;
}

/// Writes a line with the time to the log on standard output. Drops the line while the output is blocked: a paused
/// terminal must not block the broker.
void writeLogLine(const QString &line)
{
    static qint64 leftOut = 0;
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&out, 1, 0) != 1 || (out.revents & POLLOUT) == 0) {
        ++leftOut;
        return;
    }
    QString text = QDateTime::currentDateTimeUtc().toString(u"yyyy-MM-dd hh:mm:ss'Z '"_s) + line + u'\n';
    if (leftOut > 0) {
        text.prepend(i18ncp("@info:shell", "(%1 line omitted)", "(%1 lines omitted)", leftOut) + u'\n');
        leftOut = 0;
    }
    const QByteArray bytes = text.toLocal8Bit();
    (void)!::write(STDOUT_FILENO, bytes.constData(), static_cast<size_t>(bytes.size()));
}

QString listenerAddresses(const BrokerListeners &listeners)
{
    QStringList result;
    if (listeners.port) {
        result.append(u"127.0.0.1:%1"_s.arg(*listeners.port));
    }
    if (!listeners.socket.isEmpty()) {
        result.append(listeners.socket);
    }
    return result.join(u", "_s);
}

int runBroker(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &err)
{
    QString facility;
    const auto known = directory.editUsers([&](BrokerUsers &users) -> std::expected<void, QString> {
        const auto id = BrokerAccounts::facilityId(command, users);
        if (!id) {
            return std::unexpected(id.error());
        }
        facility = *id;
        users.setFacility(*id);
        return {};
    });
    if (!known) {
        err << known.error() << '\n';
        return ExitStatus::notDone;
    }
    BrokerListeners listeners = {.port = command.port, .socket = command.socketPath};
    if (!listeners.port && listeners.socket.isEmpty()) {
        const auto socket = BrokerSocket::defaultPath();
        if (!socket) {
            err << socket.error() << '\n';
            return ExitStatus::notDone;
        }
        listeners.socket = *socket;
    }
    BrokerProcess broker(directory, listeners);
    const auto words = BrokerAccounts::pagerCommand(command);
    if (!words) {
        writeLogLine(words.error()); // the broker runs without the pager: the board still works
    }
    const QStringList pager = words.value_or(QStringList());
    PagerClient client(pager, facility, listeners);
    broker.addOwnUser(client.user(), client.passwordHash());
    QObject::connect(&broker, &BrokerProcess::listening, &client, &PagerClient::connectToBroker);
    QObject::connect(&broker, &BrokerProcess::removedUsersReported, &client, &PagerClient::removeMessagesOf);
    QObject::connect(&client, &PagerClient::logLineReady, &broker, &writeLogLine);
    QObject::connect(&client, &PagerClient::retainedQuotaExceeded, &broker, &BrokerProcess::suspendCredential);
    if (!pager.isEmpty()) {
        writeLogLine(i18nc("@info:shell %1: a command", "When a workstation calls, the broker runs: %1", pager.join(u' ')));
    }
    QEventLoop loop;
    for (const int number : terminationSignals() + QList<int>{SIGUSR1}) {
        KSignalHandler::self()->watchSignal(number);
    }
    QObject::connect(KSignalHandler::self(), &KSignalHandler::signalReceived, &broker, [&broker](int number) {
        if (number == SIGUSR1) {
            broker.reloadUsers();
        } else {
            broker.stop();
        }
    });
    QObject::connect(&broker, &BrokerProcess::logLineReady, &broker, &writeLogLine);
    QObject::connect(&broker, &BrokerProcess::listening, &broker, [&] {
        writeLogLine(i18nc("@info:shell %1: a facility, %2: addresses", "The message broker of %1 listens at %2", facility, listenerAddresses(listeners)));
    });
    int code = 0;
    QObject::connect(&broker, &BrokerProcess::processEnded, &loop, [&](int exitCode) {
        code = exitCode;
        loop.quit();
    });
    if (const auto begun = broker.begin(); !begun) {
        err << begun.error() << '\n';
        return ExitStatus::notDone;
    }
    loop.exec();
    return code;
}
}

int runBrokerCommand(const BrokerCommand &command, QTextStream &out, QTextStream &err)
{
    const BrokerDirectory directory(command.directory.isEmpty() ? BrokerDirectory::defaultPath() : command.directory);
    switch (command.action) {
    case BrokerCommand::Action::Run:
        return runBroker(command, directory, err);
    case BrokerCommand::Action::AddDesk:
    case BrokerCommand::Action::AddSupportAstronomer:
        return BrokerAccounts::addUser(command, directory, out, err);
    case BrokerCommand::Action::Remove:
        return BrokerAccounts::removeUser(command, directory, out, err);
    case BrokerCommand::Action::List:
        return BrokerAccounts::listUsers(command, directory, out, err);
    }
    return ExitStatus::notDone;
}
}
