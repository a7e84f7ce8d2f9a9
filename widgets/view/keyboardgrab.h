// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

class QWidget;

namespace Nightdesk
{
class ShortcutInhibition;

/// Gives a view the whole keyboard, if the settings say so: grabs it on X11, or asks the Wayland compositor to inhibit its shortcuts. The key
/// of ViewCommand::ReleaseKeyboard releases it. Owned by the view, GUI thread.
class KeyboardGrab
{
public:
    explicit KeyboardGrab(QWidget *view);

    void setGrabWanted(bool grab);
    /// The user released the keyboard: it stays released until allowGrabAgain().
    void releaseByUser();
    /// Ends the effect of releaseByUser(), after a click or when the view gets the focus. True: the user had released the keyboard.
    bool allowGrabAgain();
    bool isReleasedByUser() const;
    /// Grabs or releases the keyboard as needed now. @p canType: keys would reach the desktop. @p isReleaseKeyConfigured: a key can release the
    /// keyboard again.
    void grabOrRelease(bool canType, bool isReleaseKeyConfigured);

private:
    QWidget *const m_view;
    const std::shared_ptr<ShortcutInhibition> m_shortcutInhibition; ///< null: not on Wayland
    bool m_isGrabWanted = false;
    bool m_isGrabbing = false;
    bool m_isReleasedByUser = false;
};
}
