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
class FoundList;
class LeftoverList;
class Link;
class Session;
class SessionCard;
class SupportDesk;
class WarmList;
class XTrafficWatch;

/// The displays of what is connected, a card each, instrument by instrument where there are several; above them what was left
/// over at the summit and what was found there. Arrows go from card to card. GUI thread. Owned by the page that ConsolePages puts it on.
class SessionList : public QScrollArea
{
    Q_OBJECT
public:
    explicit SessionList(QWidget *parent = nullptr);
    ~SessionList() override;

    /// Whom the cards that are added from now on name beside a failure.
    void setSupport(SupportDesk *support);
    /// What the cards that are added from now on tell of X traffic.
    void setTraffic(XTrafficWatch *watch);
    /// The screens that a display may be moved to, of the site.
    void setScreens(const QStringList &names);
    /// @p before: the one that it stands in front of; null: it comes last.
    void add(Session *session, const Session *before = nullptr);
    void remove(Session *session); ///< while it is still there
    /// Shows what it finds, where its profile says how. @p profileName: for its heading.
    void addLink(Link *link, const QString &profileId = {}, const QString &profileName = {});
    void removeLink(const Link *link); ///< while it is still there
    void clear();
    /// Where displays were moved to, by Session::key(); the others stand where the profile says.
    void setMoved(const QHash<QString, QString> &screens);
    /// A word beside its title, as "found tonight".
    void setNote(const Session *session, const QString &note);

    SessionCard *current() const; ///< the card that has, or had last, the focus; null: none

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void raiseRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);
    void moveRequested(Nightdesk::Session *session, const QString &screen);
    void trafficRequested(Nightdesk::Session *session);
    void connectRequested(Nightdesk::Link *link);
    void foundRequested(Nightdesk::Link *link, const Nightdesk::FoundDesktop &desktop, const QString &screen);
    void currentChanged(Nightdesk::SessionCard *card);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void follow(const QWidget *focus);
    void step(int cards);
    void setCurrent(SessionCard *card);
    void reportKnown();
    void arrange();
    QLabel *makeHeading(const QString &profileName);
    void chainFocus(const QList<QWidget *> &order);

    QVBoxLayout *m_column;
    QList<SessionCard *> m_cards; ///< as they stand
    QList<QLabel *> m_headings; ///< an instrument each, while there are several
    QHash<const QObject *, LeftoverList *> m_leftovers; ///< above the cards, one for each link with X programs
    QList<FoundList *> m_found; ///< the same, for each link that looks for desktops
    WarmList *m_warm; ///< above everything
    QPointer<SessionCard> m_current;
    QString m_currentKey; ///< of the one that went as the current one
    bool m_currentHadFocus = false;
    QStringList m_screens;
    QHash<QString, QString> m_moved;
    SupportDesk *m_support = nullptr;
    XTrafficWatch *m_traffic = nullptr;
};
}
