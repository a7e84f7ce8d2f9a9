// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/nightdeskkeys.h"

#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"

#include <QAction>
#include <QKeyEvent>

namespace Nightdesk
{
NightdeskKeys::NightdeskKeys(RemoteView *view, NightIndicators *indicators)
    : QObject(view)
    , m_nightIndicators(indicators)
{
    view->inputRouter()->add(InputPriority::NightdeskKeys, this);
}

QAction *NightdeskKeys::actionOf(const QKeyEvent &event) const
{
    if (!m_nightIndicators) {
        return nullptr;
    }
    const QKeyCombination pressed(event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier), static_cast<Qt::Key>(event.key()));
    for (QAction *action : m_nightIndicators->keyActions()) {
        if (action->isEnabled() && action->shortcuts().contains(QKeySequence(pressed))) {
            return action;
        }
    }
    return nullptr;
}

bool NightdeskKeys::filterInput(RemoteView *, QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (actionOf(*static_cast<QKeyEvent *>(event))) {
            event->accept(); // Qt now sends the event again as a key press
            return true;
        }
        break;
    case QEvent::KeyPress: {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (QAction *action = actionOf(*key)) {
            m_pressedKey = key->key();
            if (!key->isAutoRepeat()) {
                action->trigger();
            }
            return true;
        }
        if (m_pressedKey == key->key()) {
            if (key->isAutoRepeat()) {
                return true; // the key repeats after its modifier was released: still no input for the desktop
            }
            m_pressedKey = 0; // the earlier release went to another window, so this is a new press, for the desktop
        }
        break;
    }
    case QEvent::FocusOut:
        m_pressedKey = 0; // the window that now has the focus gets the key's release
        break;
    case QEvent::KeyRelease: {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (m_pressedKey != 0 && key->key() == m_pressedKey) {
            if (!key->isAutoRepeat()) {
                m_pressedKey = 0;
            }
            return true;
        }
        break;
    }
    default:
        break;
    }
    return false;
}
}
