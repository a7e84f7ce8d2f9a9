// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/otherspointer.h"
#include "widgets/pressedkeys.h"
#include "widgets/viewgeometry.h"

#include <QPointer>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace Nightdesk
{
/// Turns what a person does on a view into keys and pointer events of the desktop. Owned by the view, GUI thread.
class DesktopInput
{
public:
    explicit DesktopInput(DesktopSession *session);

    void key(const QKeyEvent &event);
    void mouse(const QMouseEvent &event, const ViewGeometry &geometry);
    void wheel(const QWheelEvent &event, const ViewGeometry &geometry);
    /// Everything that is down goes up: the view lost the focus.
    void releaseAll();
    /// Nothing arrives any more: what is held has no effect until it is pressed again.
    void interrupt();

    OthersPointer &othersPointer();

private:
    void press(const QKeyEvent &event);
    /// They have been up at the desktop since an interruption: down again before what they belong to.
    void pressHeldModifiers();
    bool send(const QPoint &remote, quint8 buttons);
    void pulse(const QPoint &remote, quint8 button);

    QPointer<DesktopSession> m_session;
    PressedKeys m_keys;
    OthersPointer m_others;
    QPoint m_position;
    quint8 m_buttons = 0;
    quint8 m_inVain = 0; ///< buttons that are held without effect
    QPoint m_wheel; ///< eighths of a degree not yet sent
};
}
