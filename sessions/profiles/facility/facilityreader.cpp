// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityreader.h"

#include "sessions/profiles/facility/facilityassembler.h"

namespace Nightdesk
{
Facility FacilityReader::read(const QString &directory, const QString &site, const QString &account)
{
    const FacilityTexts texts = FacilityTexts::read(directory);
    return FacilityAssembler(texts, site, account, nullptr, {}).assemble(false).facility;
}
}
