// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace Nightdesk
{
/// Keys that this keyboard lacks or that never get as far as us.
struct SpecialKey {
    QString text; ///< of the menu, translated
    QList<quint32> keysyms; ///< pressed in this order and released in the reverse one
};

/// Single keys and Ctrl+Alt+Del.
QList<SpecialKey> specialKeys();
/// Ctrl+Alt+F1 to F12.
QList<SpecialKey> consoleKeys();
/// Each a single keysym: held for the next key or click.
QList<SpecialKey> stickyKeys();
}
