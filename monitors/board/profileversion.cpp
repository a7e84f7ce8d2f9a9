// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/profileversion.h"

#include "sessions/profiles/facilityfiles.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QTimeZone>

#include <mutex>
#include <thread>

namespace Nightdesk
{
namespace
{
constexpr qint64 longestFile = 4 * 1024 * 1024;
constexpr qsizetype digits = 12;
}

ProfileVersion ProfileVersion::read(const QString &file)
{
    if (file.isEmpty()) {
        return {};
    }
    QStringList files{file};
    if (const QString facility = FacilityFiles::facilityOf(file); !facility.isEmpty()) {
        files.append(FacilityFiles::facilityFile(facility));
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    ProfileVersion result;
    for (const QString &name : std::as_const(files)) {
        QFile one(name);
        if (!one.open(QIODevice::ReadOnly)) {
            return {};
        }
        const QByteArray content = one.read(longestFile);
        hash.addData(QByteArray(QByteArray::number(content.size()) + '\n'));
        hash.addData(content);
        result.changed = std::max(result.changed, QFileInfo(one).lastModified(QTimeZone::UTC));
    }
    result.version = QString::fromLatin1(hash.result().toHex().first(digits));
    return result;
}

struct ProfileVersionReader::Receiver {
    std::mutex mutex;
    ProfileVersionReader *reader; ///< null: nobody waits any more
};

ProfileVersionReader::ProfileVersionReader(QObject *parent)
    : QObject(parent)
    , m_receiver(std::make_shared<Receiver>())
{
    m_receiver->reader = this;
}

ProfileVersionReader::~ProfileVersionReader()
{
    const std::scoped_lock lock(m_receiver->mutex);
    m_receiver->reader = nullptr;
}

void ProfileVersionReader::ask(const QString &profileId, const QString &file)
{
    // Detached, for a thread that hangs in a share cannot be ended, and must not hold up the console's end.
    std::thread([receiver = m_receiver, profileId, file] {
        const ProfileVersion version = ProfileVersion::read(file);
        const std::scoped_lock lock(receiver->mutex);
        if (receiver->reader) {
            QMetaObject::invokeMethod(
                receiver->reader,
                [reader = receiver->reader, profileId, version] {
                    Q_EMIT reader->known(profileId, version);
                },
                Qt::QueuedConnection);
        }
    }).detach();
}
}
