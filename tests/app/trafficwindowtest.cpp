// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficwindow.h"
#include "app/console/console.h"
#include "app/traffic/consoletraffic.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"
#include "tests/support/xtracebuilder.h"
#include "tests/widgets/accessiblecheck.h"
#include "tests/widgets/cuttext.h"
#include "widgets/displays/displaycommands.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/traffic/netplot.h"
#include "widgets/traffic/trafficfiles.h"
#include "widgets/traffic/trafficview.h"

#include <KActionCollection>
#include <KMessageWidget>

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>

#include <sys/stat.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
using Clock = XStreamObserver::Clock;

/// A program that runs, as far as a log knows.
struct Program {
    std::shared_ptr<XTraceLog> log;
    std::unique_ptr<XStreamObserver> witness;

    explicit Program(const std::string &name, const XTraceLimits &limits = {})
        : log(std::make_shared<XTraceLog>(XTraceTitle{.program = name, .display = "lris/" + name, .topology = "x11", .host = "summit"}, limits))
    {
        start(std::chrono::system_clock::now());
    }
    void start(std::chrono::system_clock::time_point wall)
    {
        log->restart(Clock::now(), wall);
        witness = log->newConnection(Clock::now());
        witness->observeBytesFromProgram(std::array<std::uint8_t, 12>{'l', 0, 11}, Clock::now());
        std::array<std::uint8_t, 40> welcome{1, 0, 11, 0, 0, 0, 8, 0};
        witness->observeBytesToProgram(welcome, Clock::now());
    }
    void speak(int requests)
    {
        for (int i = 0; i < requests; ++i) {
            witness->observeBytesFromProgram(std::array<std::uint8_t, 4>{127, 0, 1, 0}, Clock::now()); // NoOperation
        }
    }
    TrafficSource source() const
    {
        const QString name = QString::fromStdString(log->snapshot().title.program);
        return {.id = u"run:"_s + name, .label = name, .log = log, .file = {}, .currentLinkFigures = {}};
    }
};

XTrace kept()
{
    XTraceBuilder builder(50'000);
    builder.mark(0, 50'000);
    builder.connect().ask(16).ask(14).say(72, 4000).close();
    XTrace trace = builder.build();
    trace.title = {.program = "kept", .display = "lris/kept", .topology = "x11", .host = "summit"};
    return trace;
}

std::size_t shown(const TrafficWindow &window)
{
    const auto &index = window.view()->plot()->index();
    return index ? index->trace().size() : 0;
}

QAction *action(const TrafficWindow &window, const QString &text)
{
    for (QAction *one : window.findChildren<QAction *>()) {
        if (one->text().remove(u'&') == text) {
            return one;
        }
    }
    return nullptr;
}

QString told(const TrafficWindow &window)
{
    return window.findChild<KMessageWidget *>()->text();
}
}

/// The window for X traffic: what runs, what was kept, and files.
class TrafficWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void whatRunsIsFollowed();
    void whatIsRecordedIsChosen();
    void whatIsChosenAgainGoesOn();
    void aRecordingGoesOnInTheNextRun();
    void aWindowThatIsClosedRecordsNoMore();
    void keptTracesAreOpened();
    void whatIsNoTraceIsSaid_data();
    void whatIsNoTraceIsSaid();
    void whatWasSavedCanBeOpened();
    void whatCannotBeSavedIsSaid_data();
    void whatCannotBeSavedIsSaid();
    void tracesAreCompared();
    void programsComeAndGo();
    void oneConnectionAlone();
    void cardsShowTheirOwn();
    void everybodyCanUseIt();
    void cardsOfferIt_data();
    void cardsOfferIt();

private:
    TrafficWindow::SourcesQuery sources()
    {
        return [this] {
            return m_sources;
        };
    }
    QList<TrafficSource> m_sources;
};

void TrafficWindowTest::init()
{
    m_sources.clear();
}

void TrafficWindowTest::whatRunsIsFollowed()
{
    Program program("ds9");
    program.speak(10);
    m_sources = {program.source()};
    TrafficWindow window(sources(), {});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 12, 20000); // with both set-ups
    program.speak(30);
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 42, 20000);
    window.hide();
    program.speak(1); // nobody looks
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 43, 20000);
}

void TrafficWindowTest::whatIsRecordedIsChosen()
{
    Program program("ds9");
    m_sources = {program.source()};
    TrafficWindow window(sources(), {});
    window.show();
    QAction *record = action(window, u"Record"_s);
    QVERIFY(record && record->isEnabled());
    record->trigger();
    QVERIFY(window.view()->plot()->isFollowMode());
    QCOMPARE(record->text().remove(u'&'), u"Stop Recording"_s);
    program.speak(20);
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 22, 20000);
    record->trigger();
    QVERIFY(!window.view()->plot()->isFollowMode());
    const auto chosen = window.view()->plot()->selectedRange();
    QVERIFY(chosen && chosen->second > chosen->first);
    QVERIFY(action(window, u"Show Range"_s)->isEnabled());
    program.speak(5);
    action(window, u"Follow"_s)->trigger(); // else it stays as it was recorded
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 27, 20000);
}

void TrafficWindowTest::whatIsChosenAgainGoesOn()
{
    Program program("ds9");
    m_sources = {program.source()};
    TrafficWindow window(sources(), {});
    window.show();
    QAction *record = action(window, u"Record"_s);
    record->trigger();
    window.chooseSource(u"run:ds9"_s);
    QVERIFY(record->isChecked());
    QVERIFY(window.view()->plot()->isFollowMode());
}

void TrafficWindowTest::aRecordingGoesOnInTheNextRun()
{
    Program program("ds9");
    m_sources = {program.source()};
    TrafficWindow window(sources(), {});
    window.show();
    QAction *record = action(window, u"Record"_s);
    QTRY_COMPARE_GT_WITH_TIMEOUT(program.log->microseconds(Clock::now()), 1000, 20000);
    record->trigger();
    program.start(std::chrono::system_clock::now() + std::chrono::hours(1));
    program.speak(3);
    record->trigger();
    const auto chosen = window.view()->plot()->selectedRange();
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->first, 0);
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 5, 20000);
}

void TrafficWindowTest::aWindowThatIsClosedRecordsNoMore()
{
    constexpr int chunk = XTrace::chunkSize;
    const XTraceLimits limits{.maxStartRecords = chunk,
                              .maxRecordsAfterStart = 1'000'000,
                              .keptSpanAfterStart = std::chrono::seconds(0),
                              .maxRecordingRecords = 1'000'000};
    Program program("ds9", limits); // all is old at once
    program.log->markStartEnded(Clock::now());
    m_sources = {program.source()};
    auto window = std::make_unique<TrafficWindow>(sources(), TrafficWindow::AppFiguresQuery());
    window->show();
    action(*window, u"Record"_s)->trigger();
    program.speak(4 * chunk);
    QVERIFY(!program.log->snapshot().gapBeganAt);
    window.reset(); // stops it; must not touch what is gone
    program.speak(2 * chunk);
    QVERIFY(program.log->snapshot().gapBeganAt);
}

void TrafficWindowTest::keptTracesAreOpened()
{
    const QTemporaryDir directory;
    const QString file = directory.filePath(u"kept.jsonl"_s);
    QVERIFY(TrafficFiles::save(kept(), file));
    QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    m_sources = {{.id = u"kept:1"_s, .label = u"kept"_s, .log = {}, .file = file, .currentLinkFigures = {}}};
    QStringList asked;
    TrafficWindow window(sources(), [&](const XTraceTitle &title) {
        asked.append(QString::fromStdString(title.display));
        return VncAppFigures{.startTime = std::chrono::seconds(2), .interactionTime = {}};
    });
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), kept().size(), 20000);
    QCOMPARE(asked, QStringList{u"lris/kept"_s});
    QVERIFY(!action(window, u"Record"_s)->isEnabled()); // it does not run
    QVERIFY(action(window, u"Save Plot as SVG…"_s)->isEnabled());
    m_sources.first().currentLinkFigures = XLinkFigures{.roundTrip = std::chrono::milliseconds(250), .bytesPerSecond = 0};
    QTRY_COMPARE_WITH_TIMEOUT(asked.size(), 2, 20000); // it is judged for the link as it is now
    window.showNoTrace(u"No trace was kept of LRIS <b>."_s);
    QCOMPARE(told(window), u"No trace was kept of LRIS <b>."_s);
    QCOMPARE(shown(window), 0);
    QCOMPARE(window.findChildren<QComboBox *>().first()->currentIndex(), -1);
    QVERIFY(!action(window, u"Save Plot as SVG…"_s)->isEnabled());
}

void TrafficWindowTest::whatIsNoTraceIsSaid_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n", 8) << u"line 1"_s;
    QTest::newRow("an empty file") << QByteArray() << u"line"_s;
    QTest::newRow("JSON of something else") << QByteArray("{\"a\": 1}\n") << u"line 1"_s;
    QTest::newRow("no file at all") << QByteArray("-") << u"cannot be read"_s;
    QTest::newRow("a pipe that nobody writes to") << QByteArray("|") << u"not a regular file"_s;
}

void TrafficWindowTest::whatIsNoTraceIsSaid()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, expected);
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"a.jsonl"_s);
    if (contents == "|") {
        QCOMPARE(mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    } else if (contents != "-") {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size());
    }
    TrafficWindow window(sources(), {});
    window.show();
    window.open(path);
    QTRY_VERIFY2_WITH_TIMEOUT(told(window).contains(expected), qPrintable(told(window)), 20000);
    QVERIFY2(told(window).contains(directory.path()), qPrintable(told(window)));
    QCOMPARE(shown(window), 0);
    QVERIFY(!action(window, u"Save Plot as SVG…"_s)->isEnabled());
}

void TrafficWindowTest::whatWasSavedCanBeOpened()
{
    const QTemporaryDir directory;
    Program program("ds9");
    program.speak(7);
    m_sources = {program.source()};
    TrafficWindow window(sources(), {});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 9, 20000);
    for (const auto &[text, name] : {std::pair(u"Save Trace as JSON Lines…"_s, u"t.jsonl"_s),
                                     std::pair(u"Save Plot as SVG…"_s, u"t.svg"_s),
                                     std::pair(u"Save Plot as PNG…"_s, u"t.png"_s)}) {
        const QString path = directory.filePath(name);
        action(window, text)->trigger();
        auto *dialog = window.findChild<QFileDialog *>();
        QVERIFY(dialog);
        dialog->setDirectory(directory.path());
        Q_EMIT dialog->fileSelected(path);
        dialog->close();
        QTRY_VERIFY2_WITH_TIMEOUT(told(window).contains(path), qPrintable(told(window)), 20000);
        QCOMPARE_GT(QFileInfo(path).size(), 100);
        QTRY_VERIFY_WITH_TIMEOUT(!window.findChild<QFileDialog *>(), 20000);
    }
    TrafficWindow other({}, {});
    other.show();
    other.open(directory.filePath(u"t.jsonl"_s));
    QTRY_COMPARE_WITH_TIMEOUT(shown(other), 9, 20000);
    QCOMPARE(other.view()->trace()->title.program, "ds9");
}

void TrafficWindowTest::whatCannotBeSavedIsSaid_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("a directory that is not there") << u"none/there"_s;
    QTest::newRow("a directory") << u"."_s;
}

void TrafficWindowTest::whatCannotBeSavedIsSaid()
{
    QFETCH(QString, path);
    const QTemporaryDir directory;
    const auto saved = TrafficFiles::save(kept(), directory.filePath(path));
    QVERIFY(!saved);
    QVERIFY2(saved.error().contains(directory.path()), qPrintable(saved.error()));
    QVERIFY(QDir(directory.path()).isEmpty()); // no draft is left
}

void TrafficWindowTest::tracesAreCompared()
{
    const QTemporaryDir directory;
    const QString file = directory.filePath(u"kept.jsonl"_s);
    QVERIFY(TrafficFiles::save(kept(), file));
    Program program("ds9");
    m_sources = {program.source(), {.id = u"kept:1"_s, .label = u"A & B"_s, .log = {}, .file = file, .currentLinkFigures = {}}};
    TrafficWindow window(sources(), {});
    window.show();
    auto *menu = window.findChild<QMenu *>(u"compare"_s);
    QVERIFY(menu);
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().first()->text(), u"A && B"_s);
    menu->actions().first()->trigger();
    auto *pages = window.findChild<QTabWidget *>();
    QTRY_COMPARE_WITH_TIMEOUT(pages->tabText(pages->currentIndex()), u"Comparison"_s, 20000);
    QAction *stop = action(window, u"Stop Comparing"_s);
    QVERIFY(stop->isEnabled());
    stop->trigger();
    QVERIFY(pages->tabText(pages->currentIndex()) != u"Comparison"_s);
}

void TrafficWindowTest::programsComeAndGo()
{
    Program one("one");
    Program two("two");
    m_sources = {one.source()};
    TrafficWindow window(sources(), {});
    window.show();
    auto *choice = window.findChildren<QComboBox *>().first();
    QCOMPARE(choice->count(), 1);
    m_sources = {one.source(), two.source()};
    window.refreshSources();
    QCOMPARE(choice->count(), 2);
    QCOMPARE(choice->currentText(), u"one"_s);
    two.speak(50);
    window.chooseSource(u"run:two"_s);
    QCOMPARE(choice->currentText(), u"two"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 52, 20000);
    QAction *record = action(window, u"Record"_s);
    record->trigger();
    m_sources.clear();
    window.refreshSources(); // it ended: what was seen stays
    QVERIFY(!record->isChecked() && !record->isEnabled());
    QVERIFY(!window.view()->plot()->isFollowMode() && !action(window, u"Follow"_s)->isEnabled());
    QCOMPARE(choice->count(), 0);
    QCOMPARE(shown(window), 52);
    window.chooseSource(u"run:none"_s);
    QCOMPARE(shown(window), 52);
}

void TrafficWindowTest::oneConnectionAlone()
{
    const QTemporaryDir directory;
    XTraceBuilder builder;
    builder.connect(0).say(127, 4, 5, 0, 0).connect(1).say(127, 4, 9, 0, 1);
    const QString file = directory.filePath(u"two.jsonl"_s);
    QVERIFY(TrafficFiles::save(builder.build(), file));
    TrafficWindow window(sources(), {});
    window.show();
    window.open(file);
    auto *connection = window.findChildren<QComboBox *>().last();
    QTRY_COMPARE_WITH_TIMEOUT(connection->count(), 3, 20000);
    connection->setCurrentIndex(2);
    Q_EMIT connection->activated(2);
    QTRY_VERIFY_WITH_TIMEOUT(window.view()->plot()->index()->connection() == std::optional<std::uint16_t>(1), 20000);
    QTRY_VERIFY_WITH_TIMEOUT(!window.view()->isBusy(), 20000);
    QCOMPARE(connection->count(), 3); // the others can still be chosen
    XTraceBuilder others;
    others.connect(0).say(127, 4, 5, 0, 0).connect(2).say(127, 4, 9, 0, 2);
    const QString another = directory.filePath(u"others.jsonl"_s);
    QVERIFY(TrafficFiles::save(others.build(), another));
    window.open(another);
    QTRY_COMPARE_WITH_TIMEOUT(connection->itemData(2).toInt(), 2, 20000);
    QCOMPARE(connection->currentIndex(), 0); // the one that was chosen is not there
    QTRY_VERIFY_WITH_TIMEOUT(!window.view()->plot()->index()->connection(), 20000);
}

void TrafficWindowTest::cardsShowTheirOwn()
{
    const QTemporaryDir directory;
    SessionList list;
    KActionCollection actions(this);
    QWidget beside;
    Console console({}, &beside, &actions);
    Desk &desk = *console.desk();
    XTrafficWatch watch(&desk, directory.path());
    ConsoleTraffic traffic(console, &watch, &list);
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links.resize(1);
    profile.links.first().id = u"summit"_s;
    profile.links.first().host = u"127.0.0.1"_s;
    profile.links.first().port = 1; // nobody is there, and need not be
    profile.windows.resize(1);
    profile.windows.first().id = u"ds9"_s;
    profile.windows.first().title = u"Images"_s;
    profile.windows.first().link = u"summit"_s;
    profile.windows.first().command = QStringList{u"ds9"_s};
    profile.windows.first().topology = Topology::VncApp;
    profile.desktops.resize(1);
    profile.desktops.first().id = u"control0"_s;
    profile.desktops.first().title = u"Control 0"_s;
    profile.desktops.first().link = u"summit"_s;
    desk.connectProfile(profile);
    const Session *session = desk.session(u"lris/ds9"_s);
    QVERIFY(session);
    const auto window = [&] {
        return beside.findChild<TrafficWindow *>();
    };
    QSignalSpy stored(watch.traceArchive(), &XTraceArchive::traceStored);
    XTrace other = kept();
    watch.traceArchive()->storeTrace(other); // another program's
    QTRY_COMPARE_WITH_TIMEOUT(stored.size(), 1, 20000);
    traffic.show(desk.session(u"lris/control0"_s)); // a desktop has no X messages here: what there is can be chosen
    QVERIFY(window());
    QTRY_COMPARE_WITH_TIMEOUT(window()->findChildren<QComboBox *>().first()->count(), 1, 20000);
    QVERIFY2(!told(*window()).contains(u"No trace of"_s), qPrintable(told(*window())));
    traffic.show(session);
    QTRY_VERIFY2_WITH_TIMEOUT(told(*window()).contains(u"No trace of Images is saved"_s), qPrintable(told(*window())), 20000);
    QCOMPARE(shown(*window()), 0);
    other.title.display = "lris/ds9";
    watch.traceArchive()->storeTrace(other);
    QTRY_COMPARE_WITH_TIMEOUT(stored.size(), 2, 20000);
    traffic.show(session);
    QTRY_COMPARE_WITH_TIMEOUT(shown(*window()), other.size(), 20000);
    QCOMPARE(window()->view()->trace()->title.display, "lris/ds9");
    desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.isEndingPrograms(), 20000);
}

void TrafficWindowTest::everybodyCanUseIt()
{
    Program program("ds9");
    program.speak(10);
    m_sources = {program.source()};
    TrafficWindow window(sources(), {});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(shown(window), 12, 20000);
    window.view()->compareWith(kept());
    QTRY_VERIFY_WITH_TIMEOUT(!window.view()->isBusy(), 20000);
    QStringList problems = Test::AccessibleCheck::problems(&window) + Test::CutText::tooLarge(&window);
    for (const QSize size : {QSize(1366, 768), QSize(683, 384)}) {
        window.resize(size);
        QCoreApplication::processEvents();
        problems += Test::CutText::problems(&window);
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void TrafficWindowTest::cardsOfferIt_data()
{
    QTest::addColumn<DisplayCommands::DisplayFacts>("facts");
    QTest::addColumn<bool>("isPossible");
    DisplayCommands::DisplayFacts facts;
    facts.kind = Session::Kind::Desktop;
    QTest::newRow("a desktop") << facts << false;
    facts.hasLocalXConnections = true;
    QTest::newRow("a desktop whose viewer runs at the summit") << facts << true;
    facts.kind = Session::Kind::Window;
    QTest::newRow("a program over x11") << facts << true;
    facts.hasLocalXConnections = false;
    QTest::newRow("a program in a display of its own") << facts << true;
}

void TrafficWindowTest::cardsOfferIt()
{
    QFETCH(DisplayCommands::DisplayFacts, facts);
    const DisplayCommands::CommandState verdict = DisplayCommands::stateOf(DisplayCommands::Command::Traffic, facts);
    QTEST(verdict.isPossible, "isPossible");
    QVERIFY(!verdict.text.isEmpty() && !verdict.toolTipText.isEmpty());
}

NIGHTDESK_TEST(TrafficWindowTest)
#include "trafficwindowtest.moc"
