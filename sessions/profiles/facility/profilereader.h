// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/format/valuereader.h"

namespace Nightdesk
{
/// What became of one profile at one site. A value: ProfileReader makes it.
struct ProfileReading {
    InstrumentProfile profile; ///< whole only if there is no error among the problems
    QString id; ///< as far as it could be read, else the file's base name
    SourcePlace idPlace; ///< of the id's value; else of the file alone
    QList<ProfileError> problems; ///< in the file's order
    /// The profile's root as it is in force there: includes, defaults and overrides laid in; every key and value has the
    /// place where it was written. Texts still have their {variables}.
    TomlNode inForce;
    Variables variables; ///< as they are in force there

    bool isGood() const;
    ProfileResult result() const;
};

/// Reads one profile: once the text, then what is in force at any number of sites. Pure: bytes in, value out; any thread. Made by whoever
/// reads a profile, for that text.
class ProfileReader
{
public:
    ProfileReader(QByteArrayView text, const QString &file, const FacilityDocument &facility);

    /// @p site empty: without any site's overrides. @p account empty: {account} stays.
    ProfileReading at(const QString &site, const QString &account = {}) const;
    /// The sites to check it at: those of the facility, else those it names itself.
    QStringList sites() const;

    static ProfileReading
    parse(QByteArrayView text, const QString &file, const FacilityDocument &facility = {}, const QString &site = {}, const QString &account = {});

private:
    FacilityDocument m_facility;
    QString m_file;
    TomlNode m_root;
    QList<ProfileError> m_syntax;
    bool m_readable = true; ///< false: a newer format, or no text
};
}
