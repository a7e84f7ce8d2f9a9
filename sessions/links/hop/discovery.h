// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/discoverreader.h"
#include "sessions/links/hop/link.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace Nightdesk
{
/// Result of one run of a discover command.
struct DiscoverOutcome {
    DiscoverReport report;
    std::optional<Failure> failure; ///< the command could not be run, or its link was lost
    ProgramExit exit;
    bool tookTooLong = false; ///< the command was ended after the time limit; its output until then is used
    QStringList lastErrorLines; ///< the last lines of the command's stderr, display-safe
    QDateTime endedAt; ///< when the command ended, UTC
    /// True: the command itself succeeded.
    bool hasSucceeded() const
    {
        return !failure && !tookTooLong && exit.code == 0;
    }
};

/// Finds the desktops that run on a link's host, with the command of the profile (LinkSpec::discover): whenever the link is live again, and on
/// request. At most 64 KiB of output and 15 s are allowed, and each line is checked. GUI thread; a child of its link. The lines are parsed on a
/// thread of the pool.
class Discovery : public QObject
{
    Q_OBJECT
public:
    /// The Discovery of @p link, created if needed; null if its profile has no discover command.
    static Discovery *of(Link *link);

    Link *link() const;
    const DiscoverSpec &spec() const;
    bool isRunning() const;
    bool isLinkLive() const; ///< true: the link is live
    std::optional<DiscoverOutcome> outcome() const; ///< result of the last run; empty: none yet
    /// Searches the last outcome for @p wanted and calls @p answer with the result, unless @p context was destroyed meanwhile.
    void findDesktop(const DesktopSelector &wanted, QObject *context, const std::function<void(const std::optional<FoundDesktop> &)> &answer) const;

    /// Sets the time limit for runs that begin from now on; 15 s by default.
    void setTimeLimit(std::chrono::milliseconds limit);

public Q_SLOTS:
    /// Runs the command, unless it is running already. If its output is being read, the command runs again afterwards.
    void refresh();

Q_SIGNALS:
    void runningChanged(bool running);
    void outcomeChanged();

private:
    explicit Discovery(Link *link);
    void handleLinkState(LinkState state);
    void receiveOutput(const QByteArray &bytes, OutputKind kind);
    void endDiscoveryRun(const std::optional<Failure> &failure);
    void releaseProgram();

    Link *const m_link;
    QTimer m_runDelayTimer; ///< delays a run, so that displays start first
    QTimer m_runLimitTimer;
    std::unique_ptr<RemoteProgram> m_discoverProgram;
    QByteArray m_programOutput;
    QByteArray m_errorOutput;
    bool m_isOutputTruncated = false;
    bool m_isRunning = false;
    bool m_isRunPending = true; ///< run as soon as the link is live and the output of the run before was read
    DiscoverOutcome m_outcomeInProgress;
    std::optional<DiscoverOutcome> m_lastOutcome;
};
}
