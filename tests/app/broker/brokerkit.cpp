// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/hubkit.h"

#include "sessions/broker/brokercredentialfile.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
HubKit::Hub::~Hub()
{
    process.terminate();
    process.waitForFinished();
}

QByteArray HubKit::Hub::words()
{
    return process.readAllStandardError() + seen();
}

QByteArray HubKit::Hub::seen()
{
    log += process.readAllStandardOutput();
    return log;
}

bool HubKit::isValid() const
{
    return m_directory.isValid();
}

QString HubKit::filePath(const QString &name) const
{
    return m_directory.filePath(name);
}

QProcessEnvironment HubKit::environment() const
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert(u"XDG_STATE_HOME"_s, m_directory.filePath(u"state"_s));
    result.insert(u"XDG_CONFIG_HOME"_s, m_directory.filePath(u"config"_s));
    result.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    return result;
}

HubKit::Told HubKit::run(const QStringList &words) const
{
    QProcess process;
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_directory.path());
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, QStringList{u"hub"_s} + words);
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

HubKit::Told HubKit::run(const Hub &hub, const QStringList &words) const
{
    return run(words + QStringList{u"--directory"_s, hub.directory});
}

std::unique_ptr<HubKit::Hub> HubKit::prepare(const QString &name, People people) const
{
    auto hub = std::make_unique<Hub>();
    hub->name = name;
    hub->directory = filePath(name + u" hub"_s); // paths may have blanks
    hub->port = freePort();
    const auto add = [&](const QStringList &words, const QString &who) {
        const Told told = run(*hub, words + QStringList{u"--facility"_s, u"example"_s, u"--output"_s, filePath(name + u'-' + who)});
        if (told.exitCode != 0) {
            qWarning("%s%s", told.out.constData(), told.err.constData());
        }
        return told.exitCode == 0;
    };
    bool isDone = add({u"add-sa"_s, u"ann"_s}, u"ann"_s);
    if (people == People::All) {
        isDone = isDone && add({u"add-desk"_s, u"santa-cruz/left"_s}, u"left"_s) && add({u"add-desk"_s, u"hilo/one"_s}, u"one"_s)
            && add({u"add-sa"_s, u"ben"_s}, u"ben"_s);
    }
    return isDone ? std::move(hub) : nullptr;
}

bool HubKit::begin(Hub &hub, const QStringList &more) const
{
    hub.log.clear();
    hub.process.setProcessEnvironment(environment());
    hub.process.setWorkingDirectory(m_directory.path());
    const QStringList where =
        more.contains(u"--socket"_s) || more.contains(u"--certificate"_s) ? QStringList() : QStringList{u"--port"_s, QString::number(hub.port)};
    hub.process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s,
                      QStringList{u"hub"_s, u"run"_s, u"--directory"_s, hub.directory} + where + more);
    return waitFor(
               [&] {
                   return hub.seen().contains("listens at") || hub.process.state() == QProcess::NotRunning;
               },
               60s)
        && hub.log.contains("listens at");
}

BrokerCredential HubKit::credentialOf(const Hub &hub, const QString &who) const
{
    return BrokerCredentialFile::read(filePath(hub.name + u'-' + who)).value_or(BrokerCredential());
}

QByteArray HubKit::passwordOf(const Hub &hub, const QString &who) const
{
    return credentialOf(hub, who).password.view().toByteArray();
}

std::unique_ptr<BrokerProbe> HubKit::probe(const Hub &hub, const QString &who) const
{
    BrokerSpec spec;
    spec.address = TcpPort{.host = u"127.0.0.1"_s, .port = hub.port};
    return std::make_unique<BrokerProbe>(spec, credentialOf(hub, who));
}

std::unique_ptr<QProcess> HubKit::client(const QString &program, const Hub &hub, const QString &user, const QByteArray &password, const QStringList &words)
{
    const QString home = m_directory.filePath(u"client-%1"_s.arg(++m_clients));
    QDir().mkpath(home);
    QFile options(home + u'/' + program);
    if (options.open(QIODevice::WriteOnly)) {
        options.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        options.write("-h 127.0.0.1\n-V 5\n-p " + QByteArray::number(hub.port) + '\n');
        if (!user.isEmpty()) {
            options.write("-u " + user.toUtf8() + "\n-P " + password + '\n');
        }
        options.close();
    }
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment clients = environment();
    clients.insert(u"XDG_CONFIG_HOME"_s, home);
    process->setProcessEnvironment(clients);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(program, words);
    return process;
}

std::optional<BrokerReceipt> HubKit::say(BrokerProbe &who, const QString &topic, const QByteArray &text, bool isRetained)
{
    static quint64 count = 0;
    const QString mark = QString::number(++count);
    const QString whole = topic.startsWith(u'/') ? topic.sliced(1) : u"nightdesk/1/example/"_s + topic;
    if (!who.client().publish(whole, text, {.qos = 1, .isRetained = isRetained, .expiry = {}, .mark = mark})) {
        return {};
    }
    std::optional<BrokerReceipt> receipt;
    (void)waitFor([&] {
        const auto found = std::ranges::find(who.receipts, mark, &std::pair<QString, BrokerReceipt>::first);
        if (found != who.receipts.end()) {
            receipt = found->second;
        }
        return receipt.has_value();
    });
    return receipt;
}

quint16 HubKit::freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

QByteArray HubKit::contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
}
