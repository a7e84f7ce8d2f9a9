// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokersocket.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace Nightdesk::BrokerSocket
{
using namespace Qt::StringLiterals;

namespace
{
constexpr auto fileName = "/broker"_L1;

std::expected<struct stat, QString> statusOf(const QString &directory)
{
    struct stat status{};
    if (::stat(QFile::encodeName(directory).constData(), &status) != 0) {
        return std::unexpected(i18nc("@info:shell %1: a directory, %2: the system's reason",
                                     "The directory %1 of the broker’s socket cannot be used: %2",
                                     directory,
                                     qt_error_string(errno)));
    }
    return status;
}

/// Whether another user can replace an entry of this directory. In /tmp, which anyone may write to, the sticky bit prevents that.
bool canOthersReplaceEntriesOf(const struct stat &directory)
{
    const bool isOthers = directory.st_uid != 0 && directory.st_uid != ::geteuid();
    return isOthers || ((directory.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (directory.st_mode & S_ISVTX) == 0);
}
}

std::expected<QString, QString> defaultPath()
{
    const QString service = qEnvironmentVariable("RUNTIME_DIRECTORY").section(u':', 0, 0);
    if (service.startsWith(u'/')) {
        return service + fileName;
    }
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (!runtime.startsWith(u'/')) {
        return std::unexpected(i18nc("@info:shell keep the variables and the option untranslated",
                                     "No directory for the broker’s socket: neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set. Name a socket in a "
                                     "directory of mode 0750 with --socket PATH."));
    }
    const QString directory = runtime + u"/nightdesk"_s;
    if (::mkdir(QFile::encodeName(directory).constData(), 0700) != 0 && errno != EEXIST) {
        return std::unexpected(i18nc("@info:shell %1: a directory, %2: the system's reason", "%1 cannot be created: %2", directory, qt_error_string(errno)));
    }
    return directory + fileName;
}

std::expected<void, QString> checkDirectory(const QString &socket)
{
    const QString directory = QFileInfo(QFileInfo(socket).absolutePath()).canonicalFilePath();
    const auto status = statusOf(directory);
    if (!status) {
        return std::unexpected(status.error());
    }
    if (status->st_uid != ::geteuid()) {
        return std::unexpected(i18nc("@info:shell %1: a directory; keep the option untranslated",
                                     "The directory %1 belongs to another account, which could impersonate the broker. Choose a directory of the broker’s "
                                     "own account with --socket.",
                                     directory));
    }
    if ((status->st_mode & (S_IRWXO | S_IWGRP)) != 0) {
        return std::unexpected(i18nc("@info:shell %1: a directory; keep command and option untranslated",
                                     "Other accounts can enter or change the directory %1, and could impersonate the broker. Run “chmod 750 %1”, or choose "
                                     "another directory with --socket.",
                                     directory));
    }
    for (QString above = directory; above != "/"_L1;) {
        above = QFileInfo(above).path();
        const auto aboveStatus = statusOf(above);
        if (!aboveStatus) {
            return std::unexpected(aboveStatus.error());
        }
        if (canOthersReplaceEntriesOf(*aboveStatus)) {
            return std::unexpected(i18nc("@info:shell %1, %2: directories; keep the option untranslated",
                                         "Other accounts can change the directory %1, and could replace the directory %2. Choose a socket elsewhere with "
                                         "--socket.",
                                         above,
                                         directory));
        }
    }
    return {};
}
}
