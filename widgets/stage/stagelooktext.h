// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stagelook.h"

#include <QJsonObject>

/// Reads and writes the arrangement of the stages as JSON for files. Values that are not valid are left out. Pure.
namespace Nightdesk::StageLookText
{
QJsonObject write(const StageLook &look);
StageLook read(const QJsonObject &object);
/// The part of @p look about displays of this profile, by their keys.
StageLook ofProfile(const StageLook &look, const QString &profileId);
/// Adds @p later to @p look; where both have a value, the value of @p later is used.
void merge(StageLook &look, const StageLook &later);
}
