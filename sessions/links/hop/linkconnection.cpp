// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkconnection.h"

#include "sessions/common/overloaded.h"
#include "sessions/links/config/hopspec.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/hoppool.h"

#include <utility>

namespace Nightdesk
{
namespace
{
// A chain longer than this is an error.
constexpr qsizetype hopLimit = 8;
}

LinkConnection::LinkConnection(const LinkTarget &target,
                               const LinkAttemptOptions &attemptOptions,
                               std::shared_ptr<LinkSecrets> linkSecrets,
                               HopPool *hops,
                               const Link *user)
    : m_linkTarget(target)
    , m_attemptOptions(attemptOptions)
    , m_hopPool(hops)
    , m_owningLink(user)
    , m_additionalLinks(target, linkSecrets, hops)
    , m_linkThread(target,
                   attemptOptions,
                   std::make_shared<LinkEventPoster>(this,
                                                     [this](const LinkEvent &event) {
                                                         handleEvent(event);
                                                     }),
                   linkSecrets)
{
    connect(&m_additionalLinks, &AdditionalLinks::programEventReported, this, &LinkConnection::handleEvent);
    connect(&m_additionalLinks, &AdditionalLinks::answeringChanged, this, &LinkConnection::updateSilenceOfPrograms);
    connect(&m_additionalLinks, &AdditionalLinks::eventReceived, this, &LinkConnection::eventReceived);
}

LinkConnection::~LinkConnection()
{
    blockSignals(true);
    if (m_connectionUse != LinkConnectionUse::NotNeeded) {
        m_linkThread.stop();
    } else if (m_hopRoute) {
        // The thread waits for a HopReadyCommand or HopFailedCommand. Nothing else will send one any more, so this failure ends its wait.
        m_linkThread.control()->post(HopFailedCommand{LinkFailure::notLive()});
    }
}

LinkState LinkConnection::state() const
{
    return asLinkState(m_state);
}

bool LinkConnection::isLoggedIn() const
{
    return m_state == LinkConnectionState::Live || m_state == LinkConnectionState::InputBlocked || m_state == LinkConnectionState::Stalled
        || m_state == LinkConnectionState::Dead;
}

bool LinkConnection::isHostAnswering() const
{
    return m_state == LinkConnectionState::Live;
}

std::optional<std::chrono::steady_clock::time_point> LinkConnection::silentSince() const
{
    return m_silentSince;
}

std::optional<std::chrono::steady_clock::time_point> LinkConnection::silenceNoticedAt() const
{
    return m_silenceNoticedAt;
}

LinkFacts LinkConnection::facts() const
{
    return m_linkFacts;
}

QList<StepTiming> LinkConnection::steps() const
{
    return m_stepTimings;
}

LinkAttemptOptions LinkConnection::attemptOptions() const
{
    return m_attemptOptions;
}

bool LinkConnection::hasNeededUser() const
{
    return m_userActionNeed == LinkConnectionUserActionNeed::EndedBecauseUserNeeded;
}

bool LinkConnection::isAskingUser() const
{
    return !m_openQuestions.isEmpty() || (m_hopRoute && m_hopRoute->isAskingUser());
}

bool LinkConnection::isBlockedByHop() const
{
    return m_userActionNeed == LinkConnectionUserActionNeed::UserNeededAtHop
        && (m_state == LinkConnectionState::Resolving || m_state == LinkConnectionState::Connecting);
}

void LinkConnection::addStream(LinkStream *stream, const StreamTarget &target, UniqueFd localEnd, int warmUpRoundTrips)
{
    const quint64 id = ++m_lastStreamOrProgramId;
    stream->m_id = id;
    stream->m_linkControl = m_linkThread.control();
    m_streams.insert(id, {stream});
    connect(stream, &QObject::destroyed, this, [this, id] {
        if (m_streams.remove(id)) {
            Q_EMIT streamOrProgramEnded();
        }
    });
    m_linkThread.control()->post(OpenStreamCommand{id, target, shareFd(std::move(localEnd)), warmUpRoundTrips});
}

void LinkConnection::addProgram(RemoteProgram *program, const ProgramSpec &spec)
{
    const quint64 id = ++m_lastStreamOrProgramId;
    program->m_record->id = id;
    program->m_record->spec = spec;
    program->m_record->control = m_linkThread.control();
    m_programs.insert(id, {program});
    connect(program, &QObject::destroyed, this, [this, id] {
        if (m_programs.remove(id)) {
            Q_EMIT streamOrProgramEnded();
        }
    });
    m_linkThread.control()->post(StartProgramCommand{id, spec, program->m_record->outputFlow});
}

bool LinkConnection::isCarryingTraffic() const
{
    return !m_streams.isEmpty() || !m_programs.isEmpty();
}

void LinkConnection::markReplaced()
{
    m_connectionUse = nextState(m_connectionUse, LinkConnectionUseEvent::Replaced).value_or(m_connectionUse);
    updateSilenceOfPrograms();
}

void LinkConnection::checkConnectivity()
{
    m_linkThread.control()->post(ProbeCommand{});
}

bool LinkConnection::answerQuestion(quint64 question, const LinkCommand &command)
{
    if (m_openQuestions.remove(question)) {
        m_linkThread.control()->post(command);
        return true;
    }
    // The question may be a hop's or an additional connection's: numbers are unique in the process.
    return (m_hopRoute && m_hopRoute->answerQuestion(question, command)) || m_additionalLinks.answerQuestion(question, command);
}

void LinkConnection::stop()
{
    if (m_connectionUse == LinkConnectionUse::NotNeeded) {
        return; // the connection is ending already, and nobody waits for its end
    }
    m_linkThread.stop(isLoggedIn() && !isHostAnswering() ? LinkControl::UnsentData::Discard : LinkControl::UnsentData::Send);
    close();
}

void LinkConnection::finishLoginAndStop()
{
    blockSignals(true);
    if (m_hopRoute && m_hopRoute->hasRequestedHostConnection()) {
        m_linkThread.control()->recordPeerReached(); // the host behind the hop has accepted this connection, or is about to
    }
    m_connectionUse = nextState(m_connectionUse, LinkConnectionUseEvent::Released).value_or(m_connectionUse);
    m_linkThread.abandon();
}

bool LinkConnection::hasThreadEnded() const
{
    return m_linkThread.hasThreadEnded() && m_additionalLinks.hasThreadEnded();
}

void LinkConnection::close()
{
    // Set before any signal: receivers must see the connection as closed.
    m_state = nextState(m_state, LinkConnectionEvent::Ended).value_or(m_state);
    closeStreamsAndPrograms();
    if (m_hopRoute) {
        m_hopRoute.release()->abandonAndDelete();
    }
}

void LinkConnection::closeStreamsAndPrograms()
{
    const QSet<quint64> questions = std::exchange(m_openQuestions, {});
    for (const quint64 question : questions) {
        Q_EMIT eventReceived(QuestionWithdrawn{question});
    }
    m_additionalLinks.close();
    const auto streams = std::exchange(m_streams, {});
    for (const auto &[stream, isOpened] : streams) {
        if (stream && isOpened) {
            Q_EMIT stream->closed();
        } else if (stream) {
            Q_EMIT stream->failed(LinkFailure::notLive());
        }
    }
    const auto programs = std::exchange(m_programs, {});
    for (const auto &[program, isStarted] : programs) {
        if (!program) {
            continue;
        }
        program->m_record->isConnectionSilent = false;
        if (isStarted) {
            Q_EMIT program->finished({});
        } else {
            Q_EMIT program->failed(LinkFailure::notLive());
        }
    }
}

void LinkConnection::applyEvent(LinkConnectionEvent event)
{
    const LinkConnectionState before = m_state;
    m_state = nextState(m_state, event).value_or(m_state);
    if (m_state == before) {
        return;
    }
    if ((m_state == LinkConnectionState::Live) != (before == LinkConnectionState::Live)) {
        updateSilenceOfPrograms();
    }
    Q_EMIT stateOrAnsweringChanged();
}

/// Updates whether each program's connection is silent. This concerns programs in an old connection and programs in an additional connection: the
/// link reports only the silence of its current connection.
void LinkConnection::updateSilenceOfPrograms()
{
    const auto programs = m_programs;
    for (const auto &[program, isStarted] : programs) {
        if (!program) {
            continue;
        }
        ProgramRegistration &record = *program->m_record;
        const bool isConnectionSilent =
            record.additionalLink ? !record.additionalLink->isHostAnswering() : m_connectionUse == LinkConnectionUse::ReplacedButInUse && !isHostAnswering();
        if (record.isConnectionSilent != isConnectionSilent) {
            record.isConnectionSilent = isConnectionSilent;
            Q_EMIT program->connectionSilenceChanged(isConnectionSilent);
        }
    }
}

void LinkConnection::handleEvent(const LinkEvent &event)
{
    const auto asked = [&](const auto &question) {
        m_openQuestions.insert(question.id);
        Q_EMIT eventReceived(event);
    };
    std::visit(Overloaded{
                   [this](LinkState state) {
                       if (const auto step = eventOf(state)) {
                           applyEvent(*step);
                       }
                   },
                   [&](const StepTiming &step) {
                       m_stepTimings << step;
                       Q_EMIT eventReceived(event);
                   },
                   [&](const HostKeyQuestion &question) {
                       asked(question);
                   },
                   [&](const SecretQuestion &question) {
                       asked(question);
                   },
                   [&](QuestionWithdrawn withdrawn) {
                       if (m_openQuestions.remove(withdrawn.question)) {
                           Q_EMIT eventReceived(event);
                       }
                   },
                   [this](const LinkFacts &facts) {
                       m_linkFacts = facts;
                       applyEvent(LinkConnectionEvent::LoggedIn);
                   },
                   [this](LinkSample sample) {
                       if (m_hopRoute) {
                           m_hopRoute->addHopPathTo(sample);
                       }
                       Q_EMIT eventReceived(sample);
                   },
                   [&](const PingAnswer &) {
                       Q_EMIT eventReceived(event);
                   },
                   [this](StreamOpened opened) {
                       if (const auto stream = m_streams.find(opened.id); stream != m_streams.end() && stream->object) {
                           stream->hasBegun = true;
                           Q_EMIT stream->object->opened();
                       }
                   },
                   [this](const StreamFailed &failed) {
                       if (const auto stream = m_streams.take(failed.id).object) {
                           Q_EMIT stream->failed(failed.failure);
                           Q_EMIT streamOrProgramEnded();
                       }
                   },
                   [this](StreamClosed closed) {
                       if (const auto stream = m_streams.take(closed.id).object) {
                           Q_EMIT stream->closed();
                           Q_EMIT streamOrProgramEnded();
                       }
                   },
                   [this](ProgramStarted started) {
                       if (const auto program = m_programs.find(started.id); program != m_programs.end() && program->object) {
                           program->hasBegun = true;
                           Q_EMIT program->object->started();
                       }
                   },
                   [&](const SharedFd &) {
                       Q_EMIT eventReceived(event);
                   },
                   [this](UserAnswerNeeded) {
                       const auto next = nextState(m_userActionNeed, LinkConnectionUserActionNeedEvent::ConnectionNeedsUser);
                       m_userActionNeed = next.value_or(m_userActionNeed);
                   },
                   [this](const LinkThreadEnded &ended) {
                       endConnection(ended.failure);
                   },
                   [this](const auto &other) {
                       handle(other);
                   },
               },
               event);
}

void LinkConnection::handle(const HopRequest &wanted)
{
    auto lease = wanted.hops.size() > hopLimit ? nullptr : m_hopPool->createLease(hopSpec(m_linkTarget.spec, wanted.hops), m_owningLink);
    if (!lease) {
        m_linkThread.control()->post(HopFailedCommand{LinkFailure::tooManyHops(m_linkTarget.spec.host)});
        return;
    }
    m_hopRoute = std::make_unique<HopRoute>(std::move(lease), m_attemptOptions, wanted.hops, wanted.host, wanted.port);
    connect(m_hopRoute.get(), &HopRoute::stateChanged, this, [this](LinkState state) {
        const auto step = eventOf(state);
        if (step && (m_state == LinkConnectionState::Resolving || m_state == LinkConnectionState::Connecting)) {
            applyEvent(*step);
        }
    });
    connect(m_hopRoute.get(), &HopRoute::hopResultReady, this, [this](const LinkCommand &command) {
        m_linkThread.control()->post(command);
    });
    connect(m_hopRoute.get(), &HopRoute::blockedByHop, this, [this](const Failure &reason) {
        m_userActionNeed = nextState(m_userActionNeed, LinkConnectionUserActionNeedEvent::HopNeedsUser).value_or(m_userActionNeed);
        Q_EMIT blockedByHop(reason);
    });
    connect(m_hopRoute.get(), &HopRoute::hopReconnected, this, [this] {
        if (!isLoggedIn() && m_state != LinkConnectionState::Closed) {
            // Ends this connection locally, as if its thread had reported the connection lost.
            Failure failure = LinkFailure::connectionLost(m_linkTarget.spec.host);
            failure.hasPeerAnswered = false;
            m_linkThread.stop(LinkControl::UnsentData::Discard);
            endConnection(failure);
        }
    });
    connect(m_hopRoute.get(), &HopRoute::eventReceived, this, &LinkConnection::eventReceived);
    m_hopRoute->start();
}

void LinkConnection::handle(const SilenceChanged &change)
{
    const SilenceLevel silence = change.silence;
    m_silentSince = silence == SilenceLevel::None ? std::nullopt : std::optional(change.lastHeardAt);
    m_silenceNoticedAt = silence == SilenceLevel::None ? std::nullopt : std::optional(m_silenceNoticedAt.value_or(std::chrono::steady_clock::now()));
    applyEvent(eventOf(silence));
}

void LinkConnection::handle(const ProgramFailed &failed)
{
    const auto program = m_programs.value(failed.id).object;
    if (program && failed.needsAdditionalLink) {
        m_additionalLinks.startProgram(program->m_record);
        return;
    }
    m_programs.remove(failed.id);
    if (program) {
        Q_EMIT program->failed(failed.failure);
        Q_EMIT streamOrProgramEnded();
    }
}

void LinkConnection::handle(const ProgramOutput &output)
{
    const auto program = m_programs.value(output.id).object;
    if (!program) {
        return;
    }
    const std::shared_ptr<ProgramRegistration> record = program->m_record;
    Q_EMIT program->outputReceived(output.bytes, output.kind);
    if (record->additionalLinkProgram) {
        return; // the additional connection counts the bytes that are under way
    }
    if (record->outputFlow->recordDeliveryAndCheckResume(output.bytes.size())) {
        if (const auto control = record->control.lock()) {
            control->wake();
        }
    }
}

void LinkConnection::handle(const ProgramFinished &finished)
{
    const auto starter = m_programs.value(finished.id).object;
    if (starter && starter->m_record->spec.x11 && finished.exit.code == 0) {
        // The program may have started others, whose windows are still open: its X11 channels stay until the owner of this RemoteProgram deletes it.
        Q_EMIT starter->finished(finished.exit);
        return;
    }
    if (const auto program = m_programs.take(finished.id).object) {
        program->m_record->isConnectionSilent = false;
        Q_EMIT program->finished(finished.exit);
        Q_EMIT streamOrProgramEnded();
    }
}

void LinkConnection::endConnection(const std::optional<Failure> &failure)
{
    close();
    Q_EMIT terminated(failure);
}
}
