// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/input/otheruserpointer.h"
#include "widgets/input/wheelsteps.h"
#include "widgets/view/viewgeometry.h"

#include <QPointer>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace Nightdesk
{
/// Converts the user's input on a view into key and pointer events of the desktop. Owned by the view, GUI thread.
class DesktopInput
{
public:
    explicit DesktopInput(DesktopSession *session);

    void handleKey(const QKeyEvent &event);
    void handleMouse(const QMouseEvent &event, const ViewGeometry &geometry);
    /// The image was scrolled below the pointer, which is now at another place of the desktop: sends that place.
    void resendPointer(const QWidget &view, const ViewGeometry &geometry);
    void handleWheel(const QWheelEvent &event, const ViewGeometry &geometry);
    /// Whether physical keys (scan codes) are sent to the desktop: possible if this X server numbers keys as Linux does.
    void setSendsScanCodes(bool isEnabled);
    /// Presses the keys in this order and releases them in reverse order; false: none was sent.
    bool typeKeys(const QList<quint32> &keysyms);
    /// Holds a modifier for the next key or click.
    void setStickyModifier(quint32 keysym, bool on);
    bool isStickyModifier(quint32 keysym) const;
    void clearStickyModifiers();
    /// Releases all keys and buttons: the view lost the focus.
    void releaseAll();
    /// Input no longer reaches the desktop: held keys and buttons have no effect until they are pressed again.
    void makeHeldKeysIneffective();

    OtherUserPointer &otherUserPointer();

private:
    void pressKey(const QKeyEvent &event);
    void pressStickyModifiers();
    void releaseStickyModifiers();
    bool sendPointerState(const QPoint &remote, quint16 buttons);
    void clickButton(const QPoint &remote, quint16 button);

    QPointer<DesktopSession> m_session;
    OtherUserPointer m_otherUserPointer;
    QPoint m_lastPointerPosition;
    quint16 m_pressedButtons = 0;
    quint16 m_ineffectiveButtons = 0; ///< held buttons whose press did not reach the desktop
    WheelSteps m_wheelSteps;
    bool m_sendsScanCodes = false;
    QList<quint32> m_stickyModifiers; ///< sticky modifiers for the next key
    QList<quint32> m_pressedStickyModifiers; ///< sticky modifiers sent with the key that is now pressed
};
}
