// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace Nightdesk
{
/// Keys that the local keyboard lacks or that never reach Nightdesk.
struct SpecialKey {
    QString text; ///< translated text for the menu
    QList<quint32> keysyms; ///< pressed in this order and released in reverse order
};

/// The keys of the menu: single keys and Ctrl+Alt+Del.
QList<SpecialKey> specialKeys();
/// Ctrl+Alt+F1 to F12.
QList<SpecialKey> virtualConsoleKeys();
/// Modifiers, each a single keysym: held for the next key or click.
QList<SpecialKey> stickyModifierKeys();
}
