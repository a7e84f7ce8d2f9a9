// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/lastvalidtextsfile.h"

#include "sessions/common/logging.h"
#include "sessions/common/privatefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include <chrono>
#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxLastGoodSize = 16 * 1024 * 1024; // large enough for the texts that toJson() keeps in base64, and their names
}

LastValidTextsFile::LastValidTextsFile(const QString &storeDirectory, const QString &facility)
    : m_facilityDirectory(QDir::cleanPath(QFileInfo(facility).absoluteFilePath()))
{
    if (!storeDirectory.isEmpty()) {
        const QByteArray name = QCryptographicHash::hash(m_facilityDirectory.toUtf8(), QCryptographicHash::Sha256).toHex().first(32);
        m_filePath = QDir(storeDirectory).filePath(QString::fromLatin1(name) + u".json"_s);
    }
}

std::optional<LastValidTextsFile::Contents> LastValidTextsFile::contents()
{
    const auto bytes = PrivateFile::read(m_filePath, maxLastGoodSize);
    if (!bytes) {
        logReadError("is not used: "_L1 + bytes.error());
        return std::nullopt;
    }
    if (!*bytes) {
        return std::nullopt;
    }
    const std::optional<LastValidTexts> lastValid = LastValidTexts::fromJson(**bytes, m_facilityDirectory);
    if (!lastValid) {
        logReadError(u"is damaged or another version's; it is written again"_s);
        return std::nullopt;
    }
    m_lastReadError.clear();
    return Contents{*lastValid, **bytes};
}

// Errors are logged once, not at every read of the facility.
void LastValidTextsFile::logReadError(const QString &error)
{
    if (std::exchange(m_lastReadError, error) != error) {
        qCWarning(LogProfiles).noquote() << m_filePath << error;
    }
}

void LastValidTextsFile::logWriteError(const QString &error)
{
    if (std::exchange(m_lastWriteError, error) != error) {
        qCWarning(LogProfiles).noquote() << "what the profiles say cannot be kept in" << m_filePath << error;
    }
}

LastValidTexts LastValidTextsFile::read()
{
    const std::optional<Contents> found = m_filePath.isEmpty() ? std::nullopt : contents();
    if (!found) {
        return {};
    }
    m_lastKnownJson = found->bytes;
    m_lastFileContents = found->lastValid;
    return found->lastValid;
}

void LastValidTextsFile::write(const LastValidTexts &lastValid, const std::optional<QStringList> &existingProfileFiles)
{
    if (m_filePath.isEmpty()) {
        return;
    }
    const QByteArray given = lastValid.toJson(m_facilityDirectory);
    if (given == m_lastKnownJson) {
        return;
    }
    if (const auto prepared = PrivateFile::prepareDirectory(m_filePath); !prepared) {
        logWriteError(prepared.error());
        return;
    }
    // Two consoles of one user read, add and write: neither may lose the other's entries.
    QLockFile lock(m_filePath + u".lock"_s);
    if (!lock.tryLock(2s)) {
        if (lock.error() != QLockFile::LockFailedError) { // otherwise another console is writing
            logWriteError(u"no file can be made beside it"_s);
        }
        return;
    }
    const std::optional<Contents> found = contents();
    const LastValidTexts all = found ? lastValid.merged(found->lastValid, m_lastFileContents, existingProfileFiles) : lastValid;
    const QByteArray bytes = all.toJson(m_facilityDirectory);
    if (!found || bytes != found->bytes) {
        if (const auto written = PrivateFile::write(m_filePath, bytes); !written) {
            logWriteError(written.error());
            return;
        }
    }
    m_lastKnownJson = given; // only now: after an error, such as a full disk, the next read tries again
    m_lastWriteError.clear();
    // The stored contents, without entries that exceeded the size limit.
    m_lastFileContents = LastValidTexts::fromJson(bytes, m_facilityDirectory).value_or(LastValidTexts());
}

QString LastValidTextsFile::path() const
{
    return m_filePath;
}
}
