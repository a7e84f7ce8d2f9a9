// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/background.h"
#include "sessions/links/login/returnmemory.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
/// Keeps a ReturnMemory in a file of the user's own (mode 0600): read at once, written a moment after a change, together with
/// what other consoles wrote meanwhile. On a thread of its own: a home directory may hang. What cannot be read is nothing
/// remembered, and left as it is; what cannot be written is for the log. GUI thread. Owned by Desk.
class ReturnStore : public QObject
{
    Q_OBJECT
public:
    ReturnStore(const QString &file, std::shared_ptr<ReturnMemory> memory, QObject *parent = nullptr);
    /// Writes what is not written yet, but does not wait for long.
    ~ReturnStore() override;

private:
    void save();

    const QString m_file;
    const std::shared_ptr<ReturnMemory> m_memory;
    QTimer m_pause;
    BackgroundJobs m_jobs;
};
}
