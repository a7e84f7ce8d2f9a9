// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xwatchedwindow.h"

#include "monitors/link/linkmonitor.h"
#include "monitors/xadvice/xprogramhistorystore.h"
#include "monitors/xadvice/xtracearchive.h"
#include "sessions/desk/windowtrace.h"
#include "sessions/xwindows/windowsession.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTimeZone>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto keepPause = 5min; ///< interval between two writes of a trace: a crash loses at most this much
/// If a start ended after fewer messages than this, its trace does not replace the stored trace of a complete start.
constexpr std::size_t worthKeeping = 1000;
/// How many of the newest round-trip samples of the link describe its current state; there is one sample per second.
constexpr std::size_t newestSamples = 5;
/// Microseconds: an interaction whose last effect is older than this is complete.
constexpr std::int64_t interactionSettlingTime = 5'000'000;

/// The current figures of the link: the median of the last seconds.
XLinkFigures currentLinkFigures(const XTrace &trace)
{
    return {.roundTrip = std::chrono::microseconds(XRoundTrips(trace).medianOfNewest(newestSamples).value_or(0)), .bytesPerSecond = 0};
}

/// The figures of the link in [from, to]: the median of its samples in that time, because the path may change during a night.
XLinkFigures linkFiguresBetween(const XTrace &trace, std::int64_t from, std::int64_t to)
{
    const auto middle = XRoundTrips(trace).median(from, to);
    return middle ? XLinkFigures{.roundTrip = std::chrono::microseconds(*middle), .bytesPerSecond = 0} : currentLinkFigures(trace);
}

/// Whether the whole start was recorded and parsed. The cost of a part of it cannot predict the next start.
bool isStartComplete(const XTrace &trace, std::int64_t startEndedAt)
{
    const bool hasUnparsedTraffic = std::ranges::any_of(trace.connections, [&](const XConnection &connection) {
        return connection.hasProblem() && connection.openedAt <= startEndedAt;
    });
    return !hasUnparsedTraffic && (!trace.gapBeganAt || *trace.gapBeganAt >= startEndedAt);
}

std::chrono::milliseconds roundedMilliseconds(std::int64_t microseconds)
{
    return std::chrono::round<std::chrono::milliseconds>(std::chrono::microseconds(microseconds));
}

/// The waits that end after @p reportedUntil, which is then set to the end of the last one. So overlapping evaluations return
/// each wait once.
std::vector<XWaitTimes> newWaits(const std::vector<XWait> &waits, std::int64_t &reportedUntil)
{
    std::vector<XWaitTimes> found;
    std::int64_t newest = reportedUntil;
    for (const XWait &wait : waits) {
        if (wait.endedAt > reportedUntil) {
            found.push_back({std::chrono::microseconds(wait.answeredAt - wait.beganAt), std::chrono::microseconds(wait.endedAt - wait.beganAt)});
            newest = std::max(newest, wait.endedAt);
        }
    }
    reportedUntil = newest;
    return found;
}

QDateTime nowToTheSecond()
{
    return QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), QTimeZone::UTC);
}
}

/// The state of the evaluation of one run of the program. Used only on the worker thread.
struct XWatchedWindow::Evaluation {
    explicit Evaluation(const std::optional<XCost> &expected)
        : startMonitor(expected)
    {
    }
    XProgramStartMonitor startMonitor;
    XProgramStartMonitor::Verdict startVerdict;
    bool hasStartEnded = false;
    std::int64_t waitsReportedUntil = 0; ///< microseconds: round trips that ended before this time were already part of an earlier result
};

/// The result of one evaluation.
struct XWatchedWindow::EvaluationResult {
    std::shared_ptr<Evaluation> evaluation; ///< the evaluation that made this result
    XProgramStartMonitor::Verdict startVerdict;
    XLiveRates liveRates;
    std::vector<XWaitTimes> waits; ///< waits that ended since the previous evaluation
    XLinkFigures link;
    bool hasUnparsedTraffic = false;
    std::optional<std::int64_t> startEndedAt; ///< end of the program's start in microseconds of the trace; set by the evaluation that detected it
    XLinkFigures linkDuringStart; ///< figures of the link during the start; set together with startEndedAt
    std::optional<XCost> startCost; ///< cost of the start; empty: startEndedAt is empty, too, or the start was not recorded completely
};

XWatchedWindow::XWatchedWindow(WindowSession *session,
                               XTraceArchive *store,
                               XProgramHistoryStore *experienceStore,
                               BackgroundJobs *jobs,
                               const std::shared_ptr<QObject> &inbox,
                               QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_windowTrace(WindowTrace::of(session))
    , m_traceTitle(m_windowTrace->title())
    , m_traceArchive(store)
    , m_historyStore(experienceStore)
    , m_jobs(jobs)
    , m_resultReceiver(inbox)
{
    connect(m_windowTrace, &WindowTrace::traceAboutToBegin, this, &XWatchedWindow::storeObservations);
    connect(m_windowTrace, &WindowTrace::traceBegan, this, &XWatchedWindow::beginEvaluation);
    connect(session->link(), &Link::connectionRenewed, this, [this] {
        m_programUsesOldConnection = true;
    });
    connect(session, &Session::stateChanged, this, [this](SessionState state) {
        if (state != SessionState::Opening && state != SessionState::Starting && state != SessionState::Live) {
            storeObservations();
        }
    });
}

std::optional<XTrafficFigures> XWatchedWindow::figures() const
{
    return m_figures;
}

const XWaitHistory &XWatchedWindow::waits() const
{
    return m_waitHistory;
}

/// Only for x11. With another topology, the local window belongs to a viewer at the summit, to which the program's
/// figures do not apply.
std::optional<XCost> XWatchedWindow::expectedCost() const
{
    return m_traceTitle.topology == "x11" ? m_historyStore->programHistories().startCost(m_traceTitle) : std::nullopt;
}

void XWatchedWindow::beginEvaluation()
{
    m_evaluation = std::make_shared<Evaluation>(expectedCost());
    m_figures.emplace();
    m_isEvaluationRunning = false;
    m_evaluatedRevision = 0;
    m_storedTraceRevision = 0;
    m_interactionsReportedUntil = 0;
    m_waitHistory.clear();
    m_programUsesOldConnection = false;
    m_traceStoredAt = std::chrono::steady_clock::now();
}

void XWatchedWindow::readTrace()
{
    if (!m_evaluation || m_isEvaluationRunning) {
        return;
    }
    const std::uint64_t revision = m_windowTrace->log()->revision();
    if (m_figures->observedStartTime && revision != m_storedTraceRevision && std::chrono::steady_clock::now() - m_traceStoredAt >= keepPause) {
        storeTrace();
    }
    const bool isQuiet = m_figures->observedStartTime && revision == m_evaluatedRevision && m_figures->liveRates == XLiveRates();
    if (isQuiet) {
        m_waitHistory.add(std::chrono::steady_clock::now(), {});
        return;
    }
    m_evaluatedRevision = revision;
    m_isEvaluationRunning = true;
    m_jobs->run(
        [evaluation = m_evaluation, trace = m_windowTrace->log()->snapshot(), now = m_windowTrace->log()->microseconds(XStreamObserver::Clock::now())] {
            EvaluationResult result;
            result.evaluation = evaluation;
            result.link = currentLinkFigures(trace);
            std::vector<XWait> waits;
            result.liveRates = XLiveRates::of(trace, now, result.link.roundTrip, &waits);
            // Without the link's round trip, the waits would not include the time on the path.
            if (result.link.roundTrip.count() > 0) {
                result.waits = newWaits(waits, evaluation->waitsReportedUntil);
            }
            result.hasUnparsedTraffic = std::ranges::any_of(trace.connections, &XConnection::hasProblem);
            if (!evaluation->hasStartEnded) {
                evaluation->startVerdict = evaluation->startMonitor.evaluateStart(trace, now, result.link);
                if (const auto startEndedAt = evaluation->startMonitor.startEndedAt()) {
                    evaluation->hasStartEnded = true;
                    result.startEndedAt = startEndedAt;
                    XTrace start = trace;
                    start.startEndedAt = startEndedAt;
                    result.linkDuringStart = XForecast::linkFiguresOf(start);
                    if (isStartComplete(start, *startEndedAt)) {
                        result.startCost = XForecast::startCost(start, result.linkDuringStart);
                    }
                }
            }
            result.startVerdict = evaluation->startVerdict;
            return result;
        },
        this,
        std::bind_front(&XWatchedWindow::applyResult, this));
}

void XWatchedWindow::applyResult(const EvaluationResult &result)
{
    if (result.evaluation != m_evaluation) {
        return; // the result belongs to an earlier run of the program
    }
    m_isEvaluationRunning = false;
    m_waitHistory.add(std::chrono::steady_clock::now(), result.waits);
    if (Link *link = m_session->link(); link && !m_programUsesOldConnection) {
        LinkMonitor::of(link)->addXWaits(result.waits);
    }
    XTrafficFigures figures = *m_figures;
    figures.liveRates = result.liveRates;
    figures.startVerdict = result.startVerdict;
    figures.hasUnparsedTraffic = result.hasUnparsedTraffic;
    if (!figures.predictedStartTime && !figures.observedStartTime && result.link.roundTrip.count() > 0 && m_traceTitle.topology == "x11") {
        figures.predictedStartTime = m_historyStore->programHistories().predictedStartTime(m_traceTitle, result.link);
    }
    if (result.startEndedAt) {
        const auto now = XStreamObserver::Clock::now();
        m_windowTrace->log()->markStartEnded(now - std::chrono::microseconds(m_windowTrace->log()->microseconds(now) - *result.startEndedAt));
        figures.observedStartTime = roundedMilliseconds(*result.startEndedAt);
        m_interactionsReportedUntil = *result.startEndedAt;
        if (result.startCost) {
            m_historyStore->addStart(m_traceTitle,
                                     {.observedAt = nowToTheSecond(),
                                      .link = result.linkDuringStart,
                                      .predictedTime = figures.predictedStartTime,
                                      .observedTime = *figures.observedStartTime},
                                     m_traceTitle.topology == "x11" ? result.startCost : std::nullopt);
        }
        m_figures = figures;
        storeTrace();
    }
    m_figures = figures;
    Q_EMIT figuresChanged();
}

/// Stores the trace, and the interactions since the trace was last stored.
void XWatchedWindow::storeTrace()
{
    m_traceStoredAt = std::chrono::steady_clock::now();
    m_storedTraceRevision = m_windowTrace->log()->revision();
    const XTrace trace = m_windowTrace->log()->snapshot();
    m_traceArchive->storeTrace(trace);
    const std::int64_t from = m_interactionsReportedUntil;
    const std::int64_t to = trace.endTime - interactionSettlingTime;
    if (to <= from) {
        return;
    }
    m_interactionsReportedUntil = to;
    m_jobs->run([experienceStore = QPointer(m_historyStore), inbox = m_resultReceiver, trace, from, to, title = m_traceTitle] {
        const XLinkFigures link = linkFiguresBetween(trace, from, to);
        std::vector<XInteraction> interactions = XForecast::interactions(trace, link);
        std::erase_if(interactions, [&](const XInteraction &interaction) {
            return interaction.to > to; // an interaction that may continue is reported when it is complete
        });
        interactions.erase(interactions.begin(), interactions.end() - std::min<std::ptrdiff_t>(std::ssize(interactions), XProgramHistories::maxObservations));
        const auto middle = XForecast::medianInteraction(interactions, link);
        std::erase_if(interactions, [&](const XInteraction &interaction) {
            return interaction.to <= from;
        });
        QMetaObject::invokeMethod(
            inbox.get(),
            [experienceStore, interactions, middle, title, link] {
                const bool isX11 = title.topology == "x11"; // the traffic of a viewer at the summit says nothing about its program
                for (std::size_t i = 0; experienceStore && isX11 && i < interactions.size(); ++i) {
                    const auto predictedTime = experienceStore->programHistories().predictedInteractionTime(title, link);
                    const bool isLast = i + 1 == interactions.size();
                    experienceStore->addInteraction(title,
                                                    {.observedAt = nowToTheSecond(),
                                                     .link = link,
                                                     .predictedTime = predictedTime,
                                                     .observedTime = roundedMilliseconds(interactions[i].to - interactions[i].from)},
                                                    isLast ? std::optional(middle->cost) : std::nullopt);
                }
            },
            Qt::QueuedConnection);
    });
}

void XWatchedWindow::storeObservations()
{
    if (!m_evaluation) {
        return;
    }
    if (m_figures->observedStartTime || m_windowTrace->log()->snapshot().size() >= worthKeeping) {
        storeTrace();
    }
    m_evaluation.reset();
    m_figures.reset();
    m_waitHistory.clear();
    Q_EMIT figuresChanged();
}
}
