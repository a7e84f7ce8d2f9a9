// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/furtherlinks.h"
#include "sessions/links/hop/hoproute.h"
#include "sessions/links/hop/link.h"
#include "sessions/links/hop/linkconnectionstate.h"
#include "sessions/links/hop/linkrecords.h"
#include "sessions/links/hop/linkthread.h"

#include <QPointer>
#include <QSet>

namespace Nightdesk
{
class HopPool;

/// One connection of a Link from its first attempt to its end, with the streams and programs in it: its thread, its way over
/// a hop, the further connections beyond sshd's MaxSessions. It ends by itself with its TCP only; LinkConnections decides what
/// it is for: the current one, one being made beside it, or an old one kept for its programs. GUI thread. Owned by LinkConnections.
class LinkConnection : public QObject
{
    Q_OBJECT
public:
    /// @p user: the link it belongs to, by which the hops see who comes over them.
    LinkConnection(const LinkTarget &target, const AttemptOptions &errand, std::shared_ptr<LinkMemory> memory, HopPool *hops, const Link *user);
    ~LinkConnection() override;

    LinkState state() const; ///< Closed: it is over
    bool isUp() const; ///< Live, Stalled or Dead
    bool answers() const; ///< it is up and heard
    std::optional<std::chrono::steady_clock::time_point> silentSince() const;
    LinkFacts facts() const;
    QList<StepTiming> steps() const;
    AttemptOptions errand() const;
    bool neededPerson() const; ///< it ended because it may ask nobody
    bool isAsking() const;
    bool isHeld() const; ///< it waits for what a person has to do for a hop on its way, and may not ask

    void addStream(LinkStream *stream, const StreamTarget &target, UniqueFd localEnd);
    void addProgram(RemoteProgram *program, const ProgramSpec &spec);
    bool isCarrying() const; ///< a stream or program is in it
    void growOld();
    void lookAgain();
    /// True: the question was one of its own.
    bool answer(quint64 question, const LinkCommand &command);

    /// Ends it and tells what is in it. What it could not send by now, because the host is silent, is never delivered.
    void stop();
    /// Not wanted any more, and nothing of it is told any more: before TCP it ends at once, after it says goodbye when it is
    /// logged in.
    void standDown();
    /// Its thread has ended: deleting it waits for nothing.
    bool isDone() const;

Q_SIGNALS:
    void changed(); ///< its state, or whether it answers
    /// A step, a question of its own or of what is on its way, a sample, a pulse, an X connection.
    void eventReceived(const Nightdesk::LinkEvent &event);
    /// It is held from now on, for this reason.
    void held(const Nightdesk::Failure &reason);
    /// A stream or program of it is gone.
    void lightened();
    /// Its end; it is Closed already. Empty: it was no failure.
    void over(const std::optional<Nightdesk::Failure> &failure);

private:
    void handleEvent(const LinkEvent &event);
    void goByHop(const HopWanted &wanted);
    void programFailed(const ProgramFailed &failed);
    void programOutput(const ProgramOutput &output);
    void programFinished(const ProgramFinished &finished);
    void enter(LinkConnectionEvent event);
    void setSilence(const SilenceChanged &change);
    void close();
    void end(const std::optional<Failure> &failure);
    void dropAll();
    void showWaiting();
    void fail(const Failure &failure);

    const LinkTarget m_target;
    const AttemptOptions m_options;
    HopPool *const m_hops;
    const Link *const m_user;
    LinkConnectionState m_state = LinkConnectionState::Resolving;
    LinkConnectionUse m_use = LinkConnectionUse::Current;
    LinkConnectionNeed m_need = LinkConnectionNeed::None;
    std::optional<std::chrono::steady_clock::time_point> m_silentSince;
    LinkFacts m_facts;
    QList<StepTiming> m_steps;
    QSet<quint64> m_questions; ///< open ones of its own
    quint64 m_lastId = 0;
    QHash<quint64, QPointer<LinkStream>> m_streams;
    QSet<quint64> m_openedStreams;
    QHash<quint64, QPointer<RemoteProgram>> m_programs;
    QSet<quint64> m_startedPrograms;
    std::unique_ptr<HopRoute> m_way;
    FurtherLinks m_further;
    LinkThread m_thread; ///< last: it may speak as soon as it is there
};
}
