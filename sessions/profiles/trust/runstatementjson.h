// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runstatement.h"

#include <QJsonObject>

#include <optional>

/// A RunStatement as JSON: what is hashed, and what is kept to show later what changed. Pure.
namespace Nightdesk::RunStatementJson
{
QJsonObject toJson(const RunStatement &statement);
/// Empty: that is no statement that this version wrote.
std::optional<RunStatement> fromJson(const QJsonValue &json);
}
