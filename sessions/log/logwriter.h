// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/backgroundjobs.h"
#include "sessions/log/logentry.h"
#include "sessions/log/logfiles.h"

#include <atomic>
#include <chrono>
#include <memory>

namespace Nightdesk
{
/// Takes log entries from any thread and writes them to files in its own thread, so that no caller waits for a disk. While the disk accepts nothing
/// (full, or no longer there), the latest entries are kept and writing is retried; afterwards a line says how many entries were lost. The destructor
/// waits at most one second for a disk that hangs. Owned by main().
class LogWriter
{
public:
    /// How many entries are kept while the disk accepts none.
    static constexpr std::size_t maxUnwrittenEntries = 5000;

    LogWriter(const QString &directory, const LogLimits &limits = {}, std::chrono::milliseconds retryAfter = std::chrono::seconds(5));
    ~LogWriter();
    Q_DISABLE_COPY_MOVE(LogWriter)

    void add(LogEntry entry);
    /// Entries from now on belong to this night, and are written to another file.
    void setNight(const QString &night);
    /// Waits until all entries added before are written; false if that takes longer than @p limit.
    bool flush(std::chrono::milliseconds limit);

    /// From now on messages of Qt, Nightdesk and the libraries are logged here, in addition to the previous message handler, until this object is
    /// destroyed or another one is installed.
    void install();

private:
    class SharedState;
    static std::atomic<std::shared_ptr<SharedState>> &installedWriter();
    static void handleQtMessage(QtMsgType type, const QMessageLogContext &context, const QString &text);

    std::shared_ptr<SharedState> m_sharedState; ///< shared with the thread, which may outlive this object while a disk hangs
    BackgroundJobs m_writeJobs;
};
}
