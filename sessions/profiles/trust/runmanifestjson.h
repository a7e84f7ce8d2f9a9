// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runmanifest.h"

#include <QJsonObject>

#include <optional>

/// A RunManifest as JSON: this form is hashed, and stored in order to show changes later. Pure.
namespace Nightdesk::RunManifestJson
{
QJsonObject toJson(const RunManifest &manifest);
/// Empty: the JSON is not a manifest that this version wrote.
std::optional<RunManifest> fromJson(const QJsonValue &json);
}
