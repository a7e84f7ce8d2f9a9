// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskpublisher.h"

#include "sessions/common/randomid.h"

namespace Nightdesk
{
using namespace std::chrono_literals;
using MessageKind = BoardTopics::MessageKind;
using Part = ReportPacer::Part;

DeskPublisher::DeskPublisher(BrokerClient *client, const QString &facility, const DeskName &desk, const FiguresFunction &source, QObject *parent)
    : BoardMessageSender(client, randomId(), BoardTopics(facility).deskTopic(desk, MessageKind::Presence), parent)
    , m_topics(facility)
    , m_deskName(desk)
    , m_figuresFunction(source)
    , m_reportPacer(desk)
{
    m_publishTimer.setSingleShot(true);
    connect(&m_publishTimer, &QTimer::timeout, this, &DeskPublisher::publishDueParts);
    // Connected before the owner connects a slot to the same signal, so that state and history are published first.
    connect(this, &DeskPublisher::connected, this, [this] {
        m_reportPacer.handleConnected(ReportPacer::Clock::now());
        publishDueParts();
    });
}

BoardWire::Presence DeskPublisher::presence(bool isOnline) const
{
    const BoardWire::DeskState state = m_figuresFunction().state;
    return {.stamp = {}, .isOnline = isOnline, .isFarewell = false, .people = state.people, .programVersion = state.programVersion};
}

void DeskPublisher::publishPart(Part part, const DeskFigures &figures)
{
    const BrokerDeliveryOptions kept{.qos = 1, .shouldRetain = true, .expiry = retainedMessageExpiry};
    QString topic;
    bool isSent = false;
    switch (part) {
    case Part::State:
        topic = m_topics.deskTopic(m_deskName, MessageKind::State);
        isSent = send(topic, figures.state, kept);
        if (isSent) {
            m_lastPublishedState = figures.state;
        }
        break;
    case Part::Numbers:
        topic = m_topics.deskTopic(m_deskName, MessageKind::Numbers);
        isSent = send(topic, figures.numbers, {});
        break;
    case Part::History:
        topic = m_topics.deskTopic(m_deskName, MessageKind::History);
        isSent = send(topic, BoardWire::DeskHistory{.stamp = {}, .entries = figures.history}, kept);
        break;
    }
    if (isSent) {
        m_reportPacer.recordSentPart(part, topic.size() + publishedMessages().value(topic).size(), figures, ReportPacer::Clock::now());
    }
}

void DeskPublisher::publishDueParts()
{
    if (client()->state() != BrokerState::Connected) {
        m_publishTimer.stop();
        return; // everything is published after the next connection
    }
    const DeskFigures figures = m_figuresFunction();
    const auto now = ReportPacer::Clock::now();
    const ReportPacer::PublishPlan plan = m_reportPacer.makePlan(figures, now);
    if (plan.isStateDue) {
        publishPart(Part::State, figures);
    }
    if (plan.areNumbersDue) {
        publishPart(Part::Numbers, figures);
    }
    if (plan.isHistoryDue) {
        publishPart(Part::History, figures);
    }
    // Waits at least 100 ms, because the client may refuse to send now.
    m_publishTimer.start(std::max<std::chrono::milliseconds>(100ms, std::chrono::ceil<std::chrono::milliseconds>(plan.nextCheckAt - now)));
}

void DeskPublisher::close()
{
    m_publishTimer.stop();
    // Publishes the last changes before closing. Above all, the last message must no longer contain the observers' names.
    if (client()->state() == BrokerState::Connected) {
        const DeskFigures figures = m_figuresFunction();
        if (m_lastPublishedState != figures.state) {
            publishPart(Part::State, figures);
        }
        if (m_reportPacer.makePlan(figures, ReportPacer::Clock::now()).isHistoryDue) {
            publishPart(Part::History, figures);
        }
    }
    closeWithFarewell({.stamp = {}, .isOnline = false, .isFarewell = true, .people = {}, .programVersion = {}});
}

void DeskPublisher::publishStateSoon()
{
    // Publishes in the next turn of the event loop, together with all changes of this turn.
    if (client()->state() == BrokerState::Connected && (!m_publishTimer.isActive() || m_publishTimer.remainingTimeAsDuration() > 0ms)) {
        m_publishTimer.start(0);
    }
}

void DeskPublisher::publishHistorySoon()
{
    m_reportPacer.requestHistory();
    publishStateSoon();
}
}
