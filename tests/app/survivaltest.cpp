// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurelog.h"
#include "tests/app/realdesk.h"
#include "tests/facility/testfacility.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <utility>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The real program on a desk with three monitors and a real facility: killed, without a bus, with monitors that come and go.
class SurvivalTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aKilledConsoleIsResumedAsItWas();
    void aKilledConsoleHasItsFiguresOnTheDisk();
    void theWindowLeavesTheDesktopThatItCovers();
    void aLogoutIsResumedAndAnEndByHandIsNot_data();
    void aLogoutIsResumedAndAnEndByHandIsNot();
    void twoConsolesOfOneUser();
    void twoInstrumentsAtOnce();
    void aDisplayIsClosedPutAsideAndMoved();
    void aMonitorGoesAndComesBack();
    void aSilentBusHoldsNothingUp();
    void aBusThatDiesOrStopsChangesNothing_data();
    void aBusThatDiesOrStopsChangesNothing();
    void endingTheNightDropsThePictures();

private:
    QStringList connecting(const QString &profile) const
    {
        return {u"connect"_s, profile, u"--site"_s, u"desk"_s, u"--facility"_s, m_facility.facilityDirectory()};
    }
    QJsonObject noted() const;
    std::vector<FigureSeries> figuresOnDisk() const;
    /// Whether it has looked for what can be resumed, and offers nothing.
    bool hasFoundNothing(const QProcess *console) const
    {
        return m_desk->output(console).contains("there is nothing to resume");
    }
    /// The displays of one profile by id, as far as they are live.
    QHash<QString, QJsonObject> liveOf(const QProcess *console, const QString &profile) const;
    /// With the keyboard alone, as somebody at the list of instruments does.
    bool chooseInstrument(const QString &search, const QStringList &keys);
    void shoot(const QString &name);
    std::optional<XServer::Window> mainWindow();
    /// The same, brought back where it has gone out of the way: it does that 4 s after the last display is live.
    std::optional<XServer::Window> windowInUse();
    bool giveKeyboardToMainWindow();
    /// The middle of the button that resumes, where the window manager has put it.
    std::optional<QPoint> resumeButton(const QProcess *console);
    QImage pages(); ///< what it shows
    /// Whether so many pictures are mapped in it.
    bool holdsPictures(const QProcess *console, int count) const;

    TestFacility m_facility;
    std::unique_ptr<RealDesk> m_desk;
};

void SurvivalTest::initTestCase()
{
    const auto started = m_facility.start({u"--desktops"_s, u"5"_s, u"--size"_s, u"640x480"_s, u"--bare"_s, u"--no-wait"_s});
    QVERIFY2(started, started ? "" : qPrintable(started.error()));
}

void SurvivalTest::init()
{
    m_desk = std::make_unique<RealDesk>();
    QVERIFY(m_desk->start());
    QCOMPARE(m_desk->run({u"trust"_s, u"all"_s, u"lris"_s, u"--yes"_s, u"--site"_s, u"desk"_s, u"--facility"_s, m_facility.facilityDirectory()}), 0);
}

void SurvivalTest::cleanup()
{
    m_desk.reset();
}

QJsonObject SurvivalTest::noted() const
{
    const QDir directory(m_desk->stateDirectory());
    const QStringList files = directory.entryList({u"*.night"_s}, QDir::Files);
    QFile file(directory.filePath(files.value(0)));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

std::vector<FigureSeries> SurvivalTest::figuresOnDisk() const
{
    const QDir directory(m_desk->stateDirectory() + u"/figures"_s);
    const QStringList files = directory.entryList({u"figures-*"_s}, QDir::Files);
    QFile file(directory.filePath(files.value(0)));
    return file.open(QIODevice::ReadOnly) ? FigureLog::read(file.readAll()).series : std::vector<FigureSeries>();
}

bool SurvivalTest::holdsPictures(const QProcess *console, int count) const
{
    QFile maps(u"/proc/%1/maps"_s.arg(console->processId()));
    return maps.open(QIODevice::ReadOnly) && maps.readAll().count("memfd:nightdesk-picture") == count;
}

void SurvivalTest::aKilledConsoleIsResumedAsItWas()
{
    QProcess *first = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(m_desk->live(first) == 5));
    const auto covering = windowInUse(); // it may have gone by itself before this was seen
    QVERIFY(covering);
    QVERIFY(m_desk->x().output({u"xdotool"_s, u"windowminimize"_s, QString::number(covering->id)}));
    QVERIFY(WAIT_FOR(!mainWindow()));
    // Two desktops share the left monitor: their split is dragged to the right.
    QVERIFY(WAIT_FOR(noted().value("profiles"_L1).toArray().first().toObject().value("displays"_L1).toArray().size() == 5));
    const QJsonObject look = noted().value("look"_L1).toObject();
    const QHash<QString, QRect> before = m_desk->rects(first);
    const QRect narrow = before.value(u"control0"_s);
    const QPoint split((narrow.right() + before.value(u"control3"_s).left() + 1) / 2, narrow.center().y());
    QVERIFY(m_desk->x().output({u"xdotool"_s,
                                u"mousemove"_s,
                                QString::number(split.x()),
                                QString::number(split.y()),
                                u"mousedown"_s,
                                u"1"_s,
                                u"mousemove"_s,
                                QString::number(split.x() + 120),
                                QString::number(split.y()),
                                u"mouseup"_s,
                                u"1"_s}));
    QVERIFY(WAIT_FOR(m_desk->rects(first).value(u"control0"_s).width() > narrow.width() + 80));
    QVERIFY(WAIT_FOR(noted().value("look"_L1).toObject() != look));
    const QHash<QString, QRect> arranged = m_desk->rects(first);
    m_desk->kill(first);
    QCOMPARE(noted().value("profiles"_L1).toArray().first().toObject().value("id"_L1).toString(), u"all"_s);

    QElapsedTimer time;
    time.start();
    QProcess *second = m_desk->startConsole({});
    QVERIFY(WAIT_FOR(m_desk->status(second).contains("resume"_L1)));
    const auto button = resumeButton(second);
    QVERIFY(button);
    const QJsonObject offer = m_desk->status(second).value("resume"_L1).toObject();
    QCOMPARE(offer.value("profile"_L1).toString(), u"all"_s);
    QCOMPARE(offer.value("displays"_L1).toInt(), 5);
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_TEST_SHOTS"); !shots.isEmpty()) {
        m_desk->x().screenshot().save(shots + u"/resume.png"_s);
    }
    QVERIFY(m_desk->x().click(*button));
    QVERIFY(WAIT_FOR(m_desk->live(second) == 5));
    qInfo() << "five displays are back" << time.elapsed() << "ms after the start";
    QVERIFY(WAIT_FOR(m_desk->rects(second) == arranged));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_TEST_SHOTS"); !shots.isEmpty()) {
        m_desk->x().screenshot().save(shots + u"/resumed.png"_s);
    }
    QVERIFY(!m_desk->status(second).contains("resume"_L1));
    // And again, without a click.
    QVERIFY(WAIT_FOR(noted().value("profiles"_L1).toArray().first().toObject().value("displays"_L1).toArray().size() == 5));
    m_desk->kill(second);
    QProcess *third = m_desk->startConsole({u"--resume"_s});
    QVERIFY(WAIT_FOR(m_desk->live(third) == 5));
    QVERIFY(WAIT_FOR(m_desk->rects(third) == arranged));
}

/// At most 10 s of the night are lost with it: of each connection and each desktop that was live.
void SurvivalTest::aKilledConsoleHasItsFiguresOnTheDisk()
{
    QProcess *first = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(m_desk->live(first) == 5));
    const auto now = [] {
        return static_cast<quint32>(QDateTime::currentSecsSinceEpoch());
    };
    const auto lastRow = [this] { // of the source whose rows end first; 0: there are not all of them
        quint32 last = ~quint32(0);
        int sources = 0;
        for (const FigureSeries &series : figuresOnDisk()) {
            if (series.source().kind != FigureSource::Kind::Encodings && series.size() > 0) {
                last = std::min(last, series.times().back());
                ++sources;
            }
        }
        return sources >= 6 ? last : 0;
    };
    QVERIFY(WAIT_FOR(lastRow() > 0));
    const quint32 begin = lastRow();
    // Not right after it wrote, when least is lost.
    QVERIFY(WAIT_FOR(lastRow() >= begin + 5));
    QVERIFY(WAIT_FOR(now() >= lastRow() + 4));
    m_desk->kill(first);
    const quint32 killed = now();
    const quint32 last = lastRow();
    qInfo() << "killed" << killed - last << "s after the last row on the disk";
    QCOMPARE_LE(std::chrono::seconds(killed - last), underLoad(10s));

    // The next console goes on with the same night.
    m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(lastRow() > last, 60s)); // it starts, and writes every 10 s
    for (const FigureSeries &series : figuresOnDisk()) {
        if (series.source().kind == FigureSource::Kind::Connection) {
            QVERIFY(series.times().front() <= begin && series.firstRowAtOrAfter(last + 1) < series.size());
        }
    }
}

/// It lay over Control 0, and over the words that what is typed is not sent.
void SurvivalTest::theWindowLeavesTheDesktopThatItCovers()
{
    const QProcess *console = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(mainWindow().has_value()));
    QVERIFY(WAIT_FOR(m_desk->live(console) == 5));
    QVERIFY(WAIT_FOR(!mainWindow().has_value()));
    QCOMPARE(m_desk->live(console), 5);
    QVERIFY(windowInUse().has_value()); // who calls it has it
}

void SurvivalTest::aLogoutIsResumedAndAnEndByHandIsNot_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("isOffered");

    QTest::newRow("a shutdown") << SIGTERM << true;
    QTest::newRow("the terminal is closed") << SIGHUP << true;
    QTest::newRow("Ctrl+C in the terminal") << SIGINT << false;
}

void SurvivalTest::aLogoutIsResumedAndAnEndByHandIsNot()
{
    QFETCH(int, number);
    QFETCH(bool, isOffered);

    QProcess *first = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(m_desk->live(first) == 5));
    const auto console = static_cast<pid_t>(m_desk->status(first).value("process"_L1).toInteger());
    QVERIFY(console > 0);
    QCOMPARE(::kill(console, number), 0);
    QVERIFY2(WAIT_FOR(first->state() == QProcess::NotRunning), "it did not end within the time");
    QCOMPARE(noted().value("profiles"_L1).toArray().first().toObject().value("displays"_L1).toArray().size(), isOffered ? 5 : 0);

    QProcess *second = m_desk->startConsole({});
    QVERIFY(WAIT_FOR(isOffered ? m_desk->status(second).contains("resume"_L1) : hasFoundNothing(second)));
    QCOMPARE(m_desk->status(second).contains("resume"_L1), isOffered);
}

void SurvivalTest::twoConsolesOfOneUser()
{
    QProcess *first = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(m_desk->live(first) == 5));
    QVERIFY(WAIT_FOR(noted().value("profiles"_L1).toArray().first().toObject().value("displays"_L1).toArray().size() == 5));
    // The first one's is no second one's to resume.
    QProcess *second = m_desk->startConsole({u"--resume"_s});
    QVERIFY(WAIT_FOR(hasFoundNothing(second)));
    QVERIFY(WAIT_FOR(m_desk->status(second).contains("profile"_L1)));
    QVERIFY(!m_desk->status(second).contains("resume"_L1));
    QVERIFY(m_desk->status(second).value("profile"_L1).toString().isEmpty());
    QCOMPARE(m_desk->live(first), 5);
    m_desk->kill(second); // had nothing connected
    m_desk->kill(first);
    QProcess *third = m_desk->startConsole({});
    QVERIFY(WAIT_FOR(m_desk->status(third).contains("resume"_L1)));
    // While one console asks, another does not.
    QProcess *fourth = m_desk->startConsole({});
    QVERIFY(WAIT_FOR(hasFoundNothing(fourth)));
    QVERIFY(WAIT_FOR(m_desk->status(fourth).contains("profile"_L1)));
    QVERIFY(!m_desk->status(fourth).contains("resume"_L1));
    QVERIFY(m_desk->status(third).contains("resume"_L1));
}

QHash<QString, QJsonObject> SurvivalTest::liveOf(const QProcess *console, const QString &profile) const
{
    QHash<QString, QJsonObject> found;
    const QJsonArray displays = m_desk->status(console).value("displays"_L1).toArray();
    for (const QJsonValue &value : displays) {
        const QJsonObject display = value.toObject();
        if (display.value("profile"_L1) == profile && display.value("state"_L1) == "live"_L1) {
            found.insert(display.value("id"_L1).toString(), display);
        }
    }
    return found;
}

bool SurvivalTest::chooseInstrument(const QString &search, const QStringList &keys)
{
    const auto window = windowInUse();
    const auto xdotool = [this](const QStringList &words) {
        return m_desk->x().output(QStringList{u"xdotool"_s} + words).has_value();
    };
    return window && xdotool({u"windowactivate"_s, u"--sync"_s, QString::number(window->id)}) && xdotool({u"key"_s, u"--clearmodifiers"_s, u"alt+1"_s})
        && xdotool({u"key"_s, u"ctrl+a"_s}) && xdotool({u"type"_s, search}) && xdotool(QStringList{u"key"_s} + keys);
}

void SurvivalTest::shoot(const QString &name)
{
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_TEST_SHOTS"); !shots.isEmpty()) {
        m_desk->x().screenshot().save(shots + u'/' + name + u".png"_s);
    }
}

void SurvivalTest::twoInstrumentsAtOnce()
{
    QProcess *first = m_desk->startConsole(connecting(u"lris"_s));
    QVERIFY(WAIT_FOR(m_desk->live(first) == 5));
    const auto lris = liveOf(first, u"lris"_s);
    QCOMPARE(lris.size(), 5);
    QVERIFY(WAIT_FOR(!mainWindow())); // it goes out of the way once, and is not in the middle of that when keys come
    // Return ends nothing: the second one comes beside the first, though both show three of the same desktops.
    QVERIFY(chooseInstrument(u"All"_s, {u"Return"_s}));
    QVERIFY(WAIT_FOR(liveOf(first, u"all"_s).size() == 5));
    QVERIFY(WAIT_FOR(!mainWindow()));
    QCOMPARE(m_desk->status(first).value("profile"_L1).toString(), u"lris"_s); // for who knows of one only
    QCOMPARE(m_desk->status(first).value("profiles"_L1).toArray().size(), 2);
    QCOMPARE(m_desk->status(first).value("links"_L1).toArray().size(), 2);
    const auto stayed = [&] { // the very same: neither worker nor X program began anew
        const auto now = liveOf(first, u"lris"_s);
        return now.size() == 5 && std::ranges::all_of(lris.keys(), [&](const QString &id) {
                   return now.value(id).value("workerPid"_L1) == lris.value(id).value("workerPid"_L1)
                       && now.value(id).value("steps"_L1) == lris.value(id).value("steps"_L1);
               });
    };
    QVERIFY(stayed());
    shoot(u"two-displays"_s);
    QVERIFY(chooseInstrument(u"All"_s, {u"End"_s}));
    shoot(u"two-instruments"_s);
    QVERIFY(WAIT_FOR(noted().value("profiles"_L1).toArray().size() == 2));
    // One is disconnected by its button.
    QVERIFY(chooseInstrument(u"All"_s, {u"Tab"_s, u"Tab"_s, u"space"_s}));
    QVERIFY(WAIT_FOR(m_desk->status(first).value("profiles"_L1).toArray().size() == 1));
    QVERIFY(stayed());
    shoot(u"two-one-left"_s);
    // Both are back after a crash, by one click.
    QVERIFY(chooseInstrument(u"All"_s, {u"Return"_s}));
    QVERIFY(WAIT_FOR(m_desk->live(first) == 10 && noted().value("profiles"_L1).toArray().size() == 2
                     && noted().value("profiles"_L1).toArray().last().toObject().value("displays"_L1).toArray().size() == 5));
    m_desk->kill(first);
    QProcess *second = m_desk->startConsole({});
    QVERIFY(WAIT_FOR(m_desk->status(second).contains("resume"_L1)));
    shoot(u"two-resume"_s);
    const auto button = resumeButton(second);
    QVERIFY(button);
    const QJsonObject offer = m_desk->status(second).value("resume"_L1).toObject();
    QCOMPARE(offer.value("profiles"_L1).toArray(), (QJsonArray{u"lris"_s, u"all"_s}));
    QCOMPARE(offer.value("displays"_L1).toInt(), 10);
    QVERIFY(m_desk->x().click(*button));
    QVERIFY(WAIT_FOR(liveOf(second, u"lris"_s).size() == 5 && liveOf(second, u"all"_s).size() == 5));
    shoot(u"two-resumed"_s);
}

void SurvivalTest::aDisplayIsClosedPutAsideAndMoved()
{
    QProcess *console = m_desk->startConsole(connecting(u"lris"_s));
    QVERIFY(WAIT_FOR(m_desk->live(console) == 5));
    const auto isAt = [&](const QRect &monitor) {
        return waitFor([&] {
            const QRect rect = m_desk->rects(console).value(u"control0"_s);
            return monitor.isNull() ? rect.isNull() : monitor.contains(rect) && !rect.isNull();
        });
    };
    const QRect left(0, 0, 640, 600);
    const QRect centre(640, 0, 640, 600);
    QVERIFY(isAt(left));
    QVERIFY(WAIT_FOR(!mainWindow()));
    // In the list of displays, with the keyboard: its card is the first.
    const auto press = [&](const QStringList &keys) {
        const auto window = windowInUse();
        return window && m_desk->x().output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(window->id)})
            && m_desk->x().output(QStringList{u"xdotool"_s, u"key"_s, u"--delay"_s, u"100"_s, u"--clearmodifiers"_s} + keys);
    };
    QVERIFY(press({u"alt+2"_s, u"Home"_s, u"Delete"_s}));
    QVERIFY(isAt({}));
    QCOMPARE(m_desk->live(console), 4);
    QVERIFY(press({u"Return"_s}));
    QVERIFY(isAt(left));
    QVERIFY(WAIT_FOR(m_desk->live(console) == 5));
    QVERIFY(press({u"Menu"_s, u"Down"_s, u"Down"_s, u"Return"_s})); // Iconify
    QVERIFY(isAt({}));
    QCOMPARE(m_desk->live(console), 5); // it goes on
    QCOMPARE(m_desk->run({u"raise"_s, u"control0"_s}), 0);
    QVERIFY(isAt(left));
    QCOMPARE(m_desk->run({u"raise"_s}), 0); // the console had gone out of the way
    QVERIFY(windowInUse());
    QVERIFY(press({u"Menu"_s, u"Down"_s, u"Down"_s, u"Down"_s, u"Right"_s, u"Down"_s, u"Return"_s})); // Move to Screen
    QVERIFY(isAt(centre));
    shoot(u"moved"_s);
    QCOMPARE(m_desk->live(console), 5);
}

void SurvivalTest::aMonitorGoesAndComesBack()
{
    QProcess *console = m_desk->startConsole(connecting(u"lris"_s));
    QVERIFY(WAIT_FOR(m_desk->live(console) == 5)); // three desktops, two X programs
    const QRect right(1280, 0, 640, 600);
    QVERIFY(WAIT_FOR(right.contains(m_desk->rects(console).value(u"control2"_s))));
    QVERIFY(WAIT_FOR(right.intersects(m_desk->rects(console).value(u"log"_s))));
    const QRect centre(640, 0, 640, 600);
    QHash<QString, QRect> before;
    QVERIFY(waitFor([&] { // until the window manager has put each where it stays
        const QHash<QString, QRect> last = std::exchange(before, m_desk->rects(console));
        return before == last && centre.intersects(before.value(u"clock"_s));
    }));
    QVERIFY(m_desk->x().output({u"xrandr"_s, u"--delmonitor"_s, u"right"_s}));
    QVERIFY(WAIT_FOR(centre.contains(m_desk->rects(console).value(u"control2"_s))));
    QVERIFY(WAIT_FOR(centre.contains(m_desk->rects(console).value(u"log"_s).center()))); // the X program too
    QCOMPARE(m_desk->rects(console).value(u"control0"_s), before.value(u"control0"_s));
    QCOMPARE(m_desk->live(console), 5);
    QVERIFY(m_desk->x().output({u"xrandr"_s, u"--setmonitor"_s, u"right"_s, u"640/169x600/158+1280+0"_s, u"none"_s}));
    QVERIFY(WAIT_FOR(m_desk->rects(console) == before));
    QCOMPARE(m_desk->live(console), 5);
}

void SurvivalTest::aSilentBusHoldsNothingUp()
{
    QVERIFY(m_desk->startSilentBus());
    QElapsedTimer time;
    time.start();
    QProcess *console = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(mainWindow().has_value()));
    const qint64 shown = time.elapsed();
    QVERIFY(WAIT_FOR(m_desk->output(console).count("first-picture") == 5));
    qInfo() << "the window is there after" << shown << "ms, five displays after" << time.elapsed() << "ms";
    QVERIFY2(std::chrono::milliseconds(shown) < underLoad(5s), qPrintable(QString::number(shown)));
    QVERIFY(WAIT_FOR(m_desk->output(console).contains("session bus does not answer")));
    time.start();
    QCOMPARE(m_desk->run({u"status"_s}), 1);
    QVERIFY(time.durationElapsed() < underLoad(5s));
}

std::optional<XServer::Window> SurvivalTest::mainWindow()
{
    const auto windows = m_desk->x().windows();
    const auto found = std::ranges::find_if(windows, [](const XServer::Window &window) {
        return window.viewable && window.className == u"nightdesk" && !window.title.contains(u"Nightdesk Viewer") && window.rect.width() > 300;
    });
    return found == windows.end() ? std::nullopt : std::optional(*found);
}

std::optional<XServer::Window> SurvivalTest::windowInUse()
{
    std::optional<XServer::Window> window; // as it was seen: it may go in this moment, and who calls it has it again
    waitFor([&] { // it may go after it was raised, and then stays where it is put
        window = mainWindow();
        if (!window && m_desk->run({u"raise"_s}) == 0) {
            window = mainWindow();
        }
        return window.has_value();
    });
    return window;
}

bool SurvivalTest::giveKeyboardToMainWindow()
{
    // It goes out of the way once, which must not take the keyboard from it later.
    const auto window = WAIT_FOR(!mainWindow()) ? windowInUse() : std::nullopt;
    return window && m_desk->x().output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(window->id)});
}

std::optional<QPoint> SurvivalTest::resumeButton(const QProcess *console)
{
    QRect rect;
    const bool isPlaced = waitFor([&] {
        const QJsonArray told = m_desk->status(console).value("resume"_L1).toObject().value("rect"_L1).toArray();
        const QRect before = std::exchange(rect, QRect(told.at(0).toInt(), told.at(1).toInt(), told.at(2).toInt(), told.at(3).toInt()));
        const auto window = mainWindow();
        return window && window->rect.contains(rect) && rect == before;
    });
    return isPlaced ? std::optional(rect.center()) : std::nullopt;
}

QImage SurvivalTest::pages()
{
    const auto window = mainWindow();
    return window ? m_desk->x().screenshot(window->rect) : QImage();
}

void SurvivalTest::aBusThatDiesOrStopsChangesNothing_data()
{
    QTest::addColumn<bool>("dies");
    QTest::newRow("it dies") << true;
    QTest::newRow("it stops") << false;
}

void SurvivalTest::aBusThatDiesOrStopsChangesNothing()
{
    QFETCH(bool, dies);
    QProcess *console = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(m_desk->live(console) == 5));
    QVERIFY(giveKeyboardToMainWindow());
    const QByteArray before = m_desk->output(console);
    if (dies) {
        m_desk->killBus();
    } else {
        QVERIFY(m_desk->freezeBus());
    }
    // The window takes keys and draws at once.
    const QImage displays = pages();
    QVERIFY(!displays.isNull());
    QElapsedTimer time;
    time.start();
    QVERIFY(m_desk->x().key(u"alt+4"_s)); // the visuals
    QVERIFY(WAIT_FOR(pages() != displays));
    qInfo() << "another page after" << time.elapsed() << "ms";
    QVERIFY(time.durationElapsed() < underLoad(5s));
    QVERIFY(m_desk->x().key(u"alt+1"_s));
    QCOMPARE(console->state(), QProcess::Running);
    const QByteArray since = m_desk->output(console).mid(before.size());
    QVERIFY2(!since.contains("display"), since.constData()); // no state of any has changed
    QVERIFY(holdsPictures(console, 5));
    if (!dies) {
        m_desk->thawBus();
        QVERIFY(WAIT_FOR(m_desk->live(console) == 5));
    }
}

void SurvivalTest::endingTheNightDropsThePictures()
{
    QProcess *console = m_desk->startConsole(connecting(u"all"_s));
    QVERIFY(WAIT_FOR(m_desk->live(console) == 5));
    QVERIFY(WAIT_FOR(holdsPictures(console, 5)));
    QVERIFY(WAIT_FOR(!noted().isEmpty()));
    QVERIFY(giveKeyboardToMainWindow());
    QVERIFY(m_desk->x().key(u"ctrl+shift+e"_s));
    std::optional<XServer::Window> question;
    QVERIFY(waitFor([&] {
        question = m_desk->x().window(u"End Session? — Nightdesk"_s);
        question = question ? question : m_desk->x().window(u"End Session?"_s);
        return question.has_value();
    }));
    QVERIFY(m_desk->x().output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(question->id)}));
    QVERIFY(WAIT_FOR(m_desk->x().focus() == question->id));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_TEST_SHOTS"); !shots.isEmpty()) {
        m_desk->x().screenshot().save(shots + u"/endnight.png"_s);
    }
    QVERIFY(m_desk->x().key(u"shift+Tab"_s)); // from Cancel, which Return would take
    QVERIFY(m_desk->x().key(u"space"_s));
    QVERIFY(WAIT_FOR(m_desk->status(console).value("profile"_L1) == QString()));
    QVERIFY(WAIT_FOR(holdsPictures(console, 0)));
    QVERIFY(WAIT_FOR(noted().isEmpty()));
    QCOMPARE(console->state(), QProcess::Running);
}

NIGHTDESK_GUILESS_TEST(SurvivalTest)
#include "survivaltest.moc"
