// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/desktopinput.h"
#include "widgets/keptcursor.h"
#include "widgets/seenwatch.h"
#include "widgets/viewgeometry.h"
#include "widgets/viewnotice.h"
#include "widgets/viewscroller.h"

#include <QKeySequence>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace Nightdesk
{
/// Shows one shared desktop and passes keyboard and mouse to it. It paints what was damaged and releases it, lets go of every
/// key when it loses the focus, and writes over the last picture when the session is not live. The session may go first.
///
/// While it has the focus every key goes to the desktop, Tab, arrows and the program's own shortcuts too, but for one:
/// releaseKey(), which gives the keyboard back and emits releaseRequested().
class RemoteView : public QWidget
{
    Q_OBJECT
public:
    using Scaling = ViewGeometry::Scaling;

    explicit RemoteView(DesktopSession *session, QWidget *parent = nullptr);
    ~RemoteView() override;

    DesktopSession *session() const; ///< null when it is gone
    Scaling scaling() const; ///< OneToOne at first
    /// The part of this widget that shows the picture (null: no picture yet).
    QRect remoteRectOnWidget() const;
    const ViewGeometry &geometryOfPicture() const;

    /// True: while focused, the window manager's keys too go to the desktop (X11 alone can do that).
    bool grabsKeyboard() const;
    QKeySequence releaseKey() const; ///< Ctrl+Alt+Home at first: what gives the bar in other remote desktops
    static QKeySequence defaultReleaseKey();
    /// Shows by a line around the picture that keys go there. On by default.
    bool hasFocusFrame() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void setScaling(Nightdesk::ViewGeometry::Scaling scaling);
    void setGrabKeyboard(bool grab);
    /// One combination; an empty one leaves no key to get out with.
    void setReleaseKey(const QKeySequence &key);
    void setFocusFrame(bool shown);

Q_SIGNALS:
    void releaseRequested(); ///< releaseKey() was pressed; the keyboard is free
    void focused();

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
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
    void pictureDamaged(quint32 generation, quint32 sequence, const QList<QRect> &rects);
    void releaseDamage();
    void layOut();
    void updateCursor();
    void updateGrab();
    void setSeen(bool seen);
    void updateNotice();
    void showOthersPointer(const QPoint &remote);
    void tellInterruption(const std::optional<ViewNotice> &notice);
    bool takesInput() const;
    bool holdsKeyboard() const;
    bool isReleaseKey(const QKeyEvent &event) const;

    QPointer<DesktopSession> m_session;
    DesktopInput m_input;
    DesktopPicture m_picture;
    ViewGeometry m_geometry;
    KeptCursor m_cursor;
    Scaling m_scaling = Scaling::OneToOne;
    ViewScroller m_scroller;
    SeenWatch m_seen;

    quint32 m_damageGeneration = 0;
    quint32 m_damageSequence = 0; ///< 0: none waits to be released
    QTimer m_releaseLimit;

    std::optional<std::chrono::steady_clock::time_point> m_lostAt;
    std::optional<ViewNotice> m_notice;
    QTimer m_noticeTimer;
    QTimer m_othersTimer;
    QRect m_othersRect;

    QKeySequence m_releaseKey;
    bool m_grabWanted = false;
    bool m_isGrabbing = false;
    bool m_wasLive = false; ///< and comes back by itself
    bool m_isInterrupted = false; ///< and a screen reader was told
    bool m_isLetGo = false; ///< by the release key, until the next click or focus
    bool m_focusFrame = true;
};
}
