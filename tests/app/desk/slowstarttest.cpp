// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/slowstartnotices.h"
#include "monitors/deskstatus.h"
#include "monitors/figures/figurerecorder.h"
#include "monitors/figuresjson.h"
#include "monitors/link/linkmonitor.h"
#include "monitors/supportdesk.h"
#include "monitors/xadvice/xprogramhistorystore.h"
#include "monitors/xadvice/xtracearchive.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/xtrace/xtracefile.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/links/delayrelay.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/diagnostics/figurespanel.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/questions/messagebar.h"
#include "widgets/traffic/trafficline.h"
#include "widgets/traffic/waitingtimechart.h"

#include <QAction>
#include <QJsonArray>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int patience = 60'000;
constexpr auto oneWay = 50ms;

QJsonObject display(const QJsonObject &status)
{
    return status.value("displays"_L1).toArray().at(0).toObject();
}

QString shown(const QWidget &widget)
{
    QStringList texts;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (label->isVisibleTo(&widget)) {
            texts.append(label->text());
        }
    }
    return texts.join(u'\n');
}
}

/// Programs that start over a long line: a real sshd behind it, a real X server, xclock and ds9.
class SlowStartTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void aStartIsWrittenDown();
    void whatItsRoundTripsTakeIsAFigure_data();
    void whatItsRoundTripsTakeIsAFigure();
    void waitsInAnOldConnectionAreNotOfTheNewOne();
    void aStartOfMinutesSaysSo();

private:
    bool connectTo(const QStringList &command, Topology topology = Topology::X11);
    std::optional<XTrafficFigures> figures() const
    {
        return m_watch->figures(m_desk->session(u"program"_s));
    }

    std::unique_ptr<QTemporaryDir> m_home;
    SshServer m_sshd;
    std::unique_ptr<DelayRelay> m_line;
    XServer m_x;
    std::unique_ptr<LocalX> m_localX;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<XTrafficWatch> m_watch;
};

void SlowStartTest::initTestCase()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(m_home->isValid());
    qputenv("HOME", m_home->path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_sshd.start());
    m_line = std::make_unique<DelayRelay>(m_sshd.port(), oneWay);
    QVERIFY2(m_x.start(), qPrintable(m_x.problem()));
}

void SlowStartTest::init()
{
    m_localX = std::make_unique<LocalX>(m_x.display(), m_x.authorityFile());
    m_desk = std::make_unique<Desk>(m_localX.get());
    m_watch = std::make_unique<XTrafficWatch>(m_desk.get(), m_home->filePath(u"state"_s));
    connect(m_desk.get(), &Desk::linkAdded, this, [](Link *link) { // the line's end has another port than the host
        connect(link, &Link::hostKeyQuestionAsked, link, [link](const HostKeyQuestion &question) {
            link->answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
        });
    });
}

void SlowStartTest::cleanup()
{
    m_desk->disconnectAll();
    QVERIFY(WAIT_FOR(!m_desk->isEndingPrograms(), 20s));
    m_watch.reset();
    m_desk.reset();
    m_localX.reset();
}

bool SlowStartTest::connectTo(const QStringList &command, Topology topology)
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.name = u"LRIS"_s;
    profile.links = {m_sshd.linkSpec()};
    profile.links[0].port = m_line->port();
    profile.links[0].knownHostsPath.clear();
    WindowSpec spec;
    spec.id = u"program"_s;
    spec.title = u"Program"_s;
    spec.link = profile.links.first().id;
    spec.command = command;
    spec.topology = topology;
    spec.restart = RestartPolicy::Never;
    profile.windows = {spec};
    m_desk->connectProfile(profile);
    return m_desk->session(u"program"_s) != nullptr;
}

void SlowStartTest::aStartIsWrittenDown()
{
    QVERIFY(connectTo({u"xclock"_s}));
    Session *session = m_desk->session(u"program"_s);
    SessionCard card(session);
    card.setTrafficWatch(m_watch.get());
    QSignalSpy kept(m_watch->traceArchive(), &XTraceArchive::traceStored);
    QTRY_VERIFY_WITH_TIMEOUT(figures() && figures()->observedStartTime, patience);
    QTRY_COMPARE_WITH_TIMEOUT(kept.size(), 1, patience);
    std::ifstream in(kept.first().first().toString().toStdString());
    const auto trace = XTraceFile::read(in);
    QVERIFY2(trace, trace ? "" : trace.error().what.c_str());
    QVERIFY(trace->startEndedAt);
    QVERIFY(trace->size() > 50);
    QCOMPARE(trace->title.program, "xclock");
    QVERIFY(!trace->linkSamples.empty());
    // Beside what was seen stands what that costs anywhere: some twenty round trips of 100 ms and more.
    const XProgramHistory *known = m_watch->historyStore()->programHistories().find(trace->title);
    QVERIFY(known && known->startCost && known->lastStarts.size() == 1);
    QCOMPARE_GE(known->startCost->roundTripCount, 10);
    QCOMPARE_GE(known->lastStarts.first().link.roundTrip, 2 * oneWay);
    QCOMPARE_GE(known->lastStarts.first().observedTime * 10 / 9, known->startCost->roundTripCount * 2 * oneWay);
    QCOMPARE(known->lastStarts.first().observedTime, *figures()->observedStartTime);
    QVERIFY(!figures()->startVerdict.takesMinutes());
    const auto *waiting = card.findChild<WaitingTimeChart *>();
    QVERIFY2(waiting->toolTip().contains(u"of the time waiting"_s), qPrintable(waiting->toolTip()));
    QVERIFY(waiting->isVisibleTo(&card));
    QVERIFY(std::ranges::any_of(waiting->waitingSharePerSecond(), [](double share) {
        return share > 0;
    }));
    QVERIFY(!card.findChild<QProgressBar *>()->isVisibleTo(&card));
    QVERIFY(!shown(card).contains(u"starts slowly"_s));
    const QJsonObject status = display(DeskStatus::describe(*m_desk, {}, m_watch.get()));
    QCOMPARE(status.value("start"_L1).toObject().value("state"_L1).toString(), u"done"_s);
    QCOMPARE(status.value("start"_L1).toObject().value("tookMs"_L1).toInteger(), figures()->observedStartTime->count());
    QVERIFY(status.value("xTraffic"_L1).toObject().contains("waitingShareDerived"_L1));
    session->stop();
    QVERIFY(!figures()); // nothing is said of what does not run
    QVERIFY(!waiting->isVisibleTo(&card));
}

void SlowStartTest::whatItsRoundTripsTakeIsAFigure_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("one question after the other") << QStringList{u"sh"_s, u"-c"_s, u"while xset q; do :; done"_s};
    QTest::newRow("now and then") << QStringList{u"sh"_s, u"-c"_s, u"while xset q; do sleep 1; done"_s};
}

/// The path takes 100 ms. The relay sees the X server here alone, which answers at once.
void SlowStartTest::whatItsRoundTripsTakeIsAFigure()
{
    QFETCH(const QStringList, command);
    using Part = RoundTripLayer::Part;
    FigureRecorder recorder(m_desk.get(), m_home->filePath(u"figures"_s));
    recorder.setTrafficWatch(m_watch.get());
    recorder.setNight(QDate(2026, 11, 24));
    QVERIFY(connectTo(command));
    const Session *session = m_desk->session(u"program"_s);
    const auto layer = [](const QList<RoundTripLayer> &layers, Part part) {
        const auto found = std::ranges::find(layers, part, &RoundTripLayer::part);
        return found == layers.end() ? DurationFigure() : found->figure;
    };
    const auto figure = [&](Part part) {
        return layer(m_watch->layers(session), part);
    };
    constexpr std::chrono::microseconds path = 2 * oneWay;
    QTRY_VERIFY_WITH_TIMEOUT(figure(Part::XRoundTrip).now && figure(Part::XServer).now, patience);
    const DurationFigure whole = figure(Part::XRoundTrip);
    QCOMPARE(whole.certainty, Certainty::Estimated);
    QCOMPARE_GE(*whole.least, path * 8 / 10); // an answer counts if nothing was said for 80 % of a round trip
    QVERIFY(*whole.least <= *whole.median && *whole.median <= *whole.p95);
    QCOMPARE(figure(Part::XServer).certainty, Certainty::Measured);
    const auto median = [&](Part part) {
        return figure(part).median.value_or(std::chrono::microseconds(0));
    };
    const auto isMostlyPath = [&] { // of the first few answers one may be late
        return median(Part::XServer) > 0us && median(Part::XServer) < median(Part::XRoundTrip) / 2;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(isMostlyPath(), qPrintable(QString::number(median(Part::XServer).count())), patience);

    // Each figure by the same mechanism as the others: the status, the connection, the night's curves.
    QJsonObject status;
    const auto waitPerRoundTrip = [&status] {
        return display(status).value("xTraffic"_L1).toObject().value("waitPerRoundTripMsEstimated"_L1).toDouble();
    };
    const auto isReported = [&] {
        status = DeskStatus::describe(*m_desk, {}, m_watch.get());
        return waitPerRoundTrip() >= 80 && layer(FiguresJson::layersOf(status.value("links"_L1)[0].toObject()), Part::XRoundTrip).now.has_value();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(isReported(), qPrintable(QString::number(waitPerRoundTrip())), patience);
    QCOMPARE(layer(FiguresJson::layersOf(display(status).value("figures"_L1).toObject()), Part::XRoundTrip).least, figure(Part::XRoundTrip).least);
    const auto recorded = [&recorder](FigureSource::Kind kind, int column) { // the newest value that is known
        std::optional<float> newest;
        for (const FigureSeries &series : recorder.series()) {
            for (std::size_t row = 0; series.source().kind == kind && row < series.size(); ++row) {
                const float value = series.value(row, column);
                newest = std::isnan(value) ? newest : std::optional(value);
            }
        }
        return newest;
    };
    QTRY_VERIFY_WITH_TIMEOUT(recorded(FigureSource::Kind::Program, FigureColumn::XRoundTrip)
                                 && recorded(FigureSource::Kind::Connection, FigureColumn::XProgramsRoundTrip),
                             patience);
    QCOMPARE_GE(*recorded(FigureSource::Kind::Program, FigureColumn::XRoundTrip), 80);
    QCOMPARE_GE(*recorded(FigureSource::Kind::Connection, FigureColumn::XProgramsRoundTrip), 80);
    QVERIFY(recorded(FigureSource::Kind::Program, FigureColumn::XRoundTripRate));
    QCOMPARE(recorder.programLayers(session->key()).size(), 2);

    // Whoever clicks a row of the Diagnostics page reads where its figures come from.
    FiguresPanel panel;
    panel.setWindowTitle(u"Diagnostics"_s); // as the dock has it
    const auto series = std::ranges::find(recorder.series(), FigureSource::Kind::Program, [](const FigureSeries &each) {
        return each.source().kind;
    });
    panel.setFigures(recorder, *series);
    auto *table = panel.findChild<QTreeWidget *>();
    QCOMPARE(table->topLevelItemCount(), 2);
    QVERIFY2(table->topLevelItem(1)->text(2).startsWith(u"≈ "_s), qPrintable(table->topLevelItem(1)->text(2)));
    table->setCurrentItem(table->topLevelItem(0));
    QVERIFY2(shown(panel).contains(u"measured by Nightdesk’s X relay"_s), qPrintable(shown(panel)));
    table->setCurrentItem(table->topLevelItem(1));
    QVERIFY2(shown(panel).contains(u"until the program’s next request arrives"_s), qPrintable(shown(panel)));
    QCOMPARE(AccessibleCheck::unnamed(&panel), QStringList());
    m_desk->session(u"program"_s)->stop();
    QVERIFY(m_watch->layers(session).isEmpty());
}

/// The sshd that carries the program is stopped, the connection renewed, and the program goes on in the old one.
void SlowStartTest::waitsInAnOldConnectionAreNotOfTheNewOne()
{
    QVERIFY(connectTo({u"sh"_s, u"-c"_s, u"echo $PPID; while xset q > /dev/null; do :; done"_s}));
    const auto *session = qobject_cast<WindowSession *>(m_desk->session(u"program"_s));
    QVERIFY(session);
    Link *link = session->link();
    const auto waitsOfConnection = [link] {
        return !LinkMonitor::of(link)->history().xWaits().isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(waitsOfConnection(), patience);
    const auto carrier = static_cast<pid_t>(session->outputLines().value(0).toLongLong());
    QVERIFY(carrier > 1);
    QCOMPARE(::kill(carrier, SIGSTOP), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!link->isHostAnswering(), patience);
    QSignalSpy renewed(link, &Link::connectionRenewed);
    link->renew();
    QTRY_COMPARE_WITH_TIMEOUT(renewed.size(), 1, patience);
    const Bytes before = session->bytesFromProgram();
    QCOMPARE(::kill(carrier, SIGCONT), 0);
    QTRY_VERIFY_WITH_TIMEOUT(session->bytesFromProgram().count > before.count + 2'000, patience); // more than was on its way
    QSignalSpy samples(link, &Link::sampleTaken);
    QSignalSpy looks(m_watch.get(), &XTrafficWatch::sessionFiguresChanged);
    QTRY_VERIFY_WITH_TIMEOUT(looks.size() >= 3 && samples.size() >= 3, patience);
    QTRY_VERIFY_WITH_TIMEOUT(figures() && figures()->liveRates && figures()->liveRates->roundTripsPerSecond > 0, patience);
    QVERIFY(!m_watch->layers(session).isEmpty()); // the program has its figures still
    QVERIFY(!waitsOfConnection());
    m_desk->session(u"program"_s)->stop();
}

void SlowStartTest::aStartOfMinutesSaysSo()
{
    SupportDesk support;
    MessageBar message(&support);
    new SlowStartNotices(m_desk.get(), m_watch.get(), &message, &message);
    // What another display's ds9 cost once.
    m_watch->historyStore()->addStart(
        {.program = "ds9", .display = "nires/ds9", .topology = "x11", .host = "summit"},
        {.observedAt = QDateTime::currentDateTimeUtc(), .link = {.roundTrip = 1ms, .bytesPerSecond = 0}, .predictedTime = {}, .observedTime = 12s},
        XCost{.roundTripCount = 4902, .bytesUp = 2'000'000, .bytesDown = 200'000, .nonNetworkTime = 4'000'000});
    message.showOffer(u"LRIS was changed."_s, u"/change/lris"_s, u"Reconnect Now"_s);
    QVERIFY(connectTo({u"ds9"_s}));
    Session *session = m_desk->session(u"program"_s);
    auto card = std::make_unique<SessionCard>(session);
    card->setTrafficWatch(m_watch.get());
    QTRY_VERIFY_WITH_TIMEOUT(figures() && figures()->startVerdict.takesMinutes(), patience);
    const XProgramStartMonitor::Verdict verdict = figures()->startVerdict;
    qInfo() << "after" << std::chrono::duration_cast<std::chrono::milliseconds>(verdict.elapsed).count() << "ms:" << message.text();
    QCOMPARE_LE(verdict.elapsed, underLoad(10s));
    QVERIFY(verdict.remainingTime && *verdict.remainingTime > 1min && *verdict.remainingTime < 30min);
    QTRY_VERIFY_WITH_TIMEOUT(figures()->startVerdict.remainingTime < verdict.remainingTime, patience); // it is counted down
    QVERIFY2(shown(*card).contains(u"starts slowly"_s), qPrintable(shown(*card)));
    const auto *progress = card->findChild<QProgressBar *>();
    QVERIFY(progress->isVisibleTo(card.get()) && progress->value() > progress->minimum() && progress->value() < progress->maximum());
    QVERIFY2(progress->text().contains(u"left"_s), qPrintable(progress->text()));
    QVERIFY2(message.messageTopic() == u"/change/lris"_s, "an offer is made once; the card says it meanwhile");
    message.closeMessageAbout(u"/change/lris"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(message.text().startsWith(u"Program starts slowly"_s), qPrintable(message.text()), patience);
    const QJsonObject status = display(DeskStatus::describe(*m_desk, {}, m_watch.get())).value("start"_L1).toObject();
    QCOMPARE(status.value("state"_L1).toString(), u"slow"_s);
    QVERIFY(status.value("leftMs"_L1).toInteger() > 60'000);
    QCOMPARE(XTrafficWatch::topologyWithFasterStart(session), std::optional(Topology::VncApp));
    auto *line = card->findChild<TrafficLine *>();
    QVERIFY(line->showAsButton()->isVisibleTo(card.get()));
    QVERIFY(line->showAsButton()->accessibleName().contains(u"Program"_s));
    QCOMPARE(AccessibleCheck::unnamed(card.get()), QStringList());

    // As a person who will not wait.
    QSignalSpy added(m_desk.get(), &Desk::sessionAdded);
    const QList<QAction *> offers = message.actions();
    QVERIFY(!offers.isEmpty());
    QVERIFY(offers.constLast()->text().contains(u"vnc-app"_s));
    connect(m_desk.get(), &Desk::sessionAboutToBeRemoved, &message, [&card] { // no longer than both are
        card.reset(); // as its list does, in time
    });
    offers.constLast()->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(added.size(), 1, patience);
    auto *app = qobject_cast<AppSession *>(m_desk->session(u"program"_s));
    QVERIFY(app);
    QVERIFY(message.messageTopic().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(figures() && figures()->observedStartTime, patience);
    QCOMPARE_LT(*figures()->observedStartTime, 60s);
    QVERIFY(!figures()->liveRates); // it shows no X here
    const XTraceTitle title{.program = "ds9", .display = "lris/program", .topology = "vnc-app", .host = "127.0.0.1"};
    const XProgramHistory *known = m_watch->historyStore()->programHistories().find(title);
    QVERIFY(known && known->lastStarts.size() == 1);
    QVERIFY(m_watch->historyStore()->programHistories().vncAppFigures(title).startTime);

    // Its File menu.
    QTRY_VERIFY_WITH_TIMEOUT(app->takesInput(), patience);
    QVERIFY(app->sendPointer({25, 12}, 1));
    QVERIFY(app->sendPointer({25, 12}, 0));
    QTRY_VERIFY_WITH_TIMEOUT(figures()->lastInteractionDuration, patience);
    QCOMPARE_GE(*figures()->lastInteractionDuration, 2 * oneWay);
}

NIGHTDESK_TEST(SlowStartTest)
#include "slowstarttest.moc"
