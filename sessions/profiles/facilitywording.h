// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// Messages of the main window about problems with a facility. Translated plain text; pure.
namespace FacilityWording
{
/// The first few errors, one per line, and the number of the others: a facility full of errors must not push everything else out of the window.
QString firstMistakes(const QList<ProfileError> &problems);
/// The text below the list of instruments: that no site is chosen, then the first errors; empty: no message.
QString notice(const Facility &facility, const QString &site);
QString unknownSite(const Facility &facility, const QString &site);
/// Why @p profileId cannot be connected: it has errors, or does not exist.
QString noSuchProfile(const Facility &facility, const QString &profileId);
/// The user requested the last valid version, but the profile is valid again by now.
QString wasCorrected(const Facility &facility, const QString &profileId);
/// Says that Nightdesk could not determine what the profile would run.
QString unjudged(const QString &profileId);
/// Says that @p instrument was chosen from the list of another facility than the one in @p directory, which is still
/// being read.
QString otherFacility(const QString &directory, const QString &instrument);
QString noFacility(const QString &profileId);
}
}
