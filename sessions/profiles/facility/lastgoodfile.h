// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/lastgood.h"

namespace Nightdesk
{
/// Keeps LastGood across restarts, one file for each facility. It is a cache: what cannot be read is nothing remembered, what
/// cannot be written is for the log. Blocks: for FacilityWatcher's thread. Owned by FacilityWatcherWorker.
class LastGoodFile
{
public:
    /// @p memory: the directory for such files; empty: nothing is kept. @p facility: the facility directory, as it was chosen.
    LastGoodFile(const QString &memory, const QString &facility);

    LastGood read();
    /// Writes if it differs from what was last read or given, together with what other consoles of this user wrote meanwhile.
    /// @p listed: the profiles that there are now, empty: nobody knows.
    void write(const LastGood &lastGood, const std::optional<QStringList> &listed);
    QString path() const; ///< empty: nothing is kept

private:
    struct Contents {
        LastGood lastGood;
        QByteArray bytes;
    };
    std::optional<Contents> contents() const; ///< what is there now; empty: nothing that can be used

    QString m_facility;
    QString m_path;
    QByteArray m_given; ///< what was last read or to be written
    LastGood m_base; ///< what the file had when it was last read or written
};
}
