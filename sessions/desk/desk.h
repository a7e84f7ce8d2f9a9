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
class ConnectionRecordStore;
class XTraceLog;

/// The connections of one running console: any number of connected profiles, with their links and displays. Owns them all. A profile that fails or is
/// disconnected does not affect the others. Each profile has its own links, even to the same host, so that disconnecting one does not cut another.
/// Jump hosts, secrets entered for the night and the rate of new connections are shared. GUI thread. Owned by Console, OneDesktopWindow or
/// BoardDesktopOpener.
class Desk : public QObject
{
    Q_OBJECT
public:
    /// @p localX may be null if no X program can be shown; windows of profiles then fail with a message.
    explicit Desk(LocalX *localX, QObject *parent = nullptr);
    ~Desk() override;

    /// Sets the user's choice for tonight of how untrusted X programs of a profile are shown if the X server cannot confine them, from the next
    /// connection on; empty: as in the profile.
    void setUnconfinedProgramsChoice(const QString &profileId, std::optional<UnconfinedPrograms> choice);
    /// Creates links and displays of @p profile, in addition to those of other profiles, and starts the displays that start with the connection. If a
    /// profile with this id is connected, it is disconnected first and the new one gets its position. But if only its preloaded programs run and the
    /// profile is unchanged, those programs are kept and the other displays are started.
    void connectProfile(const InstrumentProfile &profile);
    /// Connects @p profile after disconnecting all profiles.
    void replaceConnectedProfiles(const InstrumentProfile &profile);
    /// Starts only the programs to preload. If the profile is already connected, starts those that do not run yet.
    void preload(const InstrumentProfile &profile);
    bool isOnlyPreloaded(const QString &profileId) const; ///< the profile is connected, but only by preload()
    enum class ProgramsAtDisconnect {
        End,
        Leave ///< programs in private X servers continue to run, because another desk shows them too
    };
    /// Ends the displays and links of this profile, without waiting for their threads. Does nothing if it is not connected.
    void disconnectProfile(const QString &profileId, ProgramsAtDisconnect programs = ProgramsAtDisconnect::End);
    void disconnectAll();

    bool isConnected() const; ///< true: at least one profile is connected
    bool isConnected(const QString &profileId) const;
    QList<InstrumentProfile> profiles() const; ///< connected profiles, in order
    /// The result has an empty id if the profile is not connected.
    InstrumentProfile profile(const QString &profileId) const;
    /// When the profile was connected, UTC; invalid: it is not connected.
    QDateTime connectedSince(const QString &profileId) const;
    /// The result has an empty id if no connected profile has this session.
    InstrumentProfile profileOf(const Session *session) const;
    InstrumentProfile profileOf(const Link *link) const;

    QList<Link *> links() const;
    QList<Link *> links(const QString &profileId) const;
    QList<Session *> sessions() const; ///< all sessions, grouped by profile
    QList<Session *> sessions(const QString &profileId) const;
    /// Finds a session by its key(), or the first one by its id. Null: no such display.
    Session *session(const QString &name) const;
    /// The log of the X messages of a session's program. Null for a program in a private X server, whose messages do not pass through here.
    std::shared_ptr<XTraceLog> xTraceLog(const Session *session) const;
    /// Adds a display to a connected profile, on one of its links, without starting it. Null: there is no such profile or link.
    Session *addDisplay(const QString &profileId, const ConnectedProfile::Spec &spec);
    /// Changes the display mode of @p session, after Session::showAs() requested that. A new session with the same name
    /// replaces the old one.
    void setTopology(Session *session, Topology topology);
    /// Ends and deletes the session.
    void removeDisplay(Session *session);

    /// Stores in @p file which logins and servers worked, so that later consoles try them first. Call before anything is connected. Without this
    /// call, the records end with the console.
    void setConnectionRecordFile(const QString &file);
    /// Secrets entered tonight; they are kept when their profiles are disconnected. At the end of the night, the caller has to call forgetAll().
    std::shared_ptr<NightSecrets> secrets() const;
    /// The objects that the links of this desk share, such as secrets; for a caller that creates another link for the same observers. The pool of
    /// jump hosts exists only while a profile is connected.
    const SharedLinkObjects &sharedLinkObjects() const;
    /// Call when a logout or a shutdown ends this console: programs in private X servers then continue to run for the next console, even if their
    /// profiles are disconnected.
    void leaveProgramsRunning();
    bool leavesProgramsRunning() const;
    /// True while profiles are disconnected because another one is about to be connected.
    bool isReplacingProfiles() const;
    bool isReplacingProfiles(const QString &profileId) const; ///< true: this profile is about to be reconnected
    /// True: programs of disconnected profiles are still being ended at the summit; programsEnded() is emitted within seconds.
    bool isEndingPrograms() const;

public Q_SLOTS:
    /// Restarts a session that failed or ended, and its link, at once; also sessions that failed because of the same link.
    void retry(Nightdesk::Session *session);
    /// Reconnects at once a link that is only used to look for desktops.
    void reconnect(Nightdesk::Link *link);
    /// Call when the network changed or the computer woke up: every link checks at once whether it is still connected.
    void checkConnectivity();

Q_SIGNALS:
    void linkAdded(Nightdesk::Link *link);
    void sessionAdded(Nightdesk::Session *session);
    /// All links and displays of the profile have been created.
    void profileConnected(const QString &profileId);
    /// the profile was preloaded, and now its displays that were not preloaded were started, too
    void preloadedProfileStarted(const QString &profileId);
    /// The profile is about to be disconnected; all its links and displays still exist.
    void profileAboutToDisconnect(const QString &profileId);
    /// The session is about to be deleted: receivers must release it now. It is no longer in any list of the desk.
    void sessionAboutToBeRemoved(Nightdesk::Session *session);
    /// The link is about to be deleted, after its displays: receivers must release it now.
    void linkAboutToBeRemoved(Nightdesk::Link *link);
    /// The profile is removed. Emitted at once, even if the same profile is then reconnected.
    void profileDisconnected(const QString &profileId);
    /// The first profile was connected (emitted after profileConnected), or the last one was disconnected.
    void connectedChanged(bool connected);
    void programsEnded();
    void connectivityCheckRequested(); ///< checkConnectivity() was called

private:
    using Profiles = std::vector<std::unique_ptr<ConnectedProfile>>;
    /// Which displays of a new profile are started.
    enum class DisplaysToStart {
        All,
        PreloadedPrograms,
    };
    ConnectedProfile *createConnectedProfile(const InstrumentProfile &profile, DisplaysToStart displaysToStart);
    Profiles::iterator find(const QString &profileId);
    ConnectedProfile *connected(const QString &profileId) const;
    ConnectedProfile *connectedProfileOf(const Session *session) const;
    void updateProfileLabels();
    void deleteEndedLinks();

    const std::unique_ptr<LocalX> m_localXSubstitute; ///< replaces the X server if there is none, and gives sessions the reason
    LocalX *const m_localX;
    std::unique_ptr<ConnectionRecordStore> m_connectionRecordStore;
    bool m_leavesProgramsRunning = false;
    QHash<QString, UnconfinedPrograms> m_unconfinedProgramsChoice; ///< the user's choices for tonight, by profile id
    QString m_connectingProfileId; ///< id of the profile that will be connected as soon as other profiles are disconnected; empty: none
    SharedLinkObjects m_sharedLinkObjects; ///< jump hosts (hops) exist only while a profile is connected
    Profiles m_connectedProfiles;
    /// Links of disconnected profiles. They are deleted only after their threads have ended, so that their destructors do not block the GUI thread.
    struct DisconnectedProfileLinks {
        std::chrono::steady_clock::time_point since;
        std::vector<std::unique_ptr<LinkSupervisor>> supervisors;
        bool areLinksReleased = false; ///< false: the links are still needed, to end programs at the summit
    };
    std::vector<DisconnectedProfileLinks> m_disconnectedProfileLinks;
    QTimer m_cleanupTimer;
    QTimer m_logoutTimer; ///< runs since the last leaveProgramsRunning()
    NetworkWatch m_networkWatch;
    SleepWatch m_sleepWatch;
};
}
