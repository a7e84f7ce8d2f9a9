// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/knownhostscopy.h"

#include "sessions/common/logging.h"
#include "sessions/profiles/privatefile.h"
#include "sessions/profiles/tomldocument.h"

#include <QCryptographicHash>
#include <QDir>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
KnownHostsCopy::KnownHostsCopy(const QString &memory)
    : m_memory(memory)
{
}

void KnownHostsCopy::keep(const QString &original, const QByteArray &contents)
{
    if (m_memory.isEmpty() || original.isEmpty() || (m_kept.contains(original) && m_kept.value(original) == contents)) {
        return;
    }
    // Also if it fails: a full disk is not asked again at every look, and told once.
    m_kept.insert(original, contents);
    if (const auto written = PrivateFile::write(pathFor(original), contents); !written) {
        qCWarning(LogProfiles).noquote() << "the known hosts of" << original << "cannot be kept in" << pathFor(original) << written.error();
    }
}

QString KnownHostsCopy::of(const QString &original) const
{
    if (m_memory.isEmpty() || original.isEmpty()) {
        return {};
    }
    // A file that others may write says nothing about hosts.
    const QString path = pathFor(original);
    const auto contents = PrivateFile::read(path, TomlDocument::maxSize);
    return contents && *contents ? path : QString();
}

QString KnownHostsCopy::pathFor(const QString &original) const
{
    const QByteArray name = QCryptographicHash::hash(original.toUtf8(), QCryptographicHash::Sha256).toHex().first(32);
    return QDir(m_memory).filePath(QString::fromLatin1(name) + u".known_hosts"_s);
}
}
