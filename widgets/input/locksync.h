// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <optional>

namespace Nightdesk
{
/// Keeps Caps Lock and Num Lock of a desktop in step with the desk's: says which to press there when the keyboard comes to it.
/// Only then: when somebody else presses Caps Lock at a shared desktop, two desks would fight over it for ever. What was pressed
/// and has not come back yet is never pressed again, nor what does not follow. Lights are RfbWire::Leds. Pure. Owned by ViewKeyboard.
class LockSync
{
public:
    enum Light : quint8 {
        Scroll = 1,
        Num = 2,
        Caps = 4
    };
    using Lights = std::optional<quint8>; ///< empty: not known

    /// The keyboard is with the desktop from now on, or the desktop has come back while it was.
    void begin();
    void end();
    /// Keysyms to press and released now; may be asked at any time.
    QList<quint32> due(Lights here, Lights there);
    /// The person pressed this key there.
    void typed(quint32 keysym);
    /// The desktop told its lights.
    void serverLightsChanged(Lights there);

private:
    bool m_isDue = false;
    quint8 m_asked = 0; ///< pressed there, not told back yet
    Lights m_there;
};
}
