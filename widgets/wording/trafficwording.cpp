// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/trafficwording.h"

#include "monitors/xadvice/xadvice.h"
#include "widgets/wording/topologywording.h"

#include <KLocalizedString>

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// What @p describe makes of the sentence about how long the start takes, and what would help; empty: the start is not slow.
QString slowStartText(const XTrafficFigures &figures, const std::optional<Topology> &quicker, auto describe)
{
    const QString sentence = figures.liveRates ? XAdvice::startSentence(figures.startVerdict) : QString();
    if (sentence.isEmpty()) {
        return {};
    }
    const QString description = describe(sentence);
    if (quicker != Topology::VncApp) {
        return description;
    }
    return i18nc("@info two sentences",
                 "%1 %2",
                 description,
                 i18nc("@info what would help a program that takes minutes to start",
                       "In a private X server (vnc-app) the program starts as fast as on the remote host."));
}
}

QString TrafficWording::trafficRate(const XTrafficFigures &figures, std::int64_t exposes)
{
    if (!figures.liveRates) {
        return {};
    }
    const QLocale locale;
    QString text = i18nc("@info X traffic of a program now; %1, %2: numbers; estimated, not measured",
                         "X: %1 round trips/s, %2 % of the time waiting (estimated)",
                         locale.toString(std::llround(figures.liveRates->roundTripsPerSecond)),
                         locale.toString(std::llround(figures.liveRates->waitingShare * 100)));
    if (exposes > 0) {
        text += QStringLiteral(" · ")
            + i18ncp("@info how often the X server asked for a part to be painted again", "%1 repaint", "%1 repaints", static_cast<int>(exposes));
    }
    if (figures.hasUnparsedTraffic) {
        text += QStringLiteral(" · ") + i18nc("@info of a program’s X messages; the program itself continues", "partly not understood");
    }
    return text;
}

QString TrafficWording::timeLeft(std::chrono::seconds time)
{
    if (time < std::chrono::minutes(2)) {
        // The estimate is rounded to steps of 5 s; otherwise it would change each second.
        const std::int64_t seconds = std::max<std::int64_t>(5, (time.count() + 4) / 5 * 5);
        return i18nc("@info:progress of a start, seconds", "About %1 s left", QString::number(seconds));
    }
    return i18nc("@info:progress of a start, minutes", "About %1 min left", QString::number((time.count() + 30) / 60));
}

QString TrafficWording::tip(const XTrafficFigures &figures)
{
    QStringList lines{i18nc("@info:tooltip X traffic of a program",
                            "Round trips: requests to the X server here that the program waited for; waiting time estimated from the connection’s RTT")};
    if (figures.observedStartTime) {
        const QString seen = XAdvice::durationText(*figures.observedStartTime);
        lines.append(figures.predictedStartTime
                         ? i18nc("@info:tooltip %1, %2: times", "Startup took %1 (predicted: %2)", seen, XAdvice::durationText(*figures.predictedStartTime))
                         : i18nc("@info:tooltip %1: a time", "Startup took %1", seen));
    }
    return lines.join(QLatin1Char('\n'));
}

QString TrafficWording::slowStart(const XTrafficFigures &figures, const std::optional<Topology> &quicker)
{
    return slowStartText(figures, quicker, [](const QString &sentence) {
        return i18nc("@info a program; %1: a sentence that says how long", "This program starts slowly. %1", sentence);
    });
}

QString TrafficWording::slowStartOf(const QString &label, const XTrafficFigures &figures, const std::optional<Topology> &quicker)
{
    return slowStartText(figures, quicker, [&label](const QString &sentence) {
        return i18nc("@info %1: a program's title, %2: a sentence that says how long", "%1 starts slowly. %2", label, sentence);
    });
}

QString TrafficWording::showAsLabel(Topology topology)
{
    return i18nc("@action:button %1: a display mode of a program, as a menu has it: Private X Server (vnc-app)", "Show as %1", TopologyWording::name(topology));
}
}
