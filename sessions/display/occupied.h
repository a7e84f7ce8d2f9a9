// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/display/appholder.h"

namespace Nightdesk
{
/// Texts about a program that may run only once and is already running. Translated, plain text. Pure.
namespace Occupied
{
/// "xpose is already running: started at 18:02 UT from waimea (keola)."
Failure alreadyRunning(const AppHolder &holder, const QDateTime &now);
/// The host did not report in time whether the program already runs.
Failure hostDidNotReport(const QString &program);
/// The holder's program, which the display showed, has ended.
Failure holderProgramEnded(const AppHolder &holder);
/// "watching the program of keola, waimea"; empty: started by this desk
QString watchingText(const AppHolder &holder);

enum class HiddenProcesses {
    OfOtherAccounts, ///< the host hides processes of other accounts
    All, ///< the host hides all processes
};
/// A warning that the host hid processes, so an instance may already run.
QString hiddenProcessesWarning(HiddenProcesses what, const QString &program);
}
}
