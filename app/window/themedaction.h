// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KActionCollection>

#include <QAction>
#include <QIcon>
#include <QKeySequence>

namespace Nightdesk
{
/// Adds an action to @p actions. @p icon: a name in the icon theme. @p key: the default shortcut; empty: none.
inline QAction *addThemedAction(KActionCollection *actions, const QString &name, const QString &icon, const QString &text = {}, const QKeySequence &key = {})
{
    QAction *action = actions->addAction(name);
    action->setIcon(QIcon::fromTheme(icon));
    action->setText(text);
    if (!key.isEmpty()) {
        actions->setDefaultShortcut(action, key);
    }
    return action;
}
}
