// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/inputrouter.h"

#include <QObject>
#include <QTimer>

class QMenu;
class QMouseEvent;
class QWidget;

namespace Nightdesk
{
/// Hides the toolbar of a viewer window in full screen and shows it over the desktop when the pointer touches the upper edge, or when the user asks for it.
/// Owned by the viewer window, GUI thread.
class ToolbarReveal : public QObject, private InputHandler
{
    Q_OBJECT
public:
    /// @p menu: the toolbar stays visible while this menu is open.
    ToolbarReveal(QWidget *viewerWindow, QWidget *toolbar, const QMenu *menu);

    void setAutoHidesToolbar(bool hiding);
    bool autoHidesToolbar() const
    {
        return m_autoHidesToolbar;
    }
    /// With an automatically hidden toolbar: shows it until the next call of toggle(), or hides it if it is visible.
    void toggle();
    /// Watches a view on the viewer window in which the pointer may reach the upper edge.
    void watch(RemoteView *view);
    /// Watches another widget of the viewer window, in which the pointer may reach the upper edge, and its children except views.
    void watchWidget(QWidget *part);

Q_SIGNALS:
    void shownChanged(bool shown); ///< whether the toolbar is visible, in full screen or not

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    void handlePointerMove(QWidget *part, const QMouseEvent &mouse);
    void showToolbar();
    void hideToolbar();

    QWidget *const m_viewerWindow;
    QWidget *const m_toolbar;
    const QMenu *const m_toolbarMenu;
    QTimer m_revealDelayTimer; ///< runs while the pointer is at the edge, before the toolbar is shown
    QTimer m_hideDelayTimer; ///< runs after the pointer has left the toolbar, before it is hidden
    bool m_autoHidesToolbar = false;
    bool m_isToolbarPinned = false;
};
}
