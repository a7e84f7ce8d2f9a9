// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/networkwatch.h"
#include "sessions/common/sleepwatch.h"
#include "sessions/desk/connectedprofile.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <vector>

namespace Nightdesk
{
class LinkSupervisor;
class LocalX;
class NightSecrets;
class ReturnStore;
class XTraceLog;

/// One running console at a site: any number of profiles that are connected at once, with their links and displays. Owns them
/// all. One that fails or goes holds up no other. Each profile has links of its own, also to the same host, so that none is cut
/// with another's; jump hosts, what was told for the night and the pace of new connections are shared. GUI thread.
/// Owned by Console, ViewWindow or BoardDesktopOpener.
class Desk : public QObject
{
    Q_OBJECT
public:
    /// @p localX may be null where no X program can be shown; its windows then fail and say why.
    explicit Desk(LocalX *localX, QObject *parent = nullptr);
    ~Desk() override;

    /// How untrusted X programs of a profile are shown from its next connection on, where the X server cannot confine them: a
    /// person's choice for tonight; empty: as the profile says.
    void setUnconfined(const QString &profileId, std::optional<UnconfinedPrograms> choice);
    /// Makes links and displays of @p profile and starts those that start with the connection, beside what is connected. The
    /// same profile (by its id) is ended first and keeps its place; where only its warm programs run and nothing of it was changed,
    /// they stay, and the others are started beside them.
    void connectProfile(const InstrumentProfile &profile);
    /// This one alone: all that is connected goes for it.
    void connectInstead(const InstrumentProfile &profile);
    /// Starts only what is to be warm before it is needed. The same profile is connected already: what is missing of that.
    void warmUp(const InstrumentProfile &profile);
    bool isOnlyWarm(const QString &profileId) const; ///< connected, but by warmUp() alone
    enum class Programs {
        End,
        Leave ///< those in private X servers run on, where another desk shows them too
    };
    /// Ends the displays and links of this one alone. Waits for none of their threads. Nothing, if it is not connected.
    void disconnectProfile(const QString &profileId, Programs programs = Programs::End);
    void disconnectAll();

    bool isConnected() const; ///< any profile is
    bool isConnected(const QString &profileId) const;
    QList<InstrumentProfile> profiles() const; ///< those that are connected, the first one first
    InstrumentProfile profile(const QString &profileId) const; ///< without an id: it is not connected
    QDateTime connectedSince(const QString &profileId) const; ///< UTC; invalid: it is not connected
    InstrumentProfile profileOf(const Session *session) const; ///< the same: of none
    InstrumentProfile profileOf(const Link *link) const;

    QList<Link *> links() const;
    QList<Link *> links(const QString &profileId) const;
    QList<Session *> sessions() const; ///< profile by profile
    QList<Session *> sessions(const QString &profileId) const;
    /// By its key(), or by the id of the first that has it. Null: no such display.
    Session *session(const QString &name) const;
    /// What the X connections of its program say; of a program in a display of its own nothing passes here: null.
    std::shared_ptr<XTraceLog> xTraceLog(const Session *session) const;
    /// A further display of a connected profile, by one of its links; it is not started. Null: there is no such profile or link.
    Session *addDisplay(const QString &profileId, const DesktopSpec &spec);
    Session *addDisplay(const QString &profileId, const WindowSpec &spec);
    /// Shows a display in another way, as Session::showAs() tells. Another session of the same name takes its place.
    void setTopology(Session *session, Topology topology);
    /// Ends and deletes this one.
    void removeDisplay(Session *session);

    /// Keeps what worked in @p file, for the next console; before anything is connected. Otherwise it ends with this one.
    void remember(const QString &file);
    /// What was asked tonight; it outlives the profiles that it was asked for. Whose night ends calls its forgetAll().
    std::shared_ptr<NightSecrets> secrets() const;
    /// What its links share, for a further one of the same people. While nothing is connected, no jump hosts.
    const LinkSurroundings &surroundings() const;
    /// This console is about to be ended by something else than its person, and to come back: programs in displays of their own run on
    /// for the next one, whatever is disconnected from now on.
    void leavePrograms();
    bool leavesPrograms() const;
    /// What is about to go makes room for one that is connected at once.
    bool isRenewing() const;
    bool isRenewing(const QString &profileId) const; ///< the same one: it is connected again at once
    /// Programs of what was disconnected are still being ended at the summit: programsEnded() follows within seconds.
    bool isEndingPrograms() const;

public Q_SLOTS:
    /// Starts again what failed or ended, link included, at once; what failed because of the same link comes along.
    void retry(Nightdesk::Session *session);
    /// Connects a link again at once that only looks for desktops.
    void reconnect(Nightdesk::Link *link);
    /// The network changed, or the computer woke up: every link looks at once whether it still holds.
    void lookAgain();

Q_SIGNALS:
    void linkAdded(Nightdesk::Link *link);
    void sessionAdded(Nightdesk::Session *session);
    /// Its links and displays are all there.
    void profileConnected(const QString &profileId);
    void profileStarted(const QString &profileId); ///< after warmUp(): the rest of it as well
    /// While it is still there, whole.
    void profileAboutToGo(const QString &profileId);
    /// It is about to be deleted: released it now. It is in no list of the desk any more.
    void sessionAboutToGo(Nightdesk::Session *session);
    void linkAboutToGo(Nightdesk::Link *link); ///< the same, after its displays
    /// Nothing is left of it. Follows at once, also if the same one is connected again.
    void profileDisconnected(const QString &profileId);
    /// The first profile came (after profileConnected), or the last one went.
    void connectedChanged(bool connected);
    void programsEnded();
    void lookedAgain(); ///< lookAgain() was called, by whomever

private:
    using Profiles = std::vector<std::unique_ptr<ConnectedProfile>>;
    ConnectedProfile *make(const InstrumentProfile &profile);
    Profiles::iterator find(const QString &profileId);
    ConnectedProfile *connected(const QString &profileId) const;
    ConnectedProfile *connectedOf(const Session *session) const;
    void nameProfiles();
    void sweepRetired();

    const std::unique_ptr<LocalX> m_noX; ///< where there is no X server: tells the windows why
    LocalX *const m_localX;
    std::unique_ptr<ReturnStore> m_returns;
    bool m_leavesPrograms = false;
    QHash<QString, UnconfinedPrograms> m_unconfined; ///< by the profile's id
    QString m_coming; ///< the profile for which others go; empty: none
    LinkSurroundings m_surroundings; ///< its hops are those of what is connected
    Profiles m_connected;
    /// Closed, their threads ending: gone by the time that they could still make the GUI thread wait.
    struct Retired {
        std::chrono::steady_clock::time_point since;
        std::vector<std::unique_ptr<LinkSupervisor>> keepers;
        bool isReleased = false; ///< until then programs are ended by way of them
    };
    std::vector<Retired> m_retired;
    QTimer m_sweep;
    NetworkWatch m_network;
    SleepWatch m_sleep;
};
}
