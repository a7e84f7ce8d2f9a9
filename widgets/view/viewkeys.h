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
/// What a person at a desktop asks of the console by a key that does not go to the desktop.
enum class ViewCommand {
    Leave, ///< gives the keyboard back and shows the console; never without a key
    Magnifier,
    Figures, ///< shows or hides the figures on the picture
    ZoomIn,
    ZoomOut,
    ActualSize,
    Fit,
    FullScreen,
    Strip, ///< shows or hides the strip of a full screen
    NextDesktop,
    PreviousDesktop,
    NextScreen, ///< moves the desktop there
    PreviousScreen,
};

/// Which key asks for what. Each is a single combination; one that is empty asks for nothing, but for Leave, which then has
/// the one that it has at first. Value. Held by ViewPrefs.
class ViewKeys
{
public:
    ViewKeys();

    static QList<ViewCommand> commands();
    static QKeySequence defaultKey(ViewCommand command);
    QKeySequence key(ViewCommand command) const;
    /// Only the first combination of it counts.
    void setKey(ViewCommand command, const QKeySequence &key);
    std::optional<ViewCommand> commandFor(const QKeyEvent &event) const;
    bool operator==(const ViewKeys &) const = default;

private:
    QHash<ViewCommand, QKeySequence> m_keys;
};
}
