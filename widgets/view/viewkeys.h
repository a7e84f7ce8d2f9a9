// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>

#include <optional>

class QKeyEvent;

namespace Nightdesk
{
/// A command to the console, given by a key that is not sent to the desktop.
enum class ViewCommand {
    ReleaseKeyboard, ///< releases the keyboard, leaves full screen, shows the console; always has a key
    ToggleMagnifier,
    ToggleFigures, ///< shows or hides the figures on the image
    ZoomIn,
    ZoomOut,
    ActualSize,
    Fit,
    ToggleFullScreen,
    ToggleToolbar, ///< shows or hides the toolbar in full screen
    NextDesktop,
    PreviousDesktop,
    NextScreen, ///< moves the desktop to the next screen
    PreviousScreen,
};

/// The key of each command: a single key combination. An empty one disables its command; only ReleaseKeyboard cannot be disabled and then gets its
/// default key. Value. Held by ViewPrefs.
class ViewKeys
{
public:
    ViewKeys();

    static QList<ViewCommand> commands();
    static QKeySequence defaultKey(ViewCommand command);
    QKeySequence key(ViewCommand command) const;
    /// Uses only the first combination of @p key.
    void setKey(ViewCommand command, const QKeySequence &key);
    std::optional<ViewCommand> commandFor(const QKeyEvent &event) const;
    bool operator==(const ViewKeys &) const = default;

private:
    QHash<ViewCommand, QKeySequence> m_keyOfCommand;
};
}
