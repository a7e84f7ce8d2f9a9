// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// What the main window says about a facility that is not as wished. Translated plain text; pure.
namespace FacilityWording
{
/// The first few errors, a line each, and how many more there are: a facility that is wrong all over must not push
/// everything else out of the window.
QString firstMistakes(const QList<ProfileError> &problems);
/// What stands under the list of instruments: that no site is chosen, then the first errors; empty: nothing to say.
QString notice(const Facility &facility, const QString &site);
QString unknownSite(const Facility &facility, const QString &site);
/// Why @p profileId cannot be connected: it has errors, or is not there.
QString noSuchProfile(const Facility &facility, const QString &profileId);
/// A last good form was to be connected, but the profile has a new good one.
QString wasMended(const Facility &facility, const QString &profileId);
/// Nobody could say what the profile would run.
QString unjudged(const QString &profileId);
/// @p instrument was chosen from the list of another facility than that in @p directory, which is still being read.
QString otherFacility(const QString &directory, const QString &instrument);
QString noFacility(const QString &profileId);
}
}
