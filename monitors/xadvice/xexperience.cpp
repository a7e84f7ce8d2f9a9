// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xexperience.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr qsizetype recent = 5; ///< number of the last results that a prediction uses; older results say little

/// @p string, cut to the length that fromJson() accepts.
QString text(const std::string &string)
{
    QString name = QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size())).left(XExperience::longestName);
    if (!name.isEmpty() && name.back().isHighSurrogate()) {
        name.chop(1); // do not keep half of a surrogate pair
    }
    return name;
}

void add(QList<XSeen> &list, const XSeen &seen)
{
    list.push_back(seen);
    list.remove(0, std::max<qsizetype>(0, list.size() - XExperience::mostSeen));
}

std::optional<std::chrono::milliseconds> middle(const QList<XSeen> &list)
{
    QList<std::chrono::milliseconds> times;
    for (const XSeen &seen : list.last(std::min(recent, list.size()))) {
        times.push_back(seen.seen);
    }
    std::ranges::sort(times);
    return times.isEmpty() ? std::nullopt : std::optional(times[times.size() / 2]);
}

XTraceTitle inWay(XTraceTitle title, const char *topology)
{
    title.topology = topology;
    return title;
}

/// Prefers results that were observed at this desk to the shipped measurements.
template<typename Function>
auto seenOrShipped(const XExperience &seen, const XTraceTitle &title, Function function) -> decltype(function(XProgramExperience()))
{
    for (const XExperience *experience : {&seen, &XKnownPrograms::all()}) {
        if (const XProgramExperience *program = experience->find(title)) {
            if (const auto found = function(*program)) {
                return found;
            }
        }
    }
    return {};
}

std::optional<std::chrono::milliseconds> predicted(const XExperience &seen,
                                                   const XTraceTitle &title,
                                                   const XLinkFigures &link,
                                                   std::optional<XCost> XProgramExperience::*cost,
                                                   QList<XSeen> XProgramExperience::*list)
{
    return seenOrShipped(seen, title, [&](const XProgramExperience &program) {
        if (title.topology != "x11") {
            return middle(program.*list);
        }
        return program.*cost ? std::optional(std::chrono::round<std::chrono::milliseconds>((program.*cost)->over(link))) : std::nullopt;
    });
}
}

XProgramExperience &XExperience::entry(const XTraceTitle &title)
{
    XProgramExperience program{.program = text(title.program),
                               .display = text(title.display),
                               .topology = text(title.topology),
                               .start = {},
                               .interaction = {},
                               .starts = {},
                               .interactions = {}};
    const auto known = std::ranges::find_if(m_programs, [&](const XProgramExperience &each) {
        return each.program == program.program && each.display == program.display && each.topology == program.topology;
    });
    if (known != m_programs.end()) {
        std::rotate(known, known + 1, m_programs.end());
    } else {
        m_programs.push_back(program);
        m_programs.remove(0, std::max<qsizetype>(0, m_programs.size() - mostPrograms));
    }
    return m_programs.back();
}

void XExperience::addStart(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost)
{
    XProgramExperience &program = entry(title);
    add(program.starts, seen);
    program.start = cost ? cost : program.start;
}

void XExperience::addInteraction(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost)
{
    XProgramExperience &program = entry(title);
    add(program.interactions, seen);
    program.interaction = cost ? cost : program.interaction;
}

const XProgramExperience *XExperience::find(const XTraceTitle &title) const
{
    const QString program = text(title.program);
    const QString display = text(title.display);
    const QString topology = text(title.topology);
    const XProgramExperience *best = nullptr;
    for (const XProgramExperience &each : m_programs) {
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

const QList<XProgramExperience> &XExperience::programs() const
{
    return m_programs;
}

std::optional<XCost> XExperience::startCost(const XTraceTitle &title) const
{
    return seenOrShipped(*this, inWay(title, "x11"), [](const XProgramExperience &program) {
        return program.start;
    });
}

std::optional<std::chrono::milliseconds> XExperience::predictedStart(const XTraceTitle &title, const XLinkFigures &link) const
{
    return predicted(*this, title, link, &XProgramExperience::start, &XProgramExperience::starts);
}

std::optional<std::chrono::milliseconds> XExperience::predictedInteraction(const XTraceTitle &title, const XLinkFigures &link) const
{
    return predicted(*this, title, link, &XProgramExperience::interaction, &XProgramExperience::interactions);
}

XAppFigures XExperience::appFigures(const XTraceTitle &title) const
{
    const XTraceTitle app = inWay(title, "vnc-app");
    return {.start = predictedStart(app, {}), .interaction = predictedInteraction(app, {})};
}
}
