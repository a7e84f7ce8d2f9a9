// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xprogramhistories.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr qsizetype recent = 5; ///< number of the last results that a prediction uses; older results say little

/// @p string, cut to the length that fromJson() accepts.
QString truncatedName(const std::string &string)
{
    QString name = QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size())).left(XProgramHistories::maxNameLength);
    if (!name.isEmpty() && name.back().isHighSurrogate()) {
        name.chop(1); // do not keep half of a surrogate pair
    }
    return name;
}

void appendObservation(QList<XObservation> &list, const XObservation &observation)
{
    list.push_back(observation);
    list.remove(0, std::max<qsizetype>(0, list.size() - XProgramHistories::maxObservations));
}

std::optional<std::chrono::milliseconds> medianTime(const QList<XObservation> &list)
{
    QList<std::chrono::milliseconds> times;
    for (const XObservation &observation : list.last(std::min(recent, list.size()))) {
        times.push_back(observation.observedTime);
    }
    std::ranges::sort(times);
    return times.isEmpty() ? std::nullopt : std::optional(times[times.size() / 2]);
}

XTraceTitle withTopology(XTraceTitle title, const char *topology)
{
    title.topology = topology;
    return title;
}

/// Prefers results that were observed at this desk to the shipped measurements.
template<typename Function>
auto observedOrShipped(const XProgramHistories &observed, const XTraceTitle &title, Function function) -> decltype(function(XProgramHistory()))
{
    for (const XProgramHistories *programHistories : {&observed, &XKnownPrograms::all()}) {
        if (const XProgramHistory *program = programHistories->find(title)) {
            if (const auto found = function(*program)) {
                return found;
            }
        }
    }
    return {};
}

std::optional<std::chrono::milliseconds> predictedTime(const XProgramHistories &observed,
                                                       const XTraceTitle &title,
                                                       const XLinkFigures &link,
                                                       std::optional<XCost> XProgramHistory::*cost,
                                                       QList<XObservation> XProgramHistory::*list)
{
    return observedOrShipped(observed, title, [&](const XProgramHistory &program) {
        if (title.topology != "x11") {
            return medianTime(program.*list);
        }
        return program.*cost ? std::optional(std::chrono::round<std::chrono::milliseconds>((program.*cost)->durationOver(link))) : std::nullopt;
    });
}
}

XProgramHistory &XProgramHistories::findOrAddHistory(const XTraceTitle &title)
{
    XProgramHistory program{.program = truncatedName(title.program), .display = truncatedName(title.display), .topology = truncatedName(title.topology)};
    const auto known = std::ranges::find_if(m_programs, [&](const XProgramHistory &each) {
        return each.program == program.program && each.display == program.display && each.topology == program.topology;
    });
    if (known != m_programs.end()) {
        std::rotate(known, known + 1, m_programs.end());
    } else {
        m_programs.push_back(program);
        m_programs.remove(0, std::max<qsizetype>(0, m_programs.size() - maxPrograms));
    }
    return m_programs.back();
}

void XProgramHistories::addStart(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost)
{
    XProgramHistory &program = findOrAddHistory(title);
    appendObservation(program.lastStarts, observation);
    program.startCost = cost ? cost : program.startCost;
}

void XProgramHistories::addInteraction(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost)
{
    XProgramHistory &program = findOrAddHistory(title);
    appendObservation(program.lastInteractions, observation);
    program.interactionCost = cost ? cost : program.interactionCost;
}

const XProgramHistory *XProgramHistories::find(const XTraceTitle &title) const
{
    const QString program = truncatedName(title.program);
    const QString display = truncatedName(title.display);
    const QString topology = truncatedName(title.topology);
    const XProgramHistory *best = nullptr;
    for (const XProgramHistory &each : m_programs) {
        if (each.program != program || each.topology != topology) {
            continue;
        }
        if (each.display == display) {
            return &each;
        }
        best = &each; // entries are sorted by age, so the last match is the newest
    }
    return best;
}

const QList<XProgramHistory> &XProgramHistories::programs() const
{
    return m_programs;
}

std::optional<XCost> XProgramHistories::startCost(const XTraceTitle &title) const
{
    return observedOrShipped(*this, withTopology(title, "x11"), [](const XProgramHistory &program) {
        return program.startCost;
    });
}

std::optional<std::chrono::milliseconds> XProgramHistories::predictedStartTime(const XTraceTitle &title, const XLinkFigures &link) const
{
    return predictedTime(*this, title, link, &XProgramHistory::startCost, &XProgramHistory::lastStarts);
}

std::optional<std::chrono::milliseconds> XProgramHistories::predictedInteractionTime(const XTraceTitle &title, const XLinkFigures &link) const
{
    return predictedTime(*this, title, link, &XProgramHistory::interactionCost, &XProgramHistory::lastInteractions);
}

VncAppFigures XProgramHistories::vncAppFigures(const XTraceTitle &title) const
{
    const XTraceTitle app = withTopology(title, "vnc-app");
    return {.startTime = predictedStartTime(app, {}), .interactionTime = predictedInteractionTime(app, {})};
}
}
