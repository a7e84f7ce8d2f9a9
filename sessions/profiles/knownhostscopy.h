// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

namespace Nightdesk
{
/// Keeps a facility's known_hosts on this computer, for links that are opened while the share it lies on is away: without it
/// each host would be a new one. A cache like LastGoodFile's, beside it. Blocks: for FacilityWatcher's thread.
class KnownHostsCopy
{
public:
    /// @p memory: the directory for such files; empty: nothing is kept.
    explicit KnownHostsCopy(const QString &memory);

    /// What @p original says now.
    void keep(const QString &original, const QByteArray &contents);
    /// The path of what @p original said when it was last read; empty: nobody knows.
    QString of(const QString &original) const;

private:
    QString pathFor(const QString &original) const;

    QString m_memory;
    QHash<QString, QByteArray> m_kept; ///< by the original's path
};
}
