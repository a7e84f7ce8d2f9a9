// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sshserver.h"

#include "tests/support/localresources.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThread>

#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
QString findProgram(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(name, {u"/usr/sbin"_s, u"/usr/local/sbin"_s, u"/sbin"_s}) : found;
}

bool save(const QString &path, const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::Truncate)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | mode) || file.write(bytes) != bytes.size()) {
        return false;
    }
    return file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

/// The fourth field of /proc/PID/stat; the name before it may hold anything, so count from its last parenthesis.
qint64 parentOf(qint64 pid)
{
    const QByteArray stat = fileContents(u"/proc/%1/stat"_s.arg(pid));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return fields.size() > 1 ? fields[1].toLongLong() : 0;
}

/// Returns once it cannot fork any more: who is sent SIGSTOP may first go on for as long as it does not get a processor.
void stopAndWait(qint64 pid)
{
    if (::kill(static_cast<pid_t>(pid), SIGSTOP) != 0) {
        return;
    }
    for (const QDeadlineTimer deadline(10s); !deadline.hasExpired(); QThread::yieldCurrentThread()) {
        const QByteArray stat = fileContents(u"/proc/%1/stat"_s.arg(pid));
        const QByteArray state = stat.mid(stat.lastIndexOf(')') + 2, 1);
        if (state != "R" && state != "S" && state != "D") {
            return; // stopped, or gone
        }
    }
}

QList<qint64> processes()
{
    QList<qint64> result;
    const QStringList names = QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        bool isNumber = false;
        const qint64 pid = name.toLongLong(&isNumber);
        if (isNumber && pid != ::getpid()) {
            result << pid;
        }
    }
    return result;
}
}

QByteArray runQuietly(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        qWarning("%s failed: %s", qPrintable(program), process.readAllStandardError().constData());
        return {};
    }
    return process.readAllStandardOutput();
}

SshServer::SshServer()
    : m_directory(QDir::tempPath() + u"/nightdesk-sshd-XXXXXX"_s)
{
}

SshServer::~SshServer()
{
    stop();
}

void SshServer::addConfig(const QString &line)
{
    m_extra << line;
}

void SshServer::standAt(const QString &address, const std::function<QStringList(const QStringList &)> &wrap)
{
    m_address = address;
    m_wrap = wrap;
}

quint16 SshServer::port() const
{
    return m_port;
}

QString SshServer::userName() const
{
    const passwd *account = ::getpwuid(::geteuid());
    return account ? QString::fromLocal8Bit(account->pw_name) : QString();
}

QString SshServer::directory() const
{
    return m_directory.path();
}

QString SshServer::identityFile() const
{
    return m_directory.filePath(u"user_key"_s);
}

QString SshServer::knownHostsFile() const
{
    return m_directory.filePath(u"known_hosts"_s);
}

QString SshServer::hostPublicKey() const
{
    const QList<QByteArray> words = fileContents(m_directory.filePath(u"host_key.pub"_s)).simplified().split(' ');
    return words.size() > 1 ? QString::fromLatin1(words[0] + ' ' + words[1]) : QString();
}

QString SshServer::hostKeyFingerprint() const
{
    const QList<QByteArray> words = runQuietly(u"ssh-keygen"_s, {u"-l"_s, u"-f"_s, m_directory.filePath(u"host_key.pub"_s)}).split(' ');
    return words.size() > 1 ? QString::fromLatin1(words[1]) : QString();
}

QString SshServer::log() const
{
    return QString::fromUtf8(fileContents(m_directory.filePath(u"sshd.log"_s)));
}

LinkSpec SshServer::linkSpec() const
{
    LinkSpec spec;
    spec.id = u"summit"_s;
    spec.host = m_address;
    spec.port = m_port;
    spec.user = userName();
    spec.privateKeyFiles = QStringList{identityFile()};
    spec.knownHostsPath = knownHostsFile();
    return spec;
}

QString SshServer::makeKey(const QString &name, const QString &passphrase, const QString &type)
{
    const QString file = m_directory.filePath(name);
    QFile::remove(file);
    QFile::remove(file + u".pub"_s);
    // Few rounds of bcrypt: the tests are about the question, not about the strength.
    runQuietly(u"ssh-keygen"_s, {u"-q"_s, u"-t"_s, type, u"-N"_s, passphrase, u"-a"_s, u"4"_s, u"-C"_s, name, u"-f"_s, file});
    return QFile::exists(file) ? file : QString();
}

void SshServer::authorize(const QString &privateKeyFile)
{
    save(m_directory.filePath(u"authorized_keys"_s), fileContents(privateKeyFile + u".pub"_s), QIODevice::Append);
}

void SshServer::replaceHostKey()
{
    makeKey(u"host_key"_s);
}

bool SshServer::prepare()
{
    if (QFile::exists(identityFile())) {
        return true;
    }
    if (!m_directory.isValid() || makeKey(u"host_key"_s).isEmpty() || makeKey(u"user_key"_s).isEmpty()) {
        qCritical("No keys for sshd: is ssh-keygen (openssh-client) installed?");
        return false;
    }
    authorize(identityFile());
    return true;
}

bool SshServer::writeConfig()
{
    const QString directory = m_directory.path();
    QStringList lines{
        // First: sshd takes the first SetEnv only. The mark is how stop() finds programs that left their session.
        // SHLVL: bash under sshd reads the account's .bashrc unless it takes itself for an inner shell; what somebody has in
        // there (a version manager that waits a minute for its lock) is no part of a test.
        u"SetEnv NIGHTDESK_TEST_SSHD=%1 XAUTHORITY=%1/Xauthority SHLVL=1"_s.arg(directory),
    };
    lines << m_extra;
    lines << QStringList{
        u"ListenAddress "_s + m_address,
        u"Port %1"_s.arg(m_port),
        u"HostKey %1/host_key"_s.arg(directory),
        u"AuthorizedKeysFile %1/authorized_keys"_s.arg(directory),
        u"PidFile none"_s,
        u"UsePAM no"_s,
        u"StrictModes no"_s,
        u"UseDNS no"_s,
        u"PrintMotd no"_s,
        u"PrintLastLog no"_s,
        u"PermitRootLogin yes"_s,
        u"PasswordAuthentication no"_s,
        u"KbdInteractiveAuthentication no"_s,
        u"PubkeyAuthentication yes"_s,
        u"X11Forwarding yes"_s,
        u"X11UseLocalhost yes"_s,
        u"AllowTcpForwarding yes"_s,
        u"AllowStreamLocalForwarding yes"_s,
        u"Compression yes"_s,
        u"MaxStartups 200"_s,
        u"PerSourcePenalties no"_s,
        u"LogLevel VERBOSE"_s,
        u"Subsystem sftp internal-sftp"_s,
    };
    const QByteArray known = u"[%1]:%2 %3\n"_s.arg(m_address).arg(m_port).arg(hostPublicKey()).toUtf8();
    if (!QFile::exists(knownHostsFile()) && !save(knownHostsFile(), known)) {
        return false;
    }
    return save(m_directory.filePath(u"sshd_config"_s), lines.join(u'\n').toUtf8() + '\n');
}

bool SshServer::start()
{
    if (m_sshd.state() != QProcess::NotRunning) {
        return true;
    }
    if (findProgram(u"sshd"_s).isEmpty()) {
        qCritical("sshd (openssh-server) is not installed.");
        return false;
    }
    if (!prepare()) {
        return false;
    }
    if (::geteuid() == 0) {
        ::mkdir("/run/sshd", 0755); // its directory to be in while unprivileged; a machine that booted has it
    }
    const bool samePort = m_port != 0;
    for (int attempt = 0; attempt < 10; ++attempt) {
        if (!samePort) {
            m_port = m_heldPort.emplace().number();
            QFile::remove(knownHostsFile());
        }
        if (writeConfig() && launch()) {
            return true;
        }
        // Somebody else was quicker to take the port; on a restart, wait for it to become free again.
        QThread::msleep(samePort ? 200 : 0);
    }
    qCritical("sshd does not start:\n%s", qPrintable(log()));
    return false;
}

bool SshServer::launch()
{
    const QString logFile = m_directory.filePath(u"sshd.log"_s);
    const qsizetype before = fileContents(logFile).size();
    m_sshd.setStandardInputFile(QProcess::nullDevice());
    m_sshd.setStandardOutputFile(QProcess::nullDevice());
    m_sshd.setStandardErrorFile(logFile, QIODevice::Append);
    m_sshd.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that crashes leaves no server behind
    });
    // sshd executes itself again and insists on an absolute path.
    QStringList words{findProgram(u"sshd"_s), u"-D"_s, u"-e"_s, u"-f"_s, m_directory.filePath(u"sshd_config"_s)};
    if (m_wrap) {
        words = m_wrap(words);
    }
    m_sshd.start(words.first(), words.sliced(1));
    if (!m_sshd.waitForStarted(30000)) {
        return false;
    }
    const QByteArray ready = u"Server listening on %1 port %2."_s.arg(m_address).arg(m_port).toLatin1();
    QDeadlineTimer deadline(30s);
    while (!deadline.hasExpired() && m_sshd.state() == QProcess::Running) {
        if (fileContents(logFile).mid(before).contains(ready)) {
            return true;
        }
        m_sshd.waitForFinished(5);
    }
    m_sshd.kill();
    m_sshd.waitForFinished(10000);
    return false;
}

QList<qint64> SshServer::descendants() const
{
    const QList<qint64> all = processes();
    QHash<qint64, qint64> parents;
    for (const qint64 pid : all) {
        parents.insert(pid, parentOf(pid));
    }
    QList<qint64> result;
    for (const qint64 pid : all) {
        qint64 ancestor = parents.value(pid);
        for (int depth = 0; depth < 64 && ancestor > 1 && ancestor != m_sshd.processId(); ++depth) {
            ancestor = parents.value(ancestor);
        }
        if (m_sshd.processId() > 1 && ancestor == m_sshd.processId()) {
            result << pid;
        }
    }
    return result;
}

QList<qint64> SshServer::marked() const
{
    const QByteArray mark = "NIGHTDESK_TEST_SSHD=" + m_directory.path().toLocal8Bit();
    QList<qint64> result;
    const QList<qint64> all = processes();
    for (const qint64 pid : all) {
        if (fileContents(u"/proc/%1/environ"_s.arg(pid)).split('\0').contains(mark)) {
            result << pid;
        }
    }
    return result;
}

QList<qint64> SshServer::stopSessions()
{
    // A login under way forks, and a child that nobody saw would go on with the connection: look until there are no new ones.
    QList<qint64> stopped;
    for (bool isMore = true; isMore;) {
        isMore = false;
        const QList<qint64> all = descendants();
        for (const qint64 pid : all) {
            if (!stopped.contains(pid) && fileContents(u"/proc/%1/comm"_s.arg(pid)).startsWith("sshd")) {
                stopAndWait(pid);
                stopped << pid;
                isMore = true;
            }
        }
    }
    return stopped;
}

void SshServer::killSessions()
{
    const QList<qint64> stopped = stopSessions();
    for (const qint64 pid : stopped) {
        ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
}

void SshServer::freeze()
{
    if (m_sshd.processId() > 1) {
        stopAndWait(m_sshd.processId());
    }
    stopSessions();
}

void SshServer::freezeSessions()
{
    stopSessions();
}

void SshServer::thaw()
{
    const QList<qint64> all = descendants() << m_sshd.processId();
    for (const qint64 pid : all) {
        if (pid > 1 && fileContents(u"/proc/%1/comm"_s.arg(pid)).startsWith("sshd")) {
            ::kill(static_cast<pid_t>(pid), SIGCONT);
        }
    }
}

void SshServer::stop()
{
    if (m_sshd.state() == QProcess::NotRunning) {
        return;
    }
    // A login under way forks: a session that was born after the list was made would go on without its listener.
    freeze();
    const QList<qint64> children = descendants();
    m_sshd.kill();
    m_sshd.waitForFinished(10000);
    for (const qint64 pid : children) {
        ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
    // A killed program's own children may have been born in between: look until there are none.
    QDeadlineTimer deadline(5s);
    for (QList<qint64> left = marked(); !left.isEmpty() && !deadline.hasExpired(); left = marked()) {
        for (const qint64 pid : std::as_const(left)) {
            ::kill(static_cast<pid_t>(pid), SIGKILL);
        }
        QThread::msleep(5);
    }
}

bool SshServer::restart()
{
    stop();
    return start();
}
}
