// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <QJsonObject>

namespace Nightdesk
{
/// Facts about X servers as JSON for scripts. Pure.
namespace XFactsJson
{
QJsonObject of(const XServerFacts &facts);
/// Reads the JSON that of() wrote. A value that is missing or has the wrong type is treated as not known.
XServerFacts read(const QJsonObject &object);
/// {"here": ..., "there": ..., "differences": [{"fact", "screen", "name", "meaning"}]}; without another server only "here".
QJsonObject comparison(const XServerFacts &here, const XServerFacts *there);
}
}
