// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/desktopinput.h"

#include "sessions/base/modifierkeysym.h"
#include "widgets/input/keysymmap.h"
#include "widgets/input/physicalkeys.h"

#include <QCursor>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <cstdlib>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// RFC 6143 §7.5.5: bit 0 left, 1 middle, 2 right, 3 to 6 the wheel; bits 7 and 8 are X's buttons 8 and 9, "back" and "forward".
constexpr quint16 wheelUp = 1 << 3;
constexpr quint16 wheelDown = 1 << 4;
constexpr quint16 wheelLeft = 1 << 5;
constexpr quint16 wheelRight = 1 << 6;

quint16 buttonMask(Qt::MouseButtons buttons)
{
    quint16 mask = 0;
    mask |= buttons & Qt::LeftButton ? 1 << 0 : 0;
    mask |= buttons & Qt::MiddleButton ? 1 << 1 : 0;
    mask |= buttons & Qt::RightButton ? 1 << 2 : 0;
    mask |= buttons & Qt::BackButton ? 1 << 7 : 0;
    mask |= buttons & Qt::ForwardButton ? 1 << 8 : 0;
    return mask;
}

bool nativeKeysAreKeysyms()
{
    const QString platform = QGuiApplication::platformName();
    return platform == "xcb"_L1 || platform.startsWith("wayland"_L1);
}

/// Identifies the physical key, whatever symbol it gives now. Events that no keyboard created have no scan code: Qt's key code replaces it.
quint32 physicalKey(const QKeyEvent &event)
{
    return event.nativeScanCode() != 0 ? event.nativeScanCode() : 0x80000000u | static_cast<quint32>(event.key());
}
}

DesktopInput::DesktopInput(DesktopSession *session)
    : m_session(session)
{
}

void DesktopInput::handleKey(const QKeyEvent &event)
{
    if (!m_session) {
        return;
    }
    if (event.type() == QEvent::KeyPress) {
        pressKey(event);
    } else if (!event.isAutoRepeat()) { // X repeats a held key as presses only, and so does Nightdesk
        const PressedKeyTracker::Key key = m_session->keyboard().release(physicalKey(event));
        if (key.keysym != 0 && !isModifierKeysym(key.keysym)) {
            releaseStickyModifiers();
        }
    }
}

void DesktopInput::pressKey(const QKeyEvent &event)
{
    const quint32 physical = physicalKey(event);
    if (event.isAutoRepeat() && !m_session->keyboard().isHeld(physical)) {
        return; // the original press did not reach the desktop: the user has to press the key again
    }
    const KeyFacts facts{event.key(), event.text(), nativeKeysAreKeysyms() ? event.nativeVirtualKey() : 0, event.modifiers().testFlag(Qt::KeypadModifier)};
    m_session->keyboard().pressUnsentHeldModifiers();
    const PressedKeyTracker::Key key =
        m_session->keyboard().recordHeldKey(physical, {keysymFor(facts), m_sendsScanCodes ? scanCodeOf(event.nativeScanCode()) : 0});
    if (key.keysym == 0) {
        return;
    }
    if (!isModifierKeysym(key.keysym)) {
        pressStickyModifiers();
    }
    m_session->keyboard().press(physical, key);
}

void DesktopInput::setSendsScanCodes(bool isEnabled)
{
    m_sendsScanCodes = isEnabled;
}

bool DesktopInput::typeKeys(const QList<quint32> &keysyms)
{
    if (!m_session) {
        return false;
    }
    m_session->keyboard().pressUnsentHeldModifiers();
    pressStickyModifiers();
    bool arrived = !keysyms.isEmpty();
    for (const quint32 keysym : keysyms) {
        arrived = arrived && m_session->sendKey(keysym, true);
    }
    for (auto keysym = keysyms.crbegin(); arrived && keysym != keysyms.crend(); ++keysym) {
        m_session->sendKey(*keysym, false);
    }
    releaseStickyModifiers();
    return arrived;
}

void DesktopInput::setStickyModifier(quint32 keysym, bool on)
{
    m_stickyModifiers.removeAll(keysym);
    if (on) {
        m_stickyModifiers.append(keysym);
    }
}

bool DesktopInput::isStickyModifier(quint32 keysym) const
{
    return m_stickyModifiers.contains(keysym);
}

void DesktopInput::clearStickyModifiers()
{
    releaseStickyModifiers();
    m_stickyModifiers.clear();
}

void DesktopInput::pressStickyModifiers()
{
    if (!m_session || !m_session->takesInput()) {
        return; // the sticky modifiers are pressed later, with the next key that the desktop gets
    }
    for (const quint32 keysym : std::exchange(m_stickyModifiers, {})) {
        m_session->sendKey(keysym, true);
        m_pressedStickyModifiers.append(keysym);
    }
}

void DesktopInput::releaseStickyModifiers()
{
    const QList<quint32> down = std::exchange(m_pressedStickyModifiers, {});
    for (auto keysym = down.crbegin(); m_session && keysym != down.crend(); ++keysym) {
        m_session->sendKey(*keysym, false);
    }
}

void DesktopInput::handleMouse(const QMouseEvent &event, const ViewGeometry &geometry)
{
    const quint16 held = buttonMask(event.buttons());
    if (event.type() == QEvent::MouseButtonPress || event.type() == QEvent::MouseButtonDblClick) {
        m_ineffectiveButtons &= static_cast<quint16>(~buttonMask(event.button())); // this button was released outside of Nightdesk
    }
    m_ineffectiveButtons &= held; // a button that was released, also outside the image, works again at its next press
    const bool isDrag = m_pressedButtons != 0;
    if (!isDrag && !geometry.isOnImage(event.position())) {
        return; // the pointer is outside the image; only a drag that began on the image continues there, along the image's edge
    }
    if (m_session && (held & ~m_ineffectiveButtons & ~m_pressedButtons)) {
        m_session->keyboard().pressUnsentHeldModifiers(); // presses modifiers that are held, for example Ctrl for Ctrl+click
        pressStickyModifiers();
    }
    if (!sendPointerState(geometry.toRemote(event.position()), held & ~m_ineffectiveButtons)) {
        m_ineffectiveButtons |= held;
        m_pressedButtons = 0;
    }
    if (isDrag && m_pressedButtons == 0) {
        releaseStickyModifiers();
    }
}

void DesktopInput::resendPointer(const QWidget &view, const ViewGeometry &geometry)
{
    const QPointF at = view.mapFromGlobal(QPointF(QCursor::pos()));
    handleMouse({QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, QGuiApplication::mouseButtons(), QGuiApplication::keyboardModifiers()}, geometry);
}

void DesktopInput::handleWheel(const QWheelEvent &event, const ViewGeometry &geometry)
{
    if (!geometry.isOnImage(event.position())) {
        return;
    }
    QPoint delta = event.angleDelta();
    if (event.modifiers().testFlag(Qt::AltModifier) && QGuiApplication::platformName() == "xcb"_L1) {
        delta = delta.transposed(); // Qt swaps the wheel's axes when Alt is held; the desktop receives Alt itself
    }
    const QPoint notches = m_wheelSteps.addWheelTurn(delta, event.pixelDelta(), std::chrono::steady_clock::now());
    const QPoint at = geometry.toRemote(event.position());
    if (m_session && !notches.isNull()) {
        m_session->keyboard().pressUnsentHeldModifiers();
    }
    for (int i = 0; i < std::abs(notches.y()); ++i) {
        clickButton(at, notches.y() > 0 ? wheelUp : wheelDown);
    }
    for (int i = 0; i < std::abs(notches.x()); ++i) {
        clickButton(at, notches.x() > 0 ? wheelLeft : wheelRight);
    }
}

void DesktopInput::clickButton(const QPoint &remote, quint16 button)
{
    const quint16 held = m_pressedButtons;
    sendPointerState(remote, static_cast<quint16>(held | button));
    sendPointerState(remote, held);
}

bool DesktopInput::sendPointerState(const QPoint &remote, quint16 buttons)
{
    m_lastPointerPosition = remote;
    m_pressedButtons = buttons;
    if (!m_session || !m_session->sendPointer(remote, buttons)) {
        return false;
    }
    m_otherUserPointer.noteSentPosition(remote, std::chrono::steady_clock::now());
    return true;
}

void DesktopInput::releaseAll()
{
    m_pressedStickyModifiers.clear();
    m_wheelSteps.clear();
    if (m_session) {
        m_session->keyboard().releaseAll();
    }
    if (const quint16 down = m_pressedButtons; down != 0) {
        sendPointerState(m_lastPointerPosition, 0);
        m_ineffectiveButtons |= down; // the user still holds these buttons: a pointer move must not press them at the desktop again
    }
}

void DesktopInput::makeHeldKeysIneffective()
{
    if (m_session) {
        m_session->keyboard().markHeldKeysUnsent();
    }
    m_pressedStickyModifiers.clear();
    m_otherUserPointer.clear();
    m_ineffectiveButtons |= std::exchange(m_pressedButtons, 0);
    m_wheelSteps.clear();
}

OtherUserPointer &DesktopInput::otherUserPointer()
{
    return m_otherUserPointer;
}
}
