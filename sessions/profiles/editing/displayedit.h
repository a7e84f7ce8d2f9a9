// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/drafteffect.h"
#include "sessions/profiles/editing/textchange.h"

#include <QStringView>

#include <optional>

namespace Nightdesk
{
/// A change to one value of a display that was made in the graphical layout of the screens instead of the text editor.
struct DisplayEdit {
    QString table; ///< "desktop" or "window"
    QString id;
    QString key; ///< "geometry", "screen"
    QString value; ///< the new value, without quotes
    bool operator==(const DisplayEdit &) const = default;
};

/// Where an edit is written: in place of the effective value, or next to the display's id if no file sets the value. A value.
struct EditTarget {
    SourcePlace place; ///< place of the value to replace, or after which a key is added; without a line number: the edit cannot be written
    QString keyToAdd; ///< key to add after `place`; empty: the value at `place` is replaced
    QString expectedText; ///< text that the edit expects at `place`; if the text there differs, nothing is changed
    ValueOrigin origin;
    bool operator==(const EditTarget &) const = default;
};

/// Turns an edit of a display into one replacement in a text. Pure.
namespace DisplayEdits
{
EditTarget targetOf(const DraftEffect &effect, const DisplayEdit &edit);
/// The change in the text of the file that @p target names. Empty: the expected text is not there any more.
std::optional<TextChange> changeAt(QStringView text, const EditTarget &target, const QString &value);
/// The change in the [site.ID] table of @p text.
std::optional<TextChange> changeAtSite(QStringView text, const QString &site, const DisplayEdit &edit);
}
}
