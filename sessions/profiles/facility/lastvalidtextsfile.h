// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/lastvalidtexts.h"

namespace Nightdesk
{
/// Stores LastValidTexts across restarts, one file for each facility. It is a cache: a file that cannot be read counts as empty, and errors when writing
/// are logged. Blocks: for FacilityWatcher's thread. Owned by FacilityWatcherWorker.
class LastValidTextsFile
{
public:
    /// @p storeDirectory: the directory that contains the stored files; empty: nothing is stored. @p facility: the facility
    /// directory, as it was chosen.
    LastValidTextsFile(const QString &storeDirectory, const QString &facility);

    LastValidTexts read();
    /// Writes @p lastValid, merged with what other consoles of this user wrote meanwhile. Does nothing if @p lastValid equals what was last read or
    /// written. If writing fails, the next call tries again. @p existingProfileFiles: names of the profiles' files that exist now; empty: unknown.
    void write(const LastValidTexts &lastValid, const std::optional<QStringList> &existingProfileFiles);
    QString path() const; ///< path of the file; empty: nothing is stored

private:
    struct Contents {
        LastValidTexts lastValid;
        QByteArray bytes;
    };
    std::optional<Contents> contents(); ///< current contents of the file; empty: not usable
    void logReadError(const QString &error);
    void logWriteError(const QString &error);

    QString m_facilityDirectory;
    QString m_filePath;
    QByteArray m_lastKnownJson; ///< JSON of the versions that were last read or written
    QString m_lastReadError; ///< why the file could not be used when it was last read; empty: it could
    QString m_lastWriteError; ///< why the last write failed; empty: it did not fail
    LastValidTexts m_lastFileContents; ///< contents of the file when they were last read or written
};
}
