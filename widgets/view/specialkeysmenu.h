// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include <functional>

namespace Nightdesk
{
class RemoteView;

/// Sends keys to a desktop that cannot be typed here, holds a modifier for the next key, types the clipboard's text. GUI thread. Owned by StageMenu.
class SpecialKeysMenu : public QMenu
{
    Q_OBJECT
public:
    /// @p view: whom the keys are for, asked each time; null: nobody.
    explicit SpecialKeysMenu(std::function<RemoteView *()> view, QWidget *parent = nullptr);

private:
    void addSticky(const QString &text, quint32 keysym);
    void addKeys(QMenu *menu, const QString &text, const QList<quint32> &keysyms);

    const std::function<RemoteView *()> m_view;
};
}
