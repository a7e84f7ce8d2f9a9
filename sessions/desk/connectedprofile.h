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

/// One profile while it is connected: its links and displays, and which link is opened for which of them. Owned by the Desk.
/// GUI thread.
class ConnectedProfile : public QObject
{
    Q_OBJECT
public:
    ConnectedProfile(const InstrumentProfile &profile, const LinkSurroundings &surroundings, LocalX *localX, std::optional<UnconfinedPrograms> unconfined = {});
    ~ConnectedProfile() override;

    const InstrumentProfile &profile() const;
    QDateTime since() const; ///< UTC; when it was made
    QList<Link *> links() const;
    QList<Session *> sessions() const;
    bool has(const Session *session) const;

    /// Makes links and displays; nothing starts.
    void build();
    /// Those that start with the connection, and do not run yet; what is to be warm stays covered.
    void start();
    /// Only those, which are started before the rest is needed.
    void warmUp();
    bool isOnlyWarm() const; ///< start() was not called yet
    /// A further display of one of its links, which is made if need be; null: there is no such link.
    Session *add(const DesktopSpec &spec);
    Session *add(const WindowSpec &spec);
    /// It is the caller's from then on. Null: it is not here.
    std::unique_ptr<Session> takeSession(Session *session);
    /// Shows it in another way, as Session::showAs() tells; at once where nothing of it runs.
    void setTopology(Session *session, Topology topology);
    void retry(Session *session);
    void retry(const Link *link); ///< now, whether or not a display wants it
    void lookAgain();
    /// The labels of its displays name the instrument.
    void setNamesProfile(bool namesProfile);
    /// It is about to be deleted: displays that lose their link now must not ask for it, and no link waits for another.
    void prepareToGo();
    /// Ends the displays; @p leavesPrograms: but not those programs at the summit that can do without us. The links are still to be released: by them programs
    /// at the summit may still be ended.
    std::vector<std::unique_ptr<LinkSupervisor>> end(bool leavesPrograms = false);

Q_SIGNALS:
    void linkAdded(Nightdesk::Link *link);
    void sessionAdded(Nightdesk::Session *session);
    /// Another takes its place; it is in no list any more.
    void sessionAboutToGo(Nightdesk::Session *session);

private:
    using Spec = std::variant<DesktopSpec, WindowSpec>;
    struct Entry {
        std::unique_ptr<Session> session;
        LinkSupervisor *keeper = nullptr; ///< of the link that carries it
        LinkSupervisor *other = nullptr; ///< of the display's own link, where its viewer is on another host
        Spec spec; ///< as its profile has it
        std::optional<Topology> next = {}; ///< as soon as it has ended
    };
    LinkSupervisor *supervisorFor(const QString &link, bool forPrograms);
    Session *add(const Spec &spec);
    /// Without a session: there is no such link.
    Entry make(const Spec &spec, Topology topology);
    void make(Entry &entry, const DesktopSpec &spec);
    void make(Entry &entry, const WindowSpec &spec);
    void insert(Entry entry, std::ptrdiff_t place);
    void replace(Session *session, bool starts);
    /// Its program goes on at the summit while nobody can ask it to end: shown by windows it would run twice.
    static bool runsOnUnheard(const Entry &entry);
    std::vector<Entry>::iterator find(const Session *session);
    Session *named(const QString &id) const;
    void retryFallen(const LinkSupervisor &keeper, const std::optional<Failure> &linkFailure);
    void sessionChanged(Session *session, SessionState state);

    const InstrumentProfile m_profile;
    const QDateTime m_since = QDateTime::currentDateTimeUtc();
    const LinkSurroundings m_surroundings;
    LocalX *const m_localX;
    const std::optional<UnconfinedPrograms> m_unconfined;
    bool m_namesProfile = false;
    bool m_isStarted = false;
    // Sessions use links: declared after them, so that they go first.
    std::vector<std::unique_ptr<LinkSupervisor>> m_supervisors;
    std::vector<Entry> m_sessions;
};
}
