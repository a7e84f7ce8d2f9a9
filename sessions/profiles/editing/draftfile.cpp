// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/draftfile.h"

#include "sessions/base/uniquefd.h"
#include "sessions/profiles/facility/textfile.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
std::unexpected<DraftFile::Refusal> saveFailure(const QString &file, int error)
{
    const bool isReadOnly = error == EACCES || error == EPERM || error == EROFS;
    return std::unexpected<DraftFile::Refusal>(DraftFile::SaveFailed{
        .reason = isReadOnly
            ? i18nc("@info %1: a file", "%1 was not saved: you may not write to its directory. Save a copy elsewhere, or ask the facility staff.", file)
            : error == ENOSPC || error == EDQUOT
            ? i18nc("@info %1: a file", "%1 was not saved: the disk is full. Free some space, then save again.", file)
            : i18nc("@info %1: a file, %2: the system's reason", "%1 was not saved: %2. The file is as it was before.", file, qt_error_string(error)),
        .isReadOnly = isReadOnly});
}

bool writeAll(int fd, const QByteArray &text)
{
    for (qsizetype done = 0; done < text.size();) {
        const ssize_t wrote = ::write(fd, text.constData() + done, static_cast<size_t>(text.size() - done));
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            return false;
        }
        done += wrote;
    }
    return true;
}
}

std::expected<DraftFile, QString> DraftFile::read(const QString &file)
{
    auto text = readTextFile(file);
    if (!text) {
        return std::unexpected(i18nc("@info %1: a file, %2: why", "%1 cannot be opened: %2.", file, text.error()));
    }
    DraftFile result;
    result.m_filePath = file;
    result.m_lastKnownText = *std::move(text);
    return result;
}

DraftFile DraftFile::newFile(const QString &file)
{
    DraftFile result;
    result.m_filePath = file;
    result.m_isNewFile = true;
    return result;
}

const QString &DraftFile::file() const
{
    return m_filePath;
}

const QByteArray &DraftFile::text() const
{
    return m_lastKnownText;
}

bool DraftFile::hasDosLineEnds() const
{
    const qsizetype ends = m_lastKnownText.count('\n');
    return ends > 0 && m_lastKnownText.count("\r\n") == ends;
}

std::optional<QByteArray> DraftFile::textChangedByOthers() const
{
    const auto now = readTextFile(m_filePath);
    return now && *now != m_lastKnownText ? std::optional(*now) : std::nullopt;
}

std::expected<DraftFile, DraftFile::Refusal> DraftFile::write(const QByteArray &text, const std::optional<QByteArray> &expected) const
{
    const QFileInfo info(m_filePath);
    const QString target = info.isSymLink() ? info.canonicalFilePath() : m_filePath;
    const QByteArray path = QFile::encodeName(target.isEmpty() ? m_filePath : target);
    struct stat statusBefore{};
    const bool isThere = ::stat(path.constData(), &statusBefore) == 0;
    if (isThere) {
        const auto now = readTextFile(m_filePath);
        if (!now) {
            return std::unexpected(SaveFailed{.reason = i18nc("@info %1: a file, %2: why", "%1 was not saved: %2.", m_filePath, now.error())});
        }
        if ((m_isNewFile || *now != m_lastKnownText) && now != expected && *now != text) {
            return std::unexpected(ChangedByOthers{*now});
        }
    }
    // The temporary file is not named *.toml, so it is not read as a profile; rename() is atomic.
    QByteArray temporary = path.first(path.lastIndexOf('/') + 1) + ".nightdesk-save-XXXXXX";
    const UniqueFd fd(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!fd.isValid()) {
        return saveFailure(m_filePath, errno);
    }
    const mode_t mode = isThere ? statusBefore.st_mode & 07777 : 0644;
    if (isThere && ::fchown(fd.get(), statusBefore.st_uid, statusBefore.st_gid) != 0) {
        // Only root can change the owner, but the group can be kept if this user belongs to it. Write permission for the directory is enough to
        // replace the file.
        static_cast<void>(::fchown(fd.get(), static_cast<uid_t>(-1), statusBefore.st_gid));
    }
    if (::fchmod(fd.get(), mode) != 0 || !writeAll(fd.get(), text) || ::fsync(fd.get()) != 0 || ::rename(temporary.constData(), path.constData()) != 0) {
        const int error = errno;
        ::unlink(temporary.constData());
        return saveFailure(m_filePath, error);
    }
    const UniqueFd directory(::open(path.first(std::max<qsizetype>(path.lastIndexOf('/'), 1)).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.isValid()) {
        ::fsync(directory.get());
    }
    DraftFile result;
    result.m_filePath = m_filePath;
    result.m_lastKnownText = text;
    return result;
}
}
