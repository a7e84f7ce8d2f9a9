// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runmanifest.h"

/// Describes what a profile would run where, as whom and through which hosts, as lines of text for a window or a terminal. Nothing is shortened: the
/// user must see everything that is approved. Translated plain text; pure.
namespace Nightdesk::RunWording
{
struct RunLine {
    enum class Style {
        Heading,
        Text,
        Code, ///< a command or an address, in shell syntax
        Warning
    };
    enum class Mark {
        Unmarked,
        Added,
        Removed,
        Unchanged ///< unchanged since the approval
    };
    Style style = Style::Text;
    Mark mark = Mark::Unmarked;
    int indent = 0;
    QString text;
    bool operator==(const RunLine &) const = default;
};

/// Escapes characters that are invisible or change the order of others: "a\u202eb".
QString escapeInvisible(const QString &text);
/// The command in POSIX shell syntax, so that its arguments can be distinguished; $'...' for an argument with invisible characters.
QString shellLine(const QStringList &command);
/// Explains {account}; empty: the manifest does not contain it. @p account: tonight's account; empty: unknown yet.
QString accountLine(const RunManifest &manifest, const QString &account);
/// All lines of @p manifest.
QList<RunLine> allLines(const RunManifest &manifest, RunLine::Mark mark = RunLine::Mark::Unmarked);
/// What was added, changed and removed since the approval.
QList<RunLine> differences(const TrustVerdict &verdict);
/// The items that are unchanged since the approval.
RunManifest manifestOfUnchangedItems(const TrustVerdict &verdict);
}
