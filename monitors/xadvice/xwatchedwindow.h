// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/xwaithistory.h"
#include "monitors/xadvice/xexperience.h"
#include "monitors/xtraffic/xtrafficfigures.h"
#include "sessions/common/background.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class WindowSession;
class WindowTrace;
class XExperienceStore;
class XTraceArchive;

/// The X traffic of one window's program while it is shown: looked at once a second, when its start is over that is written down, and
/// its trace is kept. What takes long is reckoned on @p thread. For XTrafficWatch; GUI thread. Owned by XTrafficWatch.
class XWatchedWindow : public QObject
{
    Q_OBJECT
public:
    /// All outlive it, but the session, which tells finish() before it goes. To @p inbox the thread posts what is to be remembered.
    XWatchedWindow(WindowSession *session,
                   XTraceArchive *store,
                   XExperienceStore *keeper,
                   BackgroundJobs *jobs,
                   const std::shared_ptr<QObject> &inbox,
                   QObject *parent);

    /// Empty: it does not run.
    std::optional<XTrafficFigures> figures() const;
    /// What its round trips took in the last minutes.
    const XWaitHistory &waits() const;
    void readTrace();
    /// Its program ends, or another begins: what is known of it is kept.
    void finish();

Q_SIGNALS:
    void changed();

private:
    struct Evaluation;
    struct Seen;
    void begin();
    void seen(const Seen &seen);
    void keep();
    std::optional<XCost> expectedCost() const;

    WindowSession *const m_session;
    WindowTrace *const m_trace;
    const XTraceTitle m_title;
    XTraceArchive *const m_store;
    XExperienceStore *const m_experience;
    BackgroundJobs *const m_jobs;
    const std::shared_ptr<QObject> m_inbox;
    std::optional<XTrafficFigures> m_figures;
    XWaitHistory m_waits;
    bool m_isLeftBehind = false; ///< its program runs in an old connection: the link's figures are not of that
    std::shared_ptr<Evaluation> m_evaluation; ///< of the present run; null: none
    bool m_isBusy = false;
    std::uint64_t m_revision = 0; ///< as looked at
    std::int64_t m_interactionsReportedUntil = 0; ///< microseconds: those before were told
    std::chrono::steady_clock::time_point m_keptAt;
    std::uint64_t m_keptRevision = 0; ///< as kept: a program that said nothing since is not kept again
};
}
