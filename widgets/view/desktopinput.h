// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "widgets/input/otherspointer.h"
#include "widgets/input/wheelsteps.h"
#include "widgets/view/viewgeometry.h"

#include <QPointer>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace Nightdesk
{
/// Turns what a person does on a view into keys and pointer events of the desktop. Owned by the view, GUI thread.
class DesktopInput
{
public:
    explicit DesktopInput(DesktopSession *session);

    void key(const QKeyEvent &event);
    void mouse(const QMouseEvent &event, const ViewGeometry &geometry);
    /// The image slid below the pointer: it is at another place of the desktop.
    void pointAgain(const QWidget &view, const ViewGeometry &geometry);
    void wheel(const QWheelEvent &event, const ViewGeometry &geometry);
    /// Whether the desktop is told the physical key; this X server numbers keys as Linux does.
    void setScanCodes(bool told);
    /// Presses them in this order and lets go in the reverse one; false: nothing arrived.
    bool typeKeys(const QList<quint32> &keysyms);
    /// A modifier that is held for the next key or click.
    void setSticky(quint32 keysym, bool on);
    bool isSticky(quint32 keysym) const;
    void clearSticky();
    /// Everything that is down goes up: the view lost the focus.
    void releaseAll();
    /// Nothing arrives any more: what is held has no effect until it is pressed again.
    void interrupt();

    OthersPointer &othersPointer();

private:
    void press(const QKeyEvent &event);
    void pressSticky();
    void releaseSticky();
    bool send(const QPoint &remote, quint16 buttons);
    void pulse(const QPoint &remote, quint16 button);

    QPointer<DesktopSession> m_session;
    OthersPointer m_others;
    QPoint m_position;
    quint16 m_buttons = 0;
    quint16 m_ineffectivePresses = 0; ///< buttons that are held without effect
    WheelSteps m_wheel;
    bool m_scanCodes = false;
    QList<quint32> m_sticky; ///< for the next key
    QList<quint32> m_stickyDown; ///< with the key that is down
};
}
