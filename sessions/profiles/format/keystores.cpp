// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keystores.h"

#include "sessions/profiles/format/desktopcolor.h"
#include "sessions/profiles/valuegrammar.h"

namespace Nightdesk::KeyStores
{
void storeColor(void *target, const KeyValue &value)
{
    if (const auto *text = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->color = desktopColorValue(*text).value_or(QString());
    }
}

void storeDisplay(void *target, const KeyValue &value)
{
    if (const auto *number = std::get_if<DisplayNumber>(&value)) {
        static_cast<DesktopSpec *>(target)->address = *number;
    }
}

void storeVisual(void *target, const KeyValue &value)
{
    const KeyInfo *key = findKey(TableId::Window, QStringLiteral("visual"));
    const auto *chosen = std::get_if<qint64>(&value);
    for (const KeyChoice &choice : key->choices) {
        if (chosen && choice.value == *chosen) {
            // The default is stored as empty, so that a profile that states it equals one that does not.
            static_cast<WindowSpec *>(target)->visual = choice.value == 0 ? QString() : QString(choice.name);
        }
    }
}

void storeShare(void *target, const KeyValue &value)
{
    if (const auto *text = std::get_if<QString>(&value)) {
        static_cast<WindowSpec *>(target)->share = ValueGrammar::parseShare(*text).value_or(ServerShareSpec());
    }
}
}
