// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/nightbar.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "widgets/common/toolbarshade.h"
#include "widgets/view/nightindicators.h"
#include "widgets/viewer/viewertoolbar.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>
#include <QToolButton>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QString hawaii = u"Pacific/Honolulu"_s;

/// What can be read in it now, from left to right.
QStringList texts(const QWidget &bar)
{
    QStringList result;
    for (const QWidget *widget : bar.findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (widget->isHidden()) {
            continue;
        }
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            result.append(label->text());
        } else if (const auto *button = qobject_cast<const QToolButton *>(widget)) {
            result.append(button->text());
        }
    }
    return result;
}

InstrumentProfile twoDesktops()
{
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"127.0.0.1"_s;
    link.port = 1; // nobody listens
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {link};
    for (const QString &id : {u"control0"_s, u"control1"_s}) {
        DesktopSpec spec;
        spec.id = id;
        spec.title = id;
        spec.link = link.id;
        profile.desktops.append(spec);
    }
    return profile;
}
}

/// The night's part of a strip.
class NightBarTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void clocks_data();
    void clocks();
    void theLessImportantGoFirst();
    void ticksOnTheSecondWhileItIsSeen();
    void saysWhatIsMutedAndRecorded();
    void whatWasSavedIsSaidForAWhile();
    void aDesktopThatRangIsMarkedUntilLookedAt();
    void aStripIsDimmed();
    void everythingHasAName();
};

void NightBarTest::clocks_data()
{
    QTest::addColumn<QString>("timezone");
    QTest::addColumn<std::optional<double>>("longitude");
    QTest::addColumn<QStringList>("expected");
    using Longitude = std::optional<double>;
    QTest::newRow("all of them") << hawaii << Longitude(-155.4747) << QStringList{u"LMST 03:09:57"_s, u"HST 23:30:15"_s, u"UT 09:30:15"_s};
    QTest::newRow("no sidereal clock without a longitude") << hawaii << Longitude() << QStringList{u"HST 23:30:15"_s, u"UT 09:30:15"_s};
    QTest::newRow("no second clock for an observatory in UT") << u"UTC"_s << Longitude(0) << QStringList{u"LMST 13:31:51"_s, u"UT 09:30:15"_s};
    QTest::newRow("a zone that nobody knows") << u"Mauna/Kea"_s << Longitude() << QStringList{u"UT 09:30:15"_s};
    QTest::newRow("nothing known") << QString() << Longitude() << QStringList{u"UT 09:30:15"_s};
}

void NightBarTest::clocks()
{
    QFETCH(QString, timezone);
    QFETCH(std::optional<double>, longitude);
    QFETCH(QStringList, expected);
    NightIndicators indicators;
    NightBar bar;
    bar.setIndicators(&indicators);
    indicators.setFacility(timezone, longitude);
    bar.showTime(QDateTime::fromString(u"2026-11-21T09:30:15Z"_s, Qt::ISODate));
    QCOMPARE(texts(bar), expected);
}

void NightBarTest::theLessImportantGoFirst()
{
    NightIndicators indicators;
    NightBar bar;
    bar.setIndicators(&indicators);
    indicators.setFacility(hawaii, -155.4747);
    QCOMPARE(texts(bar).size(), 3);
    const int widest = bar.sizeHint().width();
    QStringList kept;
    QString before;
    for (int room = widest; room >= 0; --room) {
        bar.setMaxWidth(room);
        const QStringList now = texts(bar).replaceInStrings(QRegularExpression(u" .*"_s), QString());
        if (now.join(u' ') != before) {
            before = now.join(u' ');
            kept.append(before);
        }
    }
    QCOMPARE(kept, (QStringList{u"LMST HST UT"_s, u"LMST UT"_s, u"UT"_s}));
    bar.setMaxWidth(widest);
    QCOMPARE(texts(bar).size(), 3);
}

void NightBarTest::ticksOnTheSecondWhileItIsSeen()
{
    NightBar bar;
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar, 30000));
    // Each change of what is shown comes early in a second, but for a machine that is busy: the moment that it ticks counts, not
    // the one that a test looks.
    const QStringList shown = texts(bar);
    int earliest = 1000;
    connect(&bar, &NightBar::secondPassed, &bar, [&] {
        if (texts(bar) != shown) {
            earliest = std::min(earliest, QTime::currentTime().msec());
        }
    });
    QTRY_VERIFY_WITH_TIMEOUT(earliest < 100, 60000);
    bar.hide();
    QTRY_VERIFY_WITH_TIMEOUT(!bar.isClockRunning(), 30000);
    QSignalSpy ticks(&bar, &NightBar::secondPassed);
    bar.show();
    QTRY_VERIFY_WITH_TIMEOUT(ticks.size() > 0, 30000);
}

void NightBarTest::saysWhatIsMutedAndRecorded()
{
    NightIndicators indicators;
    NightBar bar;
    bar.setIndicators(&indicators);
    const auto buttons = bar.findChildren<QToolButton *>();
    QCOMPARE(buttons.size(), 2);
    QVERIFY(std::ranges::all_of(buttons, &QToolButton::isHidden));

    indicators.setBellMutedUntilText(u"until 22:00 UT"_s);
    QVERIFY(texts(bar).contains(u"until 22:00 UT"_s));
    std::chrono::steady_clock::time_point since;
    do { // again where this program was stopped for a second just then
        since = std::chrono::steady_clock::now() - 65s;
        indicators.setRecording(NightIndicators::Recording{u"<b>Control & 0</b>"_s, since, 120s});
    } while (std::chrono::steady_clock::now() - since >= 66s);
    QVERIFY2(texts(bar).contains(u"● REC 1:05 · <b>Control && 0</b> – Stop"_s), qPrintable(texts(bar).join(u'|')));
    QSignalSpy stops(&indicators, &NightIndicators::stopRecordingRequested);
    QSignalSpy sounds(&indicators, &NightIndicators::bellUnmuteRequested);
    for (QToolButton *button : buttons) {
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(button->focusPolicy(), Qt::NoFocus); // the keyboard stays with the desktop
        QVERIFY(!button->toolTip().contains(u"<b>"_s));
    }
    QCOMPARE(stops.size(), 1);
    QCOMPARE(sounds.size(), 1);
    indicators.setBellMutedUntilText({});
    indicators.setRecording({});
    QVERIFY(std::ranges::all_of(buttons, &QToolButton::isHidden));
}

void NightBarTest::whatWasSavedIsSaidForAWhile()
{
    NightIndicators indicators;
    NightBar bar;
    bar.setIndicators(&indicators);
    indicators.showMessageOnToolbars(u"Saved <b>2026-11-21T093015Z_control0.png"_s);
    QVERIFY(texts(bar).contains(u"Saved <b>2026-11-21T093015Z_control0.png"_s));
    QTRY_COMPARE_WITH_TIMEOUT(texts(bar).size(), 1, 30000);
}

void NightBarTest::aDesktopThatRangIsMarkedUntilLookedAt()
{
    Desk desk(nullptr);
    desk.connectProfile(twoDesktops());
    NightIndicators indicators;
    ViewerToolbar strip(u"left"_s);
    QList<DesktopSession *> sessions;
    for (Session *session : desk.sessions()) {
        sessions.append(qobject_cast<DesktopSession *>(session));
        strip.setDesktops(sessions);
    }
    strip.setIndicators(&indicators);
    connect(&desk, &Desk::sessionAboutToBeRemoved, &strip, [&](Session *session) {
        sessions.removeOne(qobject_cast<DesktopSession *>(session)); // as its viewer window does
        strip.setDesktops(sessions);
    });
    const auto marked = [&strip] {
        QStringList names;
        for (const QToolButton *button : strip.findChildren<QToolButton *>()) {
            if (button->accessibleName().endsWith(u" rang"_s)) {
                names.append(button->accessibleName().section(u':', 0, 0));
            }
        }
        return names;
    };
    QCOMPARE(marked(), QStringList());
    Q_EMIT sessions[1]->bell();
    QCOMPARE(marked(), QStringList()); // it is the console that passes it on
    indicators.reportBell(sessions[1]);
    indicators.reportBell(sessions[1]);
    QCOMPARE(marked(), QStringList{u"control1"_s});
    indicators.markBellSeen(sessions[0]);
    QCOMPARE(marked(), QStringList{u"control1"_s});
    indicators.markBellSeen(sessions[1]);
    QCOMPARE(marked(), QStringList());
    const DesktopSession *first = sessions[0];
    indicators.reportBell(sessions[0]);
    desk.disconnectAll(); // goes while it is marked
    QVERIFY(!indicators.hasUnseenBell(first));
}

void NightBarTest::aStripIsDimmed()
{
    NightIndicators indicators;
    ViewerToolbar strip(u"left"_s);
    strip.resize(800, strip.sizeHint().height());
    strip.setIndicators(&indicators);
    strip.setPalette(QPalette(QColor(40, 40, 45)));
    strip.show();
    QVERIFY(QTest::qWaitForWindowExposed(&strip, 30000));
    const auto brightest = [&strip] {
        const QImage image = strip.grab().toImage();
        int most = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                most = std::max(most, qGray(image.pixel(x, y)));
            }
        }
        return most;
    };
    const int full = brightest();
    indicators.setBrightness(50);
    const int half = brightest();
    QVERIFY2(half * 100 <= full * 53 && half * 100 >= full * 47, qPrintable(u"%1 of %2"_s.arg(half).arg(full)));
    strip.resize(1200, strip.height());
    QCOMPARE(brightest(), half); // the part that was added too
    indicators.setBrightness(1);
    QCOMPARE(indicators.brightness(), 20); // never out
    indicators.setBrightness(100);
    QCOMPARE(brightest(), full);
    strip.setPalette(QPalette(QColor(240, 240, 240)));
    const int light = brightest();
    indicators.setBrightness(50);
    QCOMPARE(brightest(), light); // black on white is as it should be
    strip.setPalette(QPalette(QColor(40, 40, 45))); // chosen while it is shown
    QCOMPARE(brightest(), half);
    QCOMPARE(DarkeningLayer::dimmed(QColor(200, 100, 50), 50), QColor(100, 50, 25));
}

void NightBarTest::everythingHasAName()
{
    NightIndicators indicators;
    ViewerToolbar strip(u"left"_s);
    strip.setIndicators(&indicators);
    indicators.setFacility(hawaii, -155.4747);
    indicators.setBellMutedUntilText(u"until 22:00 UT"_s);
    indicators.setRecording(NightIndicators::Recording{u"Control 0"_s, std::chrono::steady_clock::now(), 120s});
    strip.show();
    QCOMPARE(Test::namelessControls(strip), QStringList());
}

NIGHTDESK_TEST(NightBarTest)

#include "nightbartest.moc"
