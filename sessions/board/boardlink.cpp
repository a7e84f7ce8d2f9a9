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
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &BoardLink::chooseLink);
    connect(desk, &Desk::linkAdded, this, [this](Link *link) {
        connect(link, &Link::stateChanged, this, &BoardLink::lookSoon);
        lookSoon();
    });
    connect(desk, &Desk::linkAboutToGo, this, [this](Link *link) {
        if (link == m_link) {
            use(nullptr);
        }
        lookSoon();
    });
    for (Link *link : desk->links()) {
        connect(link, &Link::stateChanged, this, &BoardLink::lookSoon);
    }
}

BoardLink::~BoardLink()
{
    if (m_own) {
        m_own->release();
    }
}

bool BoardLink::leadToSame(const LinkSpec &one, const LinkSpec &other)
{
    const bool isAnyAccount = one.user == account || other.user == account;
    return one.host.compare(other.host, Qt::CaseInsensitive) == 0 && one.port == other.port && (isAnyAccount || one.user == other.user)
        && one.jump == other.jump;
}

void BoardLink::requestLink(const LinkSpec &spec)
{
    if (m_spec == spec) {
        return;
    }
    m_spec = spec;
    use(nullptr);
    endOwn();
    lookSoon();
}

void BoardLink::release()
{
    m_spec.reset();
    m_soon.stop();
    use(nullptr);
    endOwn();
}

void BoardLink::login()
{
    if (!m_spec || m_spec->user == account || deskLink()) {
        return;
    }
    if (!m_own) {
        makeOwn();
    }
    const bool mayAskAlready = mayAsk(); // a second click opens no second dialog
    enter(BoardLinkEvent::LoginRequested);
    if (!mayAskAlready) {
        Q_EMIT asking(m_own->link());
    }
    m_own->connectAtOnce();
    use(m_own->link());
}

Link *BoardLink::link() const
{
    return m_link;
}

bool BoardLink::isOwn() const
{
    return m_own && m_link == m_own->link();
}

bool BoardLink::needsPerson() const
{
    return m_state == BoardLinkState::NeedsPerson || m_state == BoardLinkState::ClosingAfterRefusal;
}

bool BoardLink::mayAsk() const
{
    return m_state == BoardLinkState::Asking || m_state == BoardLinkState::AskingNext;
}

void BoardLink::lookSoon()
{
    if (m_spec) {
        m_soon.start();
    }
}

/// A link of the desk that leads to the broker: a live one, otherwise one that is connecting. An idle link is not used,
/// because nothing opens it.
Link *BoardLink::deskLink() const
{
    Link *opening = nullptr;
    for (Link *link : m_desk->links()) {
        if (!leadToSame(link->target().spec, *m_spec) || link->state() == LinkState::Idle) {
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
    if (!m_spec) {
        return;
    }
    if (Link *link = deskLink()) {
        // While this object's own link is live, a desk's link that is not live yet is no improvement.
        if (link == m_link || (m_own && m_own->link()->isLive() && !link->isLive())) {
            return;
        }
        if (m_link && !isOwn() && m_link->isLive()) {
            return; // the present link is as good as this one
        }
        use(link);
        endOwn();
        return;
    }
    if (m_spec->user == account) {
        use(nullptr); // the status board alone is no reason to ask the user for the account
        return;
    }
    if (!m_own) {
        makeOwn();
        m_own->requestLink();
    }
    use(m_own->link());
}

void BoardLink::use(Link *link)
{
    if (link == m_link) {
        return;
    }
    Q_EMIT aboutToChange();
    m_link = link;
    Q_EMIT changed();
}

void BoardLink::makeOwn()
{
    qCInfo(LogDesk) << "a link of its own leads to the board:" << m_spec->id;
    m_own = new LinkSupervisor({*m_spec}, m_desk->surroundings(), this);
    Link *link = m_own->link();
    // The user did not request the board, so a question of this link must not open a dialog over the user's work.
    connect(link, &Link::hostKeyQuestion, this, [this, link](const HostKeyQuestion &question) {
        if (!mayAsk()) {
            enter(BoardLinkEvent::QuestionAsked);
            link->answerHostKey(question.id, HostKeyAnswer::Refuse);
        }
    });
    connect(link, &Link::secretQuestion, this, [this, link](const SecretQuestion &question) {
        if (!mayAsk()) {
            enter(BoardLinkEvent::QuestionAsked);
            link->answerSecret(question.id, {});
        }
    });
    connect(link, &Link::stateChanged, this, [this, link](LinkState state) {
        if (state == LinkState::Live) {
            // From now on the link asks no questions: if it is lost and reconnects later, the user may be typing.
            enter(BoardLinkEvent::Live);
        } else if (state == LinkState::Closed) {
            closed(link);
        }
    });
    connect(m_desk, &Desk::checkRequested, m_own, &LinkSupervisor::checkNow);
}

void BoardLink::closed(Link *link)
{
    const auto failure = link->lastFailure();
    const BoardLinkState before = m_state;
    enter(failure && failure->kind == FailureKind::Refused ? BoardLinkEvent::Refused : BoardLinkEvent::Closed);
    if (before != BoardLinkState::AskingNext) {
        return;
    }
    // The user requested the login after the question had been refused, but before the link had closed. The link
    // connects again and may ask.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_own && mayAsk()) { // otherwise the link was released before this call
                m_own->connectAtOnce();
            }
        },
        Qt::QueuedConnection);
}

/// When the link may no longer ask questions, askedEnough() tells its listeners to stop showing them: a dialog that opens later would take the focus
/// from a user who works.
void BoardLink::enter(BoardLinkEvent event)
{
    const bool neededPerson = needsPerson();
    const bool couldAsk = mayAsk();
    m_state = nextState(m_state, event).value_or(m_state);
    if (couldAsk && !mayAsk() && m_own) {
        // Queued, because listeners must first receive the signal of the link itself: that it is live, and that the
        // secrets were correct.
        QMetaObject::invokeMethod(
            this,
            [this, link = QPointer(m_own->link())] {
                if (link && !(mayAsk() && m_own && m_own->link() == link)) {
                    Q_EMIT askedEnough(link);
                }
            },
            Qt::QueuedConnection);
    }
    if (needsPerson() != neededPerson) {
        Q_EMIT needsPersonChanged();
    }
}

void BoardLink::endOwn()
{
    enter(BoardLinkEvent::Dropped);
    if (LinkSupervisor *ending = std::exchange(m_own, nullptr)) {
        ending->link()->disconnect(this);
        QTimer::singleShot(shutdownDelay, ending, &LinkSupervisor::release);
        QTimer::singleShot(shutdownDelay + linkEnds, ending, &QObject::deleteLater);
    }
}
}
