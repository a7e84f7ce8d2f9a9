// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/demo/demofacility.h"

#include "sessions/base/uniquefd.h"
#include "sessions/common/logging.h"
#include "sessions/common/processguard.h"

#include <KLocalizedString>
#include <KUser>

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QLockFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTcpServer>

#include <X11/Xauth.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int endWithin = 2000; // time limit in ms for a server to end; an X server first removes its sockets

QString findProgram(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(name, {u"/usr/local/sbin"_s, u"/usr/sbin"_s, u"/sbin"_s}) : found;
}

quint16 freeTcpPort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

/// An X authority cookie for any display number.
QByteArray newXauthorityCookie()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->generate(words.begin(), words.end());
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof(words));
}

bool writeCookie(const QString &file, QByteArray cookie)
{
    const UniqueFd fd(::open(QFile::encodeName(file).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    std::FILE *out = fd.isValid() ? ::fdopen(::dup(fd.get()), "wb") : nullptr;
    if (!out) {
        return false;
    }
    std::string protocol = "MIT-MAGIC-COOKIE-1";
    Xauth entry{};
    entry.family = FamilyWild;
    entry.name = protocol.data();
    entry.name_length = static_cast<unsigned short>(protocol.size());
    entry.data = cookie.data();
    entry.data_length = static_cast<unsigned short>(cookie.size());
    const bool isWritten = XauWriteAuth(out, &entry) != 0;
    return std::fclose(out) == 0 && isWritten;
}

QString lastLine(const QByteArray &output)
{
    return QString::fromLocal8Bit(output.trimmed().split('\n').constLast()).trimmed();
}
}

DemoFacility::DemoFacility(const QString &directory, QObject *parent)
    : QObject(parent)
{
    m_settings.directory = directory.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + u"/nightdesk-demo"_s : directory;
    m_settings.user = KUser().loginName();
}

DemoFacility::~DemoFacility()
{
    for (QProcess *process : std::as_const(m_serverProcesses)) {
        process->disconnect(this);
        process->terminate();
    }
    for (QProcess *process : std::as_const(m_serverProcesses)) {
        if (process->state() != QProcess::NotRunning && !process->waitForFinished(endWithin)) {
            process->kill();
            process->waitForFinished(endWithin);
        }
    }
    if (m_directoryLock) {
        QDir(m_settings.directory).removeRecursively();
    }
}

const QString &DemoFacility::profileId()
{
    static const QString demo = u"demo"_s;
    return demo;
}

QString DemoFacility::facilityDirectory() const
{
    return m_settings.filePath(DemoFiles::facility);
}

void DemoFacility::start(const QStringList &screens)
{
    m_settings.screens = screens;
    if (!findRequiredPrograms() || !lockDirectory()) {
        return;
    }
    makeKey(DemoFiles::hostKey);
    makeKey(DemoFiles::userKey);
    startVncServer();
}

void DemoFacility::fail(const QString &text)
{
    if (!std::exchange(m_hasStartFailed, true)) {
        Q_EMIT startFailed(text);
    }
}

bool DemoFacility::findRequiredPrograms()
{
    struct RequiredProgram {
        QString name;
        QString package; ///< name of the program's package in Debian
        QString *path;
    };
    const std::array needed{
        RequiredProgram{u"sshd"_s, u"openssh-server"_s, &m_sshdPath},
        RequiredProgram{u"ssh-keygen"_s, u"openssh-client"_s, &m_keygenPath},
        RequiredProgram{u"Xvnc"_s, u"tigervnc-standalone-server"_s, &m_xvncPath},
        RequiredProgram{u"xterm"_s, u"xterm"_s, &m_settings.xtermPath},
        RequiredProgram{u"xauth"_s, u"xauth"_s, &m_settings.xauthPath},
    };
    QStringList programs;
    QStringList packages;
    for (const RequiredProgram &program : needed) {
        *program.path = findProgram(program.name);
        if (program.path->isEmpty()) {
            programs.append(program.name);
            packages.append(program.package);
        }
    }
    if (!programs.isEmpty()) {
        fail(i18nc("@info %1: names of programs, %2: names of packages; keep the command untranslated",
                   "The demo needs programs that are not installed: %1. On Debian, run “sudo apt install %2”, then try again.",
                   programs.join(u", "_s),
                   packages.join(u' ')));
    }
    return programs.isEmpty();
}

bool DemoFacility::lockDirectory()
{
    const QByteArray path = QFile::encodeName(m_settings.directory);
    const QString parent = QFileInfo(m_settings.directory).path();
    struct stat directoryStatus{};
    m_directoryLock = std::make_unique<QLockFile>(m_settings.directory + u".lock"_s);
    m_directoryLock->setStaleLockTime(std::chrono::milliseconds(0)); // the lock is stale only if its process has ended
    if (!QDir().mkpath(parent) || !m_directoryLock->tryLock()) {
        const bool isTaken = m_directoryLock->error() == QLockFile::LockFailedError;
        m_directoryLock.reset();
        fail(isTaken ? i18nc("@info", "A demo of yours is already running. Close it first.")
                     : i18nc("@info a directory", "The demo cannot write to %1.", parent));
        return false;
    }
    QDir(m_settings.directory).removeRecursively(); // removes files that a killed demo left
    // The directory is private from the start, because a key in it allows a login as this user.
    if (::mkdir(path.constData(), 0700) != 0 || ::lstat(path.constData(), &directoryStatus) != 0 || directoryStatus.st_uid != ::geteuid()
        || !QDir().mkpath(facilityDirectory() + u"/profiles"_s)) {
        fail(i18nc("@info a directory", "The demo cannot write to %1.", m_settings.directory));
        return false;
    }
    if (QFile::encodeName(m_settings.filePath(DemoFiles::desktopSocket)).size() >= qsizetype(sizeof(sockaddr_un::sun_path))) {
        fail(i18nc("@info a directory", "The path %1 is too long for the demo’s sockets. Set XDG_RUNTIME_DIR to a shorter one.", m_settings.directory));
        return false;
    }
    return true;
}

QProcess *DemoFacility::startProcess(const QString &program, const QStringList &arguments)
{
    auto *process = new QProcess(this);
    process->setStandardInputFile(QProcess::nullDevice());
    process->setWorkingDirectory(m_settings.directory);
    process->setChildProcessModifier([parent = ::getpid()] {
        (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) { // the parent ended before prctl()
            ::_exit(1);
        }
        ProcessGuard::restoreCoreFileLimit();
        (void)std::signal(SIGPIPE, SIG_DFL);
    });
    connect(process, &QProcess::errorOccurred, this, [this, program, process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            fail(i18nc("@info %1: a program, %2: the system's reason", "The demo cannot run %1: %2", program, process->errorString()));
        }
    });
    process->start(program, arguments);
    return process;
}

void DemoFacility::makeKey(QStringView name)
{
    QProcess *keygen =
        startProcess(m_keygenPath, {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, QString(), u"-C"_s, u"Nightdesk demo"_s, u"-f"_s, m_settings.filePath(name)});
    connect(keygen, &QProcess::finished, this, [this, keygen](int code) {
        keygen->deleteLater();
        if (code == 0) {
            handleSshPrerequisiteReady();
        } else {
            fail(i18nc("@info what ssh-keygen said", "The demo cannot make a key for its ssh server: %1", lastLine(keygen->readAllStandardError())));
        }
    });
}

void DemoFacility::startVncServer()
{
    const QString authority = m_settings.filePath(DemoFiles::authority);
    if (!writeCookie(authority, newXauthorityCookie())) {
        fail(i18nc("@info a directory", "The demo cannot write to %1.", m_settings.directory));
        return;
    }
    const QString options = u"-displayfd 1 -geometry 1280x800 -depth 24 -rfbunixmode 0600 -rfbport -1 -SecurityTypes None -AlwaysShared -nolisten tcp"_s;
    const QStringList paths{u"-rfbunixpath"_s, m_settings.filePath(DemoFiles::desktopSocket), u"-auth"_s, authority};
    m_vncServerProcess = startProcess(m_xvncPath, options.split(u' ') + paths + QStringList{u"-desktop"_s, i18nc("name of a desktop", "Demo observatory")});
    m_serverProcesses.append(m_vncServerProcess);
    connect(m_vncServerProcess, &QProcess::readyReadStandardOutput, this, &DemoFacility::readVncServerOutput);
    connect(m_vncServerProcess, &QProcess::finished, this, [this] {
        fail(i18nc("@info the server's last output", "The VNC server of the demo ended: %1", lastLine(m_vncServerProcess->readAllStandardError())));
    });
}

void DemoFacility::readVncServerOutput()
{
    if (!m_displayName.isEmpty() || !m_vncServerProcess->canReadLine()) {
        return;
    }
    m_displayName = u':' + QString::fromLatin1(m_vncServerProcess->readLine().trimmed());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"DISPLAY"_s, m_displayName);
    environment.insert(u"XAUTHORITY"_s, m_settings.filePath(DemoFiles::authority));
    environment.remove(u"WAYLAND_DISPLAY"_s);
    const auto show = [&](const QStringList &command, const QStringList &more) {
        auto *program = new QProcess(this);
        program->setProcessEnvironment(environment);
        program->setStandardInputFile(QProcess::nullDevice());
        program->setStandardOutputFile(QProcess::nullDevice());
        program->setStandardErrorFile(QProcess::nullDevice());
        program->setWorkingDirectory(QDir::homePath());
        program->start(command.constFirst(), more + command.mid(1));
        m_serverProcesses.append(program);
    };
    show(DemoFiles::shellCommand(m_settings), {u"-geometry"_s, u"80x24+20+20"_s});
    show(DemoFiles::logCommand(m_settings), {u"-geometry"_s, u"60x16+20-20"_s});
    handleSshPrerequisiteReady();
}

void DemoFacility::handleSshPrerequisiteReady()
{
    if (--m_pendingPrerequisiteCount == 0 && !m_hasStartFailed) {
        startSshServer();
    }
}

void DemoFacility::writeFile(QStringView name, const QByteArray &contents)
{
    QSaveFile file(m_settings.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size() || !file.commit()) {
        m_writeError = file.errorString();
    }
}

void DemoFacility::startSshServer()
{
    m_settings.sshPort = freeTcpPort();
    QFile key(m_settings.filePath(u"host.pub"));
    const QByteArray hostKey = key.open(QIODevice::ReadOnly) ? key.readAll() : QByteArray();
    writeFile(u"sshd_config", DemoFiles::sshdConfig(m_settings));
    writeFile(u"facility/known_hosts", DemoFiles::knownHosts(m_settings, hostKey));
    writeFile(u"facility/facility.toml", DemoFiles::facilityToml(m_settings));
    writeFile(u"facility/profiles/demo.toml", DemoFiles::profileToml(m_settings));
    if (!m_writeError.isEmpty()) {
        fail(i18nc("@info %1: a directory, %2: the system's reason", "The demo cannot write to %1: %2", m_settings.directory, m_writeError));
        return;
    }
    if (::geteuid() == 0) {
        // When run as root, sshd needs this directory, and only the system's service creates it.
        QDir().mkpath(u"/run/sshd"_s);
    }
    m_sshdProcess = startProcess(m_sshdPath, {u"-D"_s, u"-e"_s, u"-f"_s, m_settings.filePath(u"sshd_config")});
    m_serverProcesses.append(m_sshdProcess);
    connect(m_sshdProcess, &QProcess::readyReadStandardError, this, &DemoFacility::readSshServerOutput);
    connect(m_sshdProcess, &QProcess::finished, this, [this] {
        fail(i18nc("@info the server's last output", "The ssh server of the demo ended: %1", lastLine(m_sshdOutput)));
    });
}

void DemoFacility::readSshServerOutput()
{
    m_sshdOutput += m_sshdProcess->readAllStandardError();
    m_sshdOutput = m_sshdOutput.right(4096);
    const QByteArray listening = "Server listening on 127.0.0.1 port " + QByteArray::number(m_settings.sshPort);
    if (!m_isFacilityReady && m_sshdOutput.contains(listening)) {
        m_isFacilityReady = true;
        qCInfo(LogUi, "the demo observatory runs in %s", qUtf8Printable(m_settings.directory));
        Q_EMIT facilityReady();
    }
}
}
