// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xcompare.h"
#include "monitors/xtraffic/xpredictiongrid.h"

#include <QJsonObject>

namespace Nightdesk
{
/// The content of XTraceText as JSON, for scripts; see docs/developer/design/xtrace.md. Pure; texts of advice are translated, names are not.
namespace XTraceJson
{
QJsonObject summary(const XTrace &trace, bool withPredictionGrid);
QJsonObject comparison(const XTrace &a, const XTrace &b);
}
}
