// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace Nightdesk
{
/// Asks the compositor of a Wayland session to leave the keys that the desktop environment reserves to the window with the keyboard; what
/// grabbing the keyboard is on X11. The compositor may refuse, or ask the person. One for all views, owned by those that use it. GUI thread.
class ShortcutInhibition
{
public:
    /// Null: Qt is not on Wayland.
    static std::shared_ptr<ShortcutInhibition> shared();
    ~ShortcutInhibition();

    /// For whichever window of ours has the keyboard, from now on. Off at first.
    void setActive(bool isActive);

private:
    struct Private;
    explicit ShortcutInhibition(std::unique_ptr<Private> d);
    const std::unique_ptr<Private> d;
};
}
