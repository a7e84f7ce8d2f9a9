// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/format/valuereader.h"

namespace Nightdesk
{
/// The result of reading one profile at one site. A value: ProfileReader makes it.
struct ParsedProfile {
    InstrumentProfile profile; ///< complete only if the problems contain no error
    QString id; ///< the profile's id if it could be read, otherwise the file's base name
    SourcePlace idPlace; ///< place of the id's value; if there is none, the file without a line
    QList<ProfileError> problems; ///< errors and warnings, in the order of the file
    /// The profile's effective root table: includes, defaults and overrides merged; every key and value has the place where it was written. Strings
    /// still contain their {variables}.
    TomlNode effectiveTable;
    Variables variables; ///< the variables with the values that apply at the site

    bool hasNoErrors() const;
};

/// Reads one profile: the text once, then the effective values at any number of sites. Pure: bytes in, value out; any thread. Made for each text of a
/// profile.
class ProfileReader
{
public:
    ProfileReader(QByteArrayView text, const QString &file, const FacilityDocument &facility);

    /// Reads the profile at one site. @p site empty: without site overrides. @p account empty: {account} is not
    /// replaced.
    ParsedProfile parsedAtSite(const QString &site, const QString &account = {}) const;
    /// The sites to check the profile at: the facility's sites, otherwise the sites that the profile names.
    QStringList sites() const;

    static ParsedProfile
    parse(QByteArrayView text, const QString &file, const FacilityDocument &facility = {}, const QString &site = {}, const QString &account = {});

private:
    FacilityDocument m_facilityDocument;
    QString m_profileFile;
    TomlNode m_rootTable;
    QList<ProfileError> m_syntaxErrors;
    bool m_isValidToml = true; ///< false: the file has a newer format, or is not valid TOML
};
}
