// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QByteArray>
#include <QList>

namespace Nightdesk::Test
{
/// One failure as the product composes it, filled with the values of an example night.
struct ExampleFailure {
    QByteArray name; ///< the function that makes it, and a case of it: "LinkFailure::connectionRefused", "ConnectionEnd::Cause 3"
    Failure failure;
};

/// All that the functions of the headers named in failureHeaders() can make, each case with words of its own at least once.
QList<ExampleFailure> allFailures();
/// Where functions that make failures are declared, relative to the sources' root.
QStringList failureHeaders();
}
