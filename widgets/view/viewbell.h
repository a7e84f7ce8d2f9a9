// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/inputrouter.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace Nightdesk
{
class NightIndicators;
class RemoteView;

/// Flashes a view's border twice when its desktop rings, above anything else on the view. Also reports when the user attends to the desktop: moves
/// the mouse over it, types, or gives it the focus. A child of the view, GUI thread.
class ViewBell : public QWidget, private InputHandler
{
    Q_OBJECT
public:
    ViewBell(RemoteView *view, NightIndicators *indicators);

    bool isFlashing() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool filterInput(RemoteView *view, QEvent *event) override;
    void flash();
    void showNextFlashStep();
    void resizeToView();

    RemoteView *const m_view;
    QPointer<NightIndicators> m_nightIndicators;
    QTimer m_flashTimer;
    int m_remainingFlashSteps = 0; ///< how many times the border must still be shown or hidden
};
}
