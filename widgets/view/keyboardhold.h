// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

class QWidget;

namespace Nightdesk
{
class ShortcutInhibition;

/// Whether a view has the keyboard for itself: grabbed from the window manager or asked of the compositor, where that is wanted, and given back by the key
/// that always leaves. Owned by the view, GUI thread.
class KeyboardHold
{
public:
    explicit KeyboardHold(QWidget *view);

    void setWanted(bool grab);
    /// The person gave the keyboard back: until takeKeyboard().
    void release();
    /// A click, or the focus. True: it had been given back.
    bool takeKeyboard();
    bool isReleased() const;
    /// Grabs or lets go as things are now. @p canType: keys would reach the desktop. @p hasWayOut: there is a key to leave with.
    void update(bool canType, bool hasWayOut);

private:
    QWidget *const m_view;
    const std::shared_ptr<ShortcutInhibition> m_inhibition; ///< null: not on Wayland
    bool m_isWanted = false;
    bool m_isGrabbing = false;
    bool m_isReleased = false;
};
}
