// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runstatement.h"

#include <QJsonObject>

#include <optional>

/// A RunStatement as JSON: this form is hashed, and stored in order to show changes later. Pure.
namespace Nightdesk::RunStatementJson
{
QJsonObject toJson(const RunStatement &statement);
/// Empty: the JSON is not a statement that this version wrote.
std::optional<RunStatement> fromJson(const QJsonValue &json);
}
