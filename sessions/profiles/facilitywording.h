// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

/// Messages of the main window about problems with a facility. Translated plain text; pure.
namespace Nightdesk::FacilityWording
{
/// The first few errors, one per line, and the number of other errors. Not all are listed, since a long list would leave no room in the window.
QString firstErrors(const QList<ProfileError> &problems);
/// The text below the list of instruments. It says that no site is chosen, then lists the first errors. Empty: there is nothing to say.
QString problemNotice(const Facility &facility, const QString &site);
QString unknownSite(const Facility &facility, const QString &site);
/// Why @p profileId cannot be connected: it has errors, or does not exist.
QString unusableProfile(const Facility &facility, const QString &profileId);
/// Says that the profile was not connected: the user requested its last valid version, but by now the errors in the profile were corrected.
QString profileErrorsWereCorrected(const Facility &facility, const QString &profileId);
/// Says that Nightdesk could not determine what the profile would run.
QString trustNotDetermined(const QString &profileId);
/// Says that @p instrument was not connected: the user chose it in a list that still showed the previous facility. The new facility, in @p directory,
/// is still being read.
QString otherFacilityChosen(const QString &directory, const QString &instrument);
QString noFacilitySetUp(const QString &profileId);
}
