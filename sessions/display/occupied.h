// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/display/appholder.h"

namespace Nightdesk
{
/// What is said of a program that may run only once, and does so already. Translated, plain text. Pure.
namespace Occupied
{
/// "xpose runs since 18:02 UT, started from waimea (keola)."
Failure failure(const AppHolder &holder, const QDateTime &now);
/// The host does not say in time who has it.
Failure notReported(const QString &program);
/// What was watched is no more.
Failure ended(const AppHolder &holder);
/// "watching keola's, waimea"
QString watching(const AppHolder &holder);

enum class Unseen {
    Others, ///< the host shows nobody the processes of other accounts
    All, ///< nor one's own
};
/// What could not be found out before it was started.
QString unseen(Unseen what, const QString &program);
}
}
