// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What RemoteView is made of: somebody else's pointer, the notice over a stale picture, the cursor, the painting.
#include "tests/support/testprogram.h"
#include "widgets/input/otheruserpointer.h"
#include "widgets/view/desktopcursor.h"
#include "widgets/view/picturepaint.h"
#include "widgets/view/viewnotice.h"
#include "widgets/view/viewpaint.h"

#include <QPainter>
#include <QPixmap>
#include <QTest>
#include <QTimeZone>
#include <QtMath>

#include <algorithm>
#include <cstdlib>

using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Scaling = ViewGeometry::Scaling;

class ViewPartsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ourOwnEchoIsNotSomebodyElse();
    void somebodyElseIsShownForAWhile();
    void theRestingPointerIsNobodys();
    void notices_data();
    void notices();
    void noticesOfPrograms_data();
    void noticesOfPrograms();
    void noticeFitsItsPlace_data();
    void noticeFitsItsPlace();
    void noticeIsBesidePrograms_data();
    void noticeIsBesidePrograms();
    void aCalmNoticeDimsNothing();
    void ages_data();
    void ages();
    void cursorsKeepTheirPlace_data();
    void cursorsKeepTheirPlace();
    void withoutACursorADotIsShown_data();
    void withoutACursorADotIsShown();
    void aCursorIsMadeAgainOnlyToLookDifferent_data();
    void aCursorIsMadeAgainOnlyToLookDifferent();
    void theDotIsOneForAllSizesOfAPicture();
    void oneToOneIsExact_data();
    void oneToOneIsExact();
    void wholeMultiplesStaySharp();
    void aPartPaintedAloneEqualsTheWhole_data();
    void aPartPaintedAloneEqualsTheWhole();
    void whatDamageChangesLiesInsideOfIt_data();
    void whatDamageChangesLiesInsideOfIt();
    void reducedItIsAnAverage();
    void smoothOnWish();
};

void ViewPartsTest::ourOwnEchoIsNotSomebodyElse()
{
    OtherUserPointer pointer;
    const OtherUserPointer::Instant now{1000h};
    pointer.noteSentPosition(QPoint(10, 10), now);
    pointer.noteSentPosition(QPoint(50, 50), now + 100ms);
    QVERIFY(!pointer.noteReportedPosition(QPoint(10, 10), now + 200ms)); // late, but ours
    QVERIFY(!pointer.noteReportedPosition(QPoint(51, 49), now + 300ms));
    QVERIFY(!pointer.markerPosition(now + 300ms));
    QVERIFY(!pointer.noteReportedPosition(QPoint(50, 50), now + 1h)); // it is still there
    QVERIFY(pointer.noteReportedPosition(QPoint(10, 10), now + 1h)); // long left: somebody else now
}

void ViewPartsTest::somebodyElseIsShownForAWhile()
{
    OtherUserPointer pointer;
    const OtherUserPointer::Instant now{1000h};
    QVERIFY(!pointer.noteReportedPosition(QPoint(512, 384), now)); // where it stood when we came
    QVERIFY(!pointer.markerPosition(now));
    QVERIFY(pointer.noteReportedPosition(QPoint(300, 200), now));
    QCOMPARE(pointer.markerPosition(now + 3999ms), QPoint(300, 200));
    QVERIFY(!pointer.markerPosition(now + 4s));
    QVERIFY(pointer.noteReportedPosition(QPoint(310, 200), now + 5s));
    pointer.noteSentPosition(QPoint(1, 1), now + 6s); // we take it
    QVERIFY(!pointer.markerPosition(now + 6s));
}

void ViewPartsTest::theRestingPointerIsNobodys()
{
    OtherUserPointer pointer;
    const OtherUserPointer::Instant now{1000h};
    pointer.noteSentPosition(QPoint(10, 10), now); // before the server has reported anything
    QVERIFY(!pointer.noteReportedPosition(QPoint(512, 384), now + 100ms)); // where it stood when we came
    QVERIFY(!pointer.markerPosition(now + 100ms));
    QVERIFY(!pointer.noteReportedPosition(QPoint(10, 10), now + 200ms));
    QVERIFY(pointer.noteReportedPosition(QPoint(512, 384), now + 300ms)); // that is somebody
    pointer.clear(); // another connection
    pointer.noteSentPosition(QPoint(10, 10), now + 400ms);
    QVERIFY(!pointer.noteReportedPosition(QPoint(300, 200), now + 500ms));
}

void ViewPartsTest::notices_data()
{
    QTest::addColumn<ViewFacts>("facts");
    QTest::addColumn<QString>("headline"); // empty: no notice
    QTest::addColumn<QString>("spokenText");
    QTest::addColumn<QString>("told"); // in the details; empty: none
    QTest::addColumn<bool>("isMinor");
    using S = SessionState;
    using L = LinkState;
    using A = Session::AnswerState;
    const std::optional<Failure> failure = Failure{FailureKind::Transient, u"The server went away."_s, u"display :1"_s, u"Wait."_s};
    const QString why = u"The server went away.\ndisplay :1\nWait."_s;
    const auto row =
        [](const char *name, const ViewFacts &facts, const QString &headline, const QString &spokenText, const QString &told, bool isMinor = false) {
            QTest::newRow(name) << facts << headline << spokenText << told << isMinor;
        };
    const QString ageUnknown = u"Age of this image unknown: waiting for its first update"_s;
    row("live", {S::Live, A::Responding, L::Live, false, {}, {}}, {}, {}, {});
    row("live, an old failure does not matter", {S::Live, A::Responding, L::Live, false, failure, 5s}, {}, {}, {});
    row("no answer for a moment",
        {S::Live, A::InputBlocked, L::Live, false, {}, 2s},
        u"No answer for 2 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        {},
        true);
    row("no answer for a moment, and nobody types", {S::Live, A::InputBlocked, L::Live, true, {}, 2s}, {}, {}, {});
    row("the server is silent",
        {S::Live, A::Stalled, L::Live, false, {}, 12s},
        u"No answer for 12 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"Wait: the host answers, but this VNC server does not."_s);
    row("the link is silent",
        {S::Live, A::Stalled, L::Stalled, false, {}, 12s},
        u"No answer for 12 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"Wait: the image is old and updates when data arrives again."_s);
    row("the link is silent, and one key is on its way",
        {S::Live, A::Stalled, L::Stalled, false, {}, 12s, false, false, 1},
        u"No answer for 12 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"Your last key or click before the silence may still arrive."_s);
    row("the link is silent, and keys are on their way",
        {S::Live, A::Stalled, L::Dead, false, {}, 80s, false, false, 4},
        u"No answer for 80 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"Your last 4 keys and clicks before the silence may still arrive."_s);
    row("the link is silent for long",
        {S::Live, A::Stalled, L::Dead, false, {}, 180s},
        u"No answer for 3 min: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"After 5 minutes without an answer, phone the support astronomer, or choose Disconnect"_s);
    row("the link is silent, and the facility names whom to phone",
        {S::Live, A::Stalled, L::Stalled, false, {}, 12s, false, false, 0, u"Kim Nakoa, +1 808 555 0100"_s},
        u"No answer for 12 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"After 5 minutes without an answer, phone Kim Nakoa, +1 808 555 0100."_s);
    row("the server is silent for long, and the facility names whom to phone",
        {S::Live, A::Stalled, L::Live, false, {}, 60s, false, false, 0, u"Kim Nakoa"_s},
        u"No answer for 60 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"or phone Kim Nakoa."_s);
    row("the link is silent for almost a minute",
        {S::Live, A::Stalled, L::Stalled, false, {}, 59s},
        u"No answer for 59 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"Wait: the image is old and updates when data arrives again."_s);
    row("the server is silent for long",
        {S::Live, A::Stalled, L::Live, false, {}, 60s},
        u"No answer for 60 s: what you type is discarded"_s,
        u"No answer: what you type is discarded"_s,
        u"Restart the desktop from its menu"_s);
    row("lost for long",
        {S::Retrying, A::Responding, L::Live, false, failure, 60s},
        u"No connection for 60 s"_s,
        u"No connection"_s,
        u"Wait.\nNightdesk keeps trying"_s);
    row("silent, and nobody types",
        {S::Live, A::Stalled, L::Stalled, true, {}, 12s},
        u"No answer for 12 s"_s,
        u"No answer"_s,
        u"Wait: the image is old and updates when data arrives again."_s);
    row("asked again and not heard yet", {S::Live, A::Responding, L::Live, false, {}, 7500s, true}, u"No answer for 2 h 5 min"_s, u"No answer"_s, {});
    row("nor when nobody types", {S::Live, A::InputBlocked, L::Live, true, {}, 7500s, true}, u"No answer for 2 h 5 min"_s, u"No answer"_s, {});
    row("the age of its first image is not known", {S::Live, A::Responding, L::Live, false, {}, {}, false, true}, ageUnknown, ageUnknown, {}, true);
    row("nor does it answer",
        {S::Live, A::Stalled, L::Stalled, true, {}, 12s, false, true},
        u"No answer for 12 s"_s,
        u"No answer"_s,
        u"Wait: the image is old and updates when data arrives again."_s);
    row("connecting", {S::WaitingForLink, A::Responding, L::Resolving, false, {}, {}}, u"Connecting…"_s, u"Connecting…"_s, {});
    row("the first attempt failed", {S::Retrying, A::Responding, L::Live, false, failure, {}}, u"Connecting…"_s, u"Connecting…"_s, why);
    row("lost", {S::Retrying, A::Responding, L::Live, false, failure, 12s}, u"No connection for 12 s"_s, u"No connection"_s, why);
    row("coming back", {S::Starting, A::Responding, L::Live, false, failure, 3s}, u"No connection for 3 s"_s, u"No connection"_s, why);
    row("failed", {S::Failed, A::Responding, L::Live, false, failure, 180s}, u"No connection for 3 min"_s, u"No connection"_s, why);
    row("failed at once", {S::Failed, A::Responding, L::Live, false, failure, {}}, u"No connection"_s, u"No connection"_s, why);
    row("disconnected", {S::Ended, A::Responding, L::Idle, false, {}, 60s}, u"Disconnected 60 s ago"_s, u"Disconnected"_s, {});
    row("never connected", {S::Idle, A::Responding, L::Idle, false, {}, {}}, u"Not connected"_s, u"Not connected"_s, {});
}

void ViewPartsTest::notices()
{
    QFETCH(const ViewFacts, facts);
    QFETCH(const QString, headline);
    QFETCH(const QString, spokenText);
    QFETCH(const QString, told);
    QFETCH(const bool, isMinor);
    const auto notice = viewNotice(facts);
    QCOMPARE(notice.has_value(), !headline.isEmpty());
    if (notice) {
        QCOMPARE(notice->headline, headline);
        QCOMPARE(notice->spokenText, spokenText);
        QCOMPARE(notice->details.isEmpty(), told.isEmpty());
        QVERIFY2(notice->details.contains(told), qPrintable(notice->details));
        QCOMPARE(notice->isMinor, isMinor);
    }
}

void ViewPartsTest::noticesOfPrograms_data()
{
    QTest::addColumn<ProgramFacts>("facts");
    QTest::addColumn<QString>("headline"); // empty: no notice
    QTest::addColumn<QString>("told");
    using A = Session::AnswerState;
    const QDateTime until(QDate(2026, 11, 27), QTime(8, 30), QTimeZone::UTC);
    QTest::newRow("answers") << ProgramFacts{A::Responding, 0s, {}} << u""_s << u""_s;
    QTest::newRow("not for a moment") << ProgramFacts{A::InputBlocked, 2s, {}} << u""_s << u""_s;
    const QString unsent = u"No answer for %1 s: what you type is discarded"_s;
    QTest::newRow("silent") << ProgramFacts{A::Stalled, 10s, {}} << unsent.arg(10) << u"updates when data arrives again."_s;
    QTest::newRow("silent where somebody types") << ProgramFacts{A::Stalled, 10s, {}, true} << unsent.arg(10)
                                                 << u"What you typed just before the silence may still arrive."_s;
    QTest::newRow("silent for long") << ProgramFacts{A::Stalled, 61s, {}} << unsent.arg(61) << u"phone the support astronomer"_s;
    QTest::newRow("silent for long, and somebody is named") << ProgramFacts{A::Stalled, 61s, {}, false, u"Kim Nakoa, +1 808 555 0100"_s} << unsent.arg(61)
                                                            << u"phone Kim Nakoa, +1 808 555 0100, or choose Disconnect"_s;
    QTest::newRow("in an old connection") << ProgramFacts{A::UsingSilentOldConnection, 70s, {}} << unsent.arg(70) << u"Restart Now in the Nightdesk window"_s;
    QTest::newRow("that is kept until") << ProgramFacts{A::UsingSilentOldConnection, 70s, until} << unsent.arg(70) << u"by 08:30 UT"_s;
}

void ViewPartsTest::noticesOfPrograms()
{
    QFETCH(const ProgramFacts, facts);
    QFETCH(const QString, headline);
    QFETCH(const QString, told);
    const auto notice = programNotice(facts);
    QCOMPARE(notice.has_value(), !headline.isEmpty());
    if (notice) {
        QCOMPARE(notice->headline, headline);
        QVERIFY2(notice->details.contains(told), qPrintable(notice->details));
        QVERIFY(!notice->isMinor);
    }
}

void ViewPartsTest::noticeFitsItsPlace_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("a desktop") << QSize(1280, 1024);
    QTest::newRow("a tile of a laptop") << QSize(341, 157);
    QTest::newRow("a small program at 200 %") << QSize(110, 108);
    QTest::newRow("a program of a few lines") << QSize(300, 60);
}

/// The paper of the notice lies inside, so that none of its words is cut off; a place of a few letters is too small for that.
void ViewPartsTest::noticeFitsItsPlace()
{
    QFETCH(const QSize, size);
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    const auto notice = programNotice({Session::AnswerState::Stalled, 61s, {}});
    {
        QPainter painter(&image);
        paintNotice(painter, image.rect(), image.rect(), *notice);
    }
    const QColor dimmed(105, 105, 105);
    QVERIFY(image.pixelColor(image.rect().center()) != dimmed);
    if (size.height() >= 150) {
        QCOMPARE(image.pixelColor(size.width() / 2, 0), dimmed);
        QCOMPARE(image.pixelColor(size.width() / 2, size.height() - 1), dimmed);
    }
}

void ViewPartsTest::noticeIsBesidePrograms_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QList<QRect>>("programs");
    QTest::addColumn<bool>("hasRoom");
    QTest::newRow("one at the right of a laptop's tile") << QSize(341, 157) << QList{QRect(210, 0, 110, 130)} << true;
    QTest::newRow("one over the left half of a wide tile") << QSize(683, 157) << QList{QRect(20, 0, 380, 150)} << true;
    QTest::newRow("two, and room below them") << QSize(800, 600) << QList{QRect(0, 0, 500, 330), QRect(450, 20, 350, 300)} << true;
    QTest::newRow("one that is not in its way") << QSize(1280, 1024) << QList{QRect(10, 10, 200, 200)} << true;
    QTest::newRow("one over all of it") << QSize(341, 157) << QList{QRect(-10, -10, 400, 200)} << false;
}

/// Where a program lies over the middle of a desktop, no word of the notice is below it.
void ViewPartsTest::noticeIsBesidePrograms()
{
    QFETCH(const QSize, size);
    QFETCH(const QList<QRect>, programs);
    QFETCH(const bool, hasRoom);
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    {
        QPainter painter(&image);
        paintNotice(painter, image.rect(), image.rect(), *programNotice({Session::AnswerState::Stalled, 12s, {}}), programs);
    }
    const QRgb dimmed = image.pixel(image.rect().bottomRight()); // no notice reaches a corner
    int above = 0;
    int below = 0;
    for (int y = 0; y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
            const bool isCovered = std::ranges::any_of(programs, [x, y](const QRect &program) {
                return program.contains(x, y);
            });
            if (image.pixel(x, y) != dimmed) {
                ++(isCovered ? below : above);
            }
        }
    }
    QCOMPARE(above > 0, hasRoom);
    QCOMPARE(below == 0, hasRoom);
}

void ViewPartsTest::aCalmNoticeDimsNothing()
{
    QImage image(400, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    ViewNotice notice{u"No answer"_s, {}, {}, true};
    {
        QPainter painter(&image);
        paintNotice(painter, image.rect(), image.rect(), notice);
    }
    QCOMPARE(image.pixelColor(5, 290), QColor(Qt::white));
    QVERIFY(image.pixelColor(200, 12).lightness() < 128); // its line at the upper edge
    QCOMPARE(image.pixelColor(200, 150), QColor(Qt::white));
    notice.isMinor = false;
    {
        QPainter painter(&image);
        paintNotice(painter, image.rect(), image.rect(), notice);
    }
    QCOMPARE(image.pixelColor(5, 290), QColor(105, 105, 105));
}

void ViewPartsTest::ages_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << 0 << u"0 s"_s;
    QTest::newRow("119 s") << 119 << u"119 s"_s;
    QTest::newRow("2 min") << 120 << u"2 min"_s;
    QTest::newRow("119 min") << 119 * 60 + 59 << u"119 min"_s;
    QTest::newRow("2 h") << 7200 << u"2 h 0 min"_s;
    QTest::newRow("a night") << 11 * 3600 + 5 * 60 << u"11 h 5 min"_s;
}

void ViewPartsTest::ages()
{
    QFETCH(const int, seconds);
    QFETCH(const QString, text);
    QCOMPARE(ageText(std::chrono::seconds(seconds)), text);
}

void ViewPartsTest::cursorsKeepTheirPlace_data()
{
    QTest::addColumn<qreal>("scale");
    QTest::addColumn<qreal>("ratio");
    QTest::addColumn<QSize>("pixels");
    QTest::addColumn<QPoint>("hotSpot");
    QTest::newRow("1:1") << 1.0 << 1.0 << QSize(32, 24) << QPoint(16, 12);
    QTest::newRow("1:1 at 2") << 1.0 << 2.0 << QSize(32, 24) << QPoint(8, 6);
    QTest::newRow("fit at double size") << 2.0 << 1.0 << QSize(64, 48) << QPoint(32, 24);
    QTest::newRow("fit at double size, ratio 2") << 2.0 << 2.0 << QSize(64, 48) << QPoint(16, 12);
    QTest::newRow("fit at three quarters") << 0.75 << 1.0 << QSize(24, 18) << QPoint(12, 9);
    QTest::newRow("never too small to be seen") << 0.1 << 1.0 << QSize(16, 12) << QPoint(8, 6);
}

void ViewPartsTest::cursorsKeepTheirPlace()
{
    QFETCH(const qreal, scale);
    QFETCH(const qreal, ratio);
    QFETCH(const QSize, pixels);
    QFETCH(const QPoint, hotSpot);
    QImage image(32, 24, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::red);
    const QCursor cursor = desktopCursor(image, QPoint(16, 12), scale, ratio);
    QCOMPARE(cursor.pixmap().size(), pixels);
    QCOMPARE(cursor.pixmap().devicePixelRatio(), ratio);
    QCOMPARE(cursor.hotSpot(), hotSpot);
}

void ViewPartsTest::withoutACursorADotIsShown_data()
{
    QTest::addColumn<QImage>("image");
    QImage clear(16, 16, QImage::Format_ARGB32_Premultiplied);
    clear.fill(Qt::transparent);
    QImage single(1, 1, QImage::Format_ARGB32_Premultiplied);
    single.fill(Qt::black);
    QTest::newRow("none") << QImage();
    QTest::newRow("nothing in it") << clear;
    QTest::newRow("a single pixel") << single;
}

void ViewPartsTest::withoutACursorADotIsShown()
{
    QFETCH(const QImage, image);
    const QCursor cursor = desktopCursor(image, QPoint(), 1, 1);
    QCOMPARE(cursor.pixmap().size(), QSize(7, 7));
    QCOMPARE(cursor.hotSpot(), QPoint(3, 3));
    QCOMPARE(cursor.pixmap().toImage().pixelColor(3, 3), QColor(Qt::black));
}

void ViewPartsTest::aCursorIsMadeAgainOnlyToLookDifferent_data()
{
    QTest::addColumn<QImage>("image");
    QTest::addColumn<QPoint>("hotSpot");
    QTest::addColumn<qreal>("scale");
    QTest::addColumn<qreal>("ratio");
    QTest::addColumn<bool>("same");
    QImage red(32, 24, QImage::Format_ARGB32_Premultiplied);
    red.fill(Qt::red);
    QImage blue = red;
    blue.fill(Qt::blue);
    QTest::newRow("the same again") << red << QPoint(16, 12) << 1.0 << 1.0 << true;
    QTest::newRow("sent anew by another worker") << red.copy() << QPoint(16, 12) << 1.0 << 1.0 << true;
    QTest::newRow("another picture") << blue << QPoint(16, 12) << 1.0 << 1.0 << false;
    QTest::newRow("another point of it") << red << QPoint(1, 2) << 1.0 << 1.0 << false;
    QTest::newRow("smaller") << red << QPoint(16, 12) << 0.5 << 1.0 << false;
    QTest::newRow("on a finer screen") << red << QPoint(16, 12) << 1.0 << 2.0 << false;
    QTest::newRow("none") << QImage() << QPoint() << 1.0 << 1.0 << false;
}

void ViewPartsTest::aCursorIsMadeAgainOnlyToLookDifferent()
{
    QFETCH(const QImage, image);
    QFETCH(const QPoint, hotSpot);
    QFETCH(const qreal, scale);
    QFETCH(const qreal, ratio);
    QFETCH(const bool, same);
    QImage red(32, 24, QImage::Format_ARGB32_Premultiplied);
    red.fill(Qt::red);
    CachedCursor kept;
    const qint64 before = kept.cursor(red, QPoint(16, 12), 1, 1).pixmap().cacheKey();
    QCOMPARE(kept.cursor(image, hotSpot, scale, ratio).pixmap().cacheKey() == before, same);
}

void ViewPartsTest::theDotIsOneForAllSizesOfAPicture()
{
    QImage clear(16, 16, QImage::Format_ARGB32_Premultiplied);
    clear.fill(Qt::transparent);
    CachedCursor kept;
    const qint64 before = kept.cursor({}, {}, 1, 1).pixmap().cacheKey();
    QCOMPARE(kept.cursor(clear, QPoint(3, 4), 0.7, 1).pixmap().cacheKey(), before);
    QVERIFY(kept.cursor(clear, QPoint(3, 4), 0.7, 2).pixmap().cacheKey() != before);
}

static QImage noise(const QSize &size)
{
    QImage image(size, QImage::Format_RGB32);
    for (int y = 0; y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
            image.setPixel(x, y, qRgb((x * 37 + y * 11) & 255, (x * 5) & 255, (x ^ y) & 255));
        }
    }
    return image;
}

void ViewPartsTest::oneToOneIsExact_data()
{
    QTest::addColumn<qreal>("ratio");
    QTest::addColumn<QPointF>("origin"); // of the view in its window
    QTest::newRow("1") << 1.0 << QPointF(0, 0);
    QTest::newRow("1.25") << 1.25 << QPointF(0, 0);
    QTest::newRow("1.25, the view between device pixels") << 1.25 << QPointF(3, 5);
    QTest::newRow("1.5") << 1.5 << QPointF(1, 0);
    QTest::newRow("1.75") << 1.75 << QPointF(3, 3);
    QTest::newRow("2") << 2.0 << QPointF(10, 10);
}

void ViewPartsTest::oneToOneIsExact()
{
    QFETCH(const qreal, ratio);
    QFETCH(const QPointF, origin);
    const QImage remote = noise(QSize(90, 70));
    const ViewGeometry geometry(QSize(100, 80), remote.size(), ratio, Scaling::OneToOne);
    QImage glass(400, 400, QImage::Format_RGB32);
    glass.setDevicePixelRatio(ratio);
    glass.fill(Qt::black);
    QPainter painter(&glass);
    painter.translate(origin);
    paintPicture(painter, remote, geometry, QRect(0, 0, 100, 80));
    painter.end();
    glass.setDevicePixelRatio(1);
    const QPoint corner = QPoint(qRound(origin.x() * ratio), qRound(origin.y() * ratio)) + geometry.deviceImageRect().topLeft();
    QCOMPARE(glass.copy(QRect(corner, remote.size())), remote);
}

void ViewPartsTest::wholeMultiplesStaySharp()
{
    const QImage remote = noise(QSize(20, 10));
    const ViewGeometry geometry(QSize(60, 30), remote.size(), 1, Scaling::Fit);
    QImage glass(60, 30, QImage::Format_RGB32);
    QPainter painter(&glass);
    paintPicture(painter, remote, geometry, QRect(0, 0, 60, 30));
    painter.end();
    for (int y = 0; y < 30; ++y) {
        for (int x = 0; x < 60; ++x) {
            QCOMPARE(glass.pixel(x, y), remote.pixel(x / 3, y / 3));
        }
    }
}

void ViewPartsTest::aPartPaintedAloneEqualsTheWhole_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("a little smaller") << QSize(200, 150);
    QTest::newRow("larger") << QSize(61, 47);
    QTest::newRow("less than half") << QSize(500, 375);
    QTest::newRow("less than a quarter, odd") << QSize(1001, 753);
}

void ViewPartsTest::aPartPaintedAloneEqualsTheWhole()
{
    // No seams where damage was painted later than its neighbourhood.
    QFETCH(const QSize, size);
    const QImage remote = noise(size);
    for (const qreal ratio : {1.0, 1.25, 1.5}) {
        const ViewGeometry geometry(QSize(133, 97), remote.size(), ratio, Scaling::Fit);
        const QSize device = geometry.deviceViewSize();
        const auto paint = [&](QImage &glass, const QRegion &clip) {
            QPainter painter(&glass);
            painter.setClipRegion(clip);
            paintPicture(painter, remote, geometry, clip);
        };
        QImage whole(device, QImage::Format_RGB32);
        whole.setDevicePixelRatio(ratio);
        whole.fill(Qt::black);
        QImage parts = whole;
        paint(whole, QRect(0, 0, 133, 97));
        QRegion rest(0, 0, 133, 97);
        for (const QRect &damage : {QRect(13, 7, 50, 31), QRect(100, 100, 77, 3), QRect(0, 0, 9, 150)}) {
            paint(parts, geometry.toView(damage));
            rest -= geometry.toView(damage);
        }
        paint(parts, rest);
        // The painter steps through a line from the clip's edge in 1/65536 of a pixel: the last bits may differ, a seam may not.
        int largest = 0;
        for (int y = 0; y < device.height(); ++y) {
            for (int x = 0; x < device.width(); ++x) {
                const QRgb a = parts.pixel(x, y);
                const QRgb b = whole.pixel(x, y);
                largest = std::max({largest, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
            }
        }
        QVERIFY2(largest <= 2, qPrintable(QString::number(largest)));
    }
}

void ViewPartsTest::whatDamageChangesLiesInsideOfIt_data()
{
    QTest::addColumn<qreal>("zoom");
    for (const double zoom : {0.12, 0.2, 0.3, 0.45, 0.5, 0.7, 1.0, 1.3, 2.0, 2.5}) {
        QTest::addRow("zoomed to %g", zoom) << qreal(zoom);
    }
}

void ViewPartsTest::whatDamageChangesLiesInsideOfIt()
{
    QFETCH(const qreal, zoom);
    const QImage before = noise(QSize(301, 203));
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0}) {
        const QSize view(211, 150);
        const ViewGeometry geometry(view, before.size(), ratio, Scaling::Zoomed, QPoint(13, 7), zoom);
        const auto painted = [&](const QImage &remote) {
            QImage glass(view * 2, QImage::Format_RGB32);
            glass.setDevicePixelRatio(ratio);
            glass.fill(Qt::black);
            QPainter painter(&glass);
            paintPicture(painter, remote, geometry, QRect(QPoint(), view));
            return glass;
        };
        const QImage first = painted(before);
        for (const QRect &damage : {QRect(40, 33, 1, 1), QRect(41, 34, 1, 1), QRect(43, 35, 17, 9), QRect(0, 0, 3, 3), QRect(297, 199, 4, 4)}) {
            QImage after = before;
            for (int y = damage.top(); y <= damage.bottom(); ++y) {
                for (int x = damage.left(); x <= damage.right(); ++x) {
                    after.setPixel(x, y, ~after.pixel(x, y) | 0xff000000);
                }
            }
            const QImage second = painted(after);
            const QRect covered = geometry.toView(damage);
            const QRect allowed(QPoint(qFloor(covered.left() * ratio), qFloor(covered.top() * ratio)),
                                QPoint(qCeil((covered.right() + 1) * ratio) - 1, qCeil((covered.bottom() + 1) * ratio) - 1));
            for (int y = 0; y < first.height(); ++y) {
                for (int x = 0; x < first.width(); ++x) {
                    if (first.pixel(x, y) != second.pixel(x, y) && !allowed.contains(x, y)) {
                        QFAIL(qPrintable(u"%1,%2 changed at ratio %3, damage %4,%5"_s.arg(x).arg(y).arg(ratio).arg(damage.x()).arg(damage.y())));
                    }
                }
            }
        }
    }
}

void ViewPartsTest::reducedItIsAnAverage()
{
    // Lines of one pixel, every fourth: at a quarter none is lost and none stands out.
    QImage remote(400, 400, QImage::Format_RGB32);
    remote.fill(Qt::black);
    for (int x = 0; x < 400; x += 4) {
        for (int y = 0; y < 400; ++y) {
            remote.setPixel(x, y, qRgb(200, 200, 200));
        }
    }
    QImage glass(100, 100, QImage::Format_RGB32);
    QPainter painter(&glass);
    paintPicture(painter, remote, ViewGeometry(QSize(100, 100), remote.size(), 1, Scaling::Fit), QRect(0, 0, 100, 100));
    painter.end();
    for (int x = 2; x < 98; ++x) {
        QVERIFY2(qAbs(qRed(glass.pixel(x, 50)) - 50) <= 4, qPrintable(QString::number(qRed(glass.pixel(x, 50)))));
    }
    // What is odd repeats its last row and column.
    QImage odd(3, 3, QImage::Format_RGB32);
    odd.fill(qRgb(90, 60, 30));
    QCOMPARE(halved(odd, odd.rect()).size(), QSize(2, 2));
    QCOMPARE(halved(odd, odd.rect()).pixel(1, 1), qRgb(90, 60, 30));
}

void ViewPartsTest::smoothOnWish()
{
    const QImage remote = noise(QSize(20, 10));
    const ViewGeometry geometry(QSize(60, 30), remote.size(), 1, Scaling::Fit);
    const auto painted = [&](bool exact) {
        QImage glass(60, 30, QImage::Format_RGB32);
        QPainter painter(&glass);
        paintPicture(painter, remote, geometry, QRect(0, 0, 60, 30), exact);
        painter.end();
        return glass;
    };
    QVERIFY(painted(true) != painted(false));
    QCOMPARE(painted(true).pixel(5, 5), remote.pixel(1, 1));
}

NIGHTDESK_TEST(ViewPartsTest)
#include "viewpartstest.moc"
