// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDateTime;
class QJsonObject;

namespace Nightdesk
{
/// Makes the terminal text of the status board for `nightdesk status` from the board's JSON. Pure; translated.
namespace BoardText
{
/// @p now: UTC; times of other days than today are written with their date.
QString statusText(const QJsonObject &board, const QDateTime &now);
}
}
