// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/broker/brokerkit.h"

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
BrokerKit::Broker::~Broker()
{
    process.terminate();
    process.waitForFinished();
}

QByteArray BrokerKit::Broker::words()
{
    return process.readAllStandardError() + seen();
}

QByteArray BrokerKit::Broker::seen()
{
    log += process.readAllStandardOutput();
    return log;
}

bool BrokerKit::isValid() const
{
    return m_directory.isValid();
}

QString BrokerKit::filePath(const QString &name) const
{
    return m_directory.filePath(name);
}

QProcessEnvironment BrokerKit::environment() const
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert(u"XDG_STATE_HOME"_s, m_directory.filePath(u"state"_s));
    result.insert(u"XDG_CONFIG_HOME"_s, m_directory.filePath(u"config"_s));
    result.insert(u"XDG_RUNTIME_DIR"_s, m_directory.path());
    result.remove(u"RUNTIME_DIRECTORY"_s);
    result.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    return result;
}

BrokerKit::Told BrokerKit::run(const QStringList &words, const QStringList &withoutVariables) const
{
    QProcess process;
    QProcessEnvironment variables = environment();
    for (const QString &variable : withoutVariables) {
        variables.remove(variable);
    }
    process.setProcessEnvironment(variables);
    process.setWorkingDirectory(m_directory.path());
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, QStringList{u"broker"_s} + words);
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

BrokerKit::Told BrokerKit::run(const Broker &broker, const QStringList &words, const QStringList &withoutVariables) const
{
    return run(words + QStringList{u"--directory"_s, broker.directory}, withoutVariables);
}

std::unique_ptr<BrokerKit::Broker> BrokerKit::prepare(const QString &name, People people) const
{
    auto broker = std::make_unique<Broker>();
    broker->name = name;
    broker->directory = filePath(name + u" broker"_s); // paths may have blanks
    broker->port = broker->heldPort.emplace().number();
    const auto add = [&](const QStringList &words, const QString &who) {
        const Told told = run(*broker, words + QStringList{u"--facility"_s, u"example"_s, u"--output"_s, filePath(name + u'-' + who)});
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
    return isDone ? std::move(broker) : nullptr;
}

bool BrokerKit::begin(Broker &broker, const QStringList &more) const
{
    QProcessEnvironment variables = environment();
    if (!broker.runtimeDirectory.isEmpty()) {
        variables.insert(u"RUNTIME_DIRECTORY"_s, broker.runtimeDirectory);
    }
    broker.process.setProcessEnvironment(variables);
    broker.process.setWorkingDirectory(m_directory.path());
    const bool hasPort = !more.contains(u"--socket"_s) && broker.port != 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
        broker.log.clear();
        const QStringList where = hasPort ? QStringList{u"--port"_s, QString::number(broker.port)} : QStringList();
        broker.process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s,
                             QStringList{u"broker"_s, u"run"_s, u"--directory"_s, broker.directory} + where + more);
        if (WAIT_FOR(broker.seen().contains("listens at") || broker.process.state() == QProcess::NotRunning, 60s) && broker.seen().contains("listens at")) {
            return true;
        }
        broker.log += broker.process.readAllStandardError();
        if (!hasPort || broker.process.state() != QProcess::NotRunning || !broker.log.contains("in use")) {
            return false;
        }
        broker.port = freePort(); // somebody else was quicker to take it
    }
    return false;
}

BrokerCredential BrokerKit::credentialOf(const Broker &broker, const QString &who) const
{
    return BrokerCredentialFile::read(filePath(broker.name + u'-' + who)).value_or(BrokerCredential());
}

QByteArray BrokerKit::passwordOf(const Broker &broker, const QString &who) const
{
    return credentialOf(broker, who).password.view().toByteArray();
}

std::unique_ptr<BrokerProbe> BrokerKit::probe(const Broker &broker, const QString &who) const
{
    BrokerSpec spec;
    spec.address = TcpAddress{.host = u"127.0.0.1"_s, .port = broker.port};
    return std::make_unique<BrokerProbe>(spec, credentialOf(broker, who));
}

std::unique_ptr<QProcess>
BrokerKit::client(const QString &program, const Broker &broker, const QString &user, const QByteArray &password, const QStringList &words)
{
    const QString home = m_directory.filePath(u"client-%1"_s.arg(++m_clients));
    QDir().mkpath(home);
    QFile options(home + u'/' + program);
    if (options.open(QIODevice::WriteOnly)) {
        options.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        options.write("-h 127.0.0.1\n-V 5\n-p " + QByteArray::number(broker.port) + '\n');
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

std::optional<BrokerDeliveryResult> BrokerKit::say(BrokerProbe &who, const QString &topic, const QByteArray &text, bool isRetained)
{
    static quint64 count = 0;
    const QString mark = QString::number(++count);
    const QString whole = topic.startsWith(u'/') ? topic.sliced(1) : u"nightdesk/1/example/"_s + topic;
    if (!who.client().publish(whole, text, {.qos = 1, .shouldRetain = isRetained, .expiry = {}, .receiptId = mark})) {
        return {};
    }
    std::optional<BrokerDeliveryResult> receipt;
    (void)waitFor([&] {
        const auto found = std::ranges::find(who.receipts, mark, &std::pair<QString, BrokerDeliveryResult>::first);
        if (found != who.receipts.end()) {
            receipt = found->second;
        }
        return receipt.has_value();
    });
    return receipt;
}

quint16 BrokerKit::freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

QByteArray BrokerKit::contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
}
