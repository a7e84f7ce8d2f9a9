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
/// A facility directory's files as bytes, and what kept any of them from being read (translated). A value: read by FacilityFiles; Draft
/// keeps one.
struct FacilityTexts {
    struct Profile {
        QString file;
        std::expected<QByteArray, QString> text;
    };
    QString directory; ///< as it was chosen
    QString canonical; ///< empty: it is not there
    QString facilityFile;
    std::expected<QByteArray, QString> facility;
    QString profilesDirectory;
    QString whyNotListed; ///< why nobody knows which profiles there are; empty: profiles has them all
    QList<Profile> profiles; ///< by name

    /// Blocks for as long as the file system does.
    static FacilityTexts read(const QString &directory);
    /// What is known of one that does not answer.
    static FacilityTexts unanswered(const QString &directory);
    std::optional<QStringList> names() const; ///< of the profiles' files; empty: nobody knows
    QStringList files() const; ///< all of them, facility.toml and the directory of the profiles first
};
}
