// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runstatement.h"

/// What a profile would run where, as whom and through which hosts, in lines for a person, the same in a window and on a
/// terminal. Nothing is shortened: what is agreed to has to be there. Translated plain text; pure.
namespace Nightdesk::RunWording
{
struct Line {
    enum class Style {
        Heading,
        Text,
        Code, ///< a command or an address, as a shell would take it
        Warning
    };
    enum class Mark {
        None,
        Added,
        Removed,
        Same ///< as it was agreed to
    };
    Style style = Style::Text;
    Mark mark = Mark::None;
    int indent = 0;
    QString text;
    bool operator==(const Line &) const = default;
};

/// Characters that a person cannot see, or that move others about, as escapes: "a\u202eb".
QString visible(const QString &text);
/// The words as a POSIX shell would take them, so that each argument can be told from the next; $'...' where one has
/// characters that cannot be seen.
QString shellLine(const QStringList &command);
/// What {account} stands for; empty: the statement has none. @p account is tonight's; empty: it is not known yet.
QString accountLine(const RunStatement &statement, const QString &account);
/// All of @p statement.
QList<Line> everything(const RunStatement &statement, Line::Mark mark = Line::Mark::None);
/// What was added, changed and taken away since it was agreed to.
QList<Line> differences(const TrustVerdict &verdict);
/// The items that are as they were agreed to.
RunStatement unchanged(const TrustVerdict &verdict);
}
