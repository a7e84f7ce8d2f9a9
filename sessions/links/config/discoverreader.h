// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDeadlineTimer>

#include <optional>

namespace Nightdesk
{
/// A desktop that runs tonight, as a line of the answer has it.
struct FoundDesktop {
    DesktopAddress address;
    QString title; ///< display-safe; empty: the line has none
    QString line; ///< as it came, for an expression that is to match it
    bool operator==(const FoundDesktop &) const = default;
};

/// What the lines of an answer say.
struct DiscoverReport {
    /// One that tells of no desktop, or of none that can be.
    struct OtherLine {
        int number = 0; ///< from 1
        QString text; ///< display-safe and shortened
        QString why; ///< translated: what is wrong with what it tells; empty: the pattern does not match it
        bool operator==(const OtherLine &) const = default;
    };
    QList<FoundDesktop> found;
    QList<OtherLine> others; ///< the first few, those that have something wrong before those that do not match
    int otherCount = 0;
    bool isTooMuch = false; ///< not all of it was looked at
    bool tookTooLong = false; ///< so does the pattern, with such lines
    bool operator==(const DiscoverReport &) const = default;
};

/// Reads the answer of a discover command, which may be anything: it comes from another machine. Every step of it is bounded,
/// but it takes its time: not for the GUI thread.
namespace DiscoverReader
{
constexpr qsizetype maxAnswer = 64 * 1024;
constexpr qsizetype maxLine = 500;
constexpr qsizetype maxLines = 2000;
constexpr qsizetype maxFound = 100;

/// @p isCut: the answer went on; its last line is half a line then.
DiscoverReport read(const QString &pattern, const QByteArray &answer, bool isCut, QDeadlineTimer deadline);
/// Empty: the one that is wanted was not found.
std::optional<FoundDesktop> pick(const DiscoveredDesktop &wanted, const QList<FoundDesktop> &found, QDeadlineTimer deadline);
/// Whether both are the same place: display :1 is port 5901.
bool isSame(const DesktopAddress &a, const DesktopAddress &b);
}
}
