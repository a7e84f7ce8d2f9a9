// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/wording.h"

#include "sessions/common/enumtable.h"
#include "sessions/common/facts.h"
#include "widgets/wording/readablecolor.h"

#include <KColorScheme>
#include <KFormat>
#include <KLazyLocalizedString>
#include <KLocalizedString>

#include <QLocale>

namespace Nightdesk::Wording
{
QString duration(std::chrono::microseconds time)
{
    const QLocale locale;
    const double milliseconds = static_cast<double>(time.count()) / 1000;
    if (milliseconds < 10) {
        return i18nc("@info a duration in milliseconds", "%1 ms", locale.toString(milliseconds, 'f', 1));
    }
    if (milliseconds < 1000) {
        return i18nc("@info a duration in milliseconds", "%1 ms", locale.toString(qRound64(milliseconds)));
    }
    return i18nc("@info a duration in seconds", "%1 s", locale.toString(milliseconds / 1000, 'f', 2));
}

QString age(std::chrono::milliseconds time)
{
    const qint64 seconds = time.count() / 1000;
    if (seconds < 60) {
        return i18nc("@info an age in seconds", "%1 s", seconds);
    }
    return i18nc("@info an age in minutes and seconds", "%1 min %2 s", seconds / 60, QStringLiteral("%1").arg(seconds % 60, 2, 10, QLatin1Char('0')));
}

QString hours(std::chrono::minutes time)
{
    if (time.count() < 1) {
        return i18nc("@info for how long", "less than a minute");
    }
    const auto whole = std::chrono::duration_cast<std::chrono::hours>(time);
    if (whole.count() == 0) {
        return i18nc("@info a time in minutes", "%1 min", QString::number(time.count()));
    }
    const QString minutes = QStringLiteral("%1").arg((time - whole).count(), 2, 10, QLatin1Char('0'));
    return i18nc("@info a time in hours and minutes", "%1 h %2 min", QString::number(whole.count()), minutes);
}

QString rate(std::optional<Bytes> perSecond)
{
    if (!perSecond) {
        return i18nc("@info:status a rate that is not known", "–");
    }
    return i18nc("@info:status bytes a second, e.g. 1.2 MiB/s", "%1/s", KFormat().formatByteSize(static_cast<double>(perSecond->count), 1));
}

QString state(SessionState state)
{
    static const EnumTable<SessionState::Ended, KLazyLocalizedString> names{
        kli18nc("@info:status of a display", "not started"),
        kli18nc("@info:status of a display", "waiting for the connection"),
        kli18nc("@info:status of a display", "opening"),
        kli18nc("@info:status of a display", "starting"),
        kli18nc("@info:status of a display", "live"),
        kli18nc("@info:status of a display", "retrying"),
        kli18nc("@info:status of a display", "failed"),
        kli18nc("@info:status of a display", "ended"),
    };
    return names[state].toString();
}

QString state(LinkState state)
{
    static const EnumTable<LinkState::Closed, KLazyLocalizedString> names{
        kli18nc("@info:status of a connection", "not connected"),
        kli18nc("@info:status of a connection", "looking up the name"),
        kli18nc("@info:status of a connection", "connecting"),
        kli18nc("@info:status of a connection", "checking the host key"),
        kli18nc("@info:status of a connection", "logging in"),
        kli18nc("@info:status of a connection", "connected"),
        kli18nc("@info:status of a connection", "no answer"),
        kli18nc("@info:status of a connection", "no answer, reconnecting"),
        kli18nc("@info:status of a connection", "disconnected"),
    };
    return names[state].toString();
}

QString silence(std::chrono::seconds silent, std::optional<LinkState> renewal)
{
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(silent);
    // Kept short, because it shares one line with the figures; no plural forms, because "s" and "min" are unit symbols.
    const QString silence = minutes < std::chrono::minutes(2)
        ? i18nc("@info:status of a connection, time in seconds", "no answer for %1 s", QString::number(silent.count()))
        : i18nc("@info:status of a connection, time in minutes", "no answer for %1 min", QString::number(minutes.count()));
    return renewal ? i18nc("@info:status of a connection; %1: no answer for 5 s, %2: logging in", "%1 · reconnecting: %2", silence, state(*renewal)) : silence;
}

QString startSteps(const QList<StepTiming> &steps)
{
    QStringList parts;
    for (const StepTiming &step : steps) {
        const QString took = step.duration.count() == 0 ? i18nc("@info a duration too short to measure", "< 1 ms") : duration(step.duration);
        parts.append(i18nc("@info a step of a connection and what it took", "%1 %2", stepName(step.step), took));
    }
    return parts.join(QStringLiteral(" · "));
}

QString toolTip(const std::optional<Failure> &failure)
{
    if (!failure) {
        return {};
    }
    QStringList lines;
    for (const QString &line : failureLines(*failure)) {
        lines.append(line.toHtmlEscaped());
    }
    // The text contains words of a host or server: Qt must not guess whether it is rich text.
    return QStringLiteral("<qt>%1</qt>").arg(lines.join(QStringLiteral("<br/>")));
}

StatusTone statusTone(SessionState state)
{
    switch (state) {
    case SessionState::Live:
        return StatusTone::Good;
    case SessionState::Failed:
        return StatusTone::Bad;
    case SessionState::Idle:
    case SessionState::Ended:
        return StatusTone::Quiet;
    default:
        return StatusTone::Busy;
    }
}

StatusTone statusTone(LinkState state)
{
    switch (state) {
    case LinkState::Live:
        return StatusTone::Good;
    case LinkState::Stalled:
    case LinkState::Dead:
    case LinkState::Closed:
        return StatusTone::Bad;
    case LinkState::Idle:
        return StatusTone::Quiet;
    default:
        return StatusTone::Busy;
    }
}

StatusTone statusTone(RoundTripLevel::Level level)
{
    return level == RoundTripLevel::Level::Ok ? StatusTone::Good : level == RoundTripLevel::Level::Degraded ? StatusTone::Busy : StatusTone::Bad;
}

QString roundTrip(std::chrono::microseconds time, RoundTripLevel::Level level)
{
    switch (level) {
    case RoundTripLevel::Level::Degraded:
        return i18nc("@info:status round-trip time of a slow connection", "RTT %1: Degraded", duration(time));
    case RoundTripLevel::Level::Fault:
        return i18nc("@info:status round-trip time of a very slow connection", "RTT %1: Fault", duration(time));
    case RoundTripLevel::Level::Ok:
        break;
    }
    return i18nc("@info:status round-trip time", "RTT %1", duration(time));
}

QString roundTripReason(const RoundTripLevel &level)
{
    const auto usualRoundTrip = level.usualRoundTrip();
    if (!usualRoundTrip) {
        return {};
    }
    return level.level() == RoundTripLevel::Level::Ok
        ? i18nc("@info:tooltip a round-trip time", "This connection usually has %1", duration(*usualRoundTrip))
        : i18nc("@info:tooltip a round-trip time", "Slower than usual: this connection usually has %1", duration(*usualRoundTrip));
}

QColor color(StatusTone statusTone)
{
    const KColorScheme scheme(QPalette::Active, KColorScheme::Window);
    const KColorScheme lists(QPalette::Active, KColorScheme::View);
    const auto role = statusTone == StatusTone::Good ? KColorScheme::PositiveText
        : statusTone == StatusTone::Bad              ? KColorScheme::NegativeText
        : statusTone == StatusTone::Busy             ? KColorScheme::NeutralText
                                                     : KColorScheme::InactiveText;
    // Breeze's green and orange have a contrast of only 2.5 : 1 on its light windows.
    return ReadableColor::readableOn(scheme.foreground(role).color(), {scheme.background().color(), lists.background().color()});
}
}
