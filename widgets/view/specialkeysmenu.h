// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include <functional>

namespace Nightdesk
{
class RemoteView;

/// A menu that sends keys which cannot be typed here, holds a modifier for the next key, or types the clipboard's text. GUI thread. Owned by
/// ViewerMenu.
class SpecialKeysMenu : public QMenu
{
    Q_OBJECT
public:
    /// @p findTargetView: returns the view that gets the keys, null for none; called for each use.
    explicit SpecialKeysMenu(std::function<RemoteView *()> findTargetView, QWidget *parent = nullptr);

private:
    void addStickyModifier(const QString &text, quint32 keysym);
    void addKeys(QMenu *menu, const QString &text, const QList<quint32> &keysyms);

    const std::function<RemoteView *()> m_findTargetView;
};
}
