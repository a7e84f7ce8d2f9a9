// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/xwaithistory.h"
#include "monitors/xadvice/xprogramhistories.h"
#include "monitors/xtraffic/xtrafficfigures.h"
#include "sessions/common/backgroundjobs.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class WindowSession;
class WindowTrace;
class XProgramHistoryStore;
class XTraceArchive;

/// Observes the X traffic of one window's program while it is shown: evaluates the traffic once a second, records the
/// end of the program's start, and stores the trace. Long computations run on the thread of @p jobs. GUI thread. Owned
/// by XTrafficWatch.
class XWatchedWindow : public QObject
{
    Q_OBJECT
public:
    /// All arguments except the session outlive this object; call storeObservations() before the session ends. @p inbox: an object of the GUI
    /// thread, to which the thread of @p jobs posts results.
    XWatchedWindow(WindowSession *session,
                   XTraceArchive *store,
                   XProgramHistoryStore *experienceStore,
                   BackgroundJobs *jobs,
                   const std::shared_ptr<QObject> &inbox,
                   QObject *parent);

    /// What is known of the program; empty: it is not running.
    std::optional<XTrafficFigures> figures() const;
    /// The round trips that the program waited for in the last minutes.
    const XWaitHistory &waits() const;
    void readTrace();
    /// The program ends, or another one begins: stores what is known of the program.
    void storeObservations();

Q_SIGNALS:
    void figuresChanged();

private:
    struct Evaluation;
    struct EvaluationResult;
    void beginEvaluation();
    void applyResult(const EvaluationResult &result);
    void storeTrace();
    std::optional<XCost> expectedCost() const;

    WindowSession *const m_session;
    WindowTrace *const m_windowTrace;
    const XTraceTitle m_traceTitle;
    XTraceArchive *const m_traceArchive;
    XProgramHistoryStore *const m_historyStore;
    BackgroundJobs *const m_jobs;
    const std::shared_ptr<QObject> m_resultReceiver;
    std::optional<XTrafficFigures> m_figures;
    XWaitHistory m_waitHistory;
    /// The link was renewed, but the program still uses the previous connection, so the link's figures do not apply to it.
    bool m_programUsesOldConnection = false;
    std::shared_ptr<Evaluation> m_evaluation; ///< state of evaluating the current run of the program; null: no run
    bool m_isEvaluationRunning = false;
    std::uint64_t m_evaluatedRevision = 0; ///< revision of the trace when it was last evaluated
    /// Microseconds: interactions that ended before this time were reported.
    std::int64_t m_interactionsReportedUntil = 0;
    std::chrono::steady_clock::time_point m_traceStoredAt;
    /// Revision of the trace that was stored last; without new messages, it is not stored again.
    std::uint64_t m_storedTraceRevision = 0;
};
}
