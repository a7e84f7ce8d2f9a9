// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/viewer/viewerlook.h"

#include <QJsonObject>

/// Reads and writes the arrangement of the viewer windows as JSON for files. Values that are not valid are left out. Pure.
namespace Nightdesk::ViewerLookText
{
QJsonObject write(const ViewerLook &look);
ViewerLook read(const QJsonObject &object);
/// The part of @p look about displays of this profile, by their keys.
ViewerLook lookOfProfile(const ViewerLook &look, const QString &profileId);
/// Adds @p later to @p look; where both have a value, the value of @p later is used.
void merge(ViewerLook &look, const ViewerLook &later);
}
