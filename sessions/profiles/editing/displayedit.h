// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/drafteffect.h"
#include "sessions/profiles/editing/textchange.h"

#include <QStringView>

#include <optional>

namespace Nightdesk
{
/// A value of a display that somebody changed without the text: by the picture of the screens.
struct DisplayEdit {
    QString table; ///< "desktop" or "window"
    QString id;
    QString key; ///< "geometry", "screen"
    QString value; ///< a text
    bool operator==(const DisplayEdit &) const = default;
};

/// Where an edit goes: over the value that is in force, or beside the display's id where nobody wrote one. A value.
struct EditTarget {
    SourcePlace place; ///< without a line: nowhere
    QString newKey; ///< empty: the value at the place is replaced; else this key is added behind it
    QString expected; ///< the text at the place: another one is never touched
    ValueOrigin origin;
    bool operator==(const EditTarget &) const = default;
};

/// Turns what was done to a display into one replacement in a text. Pure.
namespace DisplayEdits
{
EditTarget target(const DraftEffect &effect, const DisplayEdit &edit);
/// In the text of the file of @p target. Empty: what is expected is not there any more.
std::optional<TextChange> at(QStringView text, const EditTarget &target, const QString &value);
/// In the [site.ID] of @p text.
std::optional<TextChange> atSite(QStringView text, const QString &site, const DisplayEdit &edit);
}
}
