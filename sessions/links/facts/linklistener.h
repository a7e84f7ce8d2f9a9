// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/programflow.h"
#include "sessions/links/facts/silencejudge.h"

#include <QObject>

#include <functional>
#include <mutex>

namespace Nightdesk
{
/// What a link's thread tells. Called on the GUI thread only, through a LinkMailbox.
class LinkListener
{
public:
    virtual ~LinkListener() = default;
    virtual void entered(LinkState state) = 0;
    virtual void stepTaken(const StepTiming &step) = 0;
    virtual void hostKeyAsked(const HostKeyQuestion &question) = 0;
    virtual void secretAsked(const SecretQuestion &question) = 0;
    virtual void questionVoid(quint64 question) = 0;
    /// The way to @p host goes through @p hops (outermost first): answer with HopReadyCommand or HopFailedCommand.
    virtual void hopWanted(const QStringList &hops, const QString &host, quint16 port) = 0;
    virtual void connected(const LinkFacts &facts) = 0;
    /// How it answers has changed, since @p heard, when it was last heard of.
    virtual void fellSilent(Silence silence, std::chrono::steady_clock::time_point heard) = 0;
    virtual void sampled(const LinkSample &sample) = 0;
    virtual void pulsed(const LinkPulse &pulse) = 0;
    virtual void streamOpened(quint64 id) = 0;
    virtual void streamFailed(quint64 id, const Failure &failure) = 0;
    virtual void streamClosed(quint64 id) = 0;
    virtual void programStarted(quint64 id) = 0;
    /// @p sessionRefused: sshd would not open one more session channel; another connection may help.
    virtual void programFailed(quint64 id, const Failure &failure, bool sessionRefused) = 0;
    virtual void programOutput(quint64 id, const QByteArray &bytes, OutputKind kind) = 0;
    virtual void programFinished(quint64 id, const ProgramExit &exit) = 0;
    virtual void x11Connected(const SharedFd &channel) = 0;
    /// A person would have had to answer, and nobody may be asked: it ends for that.
    virtual void personNeeded() = 0;
    /// The thread is done. Empty: it was stopped.
    virtual void ended(const std::optional<Failure> &failure) = 0;
};

/// Carries calls from a link's thread to its listener on the GUI thread, in order; after detach() they are dropped, those
/// already under way too. Shared by both threads.
class LinkMailbox : public std::enable_shared_from_this<LinkMailbox>
{
public:
    /// @p context: the listener as a QObject, whose thread runs the calls.
    LinkMailbox(LinkListener *listener, QObject *context);
    void post(std::function<void(LinkListener &)> call);
    /// GUI thread.
    void detach();

private:
    std::mutex m_mutex;
    LinkListener *m_listener;
    QObject *m_context;
};
}
