// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktopinput.h"

#include "widgets/keysymmap.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// RFC 6143 §7.5.5: bit 0 left, 1 middle, 2 right, 3 to 6 the wheel; bit 7 became the eighth button of X, "back".
constexpr quint8 wheelUp = 1 << 3;
constexpr quint8 wheelDown = 1 << 4;
constexpr quint8 wheelLeft = 1 << 5;
constexpr quint8 wheelRight = 1 << 6;
constexpr int notch = 120; // QWheelEvent::angleDelta() of one click of the wheel
constexpr int maxPulses = 20; // of one event; a touchpad's fling is no reason to flood the desktop

quint8 buttonMask(Qt::MouseButtons buttons)
{
    quint8 mask = 0;
    mask |= buttons & Qt::LeftButton ? 1 << 0 : 0;
    mask |= buttons & Qt::MiddleButton ? 1 << 1 : 0;
    mask |= buttons & Qt::RightButton ? 1 << 2 : 0;
    mask |= buttons & Qt::BackButton ? 1 << 7 : 0;
    return mask;
}

bool nativeKeysAreKeysyms()
{
    const QString platform = QGuiApplication::platformName();
    return platform == "xcb"_L1 || platform.startsWith("wayland"_L1);
}

/// Which key it is, whatever it means now. Events that no keyboard made have no scan code: the key stands for it.
quint32 physicalKey(const QKeyEvent &event)
{
    return event.nativeScanCode() != 0 ? event.nativeScanCode() : 0x80000000u | static_cast<quint32>(event.key());
}
}

DesktopInput::DesktopInput(DesktopSession *session)
    : m_session(session)
{
}

void DesktopInput::key(const QKeyEvent &event)
{
    if (!m_session) {
        return;
    }
    if (event.type() == QEvent::KeyPress) {
        press(event);
    } else if (!event.isAutoRepeat()) { // X repeats a held key as presses alone, so do we
        if (const quint32 keysym = m_keys.release(physicalKey(event))) {
            m_session->sendKey(keysym, false);
        }
    }
}

void DesktopInput::press(const QKeyEvent &event)
{
    const quint32 physical = physicalKey(event);
    if (event.isAutoRepeat() && !m_keys.isPressed(physical)) {
        return; // pressed before the desktop heard us: it is to be pressed again
    }
    const KeyFacts facts{event.key(), event.text(), nativeKeysAreKeysyms() ? event.nativeVirtualKey() : 0, event.modifiers().testFlag(Qt::KeypadModifier)};
    pressHeldModifiers();
    const quint32 keysym = m_keys.press(physical, keysymFor(facts));
    if (keysym != 0 && !m_session->sendKey(keysym, true)) {
        m_keys.pressInVain(physical, keysym);
    }
}

void DesktopInput::pressHeldModifiers()
{
    if (!m_session || !m_session->takesInput()) {
        return;
    }
    for (const quint32 modifier : m_keys.takeHeldModifiers()) {
        m_session->sendKey(modifier, true);
    }
}

void DesktopInput::mouse(const QMouseEvent &event, const ViewGeometry &geometry)
{
    const quint8 held = buttonMask(event.buttons());
    m_inVain &= held; // also what is let go of beside the picture
    const bool isDrag = m_buttons != 0;
    if (!isDrag && !geometry.hits(event.position())) {
        return; // beside the picture; a drag that leaves it goes on along its edge
    }
    if (held & ~m_inVain & ~m_buttons) {
        pressHeldModifiers(); // Ctrl and a click
    }
    if (!send(geometry.toRemote(event.position()), held & ~m_inVain)) {
        m_inVain |= held;
        m_buttons = 0;
    }
}

void DesktopInput::wheel(const QWheelEvent &event, const ViewGeometry &geometry)
{
    if (!geometry.hits(event.position())) {
        return;
    }
    QPoint delta = event.angleDelta();
    if (event.modifiers().testFlag(Qt::AltModifier) && QGuiApplication::platformName() == "xcb"_L1) {
        delta = delta.transposed(); // Qt turns the wheel sideways when Alt is held; the desktop gets Alt itself
    }
    m_wheel += delta;
    const QPoint notches(m_wheel.x() / notch, m_wheel.y() / notch);
    m_wheel -= notches * notch;
    const QPoint at = geometry.toRemote(event.position());
    if (!notches.isNull()) {
        pressHeldModifiers();
    }
    for (int i = 0; i < std::min(std::abs(notches.y()), maxPulses); ++i) {
        pulse(at, notches.y() > 0 ? wheelUp : wheelDown);
    }
    for (int i = 0; i < std::min(std::abs(notches.x()), maxPulses); ++i) {
        pulse(at, notches.x() > 0 ? wheelLeft : wheelRight);
    }
}

void DesktopInput::pulse(const QPoint &remote, quint8 button)
{
    const quint8 held = m_buttons;
    send(remote, held | button);
    send(remote, held);
}

bool DesktopInput::send(const QPoint &remote, quint8 buttons)
{
    m_position = remote;
    m_buttons = buttons;
    if (!m_session || !m_session->sendPointer(remote, buttons)) {
        return false;
    }
    m_others.sent(remote, std::chrono::steady_clock::now());
    return true;
}

void DesktopInput::releaseAll()
{
    m_keys.clear();
    m_wheel = {};
    if (m_session) {
        m_session->releaseAllKeys();
    }
    if (m_buttons != 0) {
        send(m_position, 0);
    }
}

void DesktopInput::interrupt()
{
    m_keys.interrupt();
    m_others.clear();
    m_inVain |= std::exchange(m_buttons, 0);
    m_wheel = {};
}

OthersPointer &DesktopInput::othersPointer()
{
    return m_others;
}
}
