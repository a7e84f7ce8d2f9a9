// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkrun.h"

#include "sessions/links/config/hopspec.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/hoppool.h"

#include <utility>

namespace Nightdesk
{
namespace
{
// A chain longer than this is a mistake.
constexpr qsizetype hopLimit = 8;
}

LinkRun::LinkRun(const LinkTarget &target, const LinkErrand &errand, std::shared_ptr<LinkMemory> memory, HopPool *hops, const Link *user)
    : m_target(target)
    , m_errand(errand)
    , m_hops(hops)
    , m_user(user)
    , m_further(target, memory, hops)
    , m_thread(target, errand, this, this, memory)
{
    connect(&m_further, &FurtherLinks::started, this, &LinkRun::programStarted);
    connect(&m_further, &FurtherLinks::failed, this, [this](quint64 id, const Failure &failure) {
        programFailed(id, failure, false);
    });
    connect(&m_further, &FurtherLinks::output, this, [this](quint64 id, const QByteArray &bytes, OutputKind kind) {
        if (const auto program = m_programs.value(id)) {
            Q_EMIT program->output(bytes, kind);
        }
    });
    connect(&m_further, &FurtherLinks::finished, this, &LinkRun::programFinished);
    connect(&m_further, &FurtherLinks::answersChanged, this, &LinkRun::showWaiting);
    connect(&m_further, &FurtherLinks::hostKeyQuestion, this, &LinkRun::hostKeyQuestion);
    connect(&m_further, &FurtherLinks::secretQuestion, this, &LinkRun::secretQuestion);
    connect(&m_further, &FurtherLinks::questionWithdrawn, this, &LinkRun::questionWithdrawn);
    connect(&m_further, &FurtherLinks::x11Opened, this, &LinkRun::x11Opened);
}

LinkRun::~LinkRun()
{
    blockSignals(true);
    if (!m_isLeaving) {
        m_thread.stop();
    } else if (m_way) {
        // Nobody is left to tell it what becomes of the hop: it would wait for that as long as the program runs.
        m_thread.control().post(HopFailedCommand{LinkFailure::notLive()});
    }
}

LinkState LinkRun::state() const
{
    return m_state;
}

bool LinkRun::isUp() const
{
    return m_state == LinkState::Live || m_state == LinkState::Stalled || m_state == LinkState::Dead;
}

bool LinkRun::answers() const
{
    return m_answers;
}

std::optional<std::chrono::steady_clock::time_point> LinkRun::silentSince() const
{
    return m_silentSince;
}

LinkFacts LinkRun::facts() const
{
    return m_facts;
}

QList<StepTiming> LinkRun::steps() const
{
    return m_steps;
}

LinkErrand LinkRun::errand() const
{
    return m_errand;
}

bool LinkRun::neededPerson() const
{
    return m_neededPerson;
}

bool LinkRun::isAsking() const
{
    return !m_questions.isEmpty() || (m_way && m_way->isAsking());
}

bool LinkRun::isHeld() const
{
    return m_isHeld && (m_state == LinkState::Resolving || m_state == LinkState::Connecting);
}

void LinkRun::addStream(LinkStream *stream, const StreamTarget &target, UniqueFd localEnd)
{
    const quint64 id = ++m_lastId;
    stream->m_record->id = id;
    stream->m_record->control = m_thread.sharedControl();
    m_streams.insert(id, stream);
    connect(stream, &QObject::destroyed, this, [this, id] {
        m_openedStreams.remove(id);
        if (m_streams.remove(id)) {
            Q_EMIT lightened();
        }
    });
    m_thread.control().post(OpenStreamCommand{id, target, shareFd(std::move(localEnd))});
}

void LinkRun::addProgram(RemoteProgram *program, const ProgramSpec &spec)
{
    const quint64 id = ++m_lastId;
    program->m_record->id = id;
    program->m_record->spec = spec;
    program->m_record->control = m_thread.sharedControl();
    m_programs.insert(id, program);
    connect(program, &QObject::destroyed, this, [this, id] {
        m_startedPrograms.remove(id);
        if (m_programs.remove(id)) {
            Q_EMIT lightened();
        }
    });
    m_thread.control().post(StartProgramCommand{id, spec, program->m_record->flow});
}

bool LinkRun::isCarrying() const
{
    return !m_streams.isEmpty() || !m_programs.isEmpty();
}

void LinkRun::growOld()
{
    m_isOld = true;
    showWaiting();
}

void LinkRun::lookAgain()
{
    m_thread.control().post(ProbeCommand{});
}

bool LinkRun::answer(quint64 question, const LinkCommand &command)
{
    if (m_questions.remove(question)) {
        m_thread.control().post(command);
        return true;
    }
    // It may be a hop's or a further connection's: numbers are unique in the process.
    if (const auto *hostKey = std::get_if<HostKeyAnswerCommand>(&command)) {
        return (m_way && m_way->answerHostKey(question, hostKey->answer)) || m_further.answerHostKey(question, hostKey->answer);
    }
    if (const auto *secret = std::get_if<SecretAnswerCommand>(&command)) {
        return (m_way && m_way->answerSecret(question, secret->secret)) || m_further.answerSecret(question, secret->secret);
    }
    return false;
}

void LinkRun::stop()
{
    if (m_isLeaving) {
        return; // that takes as long as it takes, and nobody waits for it
    }
    if (isUp() && !m_answers) {
        m_thread.discard();
    } else {
        m_thread.stop();
    }
    close();
}

void LinkRun::standDown()
{
    blockSignals(true);
    if (m_way && m_way->hasKnocked()) {
        m_thread.control().commit(); // the host behind the hop has seen us, or is about to
    }
    m_isLeaving = true;
    m_thread.letGo();
}

bool LinkRun::isDone() const
{
    return m_thread.isDone() && m_further.isDone();
}

void LinkRun::close()
{
    m_state = LinkState::Closed;
    m_answers = false;
    dropAll();
    if (m_way) {
        m_way.release()->leave();
    }
}

void LinkRun::dropAll()
{
    const QSet<quint64> questions = std::exchange(m_questions, {});
    for (const quint64 question : questions) {
        Q_EMIT questionWithdrawn(question);
    }
    m_further.close();
    const auto streams = std::exchange(m_streams, {});
    const auto opened = std::exchange(m_openedStreams, {});
    for (auto it = streams.cbegin(); it != streams.cend(); ++it) {
        if (!*it) {
            continue;
        }
        if (opened.contains(it.key())) {
            Q_EMIT(*it)->closed();
        } else {
            Q_EMIT(*it)->failed(LinkFailure::notLive());
        }
    }
    const auto programs = std::exchange(m_programs, {});
    const auto started = std::exchange(m_startedPrograms, {});
    for (auto it = programs.cbegin(); it != programs.cend(); ++it) {
        if (!*it) {
            continue;
        }
        (*it)->m_record->isWaiting = false;
        if (started.contains(it.key())) {
            Q_EMIT(*it)->finished({});
        } else {
            Q_EMIT(*it)->failed(LinkFailure::notLive());
        }
    }
}

void LinkRun::setState(LinkState state)
{
    if (m_state != state) {
        m_state = state;
        Q_EMIT stateChanged();
    }
}

void LinkRun::setAnswers(bool answers)
{
    if (m_answers != answers) {
        m_answers = answers;
        showWaiting();
        Q_EMIT answersChanged();
    }
}

/// A program waits when its connection does not answer though the link goes on without it: an old one, or the further one
/// that it runs in. Of that the link itself tells nothing, whichever run it belongs to.
void LinkRun::showWaiting()
{
    const auto programs = m_programs;
    for (const QPointer<RemoteProgram> &program : programs) {
        if (!program) {
            continue;
        }
        ProgramRecord &record = *program->m_record;
        const bool isWaiting = record.elsewhereLink ? !record.elsewhereLink->answers() : m_isOld && !m_answers;
        if (record.isWaiting != isWaiting) {
            record.isWaiting = isWaiting;
            Q_EMIT program->waitingChanged(isWaiting);
        }
    }
}

void LinkRun::entered(LinkState state)
{
    m_answers = m_answers || state == LinkState::Live;
    setState(state);
}

void LinkRun::stepTaken(const StepTiming &step)
{
    m_steps << step;
    Q_EMIT stepFinished(step);
}

void LinkRun::hostKeyAsked(const HostKeyQuestion &question)
{
    m_questions.insert(question.id);
    Q_EMIT hostKeyQuestion(question);
}

void LinkRun::secretAsked(const SecretQuestion &question)
{
    m_questions.insert(question.id);
    Q_EMIT secretQuestion(question);
}

void LinkRun::questionVoid(quint64 question)
{
    if (m_questions.remove(question)) {
        Q_EMIT questionWithdrawn(question);
    }
}

void LinkRun::hopWanted(const QStringList &hops, const QString &host, quint16 port)
{
    auto lease = hops.size() > hopLimit ? nullptr : m_hops->lease(hopSpec(m_target.spec, hops), m_user);
    if (!lease) {
        m_thread.control().post(HopFailedCommand{LinkFailure::tooManyHops(m_target.spec.host)});
        return;
    }
    m_way = std::make_unique<HopWay>(std::move(lease), m_errand, hops, host, port);
    connect(m_way.get(), &HopWay::stateChanged, this, [this](LinkState state) {
        if (m_state == LinkState::Resolving || m_state == LinkState::Connecting) {
            setState(state);
        }
    });
    connect(m_way.get(), &HopWay::ready, this, [this](const SharedFd &stream, const QString &address) {
        m_thread.control().post(HopReadyCommand{stream, address});
    });
    connect(m_way.get(), &HopWay::failed, this, [this](const Failure &failure) {
        m_thread.control().post(HopFailedCommand{failure});
    });
    connect(m_way.get(), &HopWay::held, this, [this](const Failure &reason) {
        m_isHeld = true;
        Q_EMIT held(reason);
    });
    connect(m_way.get(), &HopWay::outdated, this, [this] {
        if (!isUp() && m_state != LinkState::Closed) {
            Failure failure = LinkFailure::connectionLost(m_target.spec.host);
            failure.answered = false;
            fail(failure);
        }
    });
    connect(m_way.get(), &HopWay::hostKeyQuestion, this, &LinkRun::hostKeyQuestion);
    connect(m_way.get(), &HopWay::secretQuestion, this, &LinkRun::secretQuestion);
    connect(m_way.get(), &HopWay::questionWithdrawn, this, &LinkRun::questionWithdrawn);
    m_way->start();
}

/// Ends it from here, as if its thread had found it lost.
void LinkRun::fail(const Failure &failure)
{
    m_thread.discard();
    ended(failure);
}

void LinkRun::connected(const LinkFacts &facts)
{
    m_facts = facts;
    m_answers = true;
    setState(LinkState::Live);
}

void LinkRun::fellSilent(Silence silence, std::chrono::steady_clock::time_point heard)
{
    m_silentSince = silence == Silence::None ? std::nullopt : std::optional(heard);
    setState(silence == Silence::Dead ? LinkState::Dead : silence == Silence::Stalled ? LinkState::Stalled : LinkState::Live);
    if (m_state != LinkState::Closed) {
        setAnswers(silence == Silence::None);
    }
}

void LinkRun::sampled(const LinkSample &sample)
{
    LinkSample complete = sample;
    if (m_way) {
        complete.tcpRoundTrip = m_way->roundTrip();
        complete.tcpLeg = TcpLeg::FirstHop;
    }
    Q_EMIT sampleTaken(complete);
}

void LinkRun::pulsed(const LinkPulse &pulse)
{
    Q_EMIT gavePulse(pulse);
}

void LinkRun::streamOpened(quint64 id)
{
    if (const auto stream = m_streams.value(id)) {
        m_openedStreams.insert(id);
        Q_EMIT stream->opened();
    }
}

void LinkRun::streamFailed(quint64 id, const Failure &reason)
{
    if (const auto stream = m_streams.take(id)) {
        Q_EMIT stream->failed(reason);
        Q_EMIT lightened();
    }
}

void LinkRun::streamClosed(quint64 id)
{
    m_openedStreams.remove(id);
    if (const auto stream = m_streams.take(id)) {
        Q_EMIT stream->closed();
        Q_EMIT lightened();
    }
}

void LinkRun::programStarted(quint64 id)
{
    if (const auto program = m_programs.value(id)) {
        m_startedPrograms.insert(id);
        Q_EMIT program->started();
    }
}

void LinkRun::programFailed(quint64 id, const Failure &reason, bool sessionRefused)
{
    const auto program = m_programs.value(id);
    if (program && sessionRefused) {
        m_further.start(program->m_record);
        return;
    }
    m_programs.remove(id);
    if (program) {
        Q_EMIT program->failed(reason);
        Q_EMIT lightened();
    }
}

void LinkRun::programOutput(quint64 id, const QByteArray &bytes, OutputKind kind)
{
    const auto program = m_programs.value(id);
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

void LinkRun::programFinished(quint64 id, const ProgramExit &exit)
{
    const auto starter = m_programs.value(id);
    if (starter && starter->m_record->spec.x11 && exit.code == 0) {
        Q_EMIT starter->finished(exit); // it may have left windows behind: carried until whoever looks after them lets go of it
        return;
    }
    m_startedPrograms.remove(id);
    if (const auto program = m_programs.take(id)) {
        program->m_record->isWaiting = false;
        Q_EMIT program->finished(exit);
        Q_EMIT lightened();
    }
}

void LinkRun::x11Connected(const SharedFd &channel)
{
    Q_EMIT x11Opened(channel);
}

void LinkRun::personNeeded()
{
    m_neededPerson = true;
}

void LinkRun::ended(const std::optional<Failure> &failure)
{
    close();
    Q_EMIT over(failure);
}
}
