// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/link.h"

#include "sessions/links/linkfailure.h"
#include "sessions/links/linkprivate.h"

#include <KLocalizedString>

namespace Nightdesk
{
LinkStream::LinkStream() = default;

LinkStream::~LinkStream()
{
    if (const auto control = m_record->control.lock()) {
        control->post(CloseStreamCommand{m_record->id});
    }
}

RemoteProgram::RemoteProgram() = default;

RemoteProgram::~RemoteProgram()
{
    if (const auto control = m_record->control.lock()) {
        control->post(CloseProgramCommand{m_record->id, false});
    }
}

void RemoteProgram::terminate()
{
    if (m_record->elsewhere) {
        m_record->elsewhere->terminate();
    } else if (const auto control = m_record->control.lock()) {
        control->post(CloseProgramCommand{m_record->id, true});
    }
}

bool RemoteProgram::isWaiting() const
{
    return false;
}

Link::Link(const LinkTarget &target, const LinkSurroundings &surroundings, QObject *parent)
    : Link(target, std::make_shared<LinkMemory>(surroundings.secrets), 0, parent)
{
}

Link::Link(const LinkTarget &target, std::shared_ptr<LinkMemory> memory, int depth, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<LinkPrivate>(this, target, std::move(memory), depth))
{
    // Its first use sets up objects that belong to the GUI thread; the link's thread translates too.
    KLocalizedString::languages();
}

Link::~Link() = default;

const LinkTarget &Link::target() const
{
    return d->target;
}

LinkState Link::state() const
{
    return d->state;
}

bool Link::isLive() const
{
    return d->state == LinkState::Live || d->state == LinkState::Stalled;
}

bool Link::answers() const
{
    return d->state == LinkState::Live;
}

std::optional<LinkState> Link::renewal() const
{
    return std::nullopt;
}

void Link::renew()
{
}

void Link::stopRenewal()
{
}

LinkFacts Link::facts() const
{
    return d->facts;
}

QList<StepTiming> Link::steps() const
{
    return d->steps;
}

std::shared_ptr<NightSecrets> Link::secrets() const
{
    return d->memory->sharedNight();
}

std::optional<Failure> Link::lastFailure() const
{
    return d->failure;
}

std::unique_ptr<LinkStream> Link::openStream(const StreamTarget &target, UniqueFd localEnd)
{
    std::unique_ptr<LinkStream> stream(new LinkStream);
    stream->m_record = std::make_shared<StreamRecord>();
    const quint64 id = ++d->lastId;
    stream->m_record->id = id;
    d->streams.insert(id, stream.get());
    if (isLive()) {
        stream->m_record->control = d->thread->sharedControl();
        d->thread->control().post(OpenStreamCommand{id, target, shareFd(std::move(localEnd))});
    } else {
        QMetaObject::invokeMethod(
            d.get(),
            [this, id] {
                d->streamFailed(id, LinkFailure::notLive());
            },
            Qt::QueuedConnection);
    }
    return stream;
}

std::unique_ptr<RemoteProgram> Link::startProgram(const ProgramSpec &spec)
{
    std::unique_ptr<RemoteProgram> program(new RemoteProgram);
    program->m_record = std::make_shared<ProgramRecord>();
    const quint64 id = ++d->lastId;
    program->m_record->id = id;
    program->m_record->spec = spec;
    d->programs.insert(id, program.get());
    if (isLive()) {
        program->m_record->control = d->thread->sharedControl();
        d->thread->control().post(StartProgramCommand{id, spec, program->m_record->flow});
    } else {
        QMetaObject::invokeMethod(
            d.get(),
            [this, id] {
                d->programFailed(id, LinkFailure::notLive(), false);
            },
            Qt::QueuedConnection);
    }
    return program;
}

void Link::open()
{
    if (d->state == LinkState::Idle || d->state == LinkState::Closed) {
        d->start();
    }
}

void Link::close()
{
    if (d->state == LinkState::Idle || d->state == LinkState::Closed) {
        return;
    }
    d->failure.reset();
    d->stop();
    d->setState(LinkState::Closed);
}

void Link::answerHostKey(quint64 question, HostKeyAnswer answer)
{
    d->answered(question, HostKeyAnswerCommand{question, answer});
}

void Link::answerSecret(quint64 question, const std::optional<Secret> &secret)
{
    d->answered(question, SecretAnswerCommand{question, secret});
}
}
