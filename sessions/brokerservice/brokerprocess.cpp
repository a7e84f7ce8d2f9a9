// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerprocess.h"

#include "sessions/brokerservice/brokersocket.h"
#include "sessions/common/libexecfile.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr std::chrono::seconds endLimit(5);
constexpr qsizetype fewWords = 5;
constexpr qsizetype longestLine = 4096;

QString currentAccountName()
{
    const passwd *entry = ::getpwuid(::geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(::geteuid());
}

/// Whether @p path can be written into mosquitto's configuration, which allows no control characters.
bool canBeWrittenToConfig(const QString &path)
{
    return std::ranges::none_of(path, [](QChar c) {
        return c.unicode() < 0x20 || c.unicode() == 0x7f;
    });
}

/// Path of the plugin that limits names and subscriptions; empty: not installed, or the configuration cannot contain
/// its path.
QString limitsPluginPath()
{
    const QString path = libexecFile(u"nightdesk-broker-limits.so"_s);
    return canBeWrittenToConfig(path) ? path : QString();
}

/// Tries to listen on @p port and returns the errno; 0: the port is free.
int listenError(quint16 port)
{
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    (void)::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return fd.isValid() && ::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? 0 : errno;
}

/// Whether a process listens on the Unix socket @p path.
bool isListenedTo(const QString &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    std::memcpy(address.sun_path, name.constData(), std::min<size_t>(static_cast<size_t>(name.size()), sizeof address.sun_path - 1));
    const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    return ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 || errno == EAGAIN || errno == EACCES;
}
}

BrokerProcess::BrokerProcess(const BrokerDirectory &directory, const BrokerListeners &listeners, QObject *parent)
    : QObject(parent)
    , m_directory(directory)
    , m_listeners(listeners)
{
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setInterval(endLimit);
    connect(&m_stopTimer, &QTimer::timeout, &m_process, &QProcess::kill);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(&m_process, &QProcess::readyRead, this, &BrokerProcess::readBrokerOutput);
    connect(&m_process, &QProcess::finished, this, &BrokerProcess::handleProcessFinished);
}

BrokerProcess::~BrokerProcess()
{
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

QString BrokerProcess::mosquittoPath()
{
    const QString found = QStandardPaths::findExecutable(u"mosquitto"_s);
    return found.isEmpty() ? QStandardPaths::findExecutable(u"mosquitto"_s, {u"/usr/sbin"_s, u"/usr/local/sbin"_s, u"/sbin"_s}) : found;
}

void BrokerProcess::addOwnUser(const QString &user, const QString &hash)
{
    m_ownClientUser = user;
    m_ownClientPasswordHash = hash;
}

std::expected<void, QString> BrokerProcess::begin()
{
    const QString mosquitto = mosquittoPath();
    if (mosquitto.isEmpty()) {
        return std::unexpected(i18nc("@info:shell mosquitto is a program and a package",
                                     "The broker program is not installed. Install mosquitto (on Debian the package mosquitto), then run this command again."));
    }
    auto lock = m_directory.lockForRun();
    if (!lock) {
        return std::unexpected(lock.error());
    }
    m_runLock = std::move(*lock);
    if (const auto free = checkAddresses(); !free) {
        return free;
    }
    if (const auto written = writeBrokerFiles(); !written) {
        return written;
    }
    if (limitsPluginPath().isEmpty()) {
        Q_EMIT logLineReady(
            i18nc("@info:shell a file of Nightdesk’s is missing",
                  "The file nightdesk-broker-limits.so is missing: names of clients and their subscriptions are not limited. Install Nightdesk again."));
    }
    QProcessEnvironment environment;
    environment.insert(u"PATH"_s, u"/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"_s);
    environment.insert(u"LC_ALL"_s, u"C"_s); // the messages of mosquitto are parsed, so they must not be translated
    m_process.setProcessEnvironment(environment);
    m_process.setWorkingDirectory(u"/"_s);
    m_process.setChildProcessModifier([parent = ::getpid()] {
        (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) { // the parent exited meanwhile
            ::_exit(1);
        }
        // Each connected desk needs a descriptor; the usual soft limit of 1024 would allow only a thousand desks.
        rlimit descriptors{};
        if (::getrlimit(RLIMIT_NOFILE, &descriptors) == 0) {
            descriptors.rlim_cur = descriptors.rlim_max;
            (void)::setrlimit(RLIMIT_NOFILE, &descriptors);
        }
        (void)std::signal(SIGHUP, SIG_DFL);
        (void)std::signal(SIGPIPE, SIG_DFL);
    });
    m_process.start(mosquitto, {u"-c"_s, m_directory.file(BrokerConfig::configurationFile)});
    if (!m_process.waitForStarted()) {
        return std::unexpected(i18nc("@info:shell %1: a program, %2: the system's reason", "%1 cannot be run: %2", mosquitto, m_process.errorString()));
    }
    return {};
}

std::expected<void, QString> BrokerProcess::checkAddresses() const
{
    if (const int failed = m_listeners.port ? listenError(*m_listeners.port) : 0; failed != 0) {
        const QString port = QString::number(*m_listeners.port);
        return std::unexpected(failed == EADDRINUSE
                                   ? i18nc("@info:shell %1: a number; keep the option untranslated",
                                           "Port %1 of the loopback interface is in use, perhaps by another broker. Choose another port with --port.",
                                           port)
                                   : i18nc("@info:shell %1: a number, %2: the system's reason", "Port %1 cannot be used: %2", port, qt_error_string(failed)));
    }
    const QString &socket = m_listeners.socket;
    const QFileInfo there(socket);
    struct stat status{};
    if (!socket.isEmpty() && ::lstat(QFile::encodeName(socket).constData(), &status) == 0) {
        // mosquitto would delete any file at the path of its socket
        if (!S_ISSOCK(status.st_mode)) {
            return std::unexpected(i18nc("@info:shell %1: a path", "%1 already exists and is not a socket.", socket));
        }
        if (isListenedTo(socket)) {
            return std::unexpected(i18nc("@info:shell %1: a path", "Another program already listens at %1.", socket));
        }
    }
    if (!socket.isEmpty() && (QFile::encodeName(socket).size() > 107 || !there.dir().exists())) {
        return std::unexpected(
            i18nc("@info:shell %1: a path", "The socket %1 cannot be created: its directory does not exist, or the path is longer than 107 bytes.", socket));
    }
    if (!socket.isEmpty()) {
        if (const auto guarded = BrokerSocket::checkDirectory(socket); !guarded) {
            return guarded;
        }
    }
    if (socket.contains(u' ')) { // mosquitto reads a listener's path only up to the first space
        return std::unexpected(i18nc("@info:shell %1: a path", "The path “%1” contains a space: mosquitto cannot listen there.", socket));
    }
    for (const QString &path : {m_directory.path(), socket}) {
        if (!canBeWrittenToConfig(path)) {
            return std::unexpected(i18nc("@info:shell", "A path that contains line breaks or other control characters cannot be used."));
        }
    }
    return {};
}

QList<BrokerUser> BrokerProcess::allowedUsers(const BrokerUsers &users) const
{
    QList<BrokerUser> result = users.all();
    result.removeIf([this](const BrokerUser &user) {
        // A user who was suspended, then removed and added again, has a new password hash: the list does not contain this user, who is allowed again.
        return m_suspendedUsers.contains(user);
    });
    return result;
}

std::expected<void, QString> BrokerProcess::writeBrokerFiles()
{
    const auto users = m_directory.users();
    if (!users) {
        return std::unexpected(users.error());
    }
    const QList<BrokerUser> all = allowedUsers(*users);
    const auto isAmong = [](const QList<BrokerUser> &list, const BrokerUser &user) {
        return std::ranges::any_of(list, [&user](const BrokerUser &one) {
            return one.role == user.role && one.name == user.name;
        });
    };
    for (const BrokerUser &user : std::as_const(m_authorizedUsers)) {
        if (!isAmong(all, user)) {
            m_removedUsers.append(user);
        }
    }
    m_removedUsers.removeIf([&](const BrokerUser &user) {
        return isAmong(all, user);
    });
    for (const BrokerUser &user : all) {
        if (!isAmong(m_authorizedUsers, user)) {
            m_clientQuota.forgetUser(user.user()); // clients from before the user's new password do not count
        }
    }
    m_authorizedUsers = all;
    QByteArray passwords = BrokerConfig::passwords(all);
    QByteArray access = BrokerConfig::accessList(users->facility(), all);
    if (!m_ownClientUser.isEmpty()) {
        passwords += m_ownClientUser.toUtf8() + ':' + m_ownClientPasswordHash.toUtf8() + '\n';
        access += BrokerConfig::ownClientAccessList(users->facility(), m_ownClientUser, m_removedUsers);
    }
    if (const auto written = m_directory.write(BrokerConfig::passwordFile, passwords); !written) {
        return written;
    }
    if (const auto written = m_directory.write(BrokerConfig::accessFile, access); !written) {
        return written;
    }
    return m_directory.write(BrokerConfig::configurationFile,
                             BrokerConfig::configuration(m_directory.path(), m_listeners, currentAccountName(), limitsPluginPath()));
}

void BrokerProcess::reloadUsers()
{
    if (const auto written = writeBrokerFiles(); !written) {
        Q_EMIT logLineReady(written.error()); // mosquitto continues with its present files
        return;
    }
    // Until mosquitto listens, it does not handle SIGHUP, which would end it. It may have read its files already.
    m_isReloadDue = !m_isListening;
    if (m_isListening) {
        makeBrokerReload();
    }
}

void BrokerProcess::makeBrokerReload()
{
    if (m_process.state() == QProcess::Running) {
        (void)::kill(static_cast<pid_t>(m_process.processId()), SIGHUP);
    }
}

void BrokerProcess::suspendCredential(const QString &user)
{
    suspendUser(user,
                i18nc("@info:shell %1: a workstation or support astronomer, as in “desk hilo/one”; keep the command untranslated",
                      "%1 is suspended: it left more at the broker than others can spare. To allow it again, remove it with “nightdesk broker "
                      "remove”, and add it.",
                      BrokerLog::readableUserName(user)));
}

void BrokerProcess::suspendForTooManyClients(const QString &user)
{
    suspendUser(user,
                i18nc("@info:shell %1: a workstation or support astronomer, as in “desk hilo/one”; %2: a number; keep the command untranslated",
                      "%1 is suspended: it has more than %2 clients at the broker. To allow it again, remove it with “nightdesk broker remove”, "
                      "and add it.",
                      BrokerLog::readableUserName(user),
                      QString::number(ClientQuota::maxClientsPerCredential)));
}

/// Messages and log lines already on their way when the user was suspended are ignored.
void BrokerProcess::suspendUser(const QString &user, const QString &why)
{
    const auto found = std::ranges::find(m_authorizedUsers, user, &BrokerUser::user);
    if (found == m_authorizedUsers.end()) {
        return;
    }
    m_suspendedUsers.append(*found);
    Q_EMIT logLineReady(why);
    reloadUsers();
}

void BrokerProcess::stop()
{
    m_isStopping = true;
    m_process.terminate();
    m_stopTimer.start();
}

void BrokerProcess::readBrokerOutput()
{
    bool isReloading = false;
    m_partialLine += m_process.readAll();
    for (qsizetype end = m_partialLine.indexOf('\n'); end >= 0 || m_partialLine.size() > longestLine; end = m_partialLine.indexOf('\n')) {
        const QByteArray line = m_partialLine.first(end >= 0 ? end : longestLine);
        m_partialLine.remove(0, end >= 0 ? end + 1 : longestLine);
        // Mosquitto reloads its files before it handles further messages.
        isReloading |= line.contains("Reloading config");
        const auto text = m_brokerLog.line(line);
        const auto crowd = m_clientQuota.userOverQuotaAfterLine(line, ClientQuota::Clock::now());
        if (crowd) {
            suspendForTooManyClients(*crowd);
        }
        if (!text) {
            continue;
        }
        m_lastOutputLines.append(*text);
        if (m_lastOutputLines.size() > fewWords) {
            m_lastOutputLines.removeFirst();
        }
        Q_EMIT logLineReady(*text);
        if (!m_isListening && line.contains(" running")) {
            m_isListening = true;
            if (std::exchange(m_isReloadDue, false)) {
                makeBrokerReload();
            }
            Q_EMIT listening();
        }
    }
    if (isReloading && !m_removedUsers.isEmpty()) {
        Q_EMIT removedUsersReported(m_removedUsers);
    }
}

void BrokerProcess::handleProcessFinished()
{
    m_stopTimer.stop();
    readBrokerOutput();
    if (m_isStopping) {
        Q_EMIT processEnded(0);
        return;
    }
    Q_EMIT logLineReady(m_process.exitStatus() == QProcess::CrashExit
                            ? i18nc("@info:shell %1: a signal's number", "The message broker was killed by signal %1.", QString::number(m_process.exitCode()))
                            : i18nc("@info:shell %1: a number", "The message broker ended with exit code %1.", QString::number(m_process.exitCode())));
    if (!m_lastOutputLines.isEmpty()) {
        Q_EMIT logLineReady(i18nc("@info:shell %1: a line of a log", "Last output: %1", m_lastOutputLines.constLast()));
    }
    Q_EMIT processEnded(1);
}
}
