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
/// Keeps SharedConnectionRecords in a private file of the user (mode 0600): read at the start, written a moment after a change, merged with what
/// other consoles wrote meanwhile. On a separate thread: a home directory may hang. A file that cannot be read is left unchanged and counts as empty;
/// errors when writing are logged. GUI thread. Owned by Desk.
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
