// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "sessions/profiles/unconfinedprograms.h"
#include "sessions/xwindows/windowsession.h"

#include <QDateTime>
#include <QObject>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace Nightdesk
{
class LinkSupervisor;
class LocalX;

/// A connected profile: its links and displays. Opens links as displays need them. Owned by the Desk. GUI thread.
class ConnectedProfile : public QObject
{
    Q_OBJECT
public:
    ConnectedProfile(const InstrumentProfile &profile,
                     const SharedLinkObjects &sharedLinkObjects,
                     LocalX *localX,
                     std::optional<UnconfinedPrograms> unconfined = {});
    ~ConnectedProfile() override;

    const InstrumentProfile &profile() const
    {
        return m_profile;
    }
    /// When the profile was connected, UTC.
    QDateTime connectedAt() const
    {
        return m_connectedSince;
    }
    QList<Link *> links() const;
    QList<Session *> sessions() const;
    bool hasSession(const Session *session) const;

    /// Creates the links without opening them.
    void createLinks();
    /// Opens the links of the displays that start() starts, so that they connect while the displays are created.
    void openLinks();
    /// Creates the displays without starting them.
    void createDisplays();
    /// Starts the displays that start with the connection and do not run yet; windows of preloaded programs stay hidden.
    void start();
    /// Starts only the programs to preload.
    void preload();
    /// True: no displays are shown yet, because start() was not called; preload() may have been called.
    bool isOnlyPreloaded() const
    {
        return !m_areSessionsStarted;
    }
    /// A display's description in the profile.
    using Spec = std::variant<DesktopSpec, WindowSpec>;
    /// Adds a display on one of the profile's links, which is created if needed; null: there is no such link.
    Session *add(const Spec &spec);
    /// Removes the session and passes its ownership to the caller. Null: it is not a session of this profile.
    std::unique_ptr<Session> takeSession(Session *session);
    /// Changes the display mode of @p session, after Session::showAs() requested that; at once if its program does not
    /// run.
    void setTopology(Session *session, Topology topology);
    void retry(Session *session);
    void retry(const Link *link); ///< connects now, even if no display needs the link
    void checkConnectivity();
    /// Sets whether the labels of displays include the instrument's name.
    void setShowsProfileName(bool showsProfileName);
    /// Call before deletion: displays that lose their link then do not request it again, and the links end in parallel.
    void prepareDeletion();
    /// Ends all displays, and returns the profile's links. @p leavesProgramsRunning: programs at the summit that can run without this console are not
    /// ended. The caller releases the links later, because programs at the summit are ended through them.
    std::vector<std::unique_ptr<LinkSupervisor>> end(bool leavesProgramsRunning = false);

Q_SIGNALS:
    void linkAdded(Nightdesk::Link *link);
    void sessionAdded(Nightdesk::Session *session);
    /// The session is being replaced and is no longer in any list.
    void sessionAboutToBeRemoved(Nightdesk::Session *session);

private:
    struct SessionEntry {
        std::unique_ptr<Session> session;
        LinkSupervisor *supervisor = nullptr; ///< supervisor of the link that the session uses
        /// Supervisor of the display's own link, if its viewer runs on another host; otherwise null.
        LinkSupervisor *displayLinkSupervisor = nullptr;
        Spec spec; ///< the display's description in the profile
        std::optional<Topology> requestedTopology = {}; ///< display mode to use as soon as the session has ended
    };
    LinkSupervisor *supervisorFor(const QString &link, bool forPrograms);
    /// Creates the session of @p spec. The result has no session if the profile does not define the link that @p spec names.
    SessionEntry createSession(const Spec &spec, Topology topology);
    void createSession(SessionEntry &entry, const DesktopSpec &spec);
    void createSession(SessionEntry &entry, const WindowSpec &spec);
    void insert(SessionEntry entry, std::ptrdiff_t place);
    void replaceSession(Session *session, bool startsNewSession);
    /// True: the program still runs at the summit, and without its link it cannot be asked to end. Starting it again in mode x11 would run it twice.
    static bool isProgramRunningWithoutLink(const SessionEntry &entry);
    std::vector<SessionEntry>::iterator find(const Session *session);
    Session *findSession(const QString &id) const;
    void retryFailedSessions(const LinkSupervisor &supervisor, const std::optional<Failure> &linkFailure);
    void handleSessionState(Session *session, SessionState state);

    const InstrumentProfile m_profile;
    const QDateTime m_connectedSince = QDateTime::currentDateTimeUtc();
    const SharedLinkObjects m_sharedLinkObjects;
    LocalX *const m_localX;
    const std::optional<UnconfinedPrograms> m_unconfinedProgramsChoice;
    bool m_showsProfileName = false;
    bool m_areSessionsStarted = false;
    // Sessions use links, so m_sessionEntries is declared after m_supervisors and is destroyed first.
    std::vector<std::unique_ptr<LinkSupervisor>> m_supervisors;
    std::vector<SessionEntry> m_sessionEntries;
};
}
