// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace Nightdesk
{
/// Asks a Wayland compositor to send the desktop environment's reserved keys to the window with the keyboard, like a keyboard grab on X11. The
/// compositor may refuse, or ask the user. One object for all views, owned by those that use it. GUI thread.
class ShortcutInhibition
{
public:
    /// Null: Qt is not on Wayland.
    static std::shared_ptr<ShortcutInhibition> shared();
    ~ShortcutInhibition();

    /// Applies to whichever Nightdesk window has the keyboard, from now on. Off at first.
    void setActive(bool isActive);

private:
    struct Private;
    explicit ShortcutInhibition(std::unique_ptr<Private> d);
    const std::unique_ptr<Private> d;
};
}
