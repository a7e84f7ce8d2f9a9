// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board/boarddesktopopener.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/profiles/profile.h"
#include "widgets/board/boardnotice.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace Nightdesk
{
class Board;
class BoardAccess;
class OtherWatchers;
class BoardPage;
class BoardPresencePublisher;
class FacilityChoice;
class LinkSupervisor;
class NightSecrets;
class Questions;

/// The board of an SA: joins the facility's broker, the SA's credential, the Board and its page. It connects by itself and comes back
/// by itself; the questions of its link are asked as those of every link. GUI thread. A child of its window.
class BoardConsole : public QObject
{
    Q_OBJECT
public:
    /// All outlive it; @p window is the parent of dialogs and of this. @p name: of the SA, where this user has several credentials;
    /// empty: any.
    BoardConsole(FacilityChoice *choice, Questions *questions, QWidget *window, const QString &name = {});
    ~BoardConsole() override;

    BoardPage *page() const; ///< the window's to place
    BoardDesktopOpener *desktopOpener() const;
    Board *board() const; ///< null: there is no broker or no credential
    BoardPresencePublisher *presencePublisher() const; ///< null: the same
    BrokerClient *client() const; ///< null: the same
    /// This user has a credential of an SA for the facility's broker.
    bool isBoardOffered() const;
    /// What `nightdesk status` prints; empty: there is no board.
    QString json() const;
    /// Copies a credential that this user was given to where it is looked for, and connects with it. imported() or desksRefused() tells.
    void import(const QString &file);
    /// Somebody wants to see it: connects from now on, also to a broker that is named later.
    void start();
    /// Says goodbye, for the window goes; runs the event loop for as long as that takes, a second at most.
    void leave();

Q_SIGNALS:
    void offeredChanged(bool offered);
    void boardChanged(); ///< board(), presencePublisher() and client() are others
    void imported(const QString &name); ///< of the SA
    void desksRefused(const QString &why); ///< it could not be looked in

private:
    void applyFacility(const Facility &facility);
    void follow();
    void begin(const BrokerSpec &spec, const BrokerCredential &credential);
    void open();
    void end();
    void publishWatching(const DeskName &desk);
    void reportState();
    void note(const BoardNotice &notice);

    FacilityChoice *const m_choice;
    Questions *const m_questions;
    const QString m_name;
    BoardDesktopOpener *m_opener;
    QPointer<BoardPage> m_page; ///< the window's, which may delete it first
    BoardAccess *m_access;
    QString m_facility; ///< whose broker it is
    // The client's way uses the link: declared after it, so that it goes first.
    std::unique_ptr<LinkSupervisor> m_supervisor;
    std::unique_ptr<Board> m_board;
    std::unique_ptr<BrokerClient> m_client;
    std::unique_ptr<BoardPresencePublisher> m_presence;
    std::unique_ptr<OtherWatchers> m_others;
    bool m_isOffered = false;
    bool m_isStarted = false;
};
}
