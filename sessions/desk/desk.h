// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/networkwatch.h"
#include "sessions/common/sleepwatch.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/link.h"
#include "sessions/profiles/profile.h"
#include "sessions/xwindows/windowsession.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace Nightdesk
{
class LinkKeeper;
class LocalX;
class NightSecrets;

/// One running console at a site: the links and displays of the profile that is connected. Owns them all. GUI thread.
/// One display that fails holds up no other.
class Desk : public QObject
{
    Q_OBJECT
public:
    /// @p localX may be null where no X program can be shown; its windows then fail and say why.
    explicit Desk(LocalX *localX, QObject *parent = nullptr);
    ~Desk() override;

    /// Makes links and displays of @p profile and starts those that start with the connection. Ends what was there.
    void connectProfile(const InstrumentProfile &profile);
    /// Ends every display and link. Waits for none of their threads.
    void disconnectProfile();

    /// The connected profile; empty id: none.
    const InstrumentProfile &profile() const;
    bool isConnected() const;
    /// What was asked tonight; it outlives the profile that it was asked for. Whose night ends calls its forgetAll().
    std::shared_ptr<NightSecrets> secrets() const;
    QList<Link *> links() const;
    QList<Session *> sessions() const;
    Session *session(const QString &id) const; ///< null: no such display

public Q_SLOTS:
    /// Starts again what failed or ended, link included, at once; what failed because of the same link comes along.
    void retry(Nightdesk::Session *session);
    /// The network changed, or the computer woke up: every link looks at once whether it still holds.
    void lookAgain();

Q_SIGNALS:
    void linkAdded(Nightdesk::Link *link);
    void sessionAdded(Nightdesk::Session *session);
    /// Everything is about to be deleted: let go of links and sessions now.
    void aboutToDisconnect();
    void connectedChanged(bool connected);

private:
    void sessionChanged(Session *session, SessionState state);
    void add(std::unique_ptr<Session> session, LinkKeeper *keeper, const std::optional<Failure> &whyNot);
    void sweepRetired();

    const std::unique_ptr<LocalX> m_noX; ///< where there is no X server: tells the windows why
    LocalX *const m_localX;
    LinkSurroundings m_surroundings; ///< its hops are those of the connected profile
    InstrumentProfile m_profile;
    struct Entry {
        std::unique_ptr<Session> session;
        LinkKeeper *keeper;
    };
    // Sessions use links: declared after them, so that they go first.
    std::vector<std::unique_ptr<LinkKeeper>> m_keepers;
    std::vector<Entry> m_sessions;
    /// Closed, their threads ending: gone by the time that they could still make the GUI thread wait.
    struct Retired {
        std::chrono::steady_clock::time_point since;
        std::vector<std::unique_ptr<LinkKeeper>> keepers;
    };
    std::vector<Retired> m_retired;
    QTimer m_sweep;
    NetworkWatch m_network;
    SleepWatch m_sleep;
};
}
