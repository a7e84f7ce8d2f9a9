// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>

namespace Nightdesk
{
/// Which version of its files a profile was connected with; equal at all desks that have the same files. A value: DeskReporter keeps one
/// per profile.
struct ProfileVersion {
    QString version; ///< the first 12 hexadecimal digits of a SHA-256 over the files; empty: they cannot be read
    QDateTime profileFilesChangedAt; ///< UTC; when the newest of the files was changed
    bool operator==(const ProfileVersion &) const = default;

    /// Reads the profile's own file and facility.toml. Blocks.
    static ProfileVersion read(const QString &file);
};

/// Reads the files on another thread, because they may be on a network share that hangs. GUI thread. Owned by DeskReporter or BoardDesktopOpener.
class ProfileVersionReader : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void requestVersion(const QString &profileId, const QString &file);

Q_SIGNALS:
    void versionRead(const QString &profileId, const Nightdesk::ProfileVersion &version);
};
}
