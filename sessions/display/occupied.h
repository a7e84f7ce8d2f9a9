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
/// The failure of a display that showed a program which was started elsewhere, by its holder: that program has ended.
Failure holderProgramEnded(const AppHolder &holder);
/// "watching the program of keola, waimea"; empty: started by this desk
QString watchingText(const AppHolder &holder);

/// Whose processes the host hides from Nightdesk's account.
enum class HiddenProcessScope {
    OtherAccounts, ///< the host hides the processes of other accounts
    AllAccounts, ///< the host hides all processes, also those of this account
};
/// A warning that the host hid processes, so an instance may already run.
QString hiddenProcessesWarning(HiddenProcessScope what, const QString &program);
}
}
