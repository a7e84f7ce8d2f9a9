// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/lastgoodfile.h"

#include "sessions/common/logging.h"
#include "sessions/profiles/privatefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxSize = 16 * 1024 * 1024; // base64 of what toJson() keeps, and its names
}

LastGoodFile::LastGoodFile(const QString &memory, const QString &facility)
    : m_facility(QDir::cleanPath(QFileInfo(facility).absoluteFilePath()))
{
    if (!memory.isEmpty()) {
        const QByteArray name = QCryptographicHash::hash(m_facility.toUtf8(), QCryptographicHash::Sha256).toHex().first(32);
        m_path = QDir(memory).filePath(QString::fromLatin1(name) + u".json"_s);
    }
}

LastGood LastGoodFile::read()
{
    if (m_path.isEmpty()) {
        return {};
    }
    const auto contents = PrivateFile::read(m_path, maxSize);
    if (!contents) {
        qCWarning(LogProfiles).noquote() << m_path << "is not used:" << contents.error();
        return {};
    }
    if (!*contents) {
        return {};
    }
    const std::optional<LastGood> lastGood = LastGood::fromJson(**contents, m_facility);
    if (!lastGood) {
        qCWarning(LogProfiles).noquote() << m_path << "is damaged or another version's; it is written anew";
        return {};
    }
    m_written = **contents;
    return *lastGood;
}

void LastGoodFile::write(const LastGood &lastGood)
{
    if (m_path.isEmpty()) {
        return;
    }
    const QByteArray contents = lastGood.toJson(m_facility);
    if (contents == m_written) {
        return;
    }
    // Also if it fails: a full disk is not asked again at every look, and told once.
    m_written = contents;
    if (const auto written = PrivateFile::write(m_path, contents); !written) {
        qCWarning(LogProfiles).noquote() << "what the profiles say cannot be kept in" << m_path << written.error();
    }
}

QString LastGoodFile::path() const
{
    return m_path;
}
}
