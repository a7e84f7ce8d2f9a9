// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

class QWidget;

namespace Nightdesk
{
/// Asks whether to close the window although @p instruments are connected; blocks until the user answers.
bool isCloseConfirmed(QWidget *window, const QList<InstrumentProfile> &instruments);
}
