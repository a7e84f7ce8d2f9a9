// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtopologyadvice.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

#include <expected>

namespace Nightdesk
{
/// The predicted and the observed duration of one start or interaction.
struct XObservation {
    QDateTime observedAt; ///< in UTC, rounded to the second
    XLinkFigures link;
    /// The duration that was predicted before the start or interaction began; empty: no prediction was possible.
    std::optional<std::chrono::milliseconds> predictedTime = {};
    std::chrono::milliseconds observedTime{};
    bool operator==(const XObservation &) const = default;
};

/// The observed starts and interactions of one program, as shown by one topology (x11 or vnc-app).
struct XProgramHistory {
    QString program; ///< name of the program, as in XTraceTitle::program
    QString display; ///< id of the program's display, as in XTraceTitle::display; empty: the program is not from a profile
    QString topology; ///< "x11" or "vnc-app"
    std::optional<XCost> startCost = {}; ///< cost of the last start; known only for x11
    std::optional<XCost> interactionCost = {}; ///< median cost of the last interactions; known only for x11
    QList<XObservation> lastStarts = {}; ///< the last starts of the program, oldest first
    QList<XObservation> lastInteractions = {}; ///< the last interactions with the program, oldest first
    bool operator==(const XProgramHistory &) const = default;
};

/// Predicted and observed durations for each program and topology. A value with a JSON format; storing it is the task of another class.
/// Limited to the last programs, and to the last results of each. Owned by XProgramHistoryStore.
class XProgramHistories
{
public:
    static constexpr qsizetype maxPrograms = 200;
    static constexpr qsizetype maxObservations = 20;
    static constexpr qsizetype maxNameLength = 256; ///< longer names are cut
    /// Limit of the JSON text; 200 programs need at most 2.7 MB.
    static constexpr qsizetype maxJsonBytes = 4 * 1024 * 1024;

    /// @p title: names the program, its display and its topology.
    void addStart(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost = {});
    void addInteraction(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost = {});

    /// The entry of the display in @p title. If there is none, the newest entry of the same program with the same topology; null if that
    /// is missing, too.
    const XProgramHistory *find(const XTraceTitle &title) const;
    const QList<XProgramHistory> &programs() const; ///< all programs, the most recently updated last

    /// The cost of a start over x11. If none was observed, the shipped cost (XKnownPrograms) is returned; empty if that is not known either.
    std::optional<XCost> startCost(const XTraceTitle &title) const;
    /// How long a start will take: for x11 from its cost, for other topologies the median of the observed starts. Empty: not known.
    std::optional<std::chrono::milliseconds> predictedStartTime(const XTraceTitle &title, const XLinkFigures &link) const;
    std::optional<std::chrono::milliseconds> predictedInteractionTime(const XTraceTitle &title, const XLinkFigures &link) const;
    /// The measured durations of the program as vnc-app, whatever topology @p title has. Durations that were not observed at this
    /// desk are the shipped ones (XKnownPrograms), and empty if those are not known either.
    VncAppFigures vncAppFigures(const XTraceTitle &title) const;

    QByteArray toJson() const;
    /// Reads what toJson() wrote; anything unexpected is an error. The error text is in English, for the log.
    static std::expected<XProgramHistories, QString> fromJson(const QByteArray &text);
    bool operator==(const XProgramHistories &) const = default;

private:
    XProgramHistory &findOrAddHistory(const XTraceTitle &title);
    QList<XProgramHistory> m_programs;
};

/// Figures of some common programs, measured in Debian 13 and shipped (resources/xprograms.json), used before their first start.
namespace XKnownPrograms
{
const XProgramHistories &all();
}
}
