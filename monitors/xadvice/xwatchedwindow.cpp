// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xwatchedwindow.h"

#include "monitors/link/linkmonitor.h"
#include "monitors/xadvice/xexperiencestore.h"
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
constexpr auto keepPause = 5min; ///< a crash loses no more of a trace
/// A start that broke off after a few messages does not take a whole one's place.
constexpr std::size_t worthKeeping = 1000;
constexpr std::size_t newestMarks = 5; ///< seconds
/// What may follow still belongs to the interaction before.
constexpr std::int64_t interactionSettles = 5'000'000;

/// As the link is now: the middle of the last seconds.
XLinkFigures linkNow(const XTrace &trace)
{
    return {.roundTrip = std::chrono::microseconds(XRoundTrips(trace).newest(newestMarks).value_or(0)), .bytesPerSecond = 0};
}

/// As it was in [from, to]: a night's end has another line than its beginning.
XLinkFigures linkThen(const XTrace &trace, std::int64_t from, std::int64_t to)
{
    const auto middle = XRoundTrips(trace).middle(from, to);
    return middle ? XLinkFigures{.roundTrip = std::chrono::microseconds(*middle), .bytesPerSecond = 0} : linkNow(trace);
}

/// Whether all of its start was understood and kept: what costs a part of it tells nothing of the next one.
bool isWhole(const XTrace &trace, std::int64_t startEnded)
{
    const bool isLost = std::ranges::any_of(trace.connections, [&](const XConnection &connection) {
        return !connection.problem.empty() && connection.openedAt <= startEnded;
    });
    return !isLost && (!trace.gapFrom || *trace.gapFrom >= startEnded);
}

std::chrono::milliseconds roundedMilliseconds(std::int64_t microseconds)
{
    return std::chrono::round<std::chrono::milliseconds>(std::chrono::microseconds(microseconds));
}

/// Of @p waits those that end after @p seenTo, which becomes the last one's end: looks overlap.
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

/// Used on the worker's thread alone.
struct XWatchedWindow::Evaluation {
    explicit Evaluation(const std::optional<XCost> &expected)
        : watch(expected)
    {
    }
    XStartWatch watch;
    XStartWatch::Verdict verdict;
    bool hasEnded = false;
    std::int64_t waitsTo = 0; ///< microseconds: round trips that ended by then were seen
};

/// What it saw.
struct XWatchedWindow::Seen {
    std::shared_ptr<Evaluation> judge; ///< whose this is
    XStartWatch::Verdict start;
    XLiveRates now;
    std::vector<XWaitTimes> waits; ///< that ended since the look before
    XLinkFigures link;
    bool isLost = false;
    std::optional<std::int64_t> endedAt; ///< the start is over, with this look
    XLinkFigures startLink; ///< with endedAt
    std::optional<XCost> cost; ///< with endedAt; empty: not all of it was seen
};

XWatchedWindow::XWatchedWindow(WindowSession *session,
                               XTraceArchive *store,
                               XExperienceStore *keeper,
                               BackgroundJobs *jobs,
                               const std::shared_ptr<QObject> &inbox,
                               QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_trace(WindowTrace::of(session))
    , m_title(m_trace->title())
    , m_store(store)
    , m_experience(keeper)
    , m_jobs(jobs)
    , m_inbox(inbox)
{
    connect(m_trace, &WindowTrace::aboutToBegin, this, &XWatchedWindow::finish);
    connect(m_trace, &WindowTrace::begun, this, &XWatchedWindow::begin);
    connect(session->link(), &Link::renewed, this, [this] {
        m_isLeftBehind = true;
    });
    connect(session, &Session::stateChanged, this, [this](SessionState state) {
        if (state != SessionState::Opening && state != SessionState::Starting && state != SessionState::Live) {
            finish();
        }
    });
}

std::optional<XTrafficFigures> XWatchedWindow::figures() const
{
    return m_figures;
}

const XWaitHistory &XWatchedWindow::waits() const
{
    return m_waits;
}

/// A viewer at the summit is another program than the one that it shows, whose figures do not hold for it.
std::optional<XCost> XWatchedWindow::expectedCost() const
{
    return m_title.topology == "x11" ? m_experience->experience().startCost(m_title) : std::nullopt;
}

void XWatchedWindow::begin()
{
    m_evaluation = std::make_shared<Evaluation>(expectedCost());
    m_figures.emplace();
    m_isBusy = false;
    m_revision = 0;
    m_keptRevision = 0;
    m_interactionsReportedUntil = 0;
    m_waits.clear();
    m_isLeftBehind = false;
    m_keptAt = std::chrono::steady_clock::now();
}

void XWatchedWindow::readTrace()
{
    if (!m_evaluation || m_isBusy) {
        return;
    }
    const std::uint64_t revision = m_trace->log()->revision();
    if (m_figures->startSeen && revision != m_keptRevision && std::chrono::steady_clock::now() - m_keptAt >= keepPause) {
        keep();
    }
    const bool isQuiet = m_figures->startSeen && revision == m_revision && m_figures->now == XLiveRates();
    if (isQuiet) {
        m_waits.add(std::chrono::steady_clock::now(), {});
        return;
    }
    m_revision = revision;
    m_isBusy = true;
    m_jobs->run(
        [judge = m_evaluation, trace = m_trace->log()->snapshot(), now = m_trace->log()->microseconds(XStreamObserver::Clock::now())] {
            Seen seen;
            seen.judge = judge;
            seen.link = linkNow(trace);
            std::vector<XWait> waits;
            seen.now = XLiveRates::of(trace, now, seen.link.roundTrip, &waits);
            if (seen.link.roundTrip.count() > 0) { // else the path would not be in them
                seen.waits = newWaits(waits, judge->waitsTo);
            }
            seen.isLost = std::ranges::any_of(trace.connections, [](const XConnection &connection) {
                return !connection.problem.empty();
            });
            if (!judge->hasEnded) {
                judge->verdict = judge->watch.judgeStart(trace, now, seen.link);
                if (const auto endedAt = judge->watch.endedAt()) {
                    judge->hasEnded = true;
                    seen.endedAt = endedAt;
                    XTrace start = trace;
                    start.startEnded = endedAt;
                    seen.startLink = XForecast::link(start);
                    if (isWhole(start, *endedAt)) {
                        seen.cost = XForecast::start(start, seen.startLink);
                    }
                }
            }
            seen.start = judge->verdict;
            return seen;
        },
        this,
        [this](const Seen &found) {
            seen(found);
        });
}

void XWatchedWindow::seen(const Seen &seen)
{
    if (seen.judge != m_evaluation) {
        return; // it is another run now
    }
    m_isBusy = false;
    m_waits.add(std::chrono::steady_clock::now(), seen.waits);
    if (Link *link = m_session->link(); link && !m_isLeftBehind) {
        LinkMonitor::of(link)->addXWaits(seen.waits);
    }
    XTrafficFigures figures = *m_figures;
    figures.now = seen.now;
    figures.start = seen.start;
    figures.isLost = seen.isLost;
    if (!figures.startPredicted && !figures.startSeen && seen.link.roundTrip.count() > 0 && m_title.topology == "x11") {
        figures.startPredicted = m_experience->experience().predictedStart(m_title, seen.link);
    }
    if (seen.endedAt) {
        const auto now = XStreamObserver::Clock::now();
        m_trace->log()->endStart(now - std::chrono::microseconds(m_trace->log()->microseconds(now) - *seen.endedAt));
        figures.startSeen = roundedMilliseconds(*seen.endedAt);
        m_interactionsReportedUntil = *seen.endedAt;
        if (seen.cost) {
            m_experience->addStart(m_title,
                                   {.at = nowToTheSecond(), .link = seen.startLink, .predicted = figures.startPredicted, .seen = *figures.startSeen},
                                   m_title.topology == "x11" ? seen.cost : std::nullopt);
        }
        m_figures = figures;
        keep();
    }
    m_figures = figures;
    Q_EMIT changed();
}

/// The trace, and what was done with the program since it was kept before.
void XWatchedWindow::keep()
{
    m_keptAt = std::chrono::steady_clock::now();
    m_keptRevision = m_trace->log()->revision();
    const XTrace trace = m_trace->log()->snapshot();
    m_store->keep(trace);
    const std::int64_t from = m_interactionsReportedUntil;
    const std::int64_t to = trace.end - interactionSettles;
    if (to <= from) {
        return;
    }
    m_interactionsReportedUntil = to;
    m_jobs->run([keeper = QPointer(m_experience), inbox = m_inbox, trace, from, to, title = m_title] {
        const XLinkFigures link = linkThen(trace, from, to);
        std::vector<XInteraction> interactions = XForecast::interactions(trace, link);
        std::erase_if(interactions, [&](const XInteraction &interaction) {
            return interaction.to > to; // what goes on still is told whole, the next time
        });
        interactions.erase(interactions.begin(), interactions.end() - std::min<std::ptrdiff_t>(std::ssize(interactions), XExperience::mostSeen));
        const auto middle = XForecast::middle(interactions, link);
        std::erase_if(interactions, [&](const XInteraction &interaction) {
            return interaction.to <= from;
        });
        QMetaObject::invokeMethod(
            inbox.get(),
            [keeper, interactions, middle, title, link] {
                const bool isX11 = title.topology == "x11"; // what a viewer at the summit says tells nothing of its program
                for (std::size_t i = 0; keeper && isX11 && i < interactions.size(); ++i) {
                    const auto predicted = keeper->experience().predictedInteraction(title, link);
                    const bool isLast = i + 1 == interactions.size();
                    keeper->addInteraction(
                        title,
                        {.at = nowToTheSecond(), .link = link, .predicted = predicted, .seen = roundedMilliseconds(interactions[i].to - interactions[i].from)},
                        isLast ? std::optional(middle->cost) : std::nullopt);
                }
            },
            Qt::QueuedConnection);
    });
}

void XWatchedWindow::finish()
{
    if (!m_evaluation) {
        return;
    }
    if (m_figures->startSeen || m_trace->log()->snapshot().size() >= worthKeeping) {
        keep();
    }
    m_evaluation.reset();
    m_figures.reset();
    m_waits.clear();
    Q_EMIT changed();
}
}
