// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/board/boardlinkstate.h"
#include "sessions/profiles/profile.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <optional>

namespace Nightdesk
{
class Desk;
class Link;
class LinkSupervisor;

/// Chooses the link to the facility's broker: a link of a connected profile if one leads to the same host, otherwise a link of its own with the
/// desk's secrets. Its own link asks no questions unless the user has requested it with requestLogin(). GUI thread; @p desk outlives it. Owned by
/// ConsoleBoard.
class BoardLink : public QObject
{
    Q_OBJECT
public:
    explicit BoardLink(Desk *desk, QObject *parent = nullptr);
    ~BoardLink() override;

    /// Chooses and keeps a link to the host of @p spec from now on. linkStateChanged() follows.
    void keepLinkOpen(const LinkSpec &spec);
    void release();
    /// To be called when the user is ready to answer questions: from now on, this object's own link may ask them. userQuestionsAllowed() passes that
    /// link to its receivers.
    void requestLogin();

    Link *link() const; ///< the link to the broker's host; null: none
    bool usesOwnLink() const;
    /// The own link had a question for the user and was closed, so the user has to request the login.
    bool needsUserAction() const;

    /// Whether both specifications lead to the same account on the same host, through the same jump hosts. An account
    /// that is not chosen yet matches any.
    static bool haveSameTarget(const LinkSpec &one, const LinkSpec &other);

Q_SIGNALS:
    void linkAboutToChange(); ///< link() will be replaced: slots have to release it
    void linkStateChanged();
    void needsUserActionChanged();
    void userQuestionsAllowed(Nightdesk::Link *link); ///< from now on, questions of @p link may be shown to the user
    void userQuestionsForbidden(Nightdesk::Link *link); ///< questions of @p link must not be shown any more, because the link is live or closed

private:
    void scheduleLinkChoice();
    void chooseLink();
    Link *findDeskLinkToBroker() const;
    void setLink(Link *link);
    void createOwnLink();
    void deleteOwnLink();
    bool mayOwnLinkAskUser() const;
    void handleLinkClosed(Link *link);
    void handleEvent(BoardLinkEvent event);

    Desk *m_desk;
    std::optional<LinkSpec> m_linkSpec;
    QPointer<Link> m_currentLink;
    LinkSupervisor *m_ownLink = nullptr;
    BoardLinkState m_userQuestionState = BoardLinkState::MayNotAskUser;
    QTimer m_linkChoiceTimer;
};
}
