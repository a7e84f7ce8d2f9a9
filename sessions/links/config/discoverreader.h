// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDeadlineTimer>

#include <optional>

namespace Nightdesk
{
/// A desktop that runs at the moment, as one line of the discover command's output describes it.
struct FoundDesktop {
    DesktopAddress address;
    QString title; ///< display-safe; empty: the line has no title
    QString outputLine; ///< the whole line of the output, unchanged, to be matched with an expression
    bool operator==(const FoundDesktop &) const = default;
};

/// The desktops that the output of a discover command describes, and the lines that could not be used.
struct DiscoverReport {
    /// A line that describes no desktop, or an impossible one.
    struct UnusableLine {
        int number = 0; ///< line number in the output, from 1
        QString text; ///< display-safe and shortened
        QString why; ///< translated: what is wrong with the description; empty: the pattern does not match the line
        bool operator==(const UnusableLine &) const = default;
    };
    QList<FoundDesktop> foundDesktops;
    QList<UnusableLine> unusableLines; ///< the first few lines, those with an error before those that do not match
    int unusableLineCount = 0;
    bool isOutputTruncated = false; ///< the output exceeded a limit, so a part of it was not read
    bool tookTooLong = false; ///< the deadline passed, or the pattern is too slow for these lines
    bool operator==(const DiscoverReport &) const = default;
};

/// Reads the output of a discover command, which may be anything: it comes from another machine. Every step is bounded but may take some time: do not
/// call it in the GUI thread.
namespace DiscoverReader
{
constexpr qsizetype maxAnswer = 64 * 1024;
constexpr qsizetype maxLine = 500;
constexpr qsizetype maxLines = 2000;
constexpr qsizetype maxFound = 100;

/// Reads the lines of @p answer. @p isOutputCut: the output was cut off, so its last line is incomplete.
DiscoverReport read(const QString &pattern, const QByteArray &answer, bool isOutputCut, QDeadlineTimer deadline);
/// Finds the desktop that @p wanted describes. Empty: it was not found.
std::optional<FoundDesktop> findDesktop(const DesktopSelector &wanted, const QList<FoundDesktop> &found, QDeadlineTimer deadline);
/// Whether both addresses are the same: display :1 is port 5901.
bool areSameAddress(const DesktopAddress &a, const DesktopAddress &b);
}
}
