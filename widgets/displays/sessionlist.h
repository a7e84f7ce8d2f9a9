// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/discoverreader.h"

#include <QHash>
#include <QPointer>
#include <QScrollArea>
#include <QStringList>

class QLabel;
class QVBoxLayout;

namespace Nightdesk
{
class FoundDesktopList;
class OrphanedProgramList;
class Link;
class Session;
class SessionCard;
class SupportDesk;
class PreloadList;
class XTrafficWatch;

/// The displays of all connected profiles, one card each, with a heading per instrument if there are several. Above the cards of an instrument:
/// orphaned programs and desktops found on its hosts. Arrow keys move between cards. GUI thread. Owned by the page that ConsolePages puts it on.
class SessionList : public QScrollArea
{
    Q_OBJECT
public:
    SessionList();
    ~SessionList() override;

    /// Sets the source of the support contacts that new cards name next to a failure.
    void setSupportDesk(SupportDesk *support);
    /// Sets the source of the X traffic that new cards show.
    void setTrafficWatch(XTrafficWatch *watch);
    /// Sets the screens of the site to which a display may be moved.
    void setScreens(const QStringList &names);
    /// @p before: the session in front of which the card is inserted; null: at the end.
    void add(Session *session, const Session *before = nullptr);
    void remove(Session *session); ///< to be called before the session is deleted
    /// Shows the desktops found through @p link, if its profile enables the search. @p profileName: for the heading.
    void addLink(Link *link, const QString &profileId = {}, const QString &profileName = {});
    void removeLink(const Link *link); ///< to be called before the link is deleted
    /// Sets the screens to which displays were moved, by Session::key(). All other displays are on the profile's
    /// screen.
    void setMovedDisplayScreens(const QHash<QString, QString> &screens);
    /// Sets a short text next to the title of a session's card, such as "found tonight".
    void setCardNote(const Session *session, const QString &note);

    SessionCard *currentCard() const; ///< the card that has or last had the focus; null: none

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void raiseRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);
    void moveRequested(Nightdesk::Session *session, const QString &screen);
    void trafficRequested(Nightdesk::Session *session);
    void reconnectRequested(Nightdesk::Link *link);
    void openFoundDesktopRequested(Nightdesk::Link *link, const Nightdesk::FoundDesktop &desktop, const QString &screen);
    void currentCardChanged(Nightdesk::SessionCard *card);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void followFocus(const QWidget *focus);
    void moveFocusByCards(int cards);
    void setCurrentCard(SessionCard *card);
    void updateFoundDesktopLists();
    void arrangeCards();
    QLabel *makeHeading(const QString &profileName);
    void chainTabOrder(const QList<QWidget *> &order);

    QVBoxLayout *m_cardLayout;
    QList<SessionCard *> m_cards; ///< the cards in their order on the page
    QList<QLabel *> m_headings; ///< headings of the instruments, if there are several
    /// Lists of orphaned programs, above the cards, one for each link with X programs.
    QHash<const QObject *, OrphanedProgramList *> m_orphanedProgramLists;
    /// Lists of found desktops, above the cards, one for each link with a search for desktops.
    QList<FoundDesktopList *> m_foundDesktopLists;
    PreloadList *m_preloadList; ///< the preloaded programs, above all other widgets
    QPointer<SessionCard> m_currentCard;
    QString m_removedCurrentCardKey; ///< Session::key() of the session whose card was the current one when it was removed
    bool m_hadFocusInRemovedCard = false;
    QStringList m_screenNames;
    QHash<QString, QString> m_movedDisplayScreens;
    SupportDesk *m_supportDesk = nullptr;
    XTrafficWatch *m_trafficWatch = nullptr;
};
}
