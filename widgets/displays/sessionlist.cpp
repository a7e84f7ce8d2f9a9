// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/sessionlist.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/xwindows/orphanedprograms.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/plainlabel.h"
#include "widgets/displays/displayactions.h"
#include "widgets/displays/founddesktoplist.h"
#include "widgets/displays/orphanedprogramlist.h"
#include "widgets/displays/preloadlist.h"
#include "widgets/displays/sessioncard.h"

#include <KAcceleratorManager>
#include <KLocalizedString>

#include <QApplication>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
SessionList::SessionList()
    : m_preloadList(new PreloadList)
{
    setAccessibleName(i18nc("@info accessible name", "Displays"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    KAcceleratorManager::setNoAccel(this); // no Alt shortcuts, because every card has the same buttons
    // Not reached by Tab: this list only passes the focus to a card, and would be the last stop.
    setFocusPolicy(Qt::ClickFocus);
    auto *content = new QWidget;
    m_cardLayout = new QVBoxLayout(content);
    m_cardLayout->addWidget(m_preloadList);
    m_cardLayout->addStretch(1);
    connect(m_preloadList, &PreloadList::showRequested, this, &SessionList::raiseRequested);
    setWidget(content);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, const QWidget *now) {
        followFocus(now);
    });
}

SessionList::~SessionList()
{
    // The base class deletes the cards. Without this, followFocus() would then be called for the lost focus, and use members that are destroyed.
    qApp->disconnect(this);
}

void SessionList::setSupportDesk(SupportDesk *support)
{
    m_supportDesk = support;
}

void SessionList::setTrafficWatch(XTrafficWatch *watch)
{
    m_trafficWatch = watch;
}

void SessionList::setScreens(const QStringList &names)
{
    m_screenNames = names;
    for (SessionCard *card : std::as_const(m_cards)) {
        card->setScreens(names);
    }
    for (FoundDesktopList *found : std::as_const(m_foundDesktopLists)) {
        found->setScreens(names);
    }
}

void SessionList::add(Session *session, const Session *before)
{
    auto *card = new SessionCard(session, m_supportDesk);
    if (m_trafficWatch) {
        card->setTrafficWatch(m_trafficWatch);
    }
    card->setScreens(m_screenNames);
    card->setDisplayScreen(m_movedDisplayScreens.value(session->key()));
    connect(card, &SessionCard::retryRequested, this, &SessionList::retryRequested);
    connect(card->displayActions(), &DisplayActions::showRequested, this, &SessionList::raiseRequested);
    connect(card, &SessionCard::outputRequested, this, &SessionList::outputRequested);
    connect(card->displayActions(), &DisplayActions::moveRequested, this, &SessionList::moveRequested);
    connect(card->displayActions(), &DisplayActions::trafficRequested, this, &SessionList::trafficRequested);
    connect(card, &SessionCard::focusMoveRequested, this, &SessionList::moveFocusByCards);
    if (const auto *window = qobject_cast<WindowSession *>(session)) {
        if (OrphanedPrograms *orphanedPrograms = window->orphanedPrograms(); orphanedPrograms && !m_orphanedProgramLists.contains(orphanedPrograms)) {
            m_orphanedProgramLists.insert(orphanedPrograms, new OrphanedProgramList(orphanedPrograms));
        }
    } else {
        // The desktop's address may be known now.
        connect(session, &Session::stateChanged, this, &SessionList::updateFoundDesktopLists);
    }
    m_cards.insert(std::ranges::find(m_cards, before, &SessionCard::session), card);
    m_preloadList->add(session);
    arrangeCards();
    updateFoundDesktopLists();
    if (session->key() == m_removedCurrentCardKey) {
        if (std::exchange(m_hadFocusInRemovedCard, false)) {
            card->setFocus(Qt::OtherFocusReason);
        }
        setCurrentCard(card);
    }
}

void SessionList::remove(Session *session)
{
    const auto found = std::ranges::find(m_cards, session, &SessionCard::session);
    if (found == m_cards.end()) {
        return;
    }
    session->disconnect(this);
    const bool wasCurrent = *found == m_currentCard;
    const bool hadFocus = (*found)->hasFocus() || (*found)->isAncestorOf(QApplication::focusWidget());
    m_preloadList->remove(session);
    delete *found;
    m_cards.erase(found);
    if (wasCurrent) { // a new session with the same key may replace this one: its card then becomes the current card again
        m_removedCurrentCardKey = session->key();
        m_hadFocusInRemovedCard = hadFocus;
    }
    const auto *window = qobject_cast<WindowSession *>(session);
    const QObject *orphanedPrograms = window ? window->orphanedPrograms() : nullptr;
    const bool isNeeded = std::ranges::any_of(m_cards, [orphanedPrograms](const SessionCard *card) {
        const auto *other = qobject_cast<WindowSession *>(card->session());
        return other && other->orphanedPrograms() == orphanedPrograms;
    });
    if (orphanedPrograms && !isNeeded) {
        delete m_orphanedProgramLists.take(orphanedPrograms);
    }
    arrangeCards();
    updateFoundDesktopLists();
    if (!m_currentCard) {
        Q_EMIT currentCardChanged(nullptr);
    }
}

void SessionList::addLink(Link *link, const QString &profileId, const QString &profileName)
{
    if (Discovery *discovery = Discovery::of(link)) {
        auto *found = new FoundDesktopList(discovery);
        found->setScreens(m_screenNames);
        found->setProperty("profile", profileId);
        found->setProperty("profileName", profileName);
        connect(found, &FoundDesktopList::reconnectRequested, this, &SessionList::reconnectRequested);
        connect(found, &FoundDesktopList::openRequested, this, &SessionList::openFoundDesktopRequested);
        m_foundDesktopLists.append(found);
        arrangeCards();
        updateFoundDesktopLists();
    }
}

void SessionList::removeLink(const Link *link)
{
    const auto found = std::ranges::find(m_foundDesktopLists, link, &FoundDesktopList::link);
    if (found != m_foundDesktopLists.end()) {
        delete *found;
        m_foundDesktopLists.erase(found);
        arrangeCards();
    }
}

void SessionList::setMovedDisplayScreens(const QHash<QString, QString> &screens)
{
    m_movedDisplayScreens = screens;
    for (SessionCard *card : std::as_const(m_cards)) {
        card->setDisplayScreen(screens.value(card->session()->key()));
    }
}

void SessionList::setCardNote(const Session *session, const QString &note)
{
    for (SessionCard *card : std::as_const(m_cards)) {
        if (card->session() == session) {
            card->setCardNote(note);
        }
    }
}

SessionCard *SessionList::currentCard() const
{
    return m_currentCard;
}

/// Orders the list by instrument: orphaned programs and found desktops of its links, then its displays. Adds missing
/// widgets and moves existing ones, so that no widget loses the focus.
void SessionList::arrangeCards()
{
    QStringList profiles;
    QHash<QString, QString> names;
    for (const SessionCard *card : std::as_const(m_cards)) {
        if (!profiles.contains(card->session()->profileId())) {
            profiles.append(card->session()->profileId());
            names.insert(card->session()->profileId(), card->session()->profileName());
        }
    }
    const auto profileOf = [&](const QObject *link, const QString &told) {
        if (!told.isEmpty()) {
            return told;
        }
        const auto card = std::ranges::find_if(m_cards, [link](const SessionCard *one) {
            return one->session()->link() == link;
        });
        return card == m_cards.end() ? profiles.value(0) : (*card)->session()->profileId();
    };
    qDeleteAll(m_headings);
    m_headings.clear();
    QList<QWidget *> order{m_preloadList};
    for (const FoundDesktopList *list : std::as_const(m_foundDesktopLists)) {
        const QString profile = profileOf(list->link(), list->property("profile").toString());
        if (!profiles.contains(profile)) {
            profiles.append(profile); // this instrument has no cards of displays, but found desktops
            names.insert(profile, list->property("profileName").toString());
        }
    }
    for (const QString &profile : std::as_const(profiles)) {
        const qsizetype heading = order.size();
        for (auto list = m_orphanedProgramLists.cbegin(); list != m_orphanedProgramLists.cend(); ++list) {
            if (profileOf(list.key()->parent(), {}) == profile) {
                order.append(list.value());
            }
        }
        for (FoundDesktopList *list : std::as_const(m_foundDesktopLists)) {
            if (profileOf(list->link(), list->property("profile").toString()) == profile) {
                order.append(list);
            }
        }
        for (SessionCard *card : std::as_const(m_cards)) {
            if (card->session()->profileId() == profile) {
                order.append(card);
            }
        }
        if (profiles.size() > 1 && order.size() > heading) {
            order.insert(heading, makeHeading(names.value(profile)));
        }
    }
    for (qsizetype i = 0; i < order.size(); ++i) {
        if (m_cardLayout->indexOf(order.at(i)) != i) {
            m_cardLayout->removeWidget(order.at(i));
            m_cardLayout->insertWidget(static_cast<int>(i), order.at(i));
        }
    }
    // m_cards has the order of the page, because arrow keys move the focus in the order of m_cards.
    std::ranges::stable_sort(m_cards, {}, [&order](SessionCard *card) {
        return order.indexOf(card);
    });
    chainTabOrder(order);
}

QLabel *SessionList::makeHeading(const QString &profileName)
{
    QLabel *heading = PlainLabel::create(profileName);
    QFont font = heading->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    heading->setFont(font);
    m_headings.append(heading);
    return heading;
}

/// Makes the Tab key move the focus down the list, through the controls of each part in their own order.
void SessionList::chainTabOrder(const QList<QWidget *> &order)
{
    QWidget *before = nullptr;
    for (QWidget *part : order) {
        QList<QWidget *> chain{part};
        for (QWidget *next = part->nextInFocusChain(); next != part; next = next->nextInFocusChain()) {
            if (part->isAncestorOf(next)) {
                chain.append(next);
            }
        }
        for (QWidget *widget : std::as_const(chain)) {
            if (before) {
                setTabOrder(before, widget);
            }
            before = widget;
        }
    }
}

/// Sets, in each FoundDesktopList, the desktops that the displays of its link already show.
void SessionList::updateFoundDesktopLists()
{
    for (FoundDesktopList *found : std::as_const(m_foundDesktopLists)) {
        QList<DesktopAddress> known;
        for (const SessionCard *card : std::as_const(m_cards)) {
            const auto *desktop = qobject_cast<DesktopSession *>(card->session());
            if (desktop && desktop->link() == found->link() && desktop->address()) {
                known.append(*desktop->address());
            }
        }
        found->setDesktopsWithDisplay(known);
    }
}

void SessionList::focusInEvent(QFocusEvent *event)
{
    QScrollArea::focusInEvent(event);
    if (SessionCard *card = m_currentCard ? m_currentCard.data() : m_cards.value(0)) {
        card->setFocus(event->reason());
    }
}

void SessionList::keyPressEvent(QKeyEvent *event)
{
    if ((event->key() == Qt::Key_Down || event->key() == Qt::Key_Up) && !m_cards.isEmpty()) {
        moveFocusByCards(0);
        return;
    }
    QScrollArea::keyPressEvent(event);
}

void SessionList::followFocus(const QWidget *focus)
{
    const auto found = std::ranges::find_if(m_cards, [focus](const SessionCard *card) {
        return focus && (card == focus || card->isAncestorOf(focus));
    });
    if (found != m_cards.end()) {
        setCurrentCard(*found);
        // Not while a mouse button is pressed: the clicked control would not be below the pointer at the release.
        if (QGuiApplication::mouseButtons() == Qt::NoButton) {
            ensureWidgetVisible(*found, 0, 8);
        }
    }
}

void SessionList::moveFocusByCards(int cards)
{
    if (!m_cards.isEmpty()) {
        const qsizetype from = m_currentCard ? m_cards.indexOf(m_currentCard.data()) : 0;
        m_cards.at(std::clamp<qsizetype>(from + cards, 0, m_cards.size() - 1))->setFocus(Qt::OtherFocusReason);
    }
}

void SessionList::setCurrentCard(SessionCard *card)
{
    if (m_currentCard != card) {
        m_currentCard = card;
        m_removedCurrentCardKey.clear();
        Q_EMIT currentCardChanged(card);
    }
}
}
