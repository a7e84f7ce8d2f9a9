// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/displayedit.h"
#include "widgets/profileeditor/screenlayout.h"

#include <QWidget>

namespace Nightdesk
{
class DraggableDisplayBox;

/// A drawing of a site's screens in proportion, with a profile's displays in their effective positions. Dragging a display, the arrow keys (with
/// Shift: its size, with Ctrl: single pixels) and Page Up and Down (its screen) each request a change of one value. GUI thread. Owned by EffectPanel.
class LayoutView : public QWidget
{
    Q_OBJECT
public:
    explicit LayoutView(QWidget *parent = nullptr);

    /// @p isEditable: whether the user can move and resize displays.
    void setScreenLayout(const ScreenLayout &layout, bool isEditable);
    const ScreenLayout &screenLayout() const;
    /// The tab order: @p before, then the first display.
    void setTabOrderAfter(QWidget *before);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void displayEdited(const Nightdesk::DisplayEdit &edit);
    void currentDisplayChanged(const QString &table, const QString &id);
    void openTableRequested(const QString &table, const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild();
    void placeBoxes();
    void connectBox(DraggableDisplayBox *box, int index);
    void dragDisplay(int index, QPoint by, bool isResize, QPoint pointer);
    void finishDisplayDrag(int index);
    void stepDisplay(int index, QPoint steps, bool isResize, bool isFine);
    /// Requests @p rect, and shows it until the text has changed.
    void requestGeometryChange(int index, const QRect &rect);
    void moveToScreen(int index, int screen);
    QRectF boxRect(const ScreenLayout::Display &display) const;
    QString displayDescription(const ScreenLayout::Display &display) const;
    /// @p rect moved inside its screen, as the console does.
    QRect rectMovedIntoScreen(const QRect &rect, const ScreenLayout::Display &display) const;

    ScreenLayout m_screenLayout;
    bool m_isEditable = false;
    QList<QRectF> m_screenRects; ///< the rectangles of the screens
    QList<DraggableDisplayBox *> m_displayBoxes; ///< one box per display, in the order of the layout's displays
    QWidget *m_previousInTabOrder = nullptr;
    std::optional<ScreenLayout::Display> m_draggedDisplay; ///< the dragged display at its new position
};
}
