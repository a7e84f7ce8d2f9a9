// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace Nightdesk
{
/// One display in the picture of a site's screens: a person drags it, or uses the arrow keys. It decides nothing: the picture does. GUI
/// thread. Owned by LayoutView.
class DisplayBox : public QWidget
{
    Q_OBJECT
public:
    struct Look {
        QString title;
        QString detail; ///< a second line, where there is room
        bool isWindow = false;
        bool isStarted = true; ///< false: drawn with a dashed line
        bool hasProblem = false;
        bool operator==(const Look &) const = default;
    };

    explicit DisplayBox(QWidget *parent);

    void setLook(const Look &look);
    void setEditable(bool isEditable);

Q_SIGNALS:
    /// While the mouse is down: by so many pixels since it was pressed. @p pointer in the parent.
    void dragged(QPoint by, bool isResize, QPoint pointer);
    void dropped();
    void dragCancelled();
    /// By keys: in steps.
    void stepped(QPoint steps, bool isResize, bool isFine);
    void screenStepped(int by);
    void focused();
    void opened(); ///< its place in the text is asked for

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    bool isHandle(QPoint place) const;

    Look m_look;
    bool m_isEditable = false;
    bool m_isDown = false;
    bool m_isResize = false;
    QPoint m_pressedAt; ///< in the parent
};
}
