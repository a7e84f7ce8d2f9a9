// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A night's series of a real desktop at the remote end of an emulated path of 100 ms.
#include "monitors/figures/figurerecorder.h"

#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/figures/figurefile.h"
#include "tests/sessions/links/farsummit.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
XvncServer::Options overSocket()
{
    XvncServer::Options options;
    options.unixSocket = true; // reached from the far end's network too
    return options;
}

std::vector<float> known(const FigureSeries &series, int column, std::size_t from = 0)
{
    std::vector<float> values;
    for (std::size_t row = from; row < series.size(); ++row) {
        if (const float value = series.value(row, column); !std::isnan(value)) {
            values.push_back(value);
        }
    }
    std::ranges::sort(values);
    return values;
}
}

class FigureRecorderTest : public QObject
{
    Q_OBJECT
public:
    explicit FigureRecorderTest(FarSummit &summit)
        : m_summit(summit)
        , m_xvnc(overSocket())
    {
    }

private Q_SLOTS:
    void initTestCase();
    void itKeepsTheConnectionsRoundTrips();
    void itKeepsTheFramesThatCame();
    void itKeepsWhatKeysCost();
    void anotherConsoleOfTheNightGoesOn();
    void anOutageHasNoRoundTripAndNoLimit();
    void afterTheEndNoRowFollows();

private:
    const FigureSeries *series(FigureSource::Kind kind) const;

    FarSummit &m_summit;
    XvncServer m_xvnc;
    QTemporaryDir m_directory;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<FigureRecorder> m_recorder;
};

const FigureSeries *FigureRecorderTest::series(FigureSource::Kind kind) const
{
    const auto found = std::ranges::find_if(m_recorder->series(), [kind](const FigureSeries &each) {
        return each.source().kind == kind;
    });
    return found == m_recorder->series().end() ? nullptr : &*found;
}

void FigureRecorderTest::initTestCase()
{
    QVERIFY(m_xvnc.start());
    m_desk = std::make_unique<Desk>(nullptr);
    m_recorder = std::make_unique<FigureRecorder>(m_desk.get(), m_directory.path());
    m_recorder->setNight(QDate(2026, 11, 24));
    InstrumentProfile profile;
    profile.id = u"imager"_s;
    profile.name = u"Imager"_s;
    profile.links.append(m_summit.server().linkSpec());
    DesktopSpec desktop;
    desktop.id = u"control0"_s;
    desktop.title = u"Control 0"_s;
    desktop.link = profile.links.first().id;
    desktop.address = m_xvnc.address();
    profile.desktops.append(desktop);
    m_desk->connectProfile(profile);
    Session *session = m_desk->session(u"control0"_s);
    QVERIFY(session);
    QVERIFY(WAIT_FOR(session->state() == SessionState::Live, 60s));
}

void FigureRecorderTest::itKeepsTheConnectionsRoundTrips()
{
    QVERIFY(WAIT_FOR(series(FigureSource::Kind::Connection) && known(*series(FigureSource::Kind::Connection), FigureColumn::QueueTime).size() >= 8, 60s));
    const FigureSeries &connection = *series(FigureSource::Kind::Connection);
    QCOMPARE(connection.source().id, u"imager/summit"_s);
    // 2 ms and 2 % of the emulator's 100 ms, at the median.
    const std::vector<float> network = known(connection, FigureColumn::Leg1RoundTrip);
    QVERIFY2(std::abs(network[network.size() / 2] - 100) <= 4, qPrintable(QString::number(network[network.size() / 2])));
    const std::vector<float> ssh = known(connection, FigureColumn::SshRoundTrip);
    QVERIFY2(ssh.front() >= 99 && ssh[ssh.size() / 2] < 150, qPrintable(QString::number(ssh[ssh.size() / 2])));
    const std::vector<float> queue = known(connection, FigureColumn::QueueTime);
    QVERIFY2(queue.front() >= 0 && queue[queue.size() / 2] < 50, qPrintable(QString::number(queue[queue.size() / 2])));
    QVERIFY(known(connection, FigureColumn::Leg2RoundTrip).empty()); // no jump host
}

void FigureRecorderTest::itKeepsTheFramesThatCame()
{
    const auto *session = qobject_cast<DesktopSession *>(m_desk->session(u"control0"_s));
    QProcess *painter = m_xvnc.x().run({u"sh"_s, u"-c"_s, u"while :; do xsetroot -solid red; sleep 0.1; xsetroot -solid blue; sleep 0.1; done"_s});
    QVERIFY(painter);
    const auto desktop = [this] { // it may move with each row
        return series(FigureSource::Kind::Desktop);
    };
    QVERIFY(desktop());
    QCOMPARE(desktop()->source().title, session->label());
    QCOMPARE(desktop()->source().connection, u"imager/summit"_s);
    QVERIFY(WAIT_FOR(known(*desktop(), FigureColumn::FrameRate).back() > 2, 60s));
    // The sum of some seconds' rates is what the worker counted meanwhile; each rate is of the last 3 s.
    const std::size_t from = desktop()->size();
    const quint64 before = session->stats().updateCount;
    QVERIFY(WAIT_FOR(desktop()->size() >= from + 12 && session->stats().updateCount > before + 24, 60s)); // a busy machine paints less often
    const auto came = static_cast<double>(session->stats().updateCount - before);
    double sum = 0;
    for (const float rate : known(*desktop(), FigureColumn::FrameRate, from)) {
        sum += rate;
    }
    QVERIFY2(came > 24 && std::abs(sum - came) <= 0.25 * came, qPrintable(u"recorded %1, came %2"_s.arg(sum).arg(came)));
    QVERIFY(known(*desktop(), FigureColumn::RfbRateIn).back() > 0);
    // All pixels change ten times a second: an update that was on its way already is no answer of the server.
    const std::vector<float> fences = known(*desktop(), FigureColumn::FenceRoundTrip);
    QVERIFY2(fences.empty() || fences.front() >= 99, qPrintable(QString::number(fences.empty() ? 0 : fences.front())));
    m_xvnc.x().endPrograms();
}

void FigureRecorderTest::itKeepsWhatKeysCost()
{
    auto *session = qobject_cast<DesktopSession *>(m_desk->session(u"control0"_s));
    const auto histogram = [this](FigureDistributions::Kind kind) {
        return series(FigureSource::Kind::Desktop)->distributions()[kind];
    };
    // The screen changes all the time: so the first change comes as soon as one can.
    QProcess *painter = m_xvnc.x().run({u"sh"_s, u"-c"_s, u"while :; do xsetroot -solid red; sleep 0.1; xsetroot -solid blue; sleep 0.1; done"_s});
    QVERIFY(painter);
    const auto press = [session] {
        return session->sendPointer({200, 200}, 0) && session->sendKey(0x20, true) && session->sendKey(0x20, false);
    };
    QVERIFY(WAIT_FOR(press() && histogram(FigureDistributions::InputToChange).totalCount() >= 3, 60s));
    m_xvnc.x().endPrograms();
    const FigureHistogram changes = histogram(FigureDistributions::InputToChange);
    QCOMPARE(changes.shareBelow(86).value(), 0.0); // the bucket of the emulator's 100 ms begins at 86.6
    // One picture of the whole screen answers a key: so many pixels, no more and no fewer.
    QSignalSpy reports(session, &DesktopSession::statsChanged);
    const auto updates = [session] {
        return session->stats().updateCount;
    };
    for (quint64 before = updates() + 1; before != updates();) { // until nothing moves
        before = updates();
        const qsizetype seen = reports.size();
        QVERIFY(WAIT_FOR(reports.size() >= seen + 3, 60s));
    }
    const QSize size = session->picture().image.size();
    const auto wholes = [&] {
        FigureHistogram one(FigureHistogram::Scale::PixelsOrBytes);
        one.add(size.width() * size.height());
        int bucket = 0;
        while (one.count(bucket) == 0) {
            ++bucket;
        }
        return histogram(FigureDistributions::PixelsPerInput).count(bucket);
    };
    const quint32 before = wholes();
    const quint64 quiet = histogram(FigureDistributions::InputToQuiet).totalCount();
    bool isGreen = false;
    const auto isAnswered = [&] { // a machine that takes long to start a program has another try
        const quint64 all = histogram(FigureDistributions::PixelsPerInput).totalCount();
        isGreen = !isGreen;
        return press() && m_xvnc.x().output({u"xsetroot"_s, u"-solid"_s, isGreen ? u"green"_s : u"black"_s})
            && WAIT_FOR(histogram(FigureDistributions::PixelsPerInput).totalCount() > all) && wholes() > before;
    };
    bool isWhole = false;
    for (int i = 0; i < 5 && !isWhole; ++i) {
        isWhole = isAnswered();
    }
    QVERIFY(isWhole);
    QVERIFY(histogram(FigureDistributions::InputToQuiet).totalCount() > quiet);
    QCOMPARE(histogram(FigureDistributions::BytesPerInput).totalCount(), histogram(FigureDistributions::PixelsPerInput).totalCount());
    QVERIFY(histogram(FigureDistributions::Decoding).totalCount() > 0 && histogram(FigureDistributions::Decoding).totalCount() <= updates());
    QJsonObject state{{u"displays"_s, QJsonArray{QJsonObject{{u"profile"_s, u"imager"_s}, {u"id"_s, u"control0"_s}}, QJsonObject{{u"id"_s, u"other"_s}}}}};
    m_recorder->addDistributionsTo(state);
    const QJsonValue first = state["displays"_L1][0]["distributions"_L1][0];
    QCOMPARE(first["distribution"_L1].toString(), u"input-to-change"_s);
    QCOMPARE(first["count"_L1].toInteger(), static_cast<qint64>(histogram(FigureDistributions::InputToChange).totalCount()));
    QVERIFY(state["displays"_L1][1]["distributions"_L1].isUndefined());
}

void FigureRecorderTest::anotherConsoleOfTheNightGoesOn()
{
    const FigureDistributions before = series(FigureSource::Kind::Desktop)->distributions();
    QVERIFY(!before.isEmpty());
    const auto isOnDisk = [this, &before] {
        FigureFile file(m_directory.path());
        const auto found = file.open(QDate(2026, 11, 24));
        return found && std::ranges::any_of(*found, [&before](const FigureSeries &each) {
                   return each.distributions()[FigureDistributions::InputToChange] == before[FigureDistributions::InputToChange];
               });
    };
    m_recorder.reset();
    QVERIFY(WAIT_FOR(isOnDisk(), 60s));
    m_recorder = std::make_unique<FigureRecorder>(m_desk.get(), m_directory.path());
    m_recorder->setNight(QDate(2026, 11, 24));
    QVERIFY(
        WAIT_FOR(series(FigureSource::Kind::Desktop)
                     && series(FigureSource::Kind::Desktop)->distributions()[FigureDistributions::InputToChange] == before[FigureDistributions::InputToChange],
                 60s));
}

/// The kernel still has its last round trip then, and what waits to be sent looks like a full path.
void FigureRecorderTest::anOutageHasNoRoundTripAndNoLimit()
{
    const QString id = u"imager/summit"_s;
    const auto last = [this](int column) {
        const FigureSeries &connection = *series(FigureSource::Kind::Connection);
        return connection.value(connection.size() - 1, column);
    };
    QVERIFY(WAIT_FOR(!std::isnan(last(FigureColumn::Leg1RoundTrip)) && !std::isnan(last(FigureColumn::FlowLimitOut)), 60s));
    QVERIFY(!m_recorder->isHostNotAnswering(id));
    QVERIFY(m_summit.cut());
    QVERIFY(WAIT_FOR(m_recorder->isHostNotAnswering(id), 60s));
    const std::size_t rows = series(FigureSource::Kind::Connection)->size();
    QVERIFY(WAIT_FOR(series(FigureSource::Kind::Connection)->size() >= rows + 3, 60s));
    for (const int column :
         {FigureColumn::SshRoundTrip, FigureColumn::Leg1RoundTrip, FigureColumn::TcpRoundTrip, FigureColumn::FlowLimitIn, FigureColumn::FlowLimitOut}) {
        QVERIFY2(std::isnan(last(column)), qPrintable(QString::number(column)));
    }
    QCOMPARE(last(FigureColumn::WireRateIn), 0.0F);
    const FigureSeries &desktop = *series(FigureSource::Kind::Desktop);
    for (const int column : {FigureColumn::TimeOnRemoteMachine, FigureColumn::TimeOnThisMachine, FigureColumn::FenceRoundTrip}) {
        QVERIFY2(std::isnan(desktop.value(desktop.size() - 1, column)), qPrintable(QString::number(column)));
    }
    QVERIFY(m_summit.restore());
    QVERIFY(WAIT_FOR(!m_recorder->isHostNotAnswering(id) && !std::isnan(last(FigureColumn::Leg1RoundTrip)), 60s));
}

void FigureRecorderTest::afterTheEndNoRowFollows()
{
    m_desk->disconnectAll();
    const std::size_t rows = series(FigureSource::Kind::Connection)->size();
    m_recorder->recordRows();
    m_recorder->recordRows();
    QCOMPARE(series(FigureSource::Kind::Connection)->size(), rows);
    QVERIFY(m_recorder->writeProblem().isEmpty());
    m_recorder.reset();
    m_desk.reset();
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    FarSummit summit;
    if (!summit.start(u"100ms"_s)) {
        return 1;
    }
    FigureRecorderTest test(summit);
    return QTest::qExec(&test, argc, argv);
}
#include "figurerecordertest.moc"
