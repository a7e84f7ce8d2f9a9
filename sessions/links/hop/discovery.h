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
/// What came of one run of a discover command.
struct DiscoverOutcome {
    DiscoverReport report;
    std::optional<Failure> failure; ///< it could not be run, or its link went
    ProgramExit exit;
    bool tookTooLong = false; ///< it was ended, and what it had said by then counts
    QStringList errors; ///< the last lines of what it said on stderr, display-safe
    QDateTime at; ///< UTC
    /// Nothing went wrong with the command itself.
    bool isGood() const
    {
        return !failure && !tookTooLong && exit.code == 0;
    }
};

/// Finds the desktops that run at the far end of a link, by what the profile says (LinkSpec::discover): when the link is live
/// again, and whenever somebody asks. At most 64 KiB and 15 s of the command count, and no line of it is believed. GUI thread; a
/// child of its link. The lines are looked at on a thread of the pool.
class Discovery : public QObject
{
    Q_OBJECT
public:
    /// The one of @p link, made if need be; null where its profile does not say how.
    static Discovery *of(Link *link);

    Link *link() const;
    const DiscoverSpec &spec() const;
    bool isRunning() const;
    bool canRun() const; ///< the link answers
    std::optional<DiscoverOutcome> outcome() const; ///< of the last run; empty: none yet
    /// Whether the last outcome has @p wanted, told to @p answer unless @p context is gone by then.
    void pick(const DiscoveredDesktop &wanted, QObject *context, const std::function<void(const std::optional<FoundDesktop> &)> &answer) const;

    void setLimit(std::chrono::milliseconds limit); ///< of the runs from now on; 15 s without

public Q_SLOTS:
    /// Runs the command. While it runs, that run counts.
    void refresh();

Q_SIGNALS:
    void runningChanged(bool running);
    void finished(); ///< outcome() is another

private:
    explicit Discovery(Link *link);
    void linkChanged(LinkState state);
    void receiveOutput(const QByteArray &bytes, OutputKind kind);
    void endRun(const std::optional<Failure> &failure);
    void releaseProgram();

    Link *const m_link;
    QTimer m_start; ///< displays come first
    QTimer m_limit;
    std::unique_ptr<RemoteProgram> m_program;
    QByteArray m_answer;
    QByteArray m_errors;
    bool m_isCut = false;
    bool m_isRunning = false;
    bool m_isRunDue = true; ///< as soon as the link is live
    DiscoverOutcome m_next;
    std::optional<DiscoverOutcome> m_outcome;
};
}
