// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/directpainter.h"
#include "widgets/view/desktopcursor.h"
#include "widgets/view/desktopfreshness.h"
#include "widgets/view/desktopinput.h"
#include "widgets/view/figuresoverlay.h"
#include "widgets/view/inputrouter.h"
#include "widgets/view/otherusermarker.h"
#include "widgets/view/viewannouncer.h"
#include "widgets/view/viewmagnifier.h"
#include "widgets/view/viewnavigator.h"
#include "widgets/view/viewvisibilityreporter.h"

#include <QPointer>
#include <QWidget>

#include <memory>

namespace Nightdesk
{
class ShortcutInhibition;
class ViewKeyboard;

/// Shows one shared desktop and sends keyboard and mouse input to it. It paints damage and reports it as painted, releases every key when it loses
/// the focus, and writes a notice over the last image while the session is not live. The session may be destroyed first.
///
/// While the view has the focus, all keys go to the desktop, including Tab, arrows and Nightdesk's shortcuts, except those in ViewPrefs::keys. One of
/// these always leaves: it releases the keyboard and emits keyboardReleased(). Owned by DesktopFrame, SingleDesktopView or ProgramWindow.
class RemoteView : public QWidget
{
    Q_OBJECT
public:
    using Scaling = ViewGeometry::Scaling;

    explicit RemoteView(DesktopSession *session, QWidget *parent = nullptr);
    ~RemoteView() override;

    /// null after it was deleted
    DesktopSession *session() const
    {
        return m_session;
    }
    /// OneToOne at first
    Scaling scaling() const
    {
        return m_viewNavigator.scaling();
    }
    /// device pixels per remote pixel
    qreal zoom() const
    {
        return m_viewNavigator.zoom();
    }
    bool isMagnifierShown() const
    {
        return m_viewMagnifier.isShown();
    }
    bool showsFigures() const
    {
        return m_figuresOverlay;
    }
    /// The part of this widget that shows the image (null: no image yet).
    QRect remoteRectOnWidget() const
    {
        return m_viewNavigator.geometry().imageRectOnView();
    }
    const ViewGeometry &imageGeometry() const
    {
        return m_viewNavigator.geometry();
    }

    bool holdsKeyboard() const; ///< keys typed here go to the desktop: the user has not released the keyboard
    const ViewPrefs &prefs() const
    {
        return m_prefs;
    }
    /// Offers input to handlers before the view handles it.
    InputRouter *inputRouter();
    /// The object that sends keys to the desktop: typed keys, special keys of a menu, and the clipboard's text.
    ViewKeyboard *keyboard() const
    {
        return m_viewKeyboard;
    }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void setScaling(Nightdesk::ViewGeometry::Scaling scaling);
    /// True: while focused, the window manager's keys too go to the desktop (on X11, or if the Wayland compositor allows it).
    void setGrabKeyboard(bool grab);
    void setPrefs(const Nightdesk::ViewPrefs &prefs);
    void setZoom(qreal zoom);
    void setMagnifierShown(bool shown);
    void setFiguresShown(bool shown);
    /// Executes a command as if its key had been pressed in this view.
    void executeCommand(Nightdesk::ViewCommand command);
    void setFocusFrameShown(bool shown); ///< a line around the image while the view has the focus; on by default
    void setBorderBrightness(int percent); ///< 100: the theme's own brightness
    void setCoveringRects(const std::function<QList<QRect>()> &covers); ///< @p covers returns the rectangles over this view: notices avoid them

Q_SIGNALS:
    void keyboardReleased(); ///< the key of ViewCommand::ReleaseKeyboard was pressed; the keyboard is released
    void commandRequested(Nightdesk::ViewCommand command); ///< the window must execute this command, because the view cannot
    void focusReceived();
    void zoomedByUser(); ///< the user chose another zoom or scaling
    void resized();
    void imageRectChanged(); ///< the image may have a new position or size on the view

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
    void wheelEvent(QWheelEvent *event) override;

private:
    void watchSession();
    void handleImageDamage(const QList<QRect> &rects);
    /// Paints @p region with SharedMemoryPainter if it contains nothing but the image. Returns false if it did not paint.
    bool tryPaintDirectly(const QRegion &region);
    bool isNoticeOnImage() const; ///< a notice is painted on the image and stays there
    bool showsFocusFrame() const;
    void layOutImage();
    void updateCursor();
    /// Grabs the keyboard on X11, or asks the Wayland compositor to inhibit its shortcuts, if that is wanted and possible now. Otherwise releases it.
    void updateKeyboardGrab();
    void forwardMouse(const QMouseEvent &event);
    bool takesInput() const;

    InputRouter m_inputRouter;
    QPointer<DesktopSession> m_session;
    DesktopFreshness m_desktopFreshness; ///< declared first: its slots run before those of the view
    DesktopInput m_desktopInput;
    OtherUserMarker m_otherUserMarker;
    const std::shared_ptr<ShortcutInhibition> m_shortcutInhibition; ///< null: not on Wayland
    bool m_isGrabWanted = false;
    bool m_isGrabbing = false;
    bool m_isKeyboardReleased = false; ///< the user released the keyboard, and has not clicked on the view or given it the focus since
    ViewPrefs m_prefs;
    DesktopPicture m_desktopPicture;
    CachedCursor m_cachedCursor;
    ViewNavigator m_viewNavigator;
    ViewMagnifier m_viewMagnifier;
    ViewVisibilityReporter m_visibilityReporter;
    SharedMemoryPainter m_sharedMemoryPainter;
    ViewAnnouncer m_viewAnnouncer;
    bool m_showsFocusFrame = true;
    int m_borderBrightnessPercent = 100;
    std::function<QList<QRect>()> m_coveringRects;
    QPointer<FiguresOverlay> m_figuresOverlay; ///< null: the figures are not shown
    ViewKeyboard *m_viewKeyboard;
};
}
