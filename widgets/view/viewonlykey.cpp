// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewonlykey.h"

#include "widgets/view/remoteview.h"

#include <QKeyEvent>

namespace Nightdesk
{
ViewOnlyKey::ViewOnlyKey(QObject *parent)
    : QObject(parent)
    , m_keySequence(defaultKey())
{
    InputRouter::addForAllViews(InputPriority::ViewOnly, this);
}

QKeySequence ViewOnlyKey::defaultKey()
{
    return QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_V);
}

void ViewOnlyKey::setKey(const QKeySequence &key)
{
    m_keySequence = key;
}

bool ViewOnlyKey::matches(const QKeyEvent &event) const
{
    const QKeyCombination pressed(event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier), static_cast<Qt::Key>(event.key()));
    return !m_keySequence.isEmpty() && m_keySequence[0] == pressed;
}

bool ViewOnlyKey::filterInput(RemoteView *view, QEvent *event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto &key = *static_cast<const QKeyEvent *>(event);
    if (!view->session() || !matches(key) || view->prefs().keys.commandFor(key) == ViewCommand::ReleaseKeyboard) {
        return false;
    }
    event->accept();
    if (event->type() == QEvent::KeyPress && !key.isAutoRepeat()) {
        view->session()->setViewOnly(!view->session()->isViewOnly());
    }
    return true;
}
}
