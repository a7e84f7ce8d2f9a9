// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/supportwording.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QLocale>
#include <QRegularExpression>

namespace Nightdesk::SupportWording
{
using namespace Qt::StringLiterals;

namespace
{
QString clock(const QDateTime &moment, const QTimeZone &zone)
{
    // 24-hour format in every language, as facilities write times
    return moment.toTimeZone(zone).time().toString(u"HH:mm"_s);
}

QString clockAndDay(const QDateTime &moment, const QDateTime &now, const QTimeZone &zone)
{
    const QDate day = moment.toTimeZone(zone).date();
    return day == now.toTimeZone(zone).date()
        ? clock(moment, zone)
        : i18nc("@info a time on the next days: weekday, time", "%1 %2", QLocale().dayName(day.dayOfWeek(), QLocale::ShortFormat), clock(moment, zone));
}
}

QString role(SupportRole role)
{
    return role == SupportRole::ObservingAssistant ? i18nc("@info what a person does", "observing assistant")
                                                   : i18nc("@info what a person does", "support astronomer");
}

QString shortRole(SupportRole role)
{
    return role == SupportRole::ObservingAssistant ? i18nc("@info observing assistant", "OA") : i18nc("@info support astronomer", "SA");
}

QString dutyLine(const QList<DutyEntry> &people, const QDateTime &now, const QTimeZone &zone)
{
    if (people.isEmpty()) {
        return {};
    }
    const DutyEntry &first = people.constFirst();
    QString who = i18nc("@info a person's name and role", "%1 (%2)", displayText(first.person.name, 60), shortRole(first.person.role));
    const QString reach = displayText(!first.person.phone.isEmpty() ? first.person.phone : first.person.email, 60);
    if (!reach.isEmpty()) {
        who = i18nc("@info a person, and the telephone or e-mail", "%1, %2", who, reach);
    }
    return first.isOnDuty || !first.shift ? i18nc("@info who helps observers at this moment", "Now on duty: %1", who)
                                          : i18nc("@info who helps observers next: a time at the facility, a person",
                                                  "Nobody is on duty. From %1: %2",
                                                  clockAndDay(first.shift->from, now, zone),
                                                  who);
}

QString duty(const DutyEntry &entry, const QDateTime &now, const QTimeZone &zone)
{
    if (!entry.shift) {
        return i18nc("@info a person without hours", "at any time");
    }
    return entry.isOnDuty ? i18nc("@info a time", "on duty until %1", clockAndDay(entry.shift->to, now, zone))
                          : i18nc("@info a time", "from %1", clockAndDay(entry.shift->from, now, zone));
}

QString hours(const DutyEntry &entry, const QTimeZone &zone, const QTimeZone &here)
{
    if (!entry.shift) {
        return {};
    }
    const auto range = [&entry](const QTimeZone &place) {
        return i18nc("@info from a time to a time", "%1–%2", clock(entry.shift->from, place), clock(entry.shift->to, place));
    };
    const QString there = range(zone);
    const QString local = range(here);
    return there == local ? i18nc("@info hours of a person, the same on both clocks", "%1", there)
                          : i18nc("@info hours of a person, by the facility’s clock and by this workstation’s", "%1 at the facility, %2 here", there, local);
}

QUrl phoneLink(const QString &phone)
{
    // "+1 808 555 0100 ext. 12": text after the first letter is not dialed.
    static const QRegularExpression letter(u"\\p{L}"_s);
    QString number;
    for (const QChar character : phone.left(phone.indexOf(letter))) {
        if ((character >= u'0' && character <= u'9') || (character == u'+' && number.isEmpty())) {
            number += character;
        }
    }
    return number.size() >= 3 ? QUrl(u"tel:"_s + number) : QUrl();
}

QUrl mailLink(const QString &email)
{
    static const QRegularExpression address(u"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+$"_s);
    if (!address.match(email).hasMatch()) {
        return {};
    }
    QUrl url;
    url.setScheme(u"mailto"_s);
    url.setPath(email);
    return url;
}

QUrl roomLink(const QString &link)
{
    const QUrl url(link, QUrl::StrictMode);
    const bool isWeb = url.scheme() == "https"_L1 || url.scheme() == "http"_L1;
    return url.isValid() && isWeb && !url.host().isEmpty() && url.userInfo().isEmpty() ? url : QUrl();
}
}
