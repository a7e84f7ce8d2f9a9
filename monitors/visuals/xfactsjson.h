// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <QJsonObject>

namespace Nightdesk
{
/// What was read of X servers, for scripts. Pure.
namespace XFactsJson
{
QJsonObject of(const XServerFacts &facts);
/// The same back; what @p object does not have, or has as something else, is not known.
XServerFacts read(const QJsonObject &object);
/// {"here": ..., "there": ..., "differences": [{"fact", "screen", "name", "meaning"}]}; without another server "here" alone.
QJsonObject comparison(const XServerFacts &here, const XServerFacts *there);
}
}
