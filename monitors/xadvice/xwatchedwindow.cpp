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
/// Number of the newest round-trip marks, one per second, that describe the current link.
constexpr std::size_t newestMarks = 5;
/// Microseconds after which an interaction is complete.
constexpr std::int64_t interactionSettles = 5'000'000;

/// The figures of the link now: the median of the last seconds.
XLinkFigures linkNow(const XTrace &trace)
{
    return {.roundTrip = std::chrono::microseconds(XRoundTrips(trace).newest(newestMarks).value_or(0)), .bytesPerSecond = 0};
}

/// The figures of the link in [from, to], because the path may change during a night.
XLinkFigures linkThen(const XTrace &trace, std::int64_t from, std::int64_t to)
{
    const auto middle = XRoundTrips(trace).middle(from, to);
    return middle ? XLinkFigures{.roundTrip = std::chrono::microseconds(*middle), .bytesPerSecond = 0} : linkNow(trace);
}

/// Whether the whole start was recorded and parsed. The cost of a part of it cannot predict the next start.
bool isWhole(const XTrace &trace, std::int64_t startEndedAt)
{
    const bool hasUnparsedTraffic = std::ranges::any_of(trace.connections, [&](const XConnection &connection) {
        return !connection.problem.empty() && connection.openedAt <= startEndedAt;
    });
    return !hasUnparsedTraffic && (!trace.gapBeganAt || *trace.gapBeganAt >= startEndedAt);
}

std::chrono::milliseconds roundedMilliseconds(std::int64_t microseconds)
{
    return std::chrono::round<std::chrono::milliseconds>(std::chrono::microseconds(microseconds));
}

/// The waits that end after @p seenTo, which is then set to the end of the last one. So overlapping evaluations return
/// each wait once.
std::vector<XWaitTimes> newWaits(const std::vector<XWait> &waits, std::int64_t &seenTo)
{
    std::vector<XWaitTimes> found;
    std::int64_t newest = seenTo;
    for (const XWait &wait : waits) {
        if (wait.to > seenTo) {
            found.push_back({std::chrono::microseconds(wait.answered - wait.from), std::chrono::microseconds(wait.to - wait.from)});
            newest = std::max(newest, wait.to);
        }
    }
    seenTo = newest;
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
        : watch(expected)
    {
    }
    XStartMonitor watch;
    XStartMonitor::Verdict verdict;
    bool hasEnded = false;
    std::int64_t waitsTo = 0; ///< microseconds: round trips that ended before this time were returned already
};

/// The result of one evaluation.
struct XWatchedWindow::EvaluationResult {
    std::shared_ptr<Evaluation> judge; ///< the evaluation that made this result
    XStartMonitor::Verdict start;
    XLiveRates now;
    std::vector<XWaitTimes> waits; ///< waits that ended since the previous evaluation
    XLinkFigures link;
    bool hasUnparsedTraffic = false;
    std::optional<std::int64_t> startEndedAt; ///< end of the program's start; set by the evaluation that detected it
    XLinkFigures startLink; ///< figures of the link during the start; set together with startEndedAt
    std::optional<XCost> cost; ///< set together with startEndedAt; empty: the start was not recorded completely
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
    connect(m_windowTrace, &WindowTrace::traceBegan, this, &XWatchedWindow::begin);
    connect(session->link(), &Link::renewed, this, [this] {
        m_isOnOldConnection = true;
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

void XWatchedWindow::begin()
{
    m_evaluation = std::make_shared<Evaluation>(expectedCost());
    m_figures.emplace();
    m_isEvaluating = false;
    m_evaluatedRevision = 0;
    m_storedTraceRevision = 0;
    m_interactionsReportedUntil = 0;
    m_waitHistory.clear();
    m_isOnOldConnection = false;
    m_traceStoredAt = std::chrono::steady_clock::now();
}

void XWatchedWindow::readTrace()
{
    if (!m_evaluation || m_isEvaluating) {
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
    m_isEvaluating = true;
    m_jobs->run(
        [judge = m_evaluation, trace = m_windowTrace->log()->snapshot(), now = m_windowTrace->log()->microseconds(XStreamObserver::Clock::now())] {
            EvaluationResult seen;
            seen.judge = judge;
            seen.link = linkNow(trace);
            std::vector<XWait> waits;
            seen.now = XLiveRates::of(trace, now, seen.link.roundTrip, &waits);
            // Without the link's round trip, the waits would not include the time on the path.
            if (seen.link.roundTrip.count() > 0) {
                seen.waits = newWaits(waits, judge->waitsTo);
            }
            seen.hasUnparsedTraffic = std::ranges::any_of(trace.connections, [](const XConnection &connection) {
                return !connection.problem.empty();
            });
            if (!judge->hasEnded) {
                judge->verdict = judge->watch.evaluateStart(trace, now, seen.link);
                if (const auto startEndedAt = judge->watch.startEndedAt()) {
                    judge->hasEnded = true;
                    seen.startEndedAt = startEndedAt;
                    XTrace start = trace;
                    start.startEndedAt = startEndedAt;
                    seen.startLink = XForecast::link(start);
                    if (isWhole(start, *startEndedAt)) {
                        seen.cost = XForecast::startCost(start, seen.startLink);
                    }
                }
            }
            seen.start = judge->verdict;
            return seen;
        },
        this,
        [this](const EvaluationResult &found) {
            applyResult(found);
        });
}

void XWatchedWindow::applyResult(const EvaluationResult &seen)
{
    if (seen.judge != m_evaluation) {
        return; // the result belongs to an earlier run of the program
    }
    m_isEvaluating = false;
    m_waitHistory.add(std::chrono::steady_clock::now(), seen.waits);
    if (Link *link = m_session->link(); link && !m_isOnOldConnection) {
        LinkMonitor::of(link)->addXWaits(seen.waits);
    }
    XTrafficFigures figures = *m_figures;
    figures.liveRates = seen.now;
    figures.start = seen.start;
    figures.hasUnparsedTraffic = seen.hasUnparsedTraffic;
    if (!figures.predictedStartTime && !figures.observedStartTime && seen.link.roundTrip.count() > 0 && m_traceTitle.topology == "x11") {
        figures.predictedStartTime = m_historyStore->programHistories().predictedStartTime(m_traceTitle, seen.link);
    }
    if (seen.startEndedAt) {
        const auto now = XStreamObserver::Clock::now();
        m_windowTrace->log()->markStartEnded(now - std::chrono::microseconds(m_windowTrace->log()->microseconds(now) - *seen.startEndedAt));
        figures.observedStartTime = roundedMilliseconds(*seen.startEndedAt);
        m_interactionsReportedUntil = *seen.startEndedAt;
        if (seen.cost) {
            m_historyStore->addStart(
                m_traceTitle,
                {.at = nowToTheSecond(), .link = seen.startLink, .predictedTime = figures.predictedStartTime, .seen = *figures.observedStartTime},
                m_traceTitle.topology == "x11" ? seen.cost : std::nullopt);
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
    const std::int64_t to = trace.end - interactionSettles;
    if (to <= from) {
        return;
    }
    m_interactionsReportedUntil = to;
    m_jobs->run([experienceStore = QPointer(m_historyStore), inbox = m_resultReceiver, trace, from, to, title = m_traceTitle] {
        const XLinkFigures link = linkThen(trace, from, to);
        std::vector<XInteraction> interactions = XForecast::interactions(trace, link);
        std::erase_if(interactions, [&](const XInteraction &interaction) {
            return interaction.to > to; // an interaction that may continue is reported when it is complete
        });
        interactions.erase(interactions.begin(), interactions.end() - std::min<std::ptrdiff_t>(std::ssize(interactions), XProgramHistories::maxObservations));
        const auto middle = XForecast::middle(interactions, link);
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
                                                    {.at = nowToTheSecond(),
                                                     .link = link,
                                                     .predictedTime = predictedTime,
                                                     .seen = roundedMilliseconds(interactions[i].to - interactions[i].from)},
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
