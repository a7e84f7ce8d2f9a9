// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/boardtext.h"

#include "sessions/common/texttable.h"

#include <KLazyLocalizedString>
#include <KLocalizedString>

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>

namespace Nightdesk::BoardText
{
using namespace Qt::StringLiterals;

namespace
{
QString timeText(const QJsonValue &value, const QDateTime &now)
{
    const QDateTime at = QDateTime::fromString(value.toString(), Qt::ISODate).toUTC();
    return at.isValid() ? at.toString(at.date() == now.toUTC().date() ? u"HH:mm"_s : u"MM-dd HH:mm"_s) : QString();
}

QString healthText(const QString &healthName)
{
    static const QHash<QString, KLazyLocalizedString> texts{
        {u"gone"_s, kli18nc("@info:shell state of a workstation that closed its connection", "offline")},
        {u"good"_s, kli18nc("@info:shell state of a workstation", "OK")},
        {u"poor"_s, kli18nc("@info:shell state of a workstation", "degraded")},
        {u"bad"_s, kli18nc("@info:shell state of a workstation", "FAULT")},
        {u"lost"_s, kli18nc("@info:shell state of a workstation that stopped responding", "LOST")},
        {u"calling"_s, kli18nc("@info:shell state of a workstation that calls the support astronomer", "CALLING")},
    };
    const auto text = texts.constFind(healthName);
    return text == texts.cend() ? healthName : text->toString();
}

QString joinedNames(const QJsonArray &array, const QString &key)
{
    QStringList list;
    for (const QJsonValue &value : array) {
        const QString name = key.isEmpty() ? value.toString() : value.toObject().value(key).toString();
        list.append(name.isEmpty() && !key.isEmpty() ? value.toObject().value("id"_L1).toString() : name);
    }
    return list.join(u", "_s);
}

/// Text of a desk's displays: "4/5" means that 4 of 5 displays are live.
QString liveDisplaysText(const QJsonArray &array)
{
    qsizetype live = 0;
    for (const QJsonValue &value : array) {
        const QJsonObject display = value.toObject();
        const QString answering = display.value("answering"_L1).toString();
        live += display.value("state"_L1).toString() == "live"_L1 && (answering.isEmpty() || answering == "yes"_L1) ? 1 : 0;
    }
    return array.isEmpty() ? QString() : u"%1/%2"_s.arg(live).arg(array.size());
}

QString deskNumberText(const QJsonObject &desk, QLatin1StringView key, double scale, int digits)
{
    return desk.contains(key) ? QString::number(desk.value(key).toDouble() / scale, 'f', digits) : QString();
}

QString currentProblem(const QJsonObject &desk, const QDateTime &now)
{
    if (const QString why = desk.value("why"_L1).toString(); !why.isEmpty()) {
        return why;
    }
    const QJsonObject last = desk.value("lastTrouble"_L1).toObject();
    return last.isEmpty() ? QString() : u"%1 %2"_s.arg(timeText(last.value("at"_L1), now), last.value("what"_L1).toString());
}
}

QString statusText(const QJsonObject &board, const QDateTime &now)
{
    const QJsonArray desks = board.value("desks"_L1).toArray();
    QString text = board.value("connected"_L1).toBool()
        ? i18ncp("@info:shell the status board", "Status board: %1 workstation", "Status board: %1 workstations", static_cast<int>(desks.size()))
        : i18ncp("@info:shell the status board",
                 "Status board: %1 workstation, last known state (message broker unreachable)",
                 "Status board: %1 workstations, last known state (message broker unreachable)",
                 static_cast<int>(desks.size()));
    text += u'\n';
    if (!desks.isEmpty()) {
        TextTable table({i18nc("@title:column in a terminal", "Workstation"),
                         i18nc("@title:column in a terminal", "State"),
                         i18nc("@title:column in a terminal", "Observers"),
                         i18nc("@title:column in a terminal", "Instrument"),
                         i18nc("@title:column in a terminal; a time", "Since UT"),
                         i18nc("@title:column in a terminal: how many displays are live", "Live"),
                         i18nc("@title:column in a terminal: round-trip time in milliseconds", "RTT ms"),
                         i18nc("@title:column in a terminal: kibibytes a second that arrive", "KiB/s"),
                         i18nc("@title:column in a terminal: compression", "Compr."),
                         i18nc("@title:column in a terminal: age of the image in milliseconds", "Image ms"),
                         i18nc("@title:column in a terminal", "Problem")});
        table.setLeftAlignedColumns({1, 2, 3, 10});
        for (const QJsonValue &value : desks) {
            QJsonObject desk = value.toObject();
            // The last report of an offline desk is outdated, so its row shows no figures.
            if (desk.value("health"_L1).toString() == "gone"_L1) {
                for (const QString &key : {u"displays"_s, u"roundTripMs"_s, u"inPerSecond"_s, u"ratio"_s, u"pictureAgeMs"_s}) {
                    desk.remove(key);
                }
            }
            table.add({desk.value("desk"_L1).toString(),
                       healthText(desk.value("health"_L1).toString()),
                       joinedNames(desk.value("people"_L1).toArray(), {}),
                       joinedNames(desk.value("instruments"_L1).toArray(), u"name"_s),
                       timeText(desk.value("since"_L1), now),
                       liveDisplaysText(desk.value("displays"_L1).toArray()),
                       deskNumberText(desk, "roundTripMs"_L1, 1, 0),
                       deskNumberText(desk, "inPerSecond"_L1, 1024, 1),
                       deskNumberText(desk, "ratio"_L1, 1, 1),
                       deskNumberText(desk, "pictureAgeMs"_L1, 1, 0),
                       currentProblem(desk, now)});
        }
        text += table.text();
    }
    if (const qint64 dropped = board.value("dropped"_L1).toInteger(); dropped > 0) {
        text +=
            i18ncp("@info:shell", "%1 message could not be read and was dropped.", "%1 messages could not be read and were dropped.", static_cast<int>(dropped))
            + u'\n';
    }
    return text;
}
}
