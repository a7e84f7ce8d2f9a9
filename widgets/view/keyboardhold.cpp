// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/keyboardhold.h"

#include "widgets/input/shortcutinhibition.h"

#include <QWidget>

#include <utility>

namespace Nightdesk
{
KeyboardHold::KeyboardHold(QWidget *view)
    : m_view(view)
    , m_inhibition(ShortcutInhibition::shared())
{
}

void KeyboardHold::setWanted(bool grab)
{
    m_isWanted = grab;
}

void KeyboardHold::release()
{
    m_isReleased = true;
}

bool KeyboardHold::endRelease()
{
    return std::exchange(m_isReleased, false);
}

bool KeyboardHold::isReleased() const
{
    return m_isReleased;
}

void KeyboardHold::update(bool canType, bool hasLeaveKey)
{
    const bool wanted = m_isWanted && m_view->hasFocus() && !m_isReleased && canType && hasLeaveKey;
    if (wanted == m_isGrabbing) {
        return;
    }
    m_isGrabbing = wanted;
    if (m_inhibition) {
        m_inhibition->setActive(wanted);
    } else if (wanted) {
        m_view->grabKeyboard();
    } else {
        m_view->releaseKeyboard();
    }
}
}
