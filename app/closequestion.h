// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace Nightdesk
{
/// Whether a person wants to close the window although this instrument is connected; waits for the answer.
bool wantsToClose(QWidget *window, const QString &instrument);
}
