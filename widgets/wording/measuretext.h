// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace Nightdesk
{
/// Text of MeasuredFigures::result() for a terminal. Pure; uses the same terms as the Diagnostics page.
namespace MeasureText
{
/// Returns a table and sentences for each connection, then for each desktop, with a line break at the end.
QString figuresText(const QJsonObject &result);
}
}
