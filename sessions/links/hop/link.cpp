// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"

#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkprivate.h"
#include "sessions/links/hop/linkrecords.h"
#include "sessions/links/login/linkmemory.h"

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
    return m_record->isWaiting;
}

Link::Link(QObject *parent)
    : QObject(parent)
{
    // Its first use sets up objects that belong to the GUI thread; the link's thread translates too.
    KLocalizedString::languages();
}

Link::Link(const LinkTarget &target, const LinkSurroundings &surroundings, QObject *parent)
    : Link(parent)
{
    const auto memory = std::make_shared<LinkMemory>(surroundings.secrets, surroundings.returns);
    const auto hops = surroundings.hops ? surroundings.hops : std::make_shared<HopPool>(memory->sharedNight(), surroundings.returns);
    d = std::make_unique<LinkPrivate>(this, target, memory, hops.get(), hops);
}

std::unique_ptr<Link> Link::inside(const LinkTarget &target, std::shared_ptr<LinkMemory> memory, HopPool *hops)
{
    std::unique_ptr<Link> link(new Link);
    link->d = std::make_unique<LinkPrivate>(link.get(), target, std::move(memory), hops, nullptr);
    return link;
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

bool Link::takesStreams() const
{
    return isLive() || (d->state == LinkState::LoggingIn && d->current);
}

bool Link::answers() const
{
    return d->answers;
}

std::optional<std::chrono::steady_clock::time_point> Link::silentSince() const
{
    return d->current ? d->current->silentSince() : std::nullopt;
}

std::optional<LinkState> Link::renewal() const
{
    return d->next ? std::optional(d->next->state()) : std::nullopt;
}

int Link::oldConnections() const
{
    return static_cast<int>(d->elders.size());
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

std::shared_ptr<ReturnMemory> Link::returns() const
{
    return d->memory->returns();
}

std::optional<Failure> Link::lastFailure() const
{
    return d->failure;
}

std::unique_ptr<LinkStream> Link::openStream(const StreamTarget &target, UniqueFd localEnd)
{
    std::unique_ptr<LinkStream> stream(new LinkStream);
    stream->m_record = std::make_shared<StreamRecord>();
    if (takesStreams()) {
        d->current->addStream(stream.get(), target, std::move(localEnd));
    } else {
        QMetaObject::invokeMethod(
            stream.get(),
            [refused = stream.get()] {
                Q_EMIT refused->failed(LinkFailure::notLive());
            },
            Qt::QueuedConnection);
    }
    return stream;
}

std::unique_ptr<RemoteProgram> Link::startProgram(const ProgramSpec &spec)
{
    std::unique_ptr<RemoteProgram> program(new RemoteProgram);
    program->m_record = std::make_shared<ProgramRecord>();
    if (isLive()) {
        d->current->addProgram(program.get(), spec);
    } else {
        QMetaObject::invokeMethod(
            program.get(),
            [refused = program.get()] {
                Q_EMIT refused->failed(LinkFailure::notLive());
            },
            Qt::QueuedConnection);
    }
    return program;
}

void Link::open()
{
    d->open();
}

void Link::renew()
{
    d->renew(false);
}

void Link::renewAsking()
{
    d->renew(true);
}

void Link::stopRenewal()
{
    d->stopRenewal();
}

void Link::lookAgain()
{
    d->lookAgain();
}

void Link::close()
{
    d->close();
}

void Link::answerHostKey(quint64 question, HostKeyAnswer answer)
{
    d->answer(question, HostKeyAnswerCommand{question, answer});
}

void Link::answerSecret(quint64 question, const std::optional<Secret> &secret)
{
    d->answer(question, SecretAnswerCommand{question, secret});
}
}
