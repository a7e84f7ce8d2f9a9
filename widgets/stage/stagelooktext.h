// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stagelook.h"

#include <QJsonObject>

/// How the stages are arranged, as files have it. What cannot be understood is left out. Pure.
namespace Nightdesk::StageLookText
{
QJsonObject write(const StageLook &look);
StageLook read(const QJsonObject &object);
/// What of it is about displays of this profile, by their keys.
StageLook ofProfile(const StageLook &look, const QString &profileId);
/// @p later says otherwise where both say something.
void merge(StageLook &look, const StageLook &later);
}
