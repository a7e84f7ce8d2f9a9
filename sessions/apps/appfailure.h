// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"
#include "sessions/links/facts/linkfacts.h"

#include <variant>

namespace Nightdesk
{
/// Turns the script's last report about a display at the summit into an exit or a failure. Pure.
namespace AppFailure
{
/// How the display ended. @p finalReport: AppReport::finalReportWords(). @p host: from the profile.
std::variant<ProgramExit, Failure> exitOrFailure(const QByteArrayList &finalReport, const WindowSpec &spec, const QString &host);
/// The script's report did not arrive or is not valid. @p lastOutput: the last output of the account's shell.
Failure invalidReport(const QString &host, const QString &lastOutput);
/// The start took longer than any host should need.
Failure startTimedOut(const QString &host);
/// The program that watches the display ended for an unknown reason; the display may still run.
Failure displayConnectionLost(const QString &host);
Failure visualUnknown(const WindowSpec &spec);
}
}
