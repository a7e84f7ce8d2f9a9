// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/link.h"
#include "sessions/links/linkthread.h"

#include <QPointer>

namespace Nightdesk
{
/// A stream's tie to the link it was asked from; shared by the two, so that either may go first.
class StreamRecord
{
public:
    quint64 id = 0;
    std::weak_ptr<LinkControl> control;
};

/// A program's tie, likewise. @ref elsewhere is set when it runs in a further connection to the same host.
class ProgramRecord
{
public:
    quint64 id = 0;
    ProgramSpec spec;
    std::weak_ptr<LinkControl> control;
    std::shared_ptr<ProgramFlow> flow = std::make_shared<ProgramFlow>();
    std::unique_ptr<RemoteProgram> elsewhere;
};

/// The GUI thread's half of a Link: its thread, the hop before it, the further connection behind it.
class LinkPrivate : public QObject, public LinkListener
{
public:
    LinkPrivate(Link *link, const LinkTarget &target, std::shared_ptr<LinkMemory> memory, int depth);
    ~LinkPrivate() override;

    void start();
    void stop();
    void setState(LinkState state);
    void forwardQuestions(Link *from);
    void answered(quint64 question, const LinkCommand &command);
    void startElsewhere(const std::shared_ptr<ProgramRecord> &record);

    void entered(LinkState state) override;
    void stepTaken(const StepTiming &step) override;
    void hostKeyAsked(const HostKeyQuestion &question) override;
    void secretAsked(const SecretQuestion &question) override;
    void questionVoid(quint64 question) override;
    void hopWanted(const QStringList &hops, const QString &host, quint16 port) override;
    void connected(const LinkFacts &facts) override;
    void sampled(const LinkSample &sample) override;
    void streamOpened(quint64 id) override;
    void streamFailed(quint64 id, const Failure &failure) override;
    void streamClosed(quint64 id) override;
    void programStarted(quint64 id) override;
    void programFailed(quint64 id, const Failure &failure, bool sessionRefused) override;
    void programOutput(quint64 id, const QByteArray &bytes, OutputKind kind) override;
    void programFinished(quint64 id, const ProgramExit &exit) override;
    void x11Connected(const SharedFd &channel) override;
    void ended(const std::optional<Failure> &failure) override;

    Link *const q;
    const LinkTarget target;
    const std::shared_ptr<LinkMemory> memory;
    const int depth; ///< of hops: 0 for a link of its own
    LinkState state = LinkState::Idle;
    LinkFacts facts;
    QList<StepTiming> steps;
    std::optional<Failure> failure;
    std::unique_ptr<LinkThread> thread;
    /// Stopped ones that may not have ended yet: nobody waits for them before this object goes.
    std::vector<std::unique_ptr<LinkThread>> retired;
    QSet<quint64> questions; ///< open ones
    quint64 lastId = 0;
    QHash<quint64, QPointer<LinkStream>> streams;
    QSet<quint64> openedStreams;
    QHash<quint64, QPointer<RemoteProgram>> programs;
    QSet<quint64> startedPrograms;
    std::unique_ptr<Link> hop;
    std::unique_ptr<LinkStream> hopStream;
    std::optional<std::chrono::microseconds> hopRoundTrip;
    /// A further connection for programs beyond sshd's MaxSessions.
    std::unique_ptr<Link> further;
    QList<std::weak_ptr<ProgramRecord>> waitingForFurther;

private:
    void dropAll();
    void openHopStream(const QString &host, quint16 port);
    void startWaiting();
};
}
