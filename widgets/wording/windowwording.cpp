// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/windowwording.h"

#include <KLocalizedString>

#include <QLocale>

namespace Nightdesk
{
namespace
{
QString hourAndMinute(const QDateTime &utc)
{
    return utc.toString(QStringLiteral("HH:mm"));
}

/// The titles of the X programs of which @p which holds.
template<typename Which>
QStringList titles(const InstrumentProfile &profile, Which which)
{
    QStringList found;
    for (const WindowSpec &window : profile.windows) {
        if (which(window)) {
            found.append(window.title);
        }
    }
    return found;
}

QString listed(const QStringList &names)
{
    return QLocale().createSeparatedList(names);
}
}

QString WindowWording::silence(Session::Kind kind, Session::Answering answering, const std::optional<QDateTime> &keptUntil, std::int64_t withheld)
{
    QString text;
    switch (answering) {
    case Session::Answering::Yes:
        return {};
    case Session::Answering::InputHeld:
    case Session::Answering::Stalled:
        text = kind == Session::Kind::Window ? i18nc("@info:status of an X program", "No answer: what is typed or clicked in its windows is not sent.")
                                             : i18nc("@info:status of a desktop", "No answer: what is typed or clicked is not sent.");
        break;
    case Session::Answering::Waiting:
        text = keptUntil
            ? i18nc("@info:status of an X program, a time",
                    "Waiting for its old connection; it comes back with that or ends with it (kept until %1 UT). What is typed is not sent.",
                    hourAndMinute(*keptUntil))
            : i18nc("@info:status of an X program", "Waiting for its old connection; it comes back with that or ends with it. What is typed is not sent.");
        break;
    }
    if (withheld > 0) {
        text += QLatin1Char(' ') + i18ncp("@info:status", "One key or click was left out.", "%1 keys or clicks were left out.", withheld);
    }
    return text;
}

QString WindowWording::trouble(const WindowSession &window)
{
    if (window.asksToStartAgain()) {
        return i18nc("@info:status %1: a display's title", "%1 ended with the link", window.label());
    }
    if (window.occupant()) {
        return i18nc("@info:status %1: a display's title", "%1 runs already, elsewhere", window.label());
    }
    switch (window.answering()) {
    case Session::Answering::Yes:
        break;
    case Session::Answering::InputHeld:
    case Session::Answering::Stalled:
        return i18nc("@info:status %1: a display's title", "%1: no answer, input held", window.label());
    case Session::Answering::Waiting:
        return i18nc("@info:status %1: a display's title", "%1: waiting, input held", window.label());
    }
    return {};
}

QString WindowWording::closedWithLink(RestartPolicy restart)
{
    return restart == RestartPolicy::Never ? i18nc("@info:status of an X program", "It ended when the link did. Its profile says that it stays closed then.")
                                           : i18nc("@info:status of an X program", "It ended when the link did, and was left closed.");
}

QString WindowWording::leftover(const Leftovers::Offer &offer, const QString &host, const QDateTime &now)
{
    const Leftover &leftover = offer.leftover;
    const QString since = leftover.since.secsTo(now) < 86400 ? hourAndMinute(leftover.since) : leftover.since.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    QString text = i18nc("@info %1 is a program's name, %2 a number, %3 a time, %4 a host, %5 a display's id",
                         "%1 (process %2, since %3 UT) is left over on %4. It was started as %5, and nobody looks after it.",
                         leftover.name,
                         QString::number(leftover.process),
                         since,
                         host,
                         leftover.mark.display);
    if (offer.hasFailed) {
        text += QLatin1Char(' ') + i18nc("@info", "It could not be ended.");
    }
    return text;
}

QStringList WindowWording::outlook(const InstrumentProfile &profile)
{
    QStringList parts;
    if (!profile.desktops.isEmpty()) {
        parts.append(i18ncp("@info what becomes of displays when the link breaks",
                            "the desktop comes back as it was.",
                            "the desktops come back as they were.",
                            profile.desktops.size()));
    }
    const auto with = [&profile](RestartPolicy policy) {
        return titles(profile, [policy](const WindowSpec &window) {
            return window.restart == policy && window.topology != Topology::VncApp;
        });
    };
    const QStringList lasting = titles(profile, [](const WindowSpec &window) {
        return window.topology == Topology::VncApp;
    });
    if (!lasting.isEmpty()) {
        parts.append(i18ncp("@info what becomes of X programs when the link breaks; %2: their titles",
                            "%2 goes on at the summit and comes back as it was.",
                            "%2 go on at the summit and come back as they were.",
                            lasting.size(),
                            listed(lasting)));
    }
    if (const QStringList names = with(RestartPolicy::Auto); !names.isEmpty()) {
        parts.append(i18ncp("@info what becomes of X programs when the link breaks; %2: their titles",
                            "%2 ends with it and is started again by itself.",
                            "%2 end with it and are started again by themselves.",
                            names.size(),
                            listed(names)));
    }
    if (const QStringList names = with(RestartPolicy::Ask); !names.isEmpty()) {
        parts.append(i18ncp("@info what becomes of X programs when the link breaks; %2: their titles",
                            "%2 ends with it; you are asked whether to start it again.",
                            "%2 end with it; you are asked whether to start them again.",
                            names.size(),
                            listed(names)));
    }
    if (const QStringList names = with(RestartPolicy::Never); !names.isEmpty()) {
        parts.append(i18ncp("@info what becomes of X programs when the link breaks; %2: their titles",
                            "%2 ends with it and stays closed.",
                            "%2 end with it and stay closed.",
                            names.size(),
                            listed(names)));
    }
    QStringList lines;
    if (!parts.isEmpty()) {
        lines.append(i18nc("@info %1: what becomes of which displays, a sentence each", "If the link breaks for good: %1", parts.join(QLatin1Char(' '))));
    }
    const QStringList names = titles(profile, [](const WindowSpec &window) {
        return window.trusted && window.topology != Topology::VncApp; // that one sees no X server of ours
    });
    if (!names.isEmpty()) {
        lines.append(i18ncp("@info %2: titles of X programs",
                            "Trusted: %2 can read every key that is typed at this desk.",
                            "Trusted: %2 can read every key that is typed at this desk.",
                            names.size(),
                            listed(names)));
    }
    return lines;
}

QString WindowWording::untrusted()
{
    return i18nc("@info:tooltip of an X program; RENDER is an extension of X",
                 "Its profile does not trust this program: it cannot read what is typed elsewhere at this desk, nor see other windows; what was copied it can "
                 "read. It lacks RENDER (its text has no smooth edges), tablets and the bell.");
}

QString WindowWording::trustedViewer()
{
    return i18nc(
        "@info:tooltip of a display that a viewer at the summit shows",
        "It is shown by a viewer at the summit, which does not work without trust: while it runs it can read every key that is typed at this desk, and "
        "see every window.");
}

QString WindowWording::trusted()
{
    return i18nc("@info:tooltip of an X program", "Its profile trusts this program: it can read every key that is typed at this desk, and see every window.");
}
}
