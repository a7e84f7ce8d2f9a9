// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/backgroundjobs.h"
#include "sessions/links/login/connectionmemory.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
/// Stores SharedConnectionRecords in a private file of the user (mode 0600). The file is read at the start. A moment after a change it is written,
/// merged with what other consoles wrote meanwhile. A separate thread reads and writes, since a home directory may hang. A file that cannot be read
/// counts as empty and is not changed; errors when writing are logged. GUI thread. Owned by Desk.
class ConnectionRecordStore : public QObject
{
    Q_OBJECT
public:
    ConnectionRecordStore(const QString &file, std::shared_ptr<SharedConnectionRecords> memory, QObject *parent = nullptr);
    /// Writes pending changes, but waits for a short time only.
    ~ConnectionRecordStore() override;

private:
    void save();

    const QString m_filePath;
    const std::shared_ptr<SharedConnectionRecords> m_connectionRecords;
    QTimer m_saveTimer;
    BackgroundJobs m_fileJobs;
};
}
