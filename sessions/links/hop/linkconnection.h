// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/additionallinks.h"
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

/// One connection of a Link from its first attempt to its end, with its streams and programs: its thread, its route over a hop, the additional
/// connections beyond sshd's MaxSessions. Unless stop() or finishLoginAndStop() is called, it ends only with its TCP connection; Link decides its
/// use: the current one, one being made during a renewal, or an old one kept for its programs. GUI thread. Owned by Link.
class LinkConnection : public QObject
{
    Q_OBJECT
public:
    /// @p user: the link that owns this connection; hops identify their users by this pointer.
    LinkConnection(const LinkTarget &target,
                   const LinkAttemptOptions &attemptOptions,
                   std::shared_ptr<LinkSecrets> linkSecrets,
                   HopPool *hops,
                   const Link *user);
    ~LinkConnection() override;

    LinkState state() const; ///< state of the connection; Closed: it has ended
    bool isLoggedIn() const; ///< the state is Live, Stalled or Dead
    bool isHostAnswering() const; ///< the connection is established and not silent
    std::optional<std::chrono::steady_clock::time_point> silentSince() const;
    std::optional<std::chrono::steady_clock::time_point> silenceNoticedAt() const; ///< see Link::silenceNoticedAt()
    LinkFacts facts() const;
    QList<StepTiming> steps() const;
    LinkAttemptOptions attemptOptions() const;
    bool hasNeededUser() const; ///< the connection ended because it needed a person's answer and may not ask
    bool isAskingUser() const;
    bool isBlockedByHop() const; ///< the connection waits for a hop that needs a person, and has no permission to ask one

    void addStream(LinkStream *stream, const StreamTarget &target, UniqueFd localEnd, int warmUpRoundTrips);
    void addProgram(RemoteProgram *program, const ProgramSpec &spec);
    bool isCarryingTraffic() const; ///< a stream or program uses the connection
    void markReplaced();
    void checkConnectivity();
    /// Passes on the user's answer @p command. True: the question came from this connection, its hop or its additional connections.
    bool answerQuestion(quint64 question, const LinkCommand &command);

    /// Ends the connection and notifies its streams and programs. If the host is silent, data not sent yet is
    /// discarded.
    void stop();
    /// Ends a connection that is not needed any more: immediately if TCP is not connected yet, else after the login. No signal is emitted any more.
    void finishLoginAndStop();
    /// The connection's thread has ended: the destructor does not wait.
    bool hasThreadEnded() const;

Q_SIGNALS:
    void stateOrAnsweringChanged(); ///< state() or isHostAnswering() changed
    /// @p event: a step, sample or answered ping of this connection; a question or an X connection, also of an
    /// additional connection; or a question of a hop.
    void eventReceived(const Nightdesk::LinkEvent &event);
    /// isBlockedByHop() is true from now on, for this reason.
    void blockedByHop(const Nightdesk::Failure &reason);
    /// One of its streams or programs has ended.
    void streamOrProgramEnded();
    /// The connection has ended; its state is Closed already. @p failure is empty if there was none.
    void terminated(const std::optional<Nightdesk::Failure> &failure);

private:
    template<typename StreamOrProgram>
    struct Registered {
        QPointer<StreamOrProgram> object;
        bool hasBegun = false; ///< the stream was opened, or the program started
    };

    void handleEvent(const LinkEvent &event);
    void handle(const HopRequest &wanted);
    void handle(const SilenceChanged &change);
    void handle(const ProgramFailed &failed);
    void handle(const ProgramOutput &output);
    void handle(const ProgramFinished &finished);
    void applyEvent(LinkConnectionEvent event);
    void close();
    void endConnection(const std::optional<Failure> &failure);
    void closeStreamsAndPrograms();
    void updateSilenceOfPrograms();

    const LinkTarget m_linkTarget;
    const LinkAttemptOptions m_attemptOptions;
    HopPool *const m_hopPool;
    const Link *const m_owningLink;
    LinkConnectionState m_state = LinkConnectionState::Resolving;
    LinkConnectionUse m_connectionUse = LinkConnectionUse::Current;
    LinkConnectionUserActionNeed m_userActionNeed = LinkConnectionUserActionNeed::NoUserNeeded;
    std::optional<std::chrono::steady_clock::time_point> m_silentSince;
    std::optional<std::chrono::steady_clock::time_point> m_silenceNoticedAt;
    LinkFacts m_linkFacts;
    QList<StepTiming> m_stepTimings;
    QSet<quint64> m_openQuestions; ///< open questions of this connection itself
    quint64 m_lastStreamOrProgramId = 0;
    QHash<quint64, Registered<LinkStream>> m_streams;
    QHash<quint64, Registered<RemoteProgram>> m_programs;
    std::unique_ptr<HopRoute> m_hopRoute;
    AdditionalLinks m_additionalLinks;
    LinkThread m_linkThread; ///< declared last: the thread may post events as soon as it exists
};
}
