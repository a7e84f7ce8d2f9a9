// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xtracefailure.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
Failure badCommand(const QString &what)
{
    return {.kind = FailureKind::Refused,
            .what = what,
            .advice = i18nc("@info:shell", "Enter the program’s name or path, and each of its arguments as a separate word.")};
}
}

Failure XTraceFailure::programMissing(const QString &name)
{
    return badCommand(i18nc("@info:shell", "The program “%1” does not exist.", name));
}

Failure XTraceFailure::programNotExecutable(const QString &name)
{
    return badCommand(i18nc("@info:shell", "“%1” is not a program that you may run.", name));
}

Failure XTraceFailure::programNotStarted(const QString &name, const QString &reason)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info:shell %2: the system's reason", "“%1” cannot be run (%2).", name, reason),
            .advice = i18nc("@info:shell", "Check that the file is a program for this workstation, and that you may run it.")};
}
}
