// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"
#include "monitors/xtraffic/xtrafficfigures.h"
#include "sessions/common/backgroundjobs.h"
#include "sessions/display/session.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class AppSession;
class Desk;
class XProgramHistoryStore;
class XTraceArchive;
class XWatchedWindow;

/// Observes the X traffic of all programs of the desk: current rates, the progress of starts, predicted and observed durations;
/// stores traces and experience. For programs on private X servers (vnc-app) it measures starts and interactions. GUI thread; long computations
/// run on another thread. Owned by ConsoleFeatures.
class XTrafficWatch : public QObject
{
    Q_OBJECT
public:
    /// @p directory: where traces and observed durations are stored. @p desk outlives this object.
    XTrafficWatch(Desk *desk, const QString &directory, QObject *parent = nullptr);
    ~XTrafficWatch() override;

    /// What is known of the session's X program; empty: the program is not running, or nothing is known.
    std::optional<XTrafficFigures> figures(const Session *session) const;
    /// The layers XServer and XRoundTrip of the last minutes; empty: the program is not running, or it does not use the
    /// local X server.
    QList<RoundTripLayer> layers(const Session *session) const;
    /// For a start that takes minutes: a topology with a faster start; empty: there is none, or it is already used.
    static std::optional<Topology> topologyWithFasterStart(const Session *session);
    XTraceArchive *traceArchive() const;
    XProgramHistoryStore *historyStore() const;

Q_SIGNALS:
    void sessionFiguresChanged(Nightdesk::Session *session); ///< the figures of a session changed; at most once a second

private:
    void watchSession(Session *session);
    void watchSession(AppSession *app);
    void stopWatching(Session *session);
    void readWindowTraces();

    BackgroundJobs m_jobs;
    /// Receives the results that the worker thread computes; may outlive this object.
    const std::shared_ptr<QObject> m_resultReceiver;
    XTraceArchive *const m_traceArchive;
    XProgramHistoryStore *const m_historyStore;
    QHash<const Session *, XWatchedWindow *> m_watchedWindows;
    QHash<const Session *, XTrafficFigures> m_vncAppFigures;
    QTimer m_oneSecondTimer;
};
}
