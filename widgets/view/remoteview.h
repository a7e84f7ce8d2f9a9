// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/view/desktopcursor.h"
#include "widgets/view/desktopfreshness.h"
#include "widgets/view/desktopinput.h"
#include "widgets/view/figuresoverlay.h"
#include "widgets/view/inputrouter.h"
#include "widgets/view/keyboardhold.h"
#include "widgets/view/othersmarker.h"
#include "widgets/view/viewannouncer.h"
#include "widgets/view/viewdisplay.h"
#include "widgets/view/viewmagnifier.h"
#include "widgets/view/viewnavigator.h"

#include <QPointer>
#include <QWidget>

namespace Nightdesk
{
class ViewKeyboard;

/// Shows one shared desktop and passes keyboard and mouse to it. It paints what was damaged and releases it, releases every
/// key when it loses the focus, and writes over the last picture when the session is not live. The session may go first.
///
/// While it has the focus every key goes to the desktop, Tab, arrows and the program's own shortcuts too, but for keys(). One
/// of them always leaves: it gives the keyboard back and emits releaseRequested(). Owned by DesktopFrame, LoneDesktop or ProgramWindow.
class RemoteView : public QWidget
{
    Q_OBJECT
public:
    using Scaling = ViewGeometry::Scaling;

    explicit RemoteView(DesktopSession *session, QWidget *parent = nullptr);
    ~RemoteView() override;

    DesktopSession *session() const; ///< null when it is gone
    Scaling scaling() const; ///< OneToOne at first
    qreal zoom() const; ///< device pixels per remote pixel
    bool isMagnified() const;
    bool hasFigures() const
    {
        return m_figures.isShown();
    }
    /// The part of this widget that shows the picture (null: no picture yet).
    QRect remoteRectOnWidget() const;
    const ViewGeometry &geometryOfPicture() const;

    bool holdsKeyboard() const; ///< what is typed here is the desktop's: it was not given back
    const ViewPrefs &prefs() const;
    /// Who gets input before the view does.
    InputRouter *inputRouter();
    /// How keys get to the desktop, and keys that are not typed.
    ViewKeyboard *keyboard() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void setScaling(Nightdesk::ViewGeometry::Scaling scaling);
    /// True: while focused, the window manager's keys too go to the desktop (X11 alone can do that).
    void setGrabKeyboard(bool grab);
    void setPrefs(const Nightdesk::ViewPrefs &prefs);
    void setZoom(qreal zoom);
    void setMagnifier(bool shown);
    void setFigures(bool shown);
    /// As if its key had been pressed here.
    void executeCommand(Nightdesk::ViewCommand command);
    void setFocusFrame(bool shown); ///< a line around the picture says that keys go there; on by default
    void setBorderBrightness(int percent); ///< 100: as the theme has it
    void setCovers(const std::function<QList<QRect>()> &covers); ///< asks what lies over this view: a notice is written beside it

Q_SIGNALS:
    void releaseRequested(); ///< the key that leaves was pressed; the keyboard is free
    void commandRequested(Nightdesk::ViewCommand command); ///< one that the view cannot fulfil by itself
    void focused();
    void zoomed(); ///< the person chose how large the picture is
    void resized();
    void laidOut(); ///< the picture may lie elsewhere on the view, or have another size there

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void watchSession();
    void pictureDamaged(const QList<QRect> &rects);
    void layOut();
    void updateCursor();
    void updateGrab();
    void stopInput();
    void passMouse(const QMouseEvent &event);
    bool takesInput() const;

    InputRouter m_router;
    QPointer<DesktopSession> m_session;
    DesktopFreshness m_freshness; ///< before what the view itself connects: it knows of a change first
    DesktopInput m_input;
    OthersMarker m_others;
    KeyboardHold m_keyboard;
    ViewPrefs m_prefs;
    DesktopPicture m_picture;
    KeptCursor m_cursor;
    ViewNavigator m_navigator;
    ViewMagnifier m_magnifier;
    ViewDisplay m_display;
    ViewAnnouncer m_announcer;
    bool m_focusFrame = true;
    int m_borderBrightness = 100;
    std::function<QList<QRect>()> m_covers;
    ViewFigures m_figures;
    ViewKeyboard *m_viewKeyboard;
};
}
