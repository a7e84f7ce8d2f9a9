// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace Nightdesk
{
/// One display in the drawing of a site's screens: the user drags it, or moves it with the arrow keys. It only reports input; LayoutView decides what
/// changes. GUI thread. Owned by LayoutView.
class DraggableDisplayBox : public QWidget
{
    Q_OBJECT
public:
    struct Appearance {
        QString title;
        QString secondLineText; ///< text of a second line, drawn only if there is room
        bool isProgramWindow = false;
        bool startsAutomatically = true; ///< false: an observer starts the display; it is drawn with a dashed line
        bool hasProblem = false;
        bool operator==(const Appearance &) const = default;
    };

    explicit DraggableDisplayBox(QWidget *parent);

    void setAppearance(const Appearance &look);
    void setEditable(bool isEditable);

Q_SIGNALS:
    /// Repeated while the mouse button is pressed. @p distance: how far the pointer moved since the press, in pixels. @p pointer: position in the
    /// parent's coordinates.
    void dragMoved(QPoint distance, bool isResize, QPoint pointer);
    void dragFinished();
    void dragCancelled();
    /// The user pressed arrow keys. @p steps: how many steps to move or resize to the right and down.
    void arrowKeyPressed(QPoint steps, bool isResize, bool isFine);
    void screenChangeRequested(int indexStep); ///< 1: the next screen to the right, -1: to the left
    void focusReceived();
    void openTableRequested(); ///< the user asks to go to the display's table in the text

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    bool isOnResizeHandle(QPoint place) const;

    Appearance m_appearance;
    bool m_isEditable = false;
    bool m_isPressed = false;
    bool m_isResizing = false;
    QPoint m_pressPosition; ///< where the mouse button was pressed, in the parent's coordinates
};
}
