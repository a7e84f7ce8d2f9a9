// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/supportdesk.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "widgets/displays/supportline.h"
#include "widgets/facility/supportcontactsdialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/supportwording.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
const QTimeZone hawaiiTime("Pacific/Honolulu");
const QDateTime evening(QDate(2026, 6, 13), QTime(7, 0), QTimeZone::utc()); // 21:00 there

PersonSpec person(const QString &name, SupportRole role, const QString &phone, const QString &email, std::optional<HoursOfDay> hours)
{
    return {name, role, phone, email, hours, {}};
}

Facility staffedObservatory()
{
    Facility facility;
    facility.timezone = u"Pacific/Honolulu"_s;
    facility.people = {person(u"Dana Day"_s, SupportRole::SupportAstronomer, u"+1 808 555 0101"_s, u"day@example.org"_s, HoursOfDay{8 * 60, 17 * 60}),
                       person(u"Kim Nakoa"_s, SupportRole::ObservingAssistant, u"+1 808 555 0100"_s, {}, HoursOfDay{18 * 60, 6 * 60})};
    facility.rooms = {{u"Observing room"_s, u"https://meet.example/observing"_s, {}}, {u"Bad room"_s, u"file:///etc/passwd"_s, {}}};
    return facility;
}

QStringList visibleTexts(const QWidget &widget)
{
    QStringList texts;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (label->isVisible()) {
            texts.append(label->text());
        }
    }
    return texts;
}
}

/// Who helps: in words, beside a failure, and in the dialog.
class SupportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theLine_data();
    void theLine();
    void hours_data();
    void hours();
    void phoneLinks_data();
    void phoneLinks();
    void mailLinks_data();
    void mailLinks();
    void roomLinks_data();
    void roomLinks();
    void theLineIsThereWhenItIsWanted();
    void theMessageNamesSomebodyWhenTheFacilityIsWrong();
    void onlyPlainInformationMakesRoom();
    void aComplaintGoesWhenItsReasonIsMended();
    void theDialogListsPeopleAndRooms();
    void theDialogFollowsTheClock();
    void theDialogWithoutAnybody();
    void everyControlHasANameAndIsReached();
};

void SupportTest::theLine_data()
{
    QTest::addColumn<QList<PersonSpec>>("people");
    QTest::addColumn<QString>("line");
    const QList<PersonSpec> two = staffedObservatory().people;
    QTest::newRow("who is on duty") << two << u"Now on duty: Kim Nakoa (OA), +1 808 555 0100"_s;
    QTest::newRow("nobody is: who comes next") << QList{
        two.first()} << u"Nobody is on duty. From %1 08:00: Dana Day (SA), +1 808 555 0101"_s.arg(QLocale().dayName(6, QLocale::ShortFormat));
    QTest::newRow("without a telephone the mail") << QList{person(u"A"_s, SupportRole::SupportAstronomer, {}, u"a@b.org"_s, {})}
                                                  << u"Now on duty: A (SA), a@b.org"_s;
    QTest::newRow("without either the name") << QList{person(u"A"_s, SupportRole::SupportAstronomer, {}, {}, {})} << u"Now on duty: A (SA)"_s;
    QTest::newRow("nobody at all") << QList<PersonSpec>() << QString();
    QTest::newRow("control characters do not get through")
        << QList{person(u"A\n\u202eB"_s, SupportRole::SupportAstronomer, {}, {}, {})} << u"Now on duty: A B (SA)"_s;
}

void SupportTest::theLine()
{
    QFETCH(QList<PersonSpec>, people);
    QTEST(SupportWording::dutyLine(SupportDuty::at(people, evening, hawaiiTime), evening, hawaiiTime), "line");
}

void SupportTest::hours_data()
{
    QTest::addColumn<std::optional<HoursOfDay>>("hours");
    QTest::addColumn<QString>("here");
    QTest::addColumn<QString>("text");
    const std::optional<HoursOfDay> night = HoursOfDay{18 * 60, 6 * 60};
    QTest::newRow("the same clock") << night << u"Pacific/Honolulu"_s << u"18:00–06:00"_s;
    QTest::newRow("another clock of the same hour") << night << u"Pacific/Rarotonga"_s << u"18:00–06:00"_s;
    QTest::newRow("California") << night << u"America/Los_Angeles"_s << u"18:00–06:00 at the facility, 21:00–09:00 here"_s;
    QTest::newRow("half an hour off") << night << u"Asia/Kolkata"_s << u"18:00–06:00 at the facility, 09:30–21:30 here"_s;
    QTest::newRow("always there") << std::optional<HoursOfDay>() << u"America/Los_Angeles"_s << QString();
}

void SupportTest::hours()
{
    QFETCH(std::optional<HoursOfDay>, hours);
    QFETCH(QString, here);
    const QList<DutyEntry> people = SupportDuty::at({person(u"A"_s, {}, {}, {}, hours)}, evening, hawaiiTime);
    QTEST(SupportWording::hours(people.first(), hawaiiTime, QTimeZone(here.toLatin1())), "text");
}

void SupportTest::phoneLinks_data()
{
    QTest::addColumn<QString>("phone");
    QTest::addColumn<QString>("link");
    QTest::newRow("international") << u"+1 808 555 0100"_s << u"tel:+18085550100"_s;
    QTest::newRow("with brackets and dashes") << u"(808) 555-0100"_s << u"tel:8085550100"_s;
    QTest::newRow("an extension is for people") << u"+1 808 555 0100 ext. 12"_s << u"tel:+18085550100"_s;
    QTest::newRow("an extension alone") << u"ext. 12"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("words") << u"ask the desk"_s << QString();
    QTest::newRow("another scheme") << u"javascript:alert(123456)"_s << QString();
}

void SupportTest::phoneLinks()
{
    QFETCH(QString, phone);
    QTEST(SupportWording::phoneLink(phone).toString(), "link");
}

void SupportTest::mailLinks_data()
{
    QTest::addColumn<QString>("mail");
    QTest::addColumn<QString>("link");
    QTest::newRow("an address") << u"kim@keck.example"_s << u"mailto:kim@keck.example"_s;
    QTest::newRow("no address") << u"kim"_s << QString();
    QTest::newRow("further headers do not get through") << u"kim@keck.example?attach=/etc/passwd"_s << QString();
    QTest::newRow("nor options") << u"--attach /etc/passwd@x"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void SupportTest::mailLinks()
{
    QFETCH(QString, mail);
    QTEST(SupportWording::mailLink(mail).toString(), "link");
}

void SupportTest::roomLinks_data()
{
    QTest::addColumn<QString>("room");
    QTest::addColumn<bool>("opens");
    QTest::newRow("https") << u"https://meet.example/observing?pwd=1"_s << true;
    QTest::newRow("http") << u"http://meet.example"_s << true;
    QTest::newRow("a file") << u"file:///etc/passwd"_s << false;
    QTest::newRow("a script") << u"javascript:alert(1)"_s << false;
    QTest::newRow("no host") << u"https:///observing"_s << false;
    QTest::newRow("another host than it seems") << u"https://meet.example@evil.example/"_s << false;
    QTest::newRow("words") << u"room 12"_s << false;
    QTest::newRow("nothing") << QString() << false;
}

void SupportTest::roomLinks()
{
    QFETCH(QString, room);
    QTEST(SupportWording::roomLink(room).isValid(), "opens");
}

void SupportTest::theLineIsThereWhenItIsWanted()
{
    SupportDesk desk(nullptr, [] {
        return evening;
    });
    QWidget window;
    SupportContactLabel line(&desk, &window);
    window.show();
    line.setHasFailure(true);
    QVERIFY(!line.isVisible()); // the facility names nobody yet
    desk.setFacility(staffedObservatory());
    QVERIFY(line.isVisible());
    QVERIFY2(line.text().contains(u"Kim Nakoa (OA)"), qPrintable(line.text()));
    QSignalSpy dutyDialogRequested(&desk, &SupportDesk::dutyDialogRequested);
    Q_EMIT line.linkActivated(u"people"_s);
    QCOMPARE(dutyDialogRequested.size(), 1);
    line.setHasFailure(false);
    QVERIFY(!line.isVisible());
    Facility rude = staffedObservatory();
    rude.people[1].name = u"<img src=x>"_s;
    line.setHasFailure(true);
    desk.setFacility(rude);
    QVERIFY2(line.text().contains(u"&lt;img"), qPrintable(line.text()));
    SupportContactLabel without(nullptr, &window);
    without.setHasFailure(true);
    QVERIFY(!without.isVisible());
}

void SupportTest::theMessageNamesSomebodyWhenTheFacilityIsWrong()
{
    SupportDesk desk(nullptr, [] {
        return evening;
    });
    desk.setFacility(staffedObservatory());
    MessageBar bar(&desk);
    bar.showError(u"There is no site <b>hilo</b>."_s);
    QCOMPARE(bar.textFormat(), Qt::PlainText);
    QCOMPARE(bar.actions().size(), 1);
    QVERIFY(bar.actions().first()->text().contains(u"Kim Nakoa"));
    QSignalSpy dutyDialogRequested(&desk, &SupportDesk::dutyDialogRequested);
    bar.actions().first()->trigger();
    QCOMPARE(dutyDialogRequested.size(), 1);
    bar.showInfo(u"All is well."_s);
    QVERIFY(bar.actions().isEmpty());
    bar.showWarning(u"No editor was found."_s);
    QVERIFY(bar.actions().isEmpty());
    bar.showError(u"Again."_s);
    desk.setFacility({});
    QVERIFY(bar.actions().isEmpty());
}

void SupportTest::onlyPlainInformationMakesRoom()
{
    SupportDesk desk(nullptr, [] {
        return evening;
    });
    MessageBar bar(&desk);
    QVERIFY(bar.isMessageReplaceable());
    bar.showError(u"LRIS has mistakes."_s);
    QVERIFY(!bar.isMessageReplaceable());
    bar.showWarning(u"No editor was found."_s);
    QVERIFY(!bar.isMessageReplaceable());
    bar.showOffer(u"LRIS was changed."_s, u"/change/lris"_s, u"Connect Again Now"_s);
    QVERIFY(!bar.isMessageReplaceable());
    bar.showInfo(u"ds9 starts slowly."_s, u"/start/lris/ds9"_s);
    QVERIFY2(!bar.isMessageReplaceable(), "it is kept up to date");
    QCOMPARE(bar.messageTopic(), u"/start/lris/ds9"_s);
    bar.showInfo(u"All is well."_s);
    QVERIFY(bar.isMessageReplaceable());
    QCOMPARE(bar.messageTopic(), QString());
    bar.showOffer(u"LRIS was changed."_s, u"/change/lris"_s, u"Connect Again Now"_s);
    bar.closeMessageAbout(u"/change/lris"_s);
    QVERIFY2(bar.isMessageReplaceable(), "it goes, if slowly");
    bar.showOffer(u"LRIS was changed."_s, u"/change/lris"_s, u"Connect Again Now"_s);
    QCOMPARE(bar.messageTopic(), u"/change/lris"_s);
    bar.animatedHide(); // as its close button does
    QCOMPARE(bar.messageTopic(), QString());
}

void SupportTest::aComplaintGoesWhenItsReasonIsMended()
{
    SupportDesk desk(nullptr, [] {
        return evening;
    });
    MessageBar bar(&desk);
    bar.showError(u"LRIS has mistakes."_s, u"lris"_s);
    QCOMPARE(bar.messageTopic(), u"lris"_s);
    bar.closeMessageAbout(u"hires"_s);
    bar.closeMessageAbout({});
    QVERIFY(!bar.isHidden() && !bar.isHideAnimationRunning());
    bar.closeMessageAbout(u"lris"_s);
    QTRY_VERIFY(bar.isHidden());
    QCOMPARE(bar.messageTopic(), QString());
    QVERIFY(bar.isMessageReplaceable());
    // What is said since is about something else, and stays.
    bar.showError(u"LRIS has mistakes."_s, u"lris"_s);
    bar.showWarning(u"No editor was found."_s);
    QCOMPARE(bar.messageTopic(), QString());
    bar.closeMessageAbout(u"lris"_s);
    QVERIFY(!bar.isHidden() && !bar.isHideAnimationRunning());
    bar.showError(u"The agreement could not be kept."_s);
    bar.closeMessageAbout({});
    QVERIFY(!bar.isHidden() && !bar.isHideAnimationRunning());
}

void SupportTest::theDialogListsPeopleAndRooms()
{
    SupportDesk desk(nullptr, [] {
        return evening;
    });
    desk.setFacility(staffedObservatory());
    SupportContactsDialog dialog(&desk, QTimeZone("America/Los_Angeles"));
    dialog.show();
    const QStringList texts = visibleTexts(dialog);
    const auto at = [&texts](const QString &part) {
        for (qsizetype i = 0; i < texts.size(); ++i) {
            if (texts.at(i).contains(part)) {
                return i;
            }
        }
        return qsizetype(-1);
    };
    QVERIFY2(at(u"Kim Nakoa"_s) >= 0 && at(u"Kim Nakoa"_s) < at(u"Dana Day"_s), qPrintable(texts.join(u'|')));
    for (const QString &part : {u"on duty until"_s,
                                u"observing assistant"_s,
                                u"support astronomer"_s,
                                u"tel:+18085550100"_s,
                                u"mailto:day@example.org"_s,
                                u"18:00–06:00 at the facility, 21:00–09:00 here"_s,
                                u"Observing room"_s,
                                u"https://meet.example/observing"_s}) {
        QVERIFY2(at(part) >= 0, qPrintable(part));
    }
    QVERIFY(!texts.at(at(u"file:///etc/passwd"_s)).contains(u"href")); // shown, not opened
    auto *copy = dialog.findChild<QToolButton *>();
    QVERIFY(copy);
    QTest::mouseClick(copy, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"+1 808 555 0100"_s);
}

void SupportTest::theDialogFollowsTheClock()
{
    QDateTime now = evening;
    SupportDesk desk(nullptr, [&now] {
        return now;
    });
    desk.setFacility(staffedObservatory());
    SupportContactsDialog dialog(&desk, hawaiiTime);
    dialog.show();
    now = evening.addSecs(12 * 3600); // 09:00 there
    desk.updateForCurrentTime();
    const QString texts = visibleTexts(dialog).join(u'|');
    QVERIFY2(texts.indexOf(u"Dana Day") < texts.indexOf(u"Kim Nakoa"), qPrintable(texts));
}

void SupportTest::theDialogWithoutAnybody()
{
    SupportDesk desk;
    SupportContactsDialog dialog(&desk);
    dialog.show();
    QVERIFY(visibleTexts(dialog).join(u'|').contains(u"lists no contacts"));
    QCOMPARE(namelessControls(dialog), QStringList());
}

void SupportTest::everyControlHasANameAndIsReached()
{
    SupportDesk desk(nullptr, [] {
        return evening;
    });
    desk.setFacility(staffedObservatory());
    SupportContactsDialog dialog(&desk);
    QCOMPARE(unreachableControls(dialog), QStringList());
    QCOMPARE(namelessControls(dialog), QStringList());
}

NIGHTDESK_TEST(SupportTest)
#include "supporttest.moc"
