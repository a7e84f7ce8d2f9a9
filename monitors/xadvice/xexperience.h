// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xjudge.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

#include <expected>

namespace Nightdesk
{
/// What was foretold of one start, or of one thing done, and what was then seen.
struct XSeen {
    QDateTime at; ///< UTC, to the second
    XLinkFigures link;
    std::optional<std::chrono::milliseconds> predicted; ///< before it began; empty: nobody could
    std::chrono::milliseconds seen{};
    bool operator==(const XSeen &) const = default;
};

/// What is known of one program shown in one way.
struct XProgramExperience {
    QString program; ///< XTraceTitle::program
    QString display; ///< XTraceTitle::display; empty: of no profile
    QString topology; ///< "x11", "vnc-app"
    std::optional<XCost> start; ///< of the last start; x11 only
    std::optional<XCost> interaction; ///< the middle of the last interactions; x11 only
    QList<XSeen> starts; ///< the last ones, oldest first
    QList<XSeen> interactions;
    bool operator==(const XProgramExperience &) const = default;
};

/// Predictions beside what was seen, for each program and topology. A value with a text of its own (JSON); who keeps it is another
/// matter. Bounded: the last programs, the last of each. Owned by XExperienceStore.
class XExperience
{
public:
    static constexpr qsizetype mostPrograms = 200;
    static constexpr qsizetype mostSeen = 20;
    static constexpr qsizetype longestName = 256; ///< longer ones are cut
    static constexpr qsizetype mostBytes = 4 * 1024 * 1024; ///< of the text; the most that 200 programs have is 2.7 MB

    /// @p title says whose; its topology the way.
    void addStart(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost = {});
    void addInteraction(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost = {});

    /// That very display's; else that of the same program in the same way, the newest; else nullptr.
    const XProgramExperience *find(const XTraceTitle &title) const;
    const QList<XProgramExperience> &programs() const; ///< the one that was heard of last at the end

    /// What a start costs over x11: seen before; else as shipped (XKnownPrograms); else empty.
    std::optional<XCost> startCost(const XTraceTitle &title) const;
    /// What a start will take: x11 by its cost, any other way by the middle of what was seen. Empty: nothing is known.
    std::optional<std::chrono::milliseconds> predictedStart(const XTraceTitle &title, const XLinkFigures &link) const;
    std::optional<std::chrono::milliseconds> predictedInteraction(const XTraceTitle &title, const XLinkFigures &link) const;
    /// As vnc-app, whatever topology @p title has: seen here; else as shipped; else empty.
    XAppFigures appFigures(const XTraceTitle &title) const;

    QByteArray toJson() const;
    /// Strict: what it does not understand is an error, in English, for the log.
    static std::expected<XExperience, QString> fromJson(const QByteArray &text);
    bool operator==(const XExperience &) const = default;

private:
    XProgramExperience &entry(const XTraceTitle &title);
    QList<XProgramExperience> m_programs;
};

/// Figures of some usual programs, measured with the versions of Debian 13 and shipped (resources/xprograms.json), for their first start.
namespace XKnownPrograms
{
const XExperience &all();
}
}
