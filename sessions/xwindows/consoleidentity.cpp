// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/consoleidentity.h"

#include "sessions/common/privatefile.h"
#include "sessions/xwindows/programmark.h"

#include <KLocalizedString>

#include <QCryptographicHash>
#include <QFile>
#include <QRandomGenerator>
#include <QSysInfo>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString randomHexDigits(int count)
{
    return QString::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, u'0').right(count);
}

/// The desk's name, created by the first console; two consoles at the same time end up with the same one.
std::expected<QString, QString> readOrCreateDeskName(const QString &directory, const QString &console)
{
    constexpr qsizetype enough = 64;
    const QString file = directory + u"/desk-"_s + ConsoleIdentity::machineId();
    for (int attempt = 0; attempt < 2; ++attempt) {
        const auto kept = PrivateFile::read(file, enough);
        if (!kept) {
            return std::unexpected(kept.error());
        }
        const QString desk = *kept ? QString::fromLatin1((*kept)->trimmed()) : QString();
        if (ProgramMark::isDeskName(desk)) {
            return desk;
        }
        if (*kept) { // the file is damaged: marks with the old name are forgotten
            QFile::remove(file);
        }
        const QString made = file + u'.' + console;
        if (const auto written = PrivateFile::write(made, randomHexDigits(16).toLatin1() + '\n'); !written) {
            return std::unexpected(written.error());
        }
        (void)::link(QFile::encodeName(made).constData(), QFile::encodeName(file).constData()); // another console may have created the file by now
        QFile::remove(made);
    }
    return std::unexpected(i18nc("@info a file", "%1 cannot be created.", file));
}
}

std::expected<std::shared_ptr<const ConsoleIdentity>, QString> ConsoleIdentity::claim(const QString &directory)
{
    const std::shared_ptr<ConsoleIdentity> identity(new ConsoleIdentity);
    identity->m_stateDirectory = directory;
    identity->m_consoleName = randomHexDigits(8);
    const QByteArray file = QFile::encodeName(identity->consoleLockFilePath(identity->m_consoleName));
    if (const auto prepared = PrivateFile::prepareDirectory(identity->consoleLockFilePath(identity->m_consoleName)); !prepared) {
        return std::unexpected(prepared.error());
    }
    auto desk = readOrCreateDeskName(directory, identity->m_consoleName);
    if (!desk) {
        return std::unexpected(desk.error());
    }
    identity->m_deskName = *desk;
    identity->m_lockFile.reset(::open(file.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    // Until the new file is locked, another console may mistake it for the file of an ended console. That does no harm:
    // this console has started no programs yet.
    if (!identity->m_lockFile.isValid() || ::flock(identity->m_lockFile.get(), LOCK_EX) != 0) {
        return std::unexpected(QString::fromStdString(std::generic_category().message(errno)));
    }
    struct stat state{};
    if (::fstat(identity->m_lockFile.get(), &state) != 0 || state.st_nlink == 0) {
        return std::unexpected(i18nc("@info a file", "%1 was removed.", QFile::decodeName(file)));
    }
    return identity;
}

ConsoleIdentity::~ConsoleIdentity()
{
    if (m_lockFile.isValid()) {
        ::unlink(QFile::encodeName(consoleLockFilePath(m_consoleName)).constData());
    }
}

QString ConsoleIdentity::machineId()
{
    const QByteArray id = QSysInfo::machineUniqueId();
    return QString::fromLatin1(QCryptographicHash::hash(id.isEmpty() ? QSysInfo::machineHostName().toUtf8() : id, QCryptographicHash::Sha256).toHex().first(8));
}

QString ConsoleIdentity::deskName() const
{
    return m_deskName;
}

QString ConsoleIdentity::consoleName() const
{
    return m_consoleName;
}

QString ConsoleIdentity::consoleLockFilePath(const QString &console) const
{
    return m_stateDirectory + u"/consoles/"_s + console;
}

bool ConsoleIdentity::isConsoleRunning(const QString &console) const
{
    if (console == m_consoleName || !ProgramMark::isConsoleName(console)) {
        return console == m_consoleName;
    }
    const QByteArray file = QFile::encodeName(consoleLockFilePath(console));
    const UniqueFd fd(::open(file.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!fd.isValid()) {
        return errno != ENOENT; // the console of a file that cannot be read counts as running
    }
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        return true;
    }
    ::unlink(file.constData());
    return false;
}
}
