// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardlink.h"

#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/linksupervisor.h"

#include <utility>

namespace Nightdesk
{
namespace
{
// Time to wait until a link has ended: its thread has one second, after which the link's destructor waits no longer.
constexpr std::chrono::milliseconds linkEnds(1200);
constexpr std::chrono::milliseconds shutdownDelay(1000);
/// Stands in a link's specification for an account that was not chosen tonight.
constexpr QLatin1StringView account("{account}");
}

BoardLink::BoardLink(Desk *desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
{
    // delayed, because a profile's links are created before its displays open them
    m_linkChoiceTimer.setSingleShot(true);
    m_linkChoiceTimer.setInterval(0);
    connect(&m_linkChoiceTimer, &QTimer::timeout, this, &BoardLink::chooseLink);
    connect(desk, &Desk::linkAdded, this, [this](Link *link) {
        connect(link, &Link::stateChanged, this, &BoardLink::scheduleLinkChoice);
        scheduleLinkChoice();
    });
    connect(desk, &Desk::linkAboutToBeRemoved, this, [this](Link *link) {
        if (link == m_currentLink) {
            setLink(nullptr);
        }
        scheduleLinkChoice();
    });
    for (Link *link : desk->links()) {
        connect(link, &Link::stateChanged, this, &BoardLink::scheduleLinkChoice);
    }
}

BoardLink::~BoardLink()
{
    if (m_ownLink) {
        m_ownLink->releaseLink();
    }
}

bool BoardLink::haveSameTarget(const LinkSpec &one, const LinkSpec &other)
{
    const bool isAnyAccount = one.user == account || other.user == account;
    return one.host.compare(other.host, Qt::CaseInsensitive) == 0 && one.port == other.port && (isAnyAccount || one.user == other.user)
        && one.jumpHosts == other.jumpHosts;
}

void BoardLink::keepLinkOpen(const LinkSpec &spec)
{
    if (m_linkSpec == spec) {
        return;
    }
    m_linkSpec = spec;
    setLink(nullptr);
    deleteOwnLink();
    scheduleLinkChoice();
}

void BoardLink::release()
{
    m_linkSpec.reset();
    m_linkChoiceTimer.stop();
    setLink(nullptr);
    deleteOwnLink();
}

void BoardLink::requestLogin()
{
    if (!m_linkSpec || m_linkSpec->user == account || findDeskLinkToBroker()) {
        return;
    }
    if (!m_ownLink) {
        createOwnLink();
    }
    const bool mayAskAlready = mayOwnLinkAskUser(); // a second click opens no second dialog
    handleEvent(BoardLinkEvent::LoginRequested);
    if (!mayAskAlready) {
        Q_EMIT userQuestionsAllowed(m_ownLink->link());
    }
    m_ownLink->connectAtOnce();
    setLink(m_ownLink->link());
}

Link *BoardLink::link() const
{
    return m_currentLink;
}

bool BoardLink::usesOwnLink() const
{
    return m_ownLink && m_currentLink == m_ownLink->link();
}

bool BoardLink::needsUserAction() const
{
    return m_userQuestionState == BoardLinkState::NeedsUserAction || m_userQuestionState == BoardLinkState::ClosingAfterRefusal;
}

bool BoardLink::mayOwnLinkAskUser() const
{
    return m_userQuestionState == BoardLinkState::MayAskUser || m_userQuestionState == BoardLinkState::MayAskUserAfterReconnect;
}

void BoardLink::scheduleLinkChoice()
{
    if (m_linkSpec) {
        m_linkChoiceTimer.start();
    }
}

/// A link of the desk that leads to the broker: a live one, otherwise one that is connecting. An idle link is not used,
/// because nothing opens it.
Link *BoardLink::findDeskLinkToBroker() const
{
    Link *opening = nullptr;
    for (Link *link : m_desk->links()) {
        if (!haveSameTarget(link->target().spec, *m_linkSpec) || link->state() == LinkState::Idle) {
            continue;
        }
        if (link->isLive()) {
            return link;
        }
        opening = opening ? opening : link;
    }
    return opening;
}

void BoardLink::chooseLink()
{
    if (!m_linkSpec) {
        return;
    }
    if (Link *link = findDeskLinkToBroker()) {
        // While this object's own link is live, a desk's link that is not live yet is no improvement.
        if (link == m_currentLink || (m_ownLink && m_ownLink->link()->isLive() && !link->isLive())) {
            return;
        }
        if (m_currentLink && !usesOwnLink() && m_currentLink->isLive()) {
            return; // the current link is as good as the link found
        }
        setLink(link);
        deleteOwnLink();
        return;
    }
    if (m_linkSpec->user == account) {
        setLink(nullptr); // not asked for here: Nightdesk does not ask the user for an account only because of the status board
        return;
    }
    if (!m_ownLink) {
        createOwnLink();
        m_ownLink->keepLinkOpen();
    }
    setLink(m_ownLink->link());
}

void BoardLink::setLink(Link *link)
{
    if (link == m_currentLink) {
        return;
    }
    Q_EMIT linkAboutToChange();
    m_currentLink = link;
    Q_EMIT linkStateChanged();
}

void BoardLink::createOwnLink()
{
    qCInfo(LogDesk) << "a link of its own leads to the board:" << m_linkSpec->id;
    m_ownLink = new LinkSupervisor({*m_linkSpec}, m_desk->sharedLinkObjects(), this);
    Link *link = m_ownLink->link();
    // The user did not open the board, so a question of this link must not open a dialog over the user's work.
    connect(link, &Link::hostKeyQuestionAsked, this, [this, link](const HostKeyQuestion &question) {
        if (!mayOwnLinkAskUser()) {
            handleEvent(BoardLinkEvent::LinkAskedQuestion);
            link->answerHostKey(question.id, HostKeyAnswer::Refuse);
        }
    });
    connect(link, &Link::secretQuestionAsked, this, [this, link](const SecretQuestion &question) {
        if (!mayOwnLinkAskUser()) {
            handleEvent(BoardLinkEvent::LinkAskedQuestion);
            link->answerSecret(question.id, {});
        }
    });
    connect(link, &Link::stateChanged, this, [this, link](LinkState state) {
        if (state == LinkState::Live) {
            // From now on the link may not ask the user questions: if it is lost and reconnects later, a dialog could open while the user types.
            handleEvent(BoardLinkEvent::LinkLive);
        } else if (state == LinkState::Closed) {
            handleLinkClosed(link);
        }
    });
    connect(m_desk, &Desk::connectivityCheckRequested, m_ownLink, &LinkSupervisor::checkConnectivity);
}

void BoardLink::handleLinkClosed(Link *link)
{
    const auto failure = link->lastFailure();
    const BoardLinkState before = m_userQuestionState;
    handleEvent(failure && failure->kind == FailureKind::Refused ? BoardLinkEvent::AnswerRefused : BoardLinkEvent::LinkClosed);
    if (before != BoardLinkState::MayAskUserAfterReconnect) {
        return;
    }
    // The user requested the login after the question had been refused, but before the link had closed. The link
    // connects again and may ask.
    QTimer::singleShot(0, this, [this] {
        if (m_ownLink && mayOwnLinkAskUser()) { // false: the link was deleted before the event loop made this call
            m_ownLink->connectAtOnce();
        }
    });
}

/// When the link may no longer ask questions, userQuestionsForbidden() makes its receivers close the dialogs: a dialog that opens later would take
/// the focus from a user who works.
void BoardLink::handleEvent(BoardLinkEvent event)
{
    const bool neededPerson = needsUserAction();
    const bool couldAsk = mayOwnLinkAskUser();
    m_userQuestionState = nextState(m_userQuestionState, event).value_or(m_userQuestionState);
    if (couldAsk && !mayOwnLinkAskUser() && m_ownLink) {
        // Queued, because listeners must first receive the signal of the link itself: that it is live, and that the
        // secrets were correct.
        QTimer::singleShot(0, this, [this, link = QPointer(m_ownLink->link())] {
            if (link && !(mayOwnLinkAskUser() && m_ownLink && m_ownLink->link() == link)) {
                Q_EMIT userQuestionsForbidden(link);
            }
        });
    }
    if (needsUserAction() != neededPerson) {
        Q_EMIT needsUserActionChanged();
    }
}

void BoardLink::deleteOwnLink()
{
    handleEvent(BoardLinkEvent::LinkDeleted);
    if (LinkSupervisor *ending = std::exchange(m_ownLink, nullptr)) {
        ending->link()->disconnect(this);
        QTimer::singleShot(shutdownDelay, ending, &LinkSupervisor::releaseLink);
        QTimer::singleShot(shutdownDelay + linkEnds, ending, &QObject::deleteLater);
    }
}
}
