// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/keyboardgrab.h"

#include "widgets/input/shortcutinhibition.h"

#include <QWidget>

#include <utility>

namespace Nightdesk
{
KeyboardGrab::KeyboardGrab(QWidget *view)
    : m_view(view)
    , m_shortcutInhibition(ShortcutInhibition::shared())
{
}

void KeyboardGrab::setGrabWanted(bool grab)
{
    m_isGrabWanted = grab;
}

void KeyboardGrab::releaseByUser()
{
    m_isReleasedByUser = true;
}

bool KeyboardGrab::allowGrabAgain()
{
    return std::exchange(m_isReleasedByUser, false);
}

bool KeyboardGrab::isReleasedByUser() const
{
    return m_isReleasedByUser;
}

void KeyboardGrab::grabOrRelease(bool canType, bool isReleaseKeyConfigured)
{
    const bool wanted = m_isGrabWanted && m_view->hasFocus() && !m_isReleasedByUser && canType && isReleaseKeyConfigured;
    if (wanted == m_isGrabbing) {
        return;
    }
    m_isGrabbing = wanted;
    if (m_shortcutInhibition) {
        m_shortcutInhibition->setActive(wanted);
    } else if (wanted) {
        m_view->grabKeyboard();
    } else {
        m_view->releaseKeyboard();
    }
}
}
