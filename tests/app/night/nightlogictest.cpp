// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the night's comforts decide: when the bell sounds, what files are called, what is worth a notification, and whether the
// red colors can be read.
#include "app/appearance/colors.h"
#include "monitors/night/bellmute.h"
#include "monitors/night/noticepolicy.h"
#include "nightdesk.h"
#include "sessions/capture/picturename.h"
#include "tests/support/testprogram.h"
#include "widgets/common/themeicon.h"
#include "widgets/wording/wording.h"

#include <KColorScheme>

#include <QApplication>
#include <QDirIterator>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QTimeZone>

#include <cmath>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
using Length = BellMute::MuteLength;

QDateTime utc(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODate);
}

/// Relative luminance and contrast as WCAG has them.
double luminance(const QColor &color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &one, const QColor &other)
{
    const double a = luminance(one) + 0.05;
    const double b = luminance(other) + 0.05;
    return a > b ? a / b : b / a;
}

/// What happens at a console, second by second.
struct Happening {
    std::chrono::seconds at;
    enum What {
        Lost,
        Refused, ///< to connect again
        Back,
        Ended,
        Asked,
        Answered,
        Looks,
        LooksAway
    } what;
};
using Story = QList<Happening>;
}

class NightLogicTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void muting_data();
    void muting();
    void mutingIsTakenBack();
    void soundsAreFew();
    void names_data();
    void names();
    void aPictureSaysWhatItIs();
    void notices_data();
    void notices();
    void redColorsCanBeRead_data();
    void redColorsCanBeRead();
    void colorsReachWordsAndIconsThatAreThere();
    void redIconsHaveNoOtherColor();
    void colorsChangeBothWays();
};

void NightLogicTest::muting_data()
{
    QTest::addColumn<Length>("length");
    QTest::addColumn<QString>("now");
    QTest::addColumn<QString>("timezone");
    QTest::addColumn<QString>("until");
    QTest::newRow("a quarter of an hour") << Length::QuarterHour << u"2026-11-21T09:30:00Z"_s << u"Pacific/Honolulu"_s << u"2026-11-21T09:45:00Z"_s;
    QTest::newRow("an hour, over midnight") << Length::Hour << u"2026-11-21T23:30:00Z"_s << QString() << u"2026-11-22T00:30:00Z"_s;
    QTest::newRow("in the evening: to noon of the next day")
        << Length::Night << u"2026-11-21T05:00:00Z"_s << u"Pacific/Honolulu"_s << u"2026-11-21T22:00:00Z"_s;
    QTest::newRow("after midnight: to noon of the same day")
        << Length::Night << u"2026-11-21T13:00:00Z"_s << u"Pacific/Honolulu"_s << u"2026-11-21T22:00:00Z"_s;
    QTest::newRow("a minute past noon: nearly a day") << Length::Night << u"2026-11-21T22:01:00Z"_s << u"Pacific/Honolulu"_s << u"2026-11-22T22:00:00Z"_s;
    QTest::newRow("the night in which clocks go back is longer")
        << Length::Night << u"2026-10-31T22:00:00Z"_s << u"America/Los_Angeles"_s << u"2026-11-01T20:00:00Z"_s;
    QTest::newRow("a zone that nobody knows counts as UT") << Length::Night << u"2026-11-21T03:00:00Z"_s << u"Mauna/Kea"_s << u"2026-11-21T12:00:00Z"_s;
}

void NightLogicTest::muting()
{
    QFETCH(Length, length);
    QFETCH(QString, now);
    QFETCH(QString, timezone);
    QFETCH(QString, until);
    BellMute mute;
    QVERIFY(!mute.isMuted(utc(now)));
    mute.mute(length, utc(now), timezone);
    QCOMPARE(mute.mutedUntil(), utc(until));
    QVERIFY(mute.isMuted(utc(now)));
    QVERIFY(mute.isMuted(utc(until).addSecs(-1)));
    QVERIFY(!mute.isMuted(utc(until)));
}

void NightLogicTest::mutingIsTakenBack()
{
    const QDateTime now = utc(u"2026-11-21T09:30:00Z"_s);
    BellMute mute;
    mute.mute(Length::Hour, now, {});
    mute.unmute();
    QVERIFY(!mute.isMuted(now));
    mute.restoreMute(now.addSecs(60));
    QVERIFY(mute.isMuted(now));
    mute.restoreMute(now.addDays(400)); // noted while the clock was wrong
    QVERIFY(!mute.isMuted(now));
    mute.restoreMute(QDateTime());
    QVERIFY(!mute.isMuted(now));
}

void NightLogicTest::soundsAreFew()
{
    const QDateTime now = utc(u"2026-11-21T09:30:00Z"_s);
    const std::chrono::steady_clock::time_point start{};
    BellMute mute;
    int sounds = 0;
    for (auto passed = 0ms; passed < 10s; passed += 10ms) {
        sounds += mute.tryRing(now, start + passed) ? 1 : 0;
    }
    QCOMPARE(sounds, 5);
    mute.mute(Length::Hour, now, {});
    QVERIFY(!mute.tryRing(now, start + 1h));
    QVERIFY(mute.tryRing(now.addSecs(3600), start + 2h)); // and what was muted is no sound that another waits for
}

void NightLogicTest::names_data()
{
    QTest::addColumn<CaptureDescription>("label");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("expected");
    const CaptureDescription plain{.takenAt = utc(u"2026-11-21T09:30:15Z"_s),
                                   .desktop = u"control0"_s,
                                   .title = u"Control 0"_s,
                                   .profile = u"lris"_s,
                                   .site = u"santa-cruz"_s};
    const auto with = [plain](const QString &desktop, const QString &site) {
        CaptureDescription label = plain;
        label.desktop = desktop;
        label.site = site;
        return label;
    };
    QTest::newRow("time, desktop, site") << plain << 1 << u"2026-11-21T093015Z_control0_santa-cruz.png"_s;
    QTest::newRow("one more in the same second") << plain << 2 << u"2026-11-21T093015Z_control0_santa-cruz_2.png"_s;
    CaptureDescription local = plain;
    local.takenAt = plain.takenAt.toTimeZone(QTimeZone("Pacific/Honolulu"));
    QTest::newRow("the time is UT, in whatever zone it was told") << local << 1 << u"2026-11-21T093015Z_control0_santa-cruz.png"_s;
    CaptureDescription stale = plain;
    stale.isStale = true;
    QTest::newRow("a stale one says so") << stale << 1 << u"2026-11-21T093015Z_control0-stale_santa-cruz.png"_s;
    QTest::newRow("no site") << with(u"control0"_s, {}) << 1 << u"2026-11-21T093015Z_control0.png"_s;
    QTest::newRow("a way out of the directory") << with(u"../../etc/passwd"_s, u"/"_s) << 1 << u"2026-11-21T093015Z_etc-passwd.png"_s;
    QTest::newRow("blanks, colons, quotes") << with(u"a b:c\"d|e"_s, u"x y"_s) << 1 << u"2026-11-21T093015Z_a-b-c-d-e_x-y.png"_s;
    QTest::newRow("control characters") << with(u"a\n\tb\u0007"_s, {}) << 1 << u"2026-11-21T093015Z_a-b.png"_s;
    QTest::newRow("nothing that could be a name") << with(u"///"_s, u"..."_s) << 1 << u"2026-11-21T093015Z_desktop.png"_s;
    QTest::newRow("letters of other scripts stay") << with(u"Küche"_s, u"ハワイ"_s) << 1 << u"2026-11-21T093015Z_Küche_ハワイ.png"_s;
    QTest::newRow("a very long name is cut") << with(QString(300, u'x'), {}) << 1 << u"2026-11-21T093015Z_"_s + QString(48, u'x') + u".png"_s;
    QTest::newRow("cut between letters, not inside one") << with(QString(100, u'ハ'), {}) << 1 << u"2026-11-21T093015Z_"_s + QString(16, u'ハ') + u".png"_s;
}

void NightLogicTest::names()
{
    QFETCH(CaptureDescription, label);
    QFETCH(int, count);
    QFETCH(QString, expected);
    QCOMPARE(PictureName::fileName(label, u"png"_s, count), expected);
}

void NightLogicTest::aPictureSaysWhatItIs()
{
    CaptureDescription label{.takenAt = utc(u"2026-11-21T09:30:15Z"_s),
                             .desktop = u"control0"_s,
                             .title = u"Control 0"_s,
                             .profile = u"lris"_s,
                             .site = u"santa-cruz"_s};
    const QMap<QString, QString> fresh{{u"Software"_s, u"Nightdesk"_s},
                                       {u"Title"_s, u"Control 0"_s},
                                       {u"Desktop"_s, u"control0"_s},
                                       {u"Profile"_s, u"lris"_s},
                                       {u"Site"_s, u"santa-cruz"_s},
                                       {u"UT"_s, u"2026-11-21T09:30:15Z"_s}};
    QCOMPARE(PictureName::metadata(label), fresh);
    label.isAgeUnknown = true;
    QCOMPARE(PictureName::metadata(label).value(u"Stale"_s), u"age of the image unknown"_s);
    label.isAgeUnknown = false;
    label.isStale = true;
    QCOMPARE(PictureName::metadata(label).value(u"Stale"_s), u"the desktop did not answer"_s);
    label.lastChange = utc(u"2026-11-21T09:12:00Z"_s);
    QCOMPARE(PictureName::metadata(label).value(u"Stale"_s), u"the desktop did not answer; last changed 2026-11-21T09:12:00Z"_s);
    label.site.clear();
    QVERIFY(!PictureName::metadata(label).contains(u"Site"_s));
}

void NightLogicTest::notices_data()
{
    using enum Happening::What;
    QTest::addColumn<Story>("story");
    QTest::addColumn<QStringList>("expected"); ///< "12 lost"
    QTest::newRow("a link that stays away is told once") << Story{{0s, Lost}} << QStringList{u"10 lost"_s};
    QTest::newRow("a short silence is nothing") << Story{{0s, Lost}, {9s, Back}} << QStringList{};
    QTest::newRow("lost, and back for good") << Story{{0s, Lost}, {60s, Back}} << QStringList{u"10 lost"_s, u"65 recovered"_s};
    QTest::newRow("one that flaps is lost once and back once")
        << Story{{0s, Lost}, {20s, Back}, {22s, Lost}, {40s, Back}, {43s, Lost}, {80s, Back}} << QStringList{u"10 lost"_s, u"85 recovered"_s};
    QTest::newRow("one that flaps faster than it settles is never told")
        << Story{{0s, Lost}, {5s, Back}, {6s, Lost}, {12s, Back}, {13s, Lost}, {20s, Back}} << QStringList{};
    QTest::newRow("told to be lost twice without a return between") << Story{{0s, Lost}, {30s, Lost}, {50s, Lost}} << QStringList{u"10 lost"_s};
    QTest::newRow("two losses with a good time between are two")
        << Story{{0s, Lost}, {20s, Back}, {60s, Lost}} << QStringList{u"10 lost"_s, u"25 recovered"_s, u"70 lost"_s};
    QTest::newRow("ended by the person") << Story{{0s, Lost}, {5s, Ended}} << QStringList{};
    QTest::newRow("lost, and refused since: nothing is tried") << Story{{0s, Lost}, {2s, Refused}} << QStringList{u"10 ended"_s};
    QTest::newRow("told to be lost, then refused") << Story{{0s, Lost}, {30s, Refused}, {60s, Back}}
                                                   << QStringList{u"10 lost"_s, u"40 ended"_s, u"65 recovered"_s};
    QTest::newRow("told to be lost, then refused, and tried again by the person")
        << Story{{0s, Lost}, {30s, Refused}, {35s, Lost}} << QStringList{u"10 lost"_s};
    QTest::newRow("who saw it lost is told that it was refused since")
        << Story{{0s, Looks}, {1s, Lost}, {20s, LooksAway}, {30s, Refused}} << QStringList{u"40 ended"_s};
    QTest::newRow("refused, and tried again by the person") << Story{{0s, Refused}, {5s, Lost}} << QStringList{u"10 lost"_s};
    QTest::newRow("back without having been lost") << Story{{0s, Back}} << QStringList{};
    QTest::newRow("not while somebody looks at the console") << Story{{0s, Looks}, {1s, Lost}, {60s, Back}} << QStringList{};
    QTest::newRow("who saw it lost is not told when they turn away") << Story{{0s, Looks}, {1s, Lost}, {30s, LooksAway}} << QStringList{};
    QTest::newRow("who turned away before it settled is told") << Story{{0s, Looks}, {1s, Lost}, {5s, LooksAway}} << QStringList{u"11 lost"_s};
    QTest::newRow("who came because of it needs not hear that it is back") << Story{{0s, Lost}, {30s, Looks}, {40s, Back}} << QStringList{u"10 lost"_s};
    QTest::newRow("a question waits") << Story{{0s, Asked}} << QStringList{u"3 needed"_s};
    QTest::newRow("a question that answers itself is nothing") << Story{{0s, Asked}, {2s, Answered}} << QStringList{};
    QTest::newRow("a question before one's eyes is nothing") << Story{{0s, Looks}, {1s, Asked}, {60s, Answered}} << QStringList{};
    QTest::newRow("a question that was left") << Story{{0s, Looks}, {1s, Asked}, {60s, LooksAway}} << QStringList{u"63 needed"_s};
    QTest::newRow("a question that is left again and again is told once")
        << Story{{0s, Asked}, {10s, Looks}, {11s, LooksAway}, {20s, Looks}, {21s, LooksAway}} << QStringList{u"3 needed"_s};
    QTest::newRow("the next question is told again") << Story{{0s, Asked}, {10s, Answered}, {20s, Asked}} << QStringList{u"3 needed"_s, u"23 needed"_s};
}

void NightLogicTest::notices()
{
    QFETCH(Story, story);
    QFETCH(QStringList, expected);
    NoticePolicy judge;
    const NoticePolicy::Time start{};
    QStringList told;
    bool mayTell = false; // next() announced it, or something happened
    for (auto passed = 0s; passed <= 120s; ++passed) {
        const auto now = start + passed;
        mayTell = judge.nextDueTime() && *judge.nextDueTime() <= now;
        while (!story.isEmpty() && story.first().at == passed) {
            mayTell = true;
            switch (story.takeFirst().what) {
            case Happening::Lost:
                judge.linkLost(u"1"_s, u"summit.example"_s, now);
                break;
            case Happening::Refused:
                judge.linkLost(u"1"_s, u"summit.example"_s, now, false);
                break;
            case Happening::Back:
                judge.linkRestored(u"1"_s, now);
                break;
            case Happening::Ended:
                judge.forgetLink(u"1"_s);
                break;
            case Happening::Asked:
                judge.setQuestion(u"summit.example asks"_s, now);
                break;
            case Happening::Answered:
                judge.setQuestion({}, now);
                break;
            case Happening::Looks:
                judge.setUserLookingAtConsole(true, now);
                break;
            case Happening::LooksAway:
                judge.setUserLookingAtConsole(false, now);
                break;
            }
        }
        const QList<Notice> due = judge.takeDueNotices(now);
        QVERIFY2(due.isEmpty() || mayTell, "told at a time that next() did not name");
        for (const Notice &notice : due) {
            const bool isQuestion = notice.kind == Notice::Kind::QuestionOpen;
            QCOMPARE(notice.subject, isQuestion ? u"summit.example asks"_s : u"summit.example"_s);
            told.append(QString::number(passed.count())
                        + (isQuestion                                     ? u" needed"_s
                               : notice.kind == Notice::Kind::Lost        ? u" lost"_s
                               : notice.kind == Notice::Kind::LostForGood ? u" ended"_s
                                                                          : u" recovered"_s));
        }
    }
    QCOMPARE(told, expected);
}

void NightLogicTest::redColorsCanBeRead_data()
{
    QTest::addColumn<KColorScheme::ColorSet>("set");
    QTest::newRow("windows") << KColorScheme::Window;
    QTest::newRow("lists and texts") << KColorScheme::View;
    QTest::newRow("buttons") << KColorScheme::Button;
    QTest::newRow("what is selected") << KColorScheme::Selection;
    QTest::newRow("tool tips") << KColorScheme::Tooltip;
    QTest::newRow("headers") << KColorScheme::Header;
    QTest::newRow("complementary") << KColorScheme::Complementary;
}

void NightLogicTest::redColorsCanBeRead()
{
    QFETCH(KColorScheme::ColorSet, set);
    Settings::setColours(Settings::EnumColours::NightRed);
    applyColors();
    const KColorScheme scheme(QPalette::Active, set);
    for (const auto paper : {KColorScheme::NormalBackground, KColorScheme::AlternateBackground}) {
        const QColor background = scheme.background(paper).color();
        QVERIFY2(luminance(background) < 0.05, qPrintable(background.name()));
        for (int role = 0; role < KColorScheme::NForegroundRoles; ++role) {
            const QColor text = scheme.foreground(static_cast<KColorScheme::ForegroundRole>(role)).color();
            const double found = contrast(text, background);
            QVERIFY2(found >= 4.5, qPrintable(u"%1 on %2 has %3"_s.arg(text.name(), background.name()).arg(found)));
            QVERIFY2(text.hueF() < 0.13 || text.hueF() > 0.94, qPrintable(text.name())); // red to amber, nothing that rods see well
        }
    }
    const KColorScheme disabled(QPalette::Disabled, set);
    const double found = contrast(disabled.foreground().color(), disabled.background().color());
    QVERIFY2(found >= 3, qPrintable(QString::number(found)));
}

void NightLogicTest::colorsReachWordsAndIconsThatAreThere()
{
    Settings::setColours(Settings::EnumColours::Dark);
    applyColors();
    const QColor green = Wording::color(Wording::StatusTone::Good);
    QWidget window;
    QLabel state(u"live"_s, &window);
    QPalette colors = state.palette();
    colors.setColor(QPalette::WindowText, green);
    state.setPalette(colors);
    QLabel icon(&window);
    icon.setPixmap(QIcon::fromTheme(u"video-display"_s).pixmap(16, 16));
    icon.setProperty(themeIconProperty, u"video-display"_s);
    window.show();
    Settings::setColours(Settings::EnumColours::NightRed);
    applyColors();
    QVERIFY(Wording::color(Wording::StatusTone::Good) != green);
    QCOMPARE(state.palette().color(QPalette::WindowText), Wording::color(Wording::StatusTone::Good));
    const QImage image = icon.pixmap().toImage();
    QVERIFY(!image.isNull());
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            QVERIFY2(color.red() >= color.green() && color.red() >= color.blue(), qPrintable(color.name()));
        }
    }
    Settings::setColours(Settings::EnumColours::Dark);
    applyColors();
    QCOMPARE(state.palette().color(QPalette::WindowText), green);
}

void NightLogicTest::redIconsHaveNoOtherColor()
{
    static const QRegularExpression any(u"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})"_s);
    int icons = 0;
    QDirIterator files(u":/icons/nightdesk-red"_s, {u"*.svg"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        ++icons;
        for (auto found = any.globalMatch(text); found.hasNext();) {
            const QColor color(found.next().captured());
            QVERIFY2(color.red() >= color.green() && color.red() >= color.blue(), qPrintable(file.fileName() + u' ' + color.name()));
            QVERIFY2(color.red() == 0 || color.green() < color.red(), qPrintable(file.fileName() + u' ' + color.name()));
        }
    }
    QVERIFY(icons > 50);
}

void NightLogicTest::colorsChangeBothWays()
{
    const auto window = [](int colors) {
        Settings::setColours(colors);
        applyColors();
        return QApplication::palette().color(QPalette::Window);
    };
    const QColor dark = window(Settings::EnumColours::Dark);
    const QColor light = window(Settings::EnumColours::Light);
    const QColor red = window(Settings::EnumColours::NightRed);
    QVERIFY(luminance(light) > 0.5);
    QVERIFY(luminance(dark) < 0.05);
    QVERIFY(red != dark && red.red() > red.blue());
    QCOMPARE(window(Settings::EnumColours::Dark), dark);
    QCOMPARE(window(Settings::EnumColours::NightRed), red);
    QCOMPARE(window(Settings::EnumColours::Light), light);
    QCOMPARE(KColorScheme(QPalette::Active, KColorScheme::Window).background().color(), light);
}

NIGHTDESK_TEST(NightLogicTest)

#include "nightlogictest.moc"
