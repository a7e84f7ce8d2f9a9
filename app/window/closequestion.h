// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

class QWidget;

namespace Nightdesk
{
/// Whether a person wants to close the window although these are connected; waits for the answer.
bool isCloseConfirmed(QWidget *window, const QList<InstrumentProfile> &instruments);
}
