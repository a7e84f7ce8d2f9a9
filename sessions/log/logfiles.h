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
/// How much the logs of all consoles of one user may take together, and one file of them.
struct LogLimits {
    Bytes file{10 * 1024 * 1024};
    Bytes total{50 * 1024 * 1024};
};

/// The log files of one running console, in a private directory that the user's other consoles share. Each console writes
/// to files of its own, locked while it lives: "nightdesk-2026-11-20-PID.log", then "-2" and so on. What all take together
/// stays below the limit: the oldest that no living console writes to go first. Blocks on the disk; one thread. Owned by LogWriter.
class LogFiles
{
public:
    explicit LogFiles(const QString &directory, const LogLimits &limits = {});

    /// From here on lines go to files of this name (letters, digits, hyphens: the night's date).
    void setNight(const QString &night);
    /// Appends whole lines: all of them, or on an error none. The error is of the system (no space left, no such directory,
    /// permission denied); the next call tries again from the start.
    std::expected<void, std::error_code> append(QByteArrayView lines);
    /// Of the file that is being written; empty: none.
    QString currentFile() const;

private:
    std::expected<void, std::error_code> openNext();
    void sweep(qint64 wanted);

    const QString m_directory;
    const LogLimits m_limits;
    QString m_night;
    UniqueFd m_directoryFd;
    UniqueFd m_file;
    QString m_name;
    qint64 m_size = 0;
};
}
