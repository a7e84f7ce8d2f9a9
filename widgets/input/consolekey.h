// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/xkey.h"

#include <QKeySequence>

namespace Nightdesk
{
/// The first combination of @p sequence as an X keysym and modifiers; empty if X has no such key.
XKey xKeyOf(const QKeySequence &sequence);
}
