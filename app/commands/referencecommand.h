// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <QTextStream>

namespace Nightdesk
{
/// `nightdesk reference`: writes every key of the profile format, as Markdown or as JSON Schema, to @p out. Returns the exit status.
int runReferenceCommand(const ReferenceCommand &command, QTextStream &out);
}
