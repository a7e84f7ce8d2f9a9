// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityreader.h"

#include "sessions/profiles/facility/facilityassembler.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/textfile.h"

namespace Nightdesk
{
Facility FacilityReader::read(const QString &directory, const QString &site, const QString &account)
{
    const FacilityTexts texts = FacilityTexts::read(directory);
    return FacilityAssembler(texts, site, account, nullptr, {}).assemble(false).facility;
}

ProfileResult FacilityReader::readProfile(const QString &file, const Facility &facility, const QString &site, const QString &account)
{
    FacilityDocument document(facility.sites);
    if (!facility.directory.isEmpty()) {
        // Links and known_hosts are not part of Facility, so read the file again.
        const QString facilityFilePath = FacilityFiles::facilityFilePath(facility.directory);
        if (const auto text = readTextFile(facilityFilePath)) {
            document = FacilityDocument(*text, facilityFilePath);
        }
    }
    const auto text = readTextFile(file);
    if (!text) {
        return std::unexpected(QList<ProfileError>{{SourcePlace{file, 0, 0}, Severity::Error, text.error()}});
    }
    return ProfileReader::parse(*text, file, document, site, account).result();
}
}
