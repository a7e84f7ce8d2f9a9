// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testbroker.h"

#include "sessions/brokerservice/brokerconfig.h"
#include "tests/support/files.h"
#include "tests/support/sshserver.h" // runQuietly()

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QThread>

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
QString findProgram(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(name, {u"/usr/sbin"_s, u"/usr/local/sbin"_s}) : found;
}

bool save(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    constexpr auto ours = QFile::ReadOwner | QFile::WriteOwner;
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate, ours) && file.setPermissions(ours) && file.write(bytes) == bytes.size();
}

QString newPassword()
{
    return QString::number(QRandomGenerator::global()->generate64(), 36) + QString::number(QRandomGenerator::global()->generate64(), 36);
}
}

TestBroker::TestBroker(Entrance entrance, const QString &facility)
    : m_directory(QDir::tempPath() + u"/nightdesk-broker-XXXXXX"_s)
    , m_entrance(entrance)
    , m_facility(facility)
{
}

TestBroker::~TestBroker()
{
    kill();
}

BrokerCredential TestBroker::add(BrokerRole role, const QString &name)
{
    m_known << BrokerCredential{m_facility, role, name, Secret::fromText(newPassword())};
    return m_known.last();
}

BrokerCredential TestBroker::addDesk(const QString &name)
{
    return add(BrokerRole::Desk, name);
}

BrokerCredential TestBroker::addSa(const QString &name)
{
    return add(BrokerRole::SupportAstronomer, name);
}

QString TestBroker::addOther(const QString &user, const QStringList &rights)
{
    m_others << Other{user, newPassword(), rights};
    return m_others.last().password;
}

void TestBroker::withhold(const QString &end)
{
    m_withheld << end;
}

void TestBroker::addConfig(const QString &line)
{
    m_extra << line;
}

QString TestBroker::facility() const
{
    return m_facility;
}

quint16 TestBroker::port() const
{
    return m_port;
}

QString TestBroker::socketPath() const
{
    return m_entrance == Entrance::Unix ? m_directory.filePath(u"socket"_s) : QString();
}

BrokerSpec TestBroker::spec() const
{
    BrokerSpec spec;
    spec.id = m_facility;
    if (m_entrance == Entrance::Unix) {
        spec.address = UnixSocket{socketPath()};
    } else {
        spec.address = TcpAddress{u"127.0.0.1"_s, m_port};
    }
    return spec;
}

QString TestBroker::directory() const
{
    return m_directory.path();
}

QString TestBroker::log() const
{
    return QString::fromUtf8(contents(m_directory.filePath(u"log"_s)));
}

qint64 TestBroker::processId() const
{
    return m_process.processId();
}

std::chrono::milliseconds TestBroker::cpuTime() const
{
    const QByteArray stat = contents(u"/proc/%1/stat"_s.arg(processId()));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return fields.size() > 12 ? std::chrono::milliseconds((fields[11].toLongLong() + fields[12].toLongLong()) * 1000 / ::sysconf(_SC_CLK_TCK)) : 0ms;
}

qint64 TestBroker::residentBytes() const
{
    const QList<QByteArray> fields = contents(u"/proc/%1/statm"_s.arg(processId())).split(' ');
    return fields.size() > 1 ? fields[1].toLongLong() * ::sysconf(_SC_PAGESIZE) : 0;
}

bool TestBroker::writeFiles()
{
    QStringList passwords;
    QList<BrokerUser> users;
    for (const BrokerCredential &who : std::as_const(m_known)) {
        passwords << who.user() + u':' + QString::fromUtf8(who.password.view());
        users << BrokerUser{.role = who.role, .name = who.name, .hash = {}, .addedAt = {}};
    }
    QByteArray access = BrokerConfig::accessList(m_facility, users);
    for (const QString &end : std::as_const(m_withheld)) {
        QByteArrayList lines = access.split('\n');
        lines.removeIf([ending = end.toUtf8()](const QByteArray &line) {
            return line.endsWith(ending);
        });
        access = lines.join('\n');
    }
    for (const Other &who : std::as_const(m_others)) {
        passwords << who.user + u':' + who.password;
        access += '\n' + (QStringList{u"user "_s + who.user} << who.rights).join(u'\n').toUtf8() + '\n';
    }
    const QString passwordFile = m_directory.filePath(BrokerConfig::passwordFile);
    if (!save(passwordFile, passwords.join(u'\n').toUtf8() + '\n') || !save(m_directory.filePath(BrokerConfig::accessFile), access)) {
        return false;
    }
    if (!m_known.isEmpty()) {
        // It hashes what is in the file: no password on a command line.
        runQuietly(u"mosquitto_passwd"_s, {u"-U"_s, passwordFile});
        if (contents(passwordFile).contains(m_known.first().password.view())) {
            return false;
        }
    }
    BrokerListeners listeners;
    if (m_entrance == Entrance::Unix) {
        listeners.socket = socketPath();
    } else {
        listeners.port = m_port;
    }
    // "root": else it becomes another account, which may not read the files here. Whoever is not root stays who they are.
    const QByteArray configuration = BrokerConfig::configuration(m_directory.path(), listeners, u"root"_s);
    return save(m_directory.filePath(BrokerConfig::configurationFile), configuration + (QStringList(u"log_type all"_s) << m_extra).join(u'\n').toUtf8() + '\n');
}

bool TestBroker::start()
{
    if (m_process.state() != QProcess::NotRunning) {
        return true;
    }
    if (findProgram(u"mosquitto"_s).isEmpty()) {
        qCritical("mosquitto is not installed.");
        return false;
    }
    const bool samePort = m_port != 0;
    for (int attempt = 0; attempt < 10; ++attempt) {
        if (!samePort && m_entrance != Entrance::Unix) {
            m_port = m_heldPort.emplace().number();
        }
        if (writeFiles() && launch()) {
            return true;
        }
        // Somebody else was quicker to take the port; on a restart, wait for it to become free again.
        QThread::msleep(samePort ? 200 : 0);
    }
    qCritical("mosquitto does not start:\n%s", qPrintable(log()));
    return false;
}

bool TestBroker::launch()
{
    const QString logFile = m_directory.filePath(u"log"_s);
    const qsizetype before = contents(logFile).size();
    QFile::remove(m_directory.filePath(u"socket"_s)); // a killed one leaves it
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(logFile, QIODevice::Append);
    m_process.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that crashes leaves no server behind
    });
    m_process.start(findProgram(u"mosquitto"_s), {u"-c"_s, m_directory.filePath(BrokerConfig::configurationFile)});
    if (!m_process.waitForStarted(30000)) {
        return false;
    }
    QDeadlineTimer deadline(30s);
    while (!deadline.hasExpired() && m_process.state() == QProcess::Running) {
        // "mosquitto version 2.0.21 running"; the version alone is said before it listens.
        const QList<QByteArray> lines = contents(logFile).mid(before).split('\n');
        if (std::ranges::any_of(lines, [](const QByteArray &line) {
                return line.contains("mosquitto version") && line.endsWith(" running");
            })) {
            return true;
        }
        m_process.waitForFinished(5);
    }
    kill();
    return false;
}

void TestBroker::stop()
{
    if (m_process.state() == QProcess::NotRunning) {
        return;
    }
    thaw();
    m_process.terminate();
    if (!m_process.waitForFinished(10000)) {
        kill();
    }
}

void TestBroker::kill()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(10000);
    }
}

bool TestBroker::restart()
{
    kill();
    return start();
}

void TestBroker::freeze()
{
    if (processId() > 1) {
        ::kill(static_cast<pid_t>(processId()), SIGSTOP);
    }
}

void TestBroker::thaw()
{
    if (processId() > 1) {
        ::kill(static_cast<pid_t>(processId()), SIGCONT);
    }
}
}
