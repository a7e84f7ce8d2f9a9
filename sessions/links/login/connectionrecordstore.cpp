// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/connectionrecordstore.h"

#include "sessions/common/logging.h"
#include "sessions/common/privatefile.h"

#include <QLockFile>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype maxSize = 8 * 1024 * 1024;
// Time between a change and writing: the displays of one profile connect within seconds, and all their changes are
// written at once.
constexpr auto writePause = 3s;
constexpr auto endLimit = 500ms;

/// Reads the records in @p file. Empty: the file must not be overwritten, since another user or version may need it. A
/// damaged file may be overwritten.
std::optional<ConnectionRecords> readRecords(const QString &file)
{
    const auto bytes = PrivateFile::read(file, maxSize);
    if (!bytes) {
        qCWarning(LogLink).noquote() << file << "is not used:" << bytes.error();
        return std::nullopt;
    }
    if (!*bytes) {
        return ConnectionRecords();
    }
    const auto records = ConnectionRecords::fromJson(**bytes);
    if (records) {
        return *records;
    }
    if (records.error() == ConnectionRecords::UnreadableReason::OtherVersion) {
        qCWarning(LogLink).noquote() << file << "is another version's and is not used";
        return std::nullopt;
    }
    qCWarning(LogLink).noquote() << file << "is damaged; it is written again";
    return ConnectionRecords();
}

void writeChanges(const QString &file, const ConnectionRecordChanges &changes)
{
    if (const auto prepared = PrivateFile::prepareDirectory(file); !prepared) {
        qCWarning(LogLink).noquote() << "what worked cannot be kept in" << file << prepared.error();
        return;
    }
    // Two consoles of one user may read, change and write the file at the same time: neither may lose the other's
    // records.
    QLockFile lock(file + u".lock"_s);
    if (!lock.tryLock(2s)) {
        qCWarning(LogLink).noquote() << "what worked cannot be kept in" << file << "it is locked";
        return;
    }
    auto records = readRecords(file);
    if (!records) {
        return;
    }
    records->apply(changes);
    if (const auto written = PrivateFile::write(file, records->toJson()); !written) {
        qCWarning(LogLink).noquote() << "what worked cannot be kept in" << file << written.error();
    }
}
}

ConnectionRecordStore::ConnectionRecordStore(const QString &file, std::shared_ptr<SharedConnectionRecords> memory, QObject *parent)
    : QObject(parent)
    , m_filePath(file)
    , m_connectionRecords(std::move(memory))
    , m_fileJobs("returns", 1, endLimit) // 1 thread, so that jobs run in their order: the file is read before it is written
{
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(writePause);
    connect(&m_saveTimer, &QTimer::timeout, this, &ConnectionRecordStore::save);
    m_connectionRecords->setChangeHandler([this] {
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!m_saveTimer.isActive()) {
                    m_saveTimer.start();
                }
            },
            Qt::QueuedConnection);
    });
    m_connectionRecords->noteFileReadStarted();
    m_fileJobs.run([file, memory = m_connectionRecords] {
        memory->setLoadedRecords(readRecords(file).value_or(ConnectionRecords()));
    });
}

ConnectionRecordStore::~ConnectionRecordStore()
{
    m_connectionRecords->setChangeHandler({});
    save();
}

void ConnectionRecordStore::save()
{
    if (ConnectionRecordChanges changes = m_connectionRecords->takeChanges(); !changes.isEmpty()) {
        m_fileJobs.run([file = m_filePath, changes = std::move(changes)] {
            writeChanges(file, changes);
        });
    }
}
}
