// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/linkprivate.h"

#include "sessions/links/hopspec.h"
#include "sessions/links/linkfailure.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace Nightdesk
{
namespace
{
// A chain longer than this goes in a circle.
constexpr int hopLimit = 8;
}

LinkPrivate::LinkPrivate(Link *link, const LinkTarget &linkTarget, std::shared_ptr<LinkMemory> linkMemory, int linkDepth)
    : q(link)
    , target(linkTarget)
    , memory(std::move(linkMemory))
    , depth(linkDepth)
{
}

LinkPrivate::~LinkPrivate()
{
    // All are told first, so that they end side by side and not one second after the other.
    if (thread) {
        thread->stop();
    }
    for (Link *other : {hop.get(), further.get()}) {
        if (other) {
            other->blockSignals(true);
            other->close();
        }
    }
}

void LinkPrivate::start()
{
    failure.reset();
    steps.clear();
    facts = {};
    std::erase_if(retired, [](const auto &old) {
        return old->isDone();
    });
    thread = std::make_unique<LinkThread>(target, this, this, memory);
    setState(LinkState::Resolving);
}

void LinkPrivate::stop()
{
    if (thread) {
        thread->stop();
        retired.push_back(std::move(thread));
    }
    dropAll();
}

void LinkPrivate::dropAll()
{
    const QSet<quint64> open = std::exchange(questions, {});
    for (const quint64 question : open) {
        Q_EMIT q->questionWithdrawn(question);
    }
    hopStream.reset();
    if (hop) {
        hop->close();
    }
    const auto waiting = std::exchange(waitingForFurther, {});
    if (further) {
        further->close();
    }
    const auto oldStreams = std::exchange(streams, {});
    const auto oldOpened = std::exchange(openedStreams, {});
    for (auto it = oldStreams.cbegin(); it != oldStreams.cend(); ++it) {
        if (!*it) {
            continue;
        }
        if (oldOpened.contains(it.key())) {
            Q_EMIT(*it)->closed();
        } else {
            Q_EMIT(*it)->failed(LinkFailure::notLive());
        }
    }
    const auto oldPrograms = std::exchange(programs, {});
    const auto oldStarted = std::exchange(startedPrograms, {});
    for (auto it = oldPrograms.cbegin(); it != oldPrograms.cend(); ++it) {
        if (!*it) {
            continue;
        }
        if (oldStarted.contains(it.key())) {
            Q_EMIT(*it)->finished({});
        } else {
            Q_EMIT(*it)->failed(LinkFailure::notLive());
        }
    }
}

void LinkPrivate::setState(LinkState newState)
{
    if (state != newState) {
        state = newState;
        Q_EMIT q->stateChanged(newState);
    }
}

void LinkPrivate::entered(LinkState newState)
{
    setState(newState);
}

void LinkPrivate::stepTaken(const StepTiming &step)
{
    steps << step;
    Q_EMIT q->stepFinished(step);
}

void LinkPrivate::hostKeyAsked(const HostKeyQuestion &question)
{
    questions.insert(question.id);
    Q_EMIT q->hostKeyQuestion(question);
}

void LinkPrivate::secretAsked(const SecretQuestion &question)
{
    questions.insert(question.id);
    Q_EMIT q->secretQuestion(question);
}

void LinkPrivate::questionVoid(quint64 question)
{
    if (questions.remove(question)) {
        Q_EMIT q->questionWithdrawn(question);
    }
}

void LinkPrivate::answered(quint64 question, const LinkCommand &command)
{
    if (!questions.remove(question) || !thread) {
        // It may be a hop's or a further connection's: numbers are unique in the process.
        for (Link *other : {hop.get(), further.get()}) {
            if (!other) {
                continue;
            }
            if (const auto *answer = std::get_if<HostKeyAnswerCommand>(&command)) {
                other->answerHostKey(question, answer->answer);
            } else if (const auto *answer = std::get_if<SecretAnswerCommand>(&command)) {
                other->answerSecret(question, answer->secret);
            }
        }
        return;
    }
    thread->control().post(command);
}

void LinkPrivate::forwardQuestions(Link *from)
{
    connect(from, &Link::hostKeyQuestion, q, &Link::hostKeyQuestion);
    connect(from, &Link::secretQuestion, q, &Link::secretQuestion);
    connect(from, &Link::questionWithdrawn, q, &Link::questionWithdrawn);
}

void LinkPrivate::hopWanted(const QStringList &hops, const QString &host, quint16 port)
{
    if (depth + hops.size() > hopLimit) {
        thread->control().post(HopFailedCommand{LinkFailure::tooManyHops(target.spec.host)});
        return;
    }
    if (!hop) {
        hop.reset(new Link(LinkTarget{hopSpec(target.spec, hops), false}, memory->ofHop(), depth + 1, nullptr));
        forwardQuestions(hop.get());
        connect(hop.get(), &Link::sampleTaken, this, [this](const LinkSample &sample) {
            hopRoundTrip = sample.tcpRoundTrip;
        });
    }
    disconnect(hop.get(), &Link::stateChanged, this, nullptr);
    disconnect(hop.get(), &Link::failed, this, nullptr);
    connect(hop.get(), &Link::failed, this, [this, name = hops.last()](const Failure &reason) {
        if (thread) {
            thread->control().post(HopFailedCommand{LinkFailure::hopFailed(name, reason)});
        }
    });
    connect(hop.get(), &Link::stateChanged, this, [this, host, port](LinkState hopState) {
        switch (hopState) {
        case LinkState::Resolving:
        case LinkState::Connecting:
        case LinkState::CheckingHost:
        case LinkState::LoggingIn:
            setState(hopState == LinkState::Resolving ? LinkState::Resolving : LinkState::Connecting);
            break;
        case LinkState::Live:
            if (!hopStream) {
                openHopStream(host, port);
            }
            break;
        default:
            break;
        }
    });
    hop->close();
    hop->open();
}

void LinkPrivate::openHopStream(const QString &host, quint16 port)
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        thread->control().post(HopFailedCommand{LinkFailure::outOfResources(QString::fromLocal8Bit(std::strerror(errno)))});
        return;
    }
    const SharedFd mine = shareFd(UniqueFd(pair[1]));
    hopStream = hop->openStream(StreamTcp{host, port}, UniqueFd(pair[0]));
    connect(hopStream.get(), &LinkStream::opened, this, [this, mine] {
        if (thread) {
            thread->control().post(HopReadyCommand{mine, hopRoundTrip, hop->facts().address});
        }
    });
    connect(hopStream.get(), &LinkStream::failed, this, [this](const Failure &reason) {
        if (thread) {
            thread->control().post(HopFailedCommand{LinkFailure::hopFailed(hop->facts().account, reason)});
        }
    });
    // When the hop dies, its end of the pair closes and our thread sees that by itself.
}

void LinkPrivate::connected(const LinkFacts &newFacts)
{
    facts = newFacts;
    setState(LinkState::Live);
}

void LinkPrivate::sampled(const LinkSample &sample)
{
    LinkSample complete = sample;
    if (hop && !complete.tcpRoundTrip) {
        complete.tcpRoundTrip = hopRoundTrip;
    }
    Q_EMIT q->sampleTaken(complete);
}

void LinkPrivate::streamOpened(quint64 id)
{
    if (const auto stream = streams.value(id)) {
        openedStreams.insert(id);
        Q_EMIT stream->opened();
    }
}

void LinkPrivate::streamFailed(quint64 id, const Failure &reason)
{
    if (const auto stream = streams.take(id)) {
        Q_EMIT stream->failed(reason);
    }
}

void LinkPrivate::streamClosed(quint64 id)
{
    openedStreams.remove(id);
    if (const auto stream = streams.take(id)) {
        Q_EMIT stream->closed();
    }
}

void LinkPrivate::programStarted(quint64 id)
{
    if (const auto program = programs.value(id)) {
        startedPrograms.insert(id);
        Q_EMIT program->started();
    }
}

void LinkPrivate::programFailed(quint64 id, const Failure &reason, bool sessionRefused)
{
    const auto program = programs.value(id);
    if (program && sessionRefused) {
        startElsewhere(program->m_record);
        return;
    }
    programs.remove(id);
    if (program) {
        Q_EMIT program->failed(reason);
    }
}

void LinkPrivate::programOutput(quint64 id, const QByteArray &bytes, OutputKind kind)
{
    const auto program = programs.value(id);
    if (!program) {
        return;
    }
    const std::shared_ptr<ProgramRecord> record = program->m_record;
    Q_EMIT program->output(bytes, kind);
    if (record->flow->delivered(bytes.size())) {
        if (const auto control = record->control.lock()) {
            control->wake();
        }
    }
}

void LinkPrivate::programFinished(quint64 id, const ProgramExit &exit)
{
    startedPrograms.remove(id);
    if (const auto program = programs.take(id)) {
        Q_EMIT program->finished(exit);
    }
}

void LinkPrivate::x11Connected(const SharedFd &channel)
{
    Q_EMIT q->x11Opened(channel);
}

void LinkPrivate::ended(const std::optional<Failure> &reason)
{
    failure = reason;
    if (thread) {
        thread.reset(); // it is returning already
    }
    dropAll();
    if (reason) {
        Q_EMIT q->failed(*reason);
    }
    setState(LinkState::Closed);
}

void LinkPrivate::startElsewhere(const std::shared_ptr<ProgramRecord> &record)
{
    if (!further) {
        further.reset(new Link(target, memory, depth, nullptr));
        forwardQuestions(further.get());
        connect(further.get(), &Link::x11Opened, q, &Link::x11Opened);
        connect(further.get(), &Link::stateChanged, this, [this](LinkState newState) {
            if (newState == LinkState::Live) {
                startWaiting();
            }
        });
        connect(further.get(), &Link::failed, this, [this](const Failure &reason) {
            const auto waiting = std::exchange(waitingForFurther, {});
            for (const auto &weak : waiting) {
                if (const auto program = weak.lock()) {
                    programFailed(program->id, reason, false);
                }
            }
        });
    }
    waitingForFurther << record;
    if (further->isLive()) {
        startWaiting();
    } else {
        further->open();
    }
}

void LinkPrivate::startWaiting()
{
    const auto waiting = std::exchange(waitingForFurther, {});
    for (const auto &weak : waiting) {
        const auto record = weak.lock();
        if (!record) {
            continue;
        }
        record->elsewhere = further->startProgram(record->spec);
        RemoteProgram *other = record->elsewhere.get();
        const quint64 id = record->id;
        connect(other, &RemoteProgram::started, this, [this, id] {
            programStarted(id);
        });
        connect(other, &RemoteProgram::failed, this, [this, id](const Failure &reason) {
            programFailed(id, reason, false);
        });
        connect(other, &RemoteProgram::output, this, [this, id](const QByteArray &bytes, OutputKind kind) {
            if (const auto program = programs.value(id)) {
                Q_EMIT program->output(bytes, kind);
            }
        });
        connect(other, &RemoteProgram::finished, this, [this, id](const ProgramExit &exit) {
            programFinished(id, exit);
        });
    }
}
}
