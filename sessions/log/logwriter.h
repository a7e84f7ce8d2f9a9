// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/background.h"
#include "sessions/log/logfiles.h"
#include "sessions/log/logline.h"

#include <atomic>
#include <chrono>
#include <memory>

namespace Nightdesk
{
/// Takes log entries from any thread and writes them to files in a thread of its own: nobody who logs waits for a disk. While
/// the disk takes nothing (full, gone) the last entries are kept and it is tried again; then a line says how many were lost.
/// Its end waits one second at most for a disk that hangs. Owned by main().
class LogWriter
{
public:
    /// How many entries are kept for a disk that takes none.
    static constexpr std::size_t capacity = 5000;

    LogWriter(const QString &directory, const LogLimits &limits = {}, std::chrono::milliseconds retryAfter = std::chrono::seconds(5));
    ~LogWriter();
    LogWriter(const LogWriter &) = delete;
    LogWriter &operator=(const LogWriter &) = delete;

    void add(LogEntry entry);
    /// Entries from now on belong to this night: another file.
    void setNight(const QString &night);
    /// Waits until everything added before is written; false when that does not happen within @p limit.
    bool flush(std::chrono::milliseconds limit);

    /// From now on Qt's messages, ours and the libraries', come here too, beside where they went before; until this object
    /// ends or another is installed.
    void install();

private:
    class Shared;
    static std::atomic<std::shared_ptr<Shared>> &installed();
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &text);

    std::shared_ptr<Shared> m_shared; ///< the thread's too: it may be left behind in a disk that hangs
    BackgroundJobs m_thread;
};
}
