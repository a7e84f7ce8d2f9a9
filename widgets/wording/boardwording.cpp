// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/boardwording.h"

#include "monitors/figuresjson.h"
#include "sessions/common/enumtable.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/readablecolor.h"
#include "widgets/wording/wording.h"

#include <KColorScheme>
#include <KLazyLocalizedString>
#include <KLocalizedString>

#include <QGuiApplication>
#include <QLocale>
#include <QPalette>

#include <algorithm>
#include <array>

namespace Nightdesk::BoardWording
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

BoardMark mark(const BoardWire::DisplayReport &display)
{
    if (display.state == "live"_L1) {
        if (display.answering == "stalled"_L1) {
            return BoardMark::Bad; // the image is old, even if the display looks live
        }
        return display.answering.isEmpty() || display.answering == "yes"_L1 ? BoardMark::Live : BoardMark::Poor;
    }
    if (display.state == "idle"_L1 || display.state == "ended"_L1) {
        return BoardMark::NotConnected;
    }
    if (display.state == "failed"_L1 || display.state == "retrying"_L1 || !display.problemText.isEmpty()) {
        return BoardMark::Bad;
    }
    return BoardMark::Poor;
}

BoardMark mark(const BoardWire::LinkReport &link)
{
    if (link.state == "live"_L1) {
        return BoardMark::Live;
    }
    if (link.state == "idle"_L1) {
        return BoardMark::NotConnected;
    }
    return link.state == "stalled"_L1 || link.state == "dead"_L1 || link.state == "closed"_L1 ? BoardMark::Bad : BoardMark::Poor;
}

BoardMark mark(BoardWire::Health health)
{
    switch (health) {
    case BoardWire::Health::Good:
        return BoardMark::Live;
    case BoardWire::Health::Poor:
        return BoardMark::Poor;
    case BoardWire::Health::Bad:
        break;
    }
    return BoardMark::Bad;
}

QString markName(BoardMark mark)
{
    static const EnumTable<BoardMark::NotConnected, KLazyLocalizedString> names{
        kli18nc("@info:status of a display on the status board", "live"),
        kli18nc("@info:status of a display on the status board", "degraded"),
        kli18nc("@info:status of a display on the status board", "faulty"),
        kli18nc("@info:status of a display on the status board: nobody uses it now", "off"),
    };
    return names[mark].toString();
}

QString healthName(DeskHealth health)
{
    static const EnumTable<DeskHealth::Calling, KLazyLocalizedString> names{
        kli18nc("@info:status of a workstation: nobody observes there now", "Offline"),
        kli18nc("@info:status of a workstation", "OK"),
        kli18nc("@info:status of a workstation: it works with noticeable problems", "Degraded"),
        kli18nc("@info:status of a workstation: a display or connection does not work", "Fault"),
        kli18nc("@info:status of a workstation: contact with it was lost", "Not responding"),
        kli18nc("@info:status of a workstation: it calls the support astronomer", "Calling"),
    };
    return names[health].toString();
}

BoardMark healthMark(DeskHealth health)
{
    switch (health) {
    case DeskHealth::Gone:
        return BoardMark::NotConnected;
    case DeskHealth::Good:
        return BoardMark::Live;
    case DeskHealth::Poor:
        return BoardMark::Poor;
    default:
        return BoardMark::Bad;
    }
}

QColor color(BoardMark mark, bool onSelection)
{
    if (onSelection) { // green and red are hard to see on the selection's color: marks then differ only by shape
        return QGuiApplication::palette().color(QPalette::HighlightedText);
    }
    const KColorScheme scheme(QPalette::Active, KColorScheme::View);
    const auto role = mark == BoardMark::Live ? KColorScheme::PositiveText
        : mark == BoardMark::Poor             ? KColorScheme::NeutralText
        : mark == BoardMark::Bad              ? KColorScheme::NegativeText
                                              : KColorScheme::InactiveText;
    return ReadableColor::readableOn(scheme.foreground(role).color(),
                                     {scheme.background().color(), scheme.background(KColorScheme::AlternateBackground).color()});
}

QString state(const QString &name)
{
    struct Row {
        QLatin1StringView name;
        KLazyLocalizedString words;
    };
    static const std::array rows{
        Row{"idle"_L1, kli18nc("@info:status of a display or connection at a workstation", "not started")},
        Row{"waiting-for-link"_L1, kli18nc("@info:status of a display or connection at a workstation", "waiting for the connection")},
        Row{"opening"_L1, kli18nc("@info:status of a display or connection at a workstation", "opening")},
        Row{"starting"_L1, kli18nc("@info:status of a display or connection at a workstation", "starting")},
        Row{"live"_L1, kli18nc("@info:status of a display or connection at a workstation", "live")},
        Row{"retrying"_L1, kli18nc("@info:status of a display or connection at a workstation", "retrying")},
        Row{"failed"_L1, kli18nc("@info:status of a display or connection at a workstation", "failed")},
        Row{"ended"_L1, kli18nc("@info:status of a display or connection at a workstation", "ended")},
        Row{"resolving"_L1, kli18nc("@info:status of a display or connection at a workstation", "looking up the name")},
        Row{"connecting"_L1, kli18nc("@info:status of a display or connection at a workstation", "connecting")},
        Row{"checking-host"_L1, kli18nc("@info:status of a display or connection at a workstation", "checking the host key")},
        Row{"logging-in"_L1, kli18nc("@info:status of a display or connection at a workstation", "logging in")},
        Row{"stalled"_L1, kli18nc("@info:status of a display or connection at a workstation", "no answer")},
        Row{"dead"_L1, kli18nc("@info:status of a display or connection at a workstation", "no answer, reconnecting")},
        Row{"closed"_L1, kli18nc("@info:status of a display or connection at a workstation", "disconnected")},
        Row{"input-held"_L1, kli18nc("@info:status of a display or connection at a workstation", "slow to answer, input blocked")},
        Row{"waiting"_L1, kli18nc("@info:status of a display or connection at a workstation", "waiting for a connection that does not answer")},
    };
    const auto found = std::ranges::find(rows, name, [](const Row &row) {
        return row.name;
    });
    return found == rows.end() ? name : found->words.toString();
}

QString universalTime(const QDateTime &utc, const QDateTime &now)
{
    if (!utc.isValid()) {
        return {};
    }
    const QDateTime time = utc.toUTC();
    if (time.date() == now.toUTC().date()) {
        return i18nc("@info a time of day in Universal Time", "%1 UT", time.toString(u"HH:mm"_s));
    }
    return i18nc("@info a date and a time in Universal Time", "%1 UT", time.toString(u"MM-dd HH:mm"_s));
}

QString facilityTime(const QDateTime &utc, const QTimeZone &zone)
{
    if (!utc.isValid() || !zone.isValid()) {
        return {};
    }
    return i18nc("@info a time of day at the observatory; %2: its time zone, as in HST",
                 "%1 %2",
                 utc.toTimeZone(zone).toString(u"HH:mm"_s),
                 zone.abbreviation(utc));
}

QString displays(const QList<BoardWire::DisplayReport> &displays)
{
    std::array<int, 4> counts{};
    for (const BoardWire::DisplayReport &display : displays) {
        ++counts.at(static_cast<std::size_t>(mark(display)));
    }
    QStringList parts;
    for (const BoardMark mark : {BoardMark::Bad, BoardMark::Poor, BoardMark::Live, BoardMark::NotConnected}) {
        if (const int count = counts.at(static_cast<std::size_t>(mark)); count > 0) {
            parts.append(i18nc("@info how many displays are in a state: 2 faulty", "%1 %2", QString::number(count), markName(mark)));
        }
    }
    return parts.isEmpty() ? i18nc("@info:status a workstation shows no display", "none") : parts.join(u", "_s);
}

QString compressionRatio(double compressionRatio)
{
    return i18nc("@info how much what travels was compressed: 2.8 : 1", "%1 : 1", QLocale().toString(compressionRatio, 'f', 1));
}

QString imageAge(std::chrono::milliseconds age)
{
    return age < 10s ? Wording::duration(age) : Wording::age(age);
}

QString frameRate(double framesPerSecond)
{
    return i18nc("@info a number of images each second", "%1 frames/s", QLocale().toString(framesPerSecond, 'f', 0));
}

QString flowLimit(const QString &word)
{
    const auto flowLimit = FiguresJson::flowLimitOf(word);
    return flowLimit ? FigureWording::flowLimit(*flowLimit) : word;
}

QString instruments(const BoardDesk &desk)
{
    QStringList names;
    if (desk.state) {
        for (const BoardWire::InstrumentReport &instrument : desk.state->instruments) {
            names.append(instrument.name.isEmpty() ? instrument.id : instrument.name);
        }
    }
    return names.join(u", "_s);
}
}
