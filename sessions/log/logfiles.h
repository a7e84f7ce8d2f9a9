// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/units.h"

#include <QByteArrayView>
#include <QString>

#include <expected>
#include <system_error>

namespace Nightdesk
{
/// Size limits for one log file and for all log files of one user's consoles together.
struct LogLimits {
    Bytes maxFileSize{10 * 1024 * 1024};
    Bytes maxTotalSize{50 * 1024 * 1024};
};

/// The log files of one running console, in a private directory that it shares with the user's other consoles. Each console writes its own files,
/// locked while it runs: "nightdesk-2026-11-20-PID.log", then "-2" and so on. Together they stay below the limit: the oldest files that no running
/// console writes are deleted first. Blocks on the disk; one thread. Owned by LogWriter.
class LogFiles
{
public:
    explicit LogFiles(const QString &directory, const LogLimits &limits = {});

    /// From now on lines are written to files with this name (letters, digits, hyphens: the night's date).
    void setNightName(const QString &nightName);
    /// Appends whole lines: either all, or none if there is an error. The error comes from the system (no space left,
    /// no such directory, permission denied). The next call tries again to write.
    std::expected<void, std::error_code> append(QByteArrayView lines);
    /// The file being written; empty: none.
    QString currentFilePath() const;

private:
    std::expected<void, std::error_code> openNextFile();
    void removeOldFiles(qint64 bytesToReserve);

    const QString m_directoryPath;
    const LogLimits m_sizeLimits;
    QString m_nightName;
    UniqueFd m_directoryFd;
    UniqueFd m_currentFileFd;
    QString m_currentFileName;
    qint64 m_currentFileSize = 0;
};
}
