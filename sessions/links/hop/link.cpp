// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"

#include "sessions/common/overloaded.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkconnections.h"
#include "sessions/links/hop/linkrecords.h"
#include "sessions/links/login/linksecrets.h"

#include <KLocalizedString>

namespace Nightdesk
{
Link::Link(QObject *parent)
    : QObject(parent)
{
    // The first call sets up objects that belong to the GUI thread; the link's thread translates too.
    KLocalizedString::languages();
}

Link::Link(const LinkTarget &target, const SharedLinkObjects &sharedLinkObjects, QObject *parent)
    : Link(parent)
{
    const auto linkSecrets = std::make_shared<LinkSecrets>(sharedLinkObjects.secrets, sharedLinkObjects.connectionRecords);
    const auto hops = sharedLinkObjects.hopPool ? sharedLinkObjects.hopPool
                                                : std::make_shared<HopPool>(linkSecrets->sharedNightSecrets(), sharedLinkObjects.connectionRecords);
    createConnections(target, linkSecrets, hops.get(), hops);
}

std::unique_ptr<Link> Link::createInternalLink(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops)
{
    std::unique_ptr<Link> link(new Link);
    link->createConnections(target, std::move(linkSecrets), hops, nullptr);
    return link;
}

void Link::createConnections(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops, std::shared_ptr<HopPool> hopPoolOwner)
{
    m_connections = std::make_unique<LinkConnections>(target, std::move(linkSecrets), hops, std::move(hopPoolOwner), this);
    connect(m_connections.get(), &LinkConnections::stateChanged, this, &Link::stateChanged);
    connect(m_connections.get(), &LinkConnections::eventReported, this, &Link::forwardEvent);
    connect(m_connections.get(), &LinkConnections::answeringChanged, this, &Link::answeringChanged);
    connect(m_connections.get(), &LinkConnections::renewalStartedOrEnded, this, &Link::renewalStartedOrEnded);
    connect(m_connections.get(), &LinkConnections::linkRenewalFailed, this, &Link::linkRenewalFailed);
    connect(m_connections.get(), &LinkConnections::connectionRenewed, this, &Link::connectionRenewed);
    connect(m_connections.get(), &LinkConnections::failed, this, &Link::failed);
}

void Link::forwardEvent(const LinkEvent &event)
{
    std::visit(Overloaded{
                   [this](const StepTiming &step) {
                       Q_EMIT stepFinished(step);
                   },
                   [this](const LinkSample &sample) {
                       Q_EMIT sampleTaken(sample);
                   },
                   [this](const PingAnswer &ping) {
                       Q_EMIT pingAnswered(ping);
                   },
                   [this](const HostKeyQuestion &question) {
                       Q_EMIT hostKeyQuestionAsked(question);
                   },
                   [this](const SecretQuestion &question) {
                       Q_EMIT secretQuestionAsked(question);
                   },
                   [this](QuestionWithdrawn withdrawn) {
                       Q_EMIT questionWithdrawn(withdrawn.question);
                   },
                   [this](const SharedFd &channel) {
                       Q_EMIT x11ChannelOpened(channel);
                   },
                   [](const auto &) {}, // all other events concern only the connection
               },
               event);
}

Link::~Link() = default;

const LinkTarget &Link::target() const
{
    return m_connections->target();
}

LinkState Link::state() const
{
    return m_connections->state();
}

bool Link::isLive() const
{
    return m_connections->state() == LinkState::Live || m_connections->state() == LinkState::Stalled;
}

bool Link::canOpenStreams() const
{
    return isLive() || (m_connections->state() == LinkState::LoggingIn && m_connections->currentConnection());
}

bool Link::isHostAnswering() const
{
    return m_connections->isHostAnswering();
}

std::optional<std::chrono::steady_clock::time_point> Link::silentSince() const
{
    return m_connections->currentConnection() ? m_connections->currentConnection()->silentSince() : std::nullopt;
}

std::optional<std::chrono::steady_clock::time_point> Link::silenceNoticedAt() const
{
    return m_connections->currentConnection() ? m_connections->currentConnection()->silenceNoticedAt() : std::nullopt;
}

std::optional<LinkState> Link::renewalState() const
{
    return m_connections->renewalConnection() ? std::optional(m_connections->renewalConnection()->state()) : std::nullopt;
}

int Link::oldConnectionCount() const
{
    return m_connections->oldConnectionCount();
}

LinkFacts Link::facts() const
{
    return m_connections->facts();
}

QList<StepTiming> Link::steps() const
{
    return m_connections->steps();
}

std::shared_ptr<NightSecrets> Link::secrets() const
{
    return m_connections->linkSecrets()->sharedNightSecrets();
}

std::shared_ptr<SharedConnectionRecords> Link::connectionRecords() const
{
    return m_connections->linkSecrets()->connectionRecords();
}

std::optional<Failure> Link::lastFailure() const
{
    return m_connections->lastFailure();
}

std::unique_ptr<LinkStream> Link::openStream(const StreamTarget &target, UniqueFd localEnd, int warmUpRoundTrips)
{
    std::unique_ptr<LinkStream> stream(new LinkStream);
    stream->m_record = std::make_shared<StreamRegistration>();
    if (canOpenStreams()) {
        m_connections->currentConnection()->addStream(stream.get(), target, std::move(localEnd), warmUpRoundTrips);
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
    program->m_record = std::make_shared<ProgramRegistration>();
    if (isLive()) {
        m_connections->currentConnection()->addProgram(program.get(), spec);
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
    m_connections->open();
}

void Link::renew()
{
    m_connections->renew(false);
}

void Link::renewInteractively()
{
    m_connections->renew(true);
}

void Link::stopRenewal()
{
    m_connections->stopRenewal();
}

void Link::checkConnectivity()
{
    m_connections->checkConnectivity();
}

void Link::close()
{
    m_connections->close();
}

void Link::answerHostKey(quint64 question, HostKeyAnswer answer)
{
    m_connections->answerQuestion(question, HostKeyAnswerCommand{question, answer});
}

void Link::answerSecret(quint64 question, const std::optional<Secret> &secret)
{
    m_connections->answerQuestion(question, SecretAnswerCommand{question, secret});
}
}
