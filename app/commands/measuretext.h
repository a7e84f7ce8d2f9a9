// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace Nightdesk
{
/// What MeasuredFigures::result() says, for people at a terminal. Pure; in the words of the Diagnostics page.
namespace MeasureText
{
/// A table and sentences for each connection, then for each desktop; ends with a line break.
QString of(const QJsonObject &result);
}
}
