// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <expected>
#include <optional>

namespace Nightdesk
{
/// A facility directory's files as bytes, and why any of them could not be read (translated). A value: made by read(); Draft keeps one.
struct FacilityTexts {
    struct Profile {
        QString filePath; ///< path of the profile's file
        std::expected<QByteArray, QString> text; ///< contents of the file, or why it could not be read
    };
    QString directory; ///< the directory as the user chose it
    QString canonicalPath; ///< canonical path of the directory; empty: it does not exist
    QString facilityFilePath;
    std::expected<QByteArray, QString> facility; ///< contents of facility.toml, or why it could not be read
    QString profilesDirectory;
    QString listingError; ///< why the profiles could not be listed; empty: profiles is complete
    QList<Profile> profiles; ///< the profiles' files, sorted by name

    /// Reads all files of the facility. Takes as long as the file system needs: a share that does not answer blocks this function.
    static FacilityTexts read(const QString &directory);
    /// A value for a directory that does not answer: all files are missing, with an error.
    static FacilityTexts forUnresponsiveDirectory(const QString &directory);
    std::optional<QStringList> profileFileNames() const; ///< file names of the profiles; empty: unknown
    QStringList filePaths() const; ///< paths of all files, beginning with facility.toml and the directory of the profiles
};
}
