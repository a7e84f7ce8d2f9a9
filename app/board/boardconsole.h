// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board/boarddesktopopener.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/profiles/profile.h"

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
class Questions;

/// The status board of a support astronomer (SA): joins the facility's broker, the SA's credential, the Board and its page. Connects and reconnects
/// automatically. Login questions of its ssh link are asked as for any link. GUI thread. A child of its window.
class BoardConsole : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this; @p window is the parent of dialogs and of this. @p name: of the SA, if this user has several credentials; empty:
    /// any.
    BoardConsole(FacilityChoice *choice, Questions *questions, QWidget *window, const QString &name = {});
    ~BoardConsole() override;

    BoardPage *page() const; ///< the page that the window of this board shows
    Board *board() const; ///< null without a broker or a credential
    BoardPresencePublisher *presencePublisher() const; ///< null without a broker or a credential, like board()
    BrokerClient *client() const; ///< null without a broker or a credential, like board()
    /// True: this user has an SA's credential for the facility's broker.
    bool hasBoardCredential() const;
    /// The board's state as `nightdesk status` prints it; empty: there is no board().
    QString boardStateJson() const;
    /// Copies a credential file to the directory where credentials are read from, and connects with it. Emits credentialImported() or problemReported().
    void importCredential(const QString &file);
    /// Called when the board is first shown: connects from now on, also to a broker that the facility names later.
    void start();
    /// Reports to the broker that this board closes. Runs the event loop until the message is sent, 1 s at most.
    void announceClosing();

Q_SIGNALS:
    void boardCredentialChanged(bool offered);
    void boardReplaced(); ///< board(), presencePublisher() and client() were replaced
    void credentialImported(const QString &name); ///< @p name: the support astronomer (SA) of the credential
    void problemReported(const QString &why); ///< desks cannot be shown or viewed; @p why is translated

private:
    void applyFacility(const Facility &facility);
    void recreateBoard();
    void createBoard(const BrokerSpec &spec, const BrokerCredential &credential);
    void connectToBroker();
    void closeBoard();
    void publishViewedDesktops(const DeskName &desk);
    void showConnectionState();

    FacilityChoice *const m_facilityChoice;
    Questions *const m_questions;
    const QString m_credentialName;
    BoardDesktopOpener *m_desktopOpener;
    QPointer<BoardPage> m_page; ///< owned by the window, which may delete the page before this object
    BoardAccess *m_boardAccess;
    // The client reaches the broker over this supervisor's link, so the client is declared after it and destroyed
    // first.
    std::unique_ptr<LinkSupervisor> m_linkSupervisor;
    std::unique_ptr<Board> m_board;
    std::unique_ptr<BrokerClient> m_brokerClient;
    std::unique_ptr<BoardPresencePublisher> m_presencePublisher;
    std::unique_ptr<OtherWatchers> m_otherWatchers;
    bool m_isStarted = false;
};
}
