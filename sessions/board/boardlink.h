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

/// Which link leads to the facility's broker: one of a connected profile where one goes there, else one of its own with the desk's
/// secrets. Its own asks nobody anything unless a person is there, who said so. GUI thread; @p desk outlives it. Owned by ConsoleBoard.
class BoardLink : public QObject
{
    Q_OBJECT
public:
    explicit BoardLink(Desk *desk, QObject *parent = nullptr);
    ~BoardLink() override;

    /// From now on. changed() follows.
    void requestLink(const LinkSpec &spec);
    void release();
    /// A person is there to answer: its own link may ask. asking() tells where.
    void login();

    Link *link() const; ///< null: none
    bool isOwn() const;
    bool needsPerson() const; ///< its own would have asked something, and was closed

    /// Whether both lead to the same account of the same host, by the same way. One that was not given yet is any.
    static bool leadToSame(const LinkSpec &one, const LinkSpec &other);

Q_SIGNALS:
    void aboutToChange(); ///< released link() now
    void changed();
    void needsPersonChanged();
    void asking(Nightdesk::Link *link); ///< its questions are for a person from now on
    void askedEnough(Nightdesk::Link *link); ///< no more: that person has logged in, or gone

private:
    void lookSoon();
    void chooseLink();
    Link *ofDesk() const;
    void use(Link *link);
    void makeOwn();
    void endOwn();
    bool mayAsk() const;
    void closed(Link *link);
    void enter(BoardLinkEvent event);

    Desk *m_desk;
    std::optional<LinkSpec> m_spec;
    QPointer<Link> m_link;
    LinkSupervisor *m_own = nullptr;
    BoardLinkState m_state = BoardLinkState::Quiet;
    QTimer m_soon;
};
}
