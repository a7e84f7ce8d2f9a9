// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDateTime;
class QJsonObject;

namespace Nightdesk
{
/// The board of `nightdesk status` for a terminal, from its JSON. Pure; translated.
namespace BoardText
{
/// @p now: UTC; times of other days have their date.
QString of(const QJsonObject &board, const QDateTime &now);
}
}
