// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/connectedprofile.h"

#include "sessions/apps/appsession.h"
#include "sessions/desk/displaymoderules.h"
#include "sessions/desk/summitviewer.h"
#include "sessions/desk/viewercommandfinder.h"
#include "sessions/desk/vncatsummitsession.h"
#include "sessions/desk/windowtrace.h"
#include "sessions/display/preloadstate.h"
#include "sessions/links/hop/linksupervisor.h"
#include "sessions/xwindows/localx.h"

#include <QPointer>

#include <algorithm>
#include <functional>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Size of a private X server's display if the profile has none: fits most programs and any monitor. The program fills the display, and the user can
/// resize it.
constexpr QSize defaultDisplaySize(1024, 768);

template<typename Spec>
QString viewerLinkId(const Spec &display)
{
    return display.viewer.link.isEmpty() ? display.link : display.viewer.link;
}

/// True: in the display mode that its profile sets, the display uses @p link.
template<typename Spec>
bool usesLink(const Spec &display, const QString &link)
{
    return display.link == link || (display.topology == Topology::VncAtSummit && viewerLinkId(display) == link);
}
}

ConnectedProfile::ConnectedProfile(const InstrumentProfile &profile,
                                   const SharedLinkObjects &sharedLinkObjects,
                                   LocalX *localX,
                                   std::optional<UnconfinedPrograms> unconfined)
    : m_profile(profile)
    , m_sharedLinkObjects(sharedLinkObjects)
    , m_localX(localX)
    , m_unconfinedProgramsChoice(unconfined)
{
}

ConnectedProfile::~ConnectedProfile() = default;

QList<Link *> ConnectedProfile::links() const
{
    QList<Link *> links;
    for (const std::unique_ptr<LinkSupervisor> &supervisor : m_supervisors) {
        links.append(supervisor->link());
    }
    return links;
}

QList<Session *> ConnectedProfile::sessions() const
{
    QList<Session *> sessions;
    for (const SessionEntry &entry : m_sessionEntries) {
        sessions.append(entry.session.get());
    }
    return sessions;
}

bool ConnectedProfile::hasSession(const Session *session) const
{
    return std::ranges::contains(sessions(), session);
}

void ConnectedProfile::createLinks()
{
    // In the profile's order, because their status bars appear in the order of creation.
    for (const LinkSpec &spec : m_profile.links) {
        const auto uses = [&spec](const auto &display) {
            return usesLink(display, spec.id);
        };
        if (std::ranges::any_of(m_profile.windows, uses) || std::ranges::any_of(m_profile.desktops, uses) || spec.discover) {
            supervisorFor(spec.id, false);
        }
    }
}

void ConnectedProfile::openLinks()
{
    for (const std::unique_ptr<LinkSupervisor> &supervisor : m_supervisors) {
        const QString id = supervisor->link()->target().spec.id;
        const auto uses = [&id](const auto &display) {
            return usesLink(display, id);
        };
        const auto startsOn = [&uses](const WindowSpec &window) {
            return window.start != StartPolicy::Manual && uses(window);
        };
        if (std::ranges::any_of(m_profile.desktops, uses) || std::ranges::any_of(m_profile.windows, startsOn)) {
            supervisor->keepLinkOpen();
        }
    }
}

void ConnectedProfile::createDisplays()
{
    for (const DesktopSpec &spec : m_profile.desktops) {
        add(spec);
    }
    for (const WindowSpec &spec : m_profile.windows) {
        add(spec);
    }
}

Session *ConnectedProfile::findSession(const QString &id) const
{
    const QList<Session *> all = sessions();
    const auto found = std::ranges::find(all, id, &Session::id);
    return found == all.end() ? nullptr : *found;
}

void ConnectedProfile::preload()
{
    for (const WindowSpec &spec : m_profile.windows) {
        if (PreloadState *preloadState = spec.start == StartPolicy::Preload ? PreloadState::of(findSession(spec.id)) : nullptr) {
            preloadState->start();
        }
    }
}

void ConnectedProfile::start()
{
    m_areSessionsStarted = true;
    const auto begin = [this](const QString &id) {
        if (Session *session = findSession(id)) {
            session->start();
        }
    };
    for (const WindowSpec &spec : m_profile.windows) {
        if (PreloadState *preloadState = spec.start == StartPolicy::Preload ? PreloadState::of(findSession(spec.id)) : nullptr) {
            preloadState->start();
        } else if (spec.start != StartPolicy::Manual) {
            begin(spec.id);
        }
    }
    for (const DesktopSpec &spec : m_profile.desktops) {
        begin(spec.id);
    }
    for (const std::unique_ptr<LinkSupervisor> &supervisor : m_supervisors) {
        if (supervisor->link()->target().spec.discover) {
            // Connects the link to look for desktops, even if no display of the profile uses it.
            supervisor->keepLinkOpen();
        }
    }
}

LinkSupervisor *ConnectedProfile::supervisorFor(const QString &link, bool forPrograms)
{
    const auto made = std::ranges::find_if(m_supervisors, [&link](const std::unique_ptr<LinkSupervisor> &supervisor) {
        return supervisor->link()->target().spec.id == link;
    });
    if (made != m_supervisors.end()) {
        return made->get();
    }
    const auto spec = std::ranges::find(m_profile.links, link, &LinkSpec::id);
    if (spec == m_profile.links.end()) {
        return nullptr;
    }
    const auto shownThere = [&link](const DesktopSpec &desktop) {
        return desktop.topology == Topology::VncAtSummit && viewerLinkId(desktop) == link;
    };
    const bool carriesPrograms =
        forPrograms || std::ranges::contains(m_profile.windows, link, &WindowSpec::link) || std::ranges::any_of(m_profile.desktops, shownThere);
    m_supervisors.push_back(std::make_unique<LinkSupervisor>(LinkTarget{*spec, carriesPrograms}, m_sharedLinkObjects));
    LinkSupervisor *supervisor = m_supervisors.back().get();
    m_localX->adoptX11ChannelsOf(supervisor->link());
    Q_EMIT linkAdded(supervisor->link());
    return supervisor;
}

Session *ConnectedProfile::add(const Spec &spec)
{
    SessionEntry entry = createSession(spec, DisplayModeRules::initialTopology(spec, m_unconfinedProgramsChoice));
    Session *added = entry.session.get();
    if (added) {
        insert(std::move(entry), std::ssize(m_sessionEntries));
    }
    return added;
}

ConnectedProfile::SessionEntry ConnectedProfile::createSession(const Spec &spec, Topology topology)
{
    SessionEntry entry;
    entry.spec = spec;
    std::visit(
        [&](auto display) {
            display.topology = topology;
            createSession(entry, display);
        },
        spec);
    if (entry.session) {
        entry.session->setProfile(m_profile.id, m_profile.name);
        entry.session->setSite(m_profile.site);
        entry.session->setShowsProfileName(m_showsProfileName);
        const std::optional<Failure> noX = m_localX->problem();
        entry.session->setDisplayModes(DisplayModeRules::displayModes(spec, topology, noX ? noX->what : QString(), m_unconfinedProgramsChoice));
        if (auto *window = qobject_cast<WindowSession *>(entry.session.get())) {
            new WindowTrace(window);
        }
    }
    return entry;
}

void ConnectedProfile::createSession(SessionEntry &entry, const DesktopSpec &spec)
{
    LinkSupervisor *own = supervisorFor(spec.link, false);
    if (spec.topology != Topology::VncAtSummit) {
        entry.supervisor = own;
        entry.session = own ? std::make_unique<DesktopSession>(spec, own->link()) : nullptr;
        return;
    }
    entry.supervisor = supervisorFor(viewerLinkId(spec), true);
    entry.displayLinkSupervisor = own == entry.supervisor ? nullptr : own;
    if (own && entry.supervisor) {
        auto command = std::make_unique<ViewerCommandFinder>(spec, own->link());
        entry.session = std::make_unique<WindowSession>(SummitViewer::windowOf(spec), entry.supervisor->link(), m_localX, std::move(command));
    }
}

void ConnectedProfile::createSession(SessionEntry &entry, const WindowSpec &spec)
{
    LinkSupervisor *own = supervisorFor(spec.link, true);
    entry.supervisor = spec.topology == Topology::VncAtSummit ? supervisorFor(viewerLinkId(spec), true) : own;
    entry.displayLinkSupervisor = own == entry.supervisor ? nullptr : own;
    if (!own || !entry.supervisor) {
        return;
    }
    if (spec.topology == Topology::X11) {
        WindowSpec window = spec;
        window.isTrusted = spec.isTrusted || m_unconfinedProgramsChoice == UnconfinedPrograms::ShowAsTrusted;
        entry.session = std::make_unique<WindowSession>(window, own->link(), m_localX);
        return;
    }
    const QSize size = spec.geometry.size ? QSize(spec.geometry.size->width, spec.geometry.size->height) : defaultDisplaySize;
    const AppRequest order{.name = {.owner = {}, .profile = m_profile.id, .display = spec.id}, .spec = spec, .size = size, .site = m_profile.site};
    if (spec.topology == Topology::VncApp) {
        entry.session = std::make_unique<AppSession>(order, m_localX->programMarks(), own->link());
    } else {
        entry.session = std::make_unique<VncAtSummitSession>(order, m_localX->programMarks(), own->link(), entry.supervisor->link(), m_localX);
    }
}

void ConnectedProfile::insert(SessionEntry entry, std::ptrdiff_t place)
{
    Session *added = entry.session.get();
    m_sessionEntries.insert(m_sessionEntries.begin() + std::min(place, std::ssize(m_sessionEntries)), std::move(entry));
    connect(added, &Session::stateChanged, this, std::bind_front(&ConnectedProfile::handleSessionState, this, added));
    const auto change = [this, asks = QPointer(added)](Topology topology) {
        if (asks) {
            setTopology(asks, topology);
        }
    };
    // Queued, because the signal may come from a menu of the session's view, which is deleted with the session.
    connect(added, &Session::topologyRequested, this, change, Qt::QueuedConnection);
    connect(added, &Session::closingChanged, this, [this, added](bool closing) {
        // The user canceled the closing of the program, in a dialog of the program or in Nightdesk. So the display mode is not changed either.
        if (const auto found = find(added); !closing && found != m_sessionEntries.end() && added->state() == SessionState::Live) {
            found->requestedTopology.reset();
        }
    });
    Q_EMIT sessionAdded(added);
}

std::vector<ConnectedProfile::SessionEntry>::iterator ConnectedProfile::find(const Session *session)
{
    return std::ranges::find_if(m_sessionEntries, [session](const SessionEntry &entry) {
        return entry.session.get() == session;
    });
}

void ConnectedProfile::setTopology(Session *session, Topology topology)
{
    const auto found = find(session);
    const bool isPossible = std::ranges::any_of(session->displayModes().all, [topology](const Session::DisplayMode &way) {
        return way.topology == topology && way.unavailableReason.isEmpty();
    });
    if (found == m_sessionEntries.end() || (!isPossible && topology != session->displayModes().ofProfile)) {
        return;
    }
    if (session->displayModes().current == topology) {
        if (std::exchange(found->requestedTopology, std::nullopt)) {
            session->cancelClose();
        }
        return;
    }
    found->requestedTopology = topology;
    const SessionState state = session->state();
    if (state == SessionState::Opening || state == SessionState::Starting || state == SessionState::Live) {
        if (!session->isClosing()) { // a second close() while the program is being asked would end it by force
            session->close();
        }
        return;
    }
    if (state == SessionState::WaitingForLink && isProgramRunningWithoutLink(*found)) {
        return; // the session is replaced when its link is live again and the program can be asked to end
    }
    replaceSession(session, state != SessionState::Idle && state != SessionState::Ended);
}

bool ConnectedProfile::isProgramRunningWithoutLink(const SessionEntry &entry)
{
    const LinkSupervisor *programs = entry.displayLinkSupervisor ? entry.displayLinkSupervisor : entry.supervisor;
    return entry.requestedTopology == Topology::X11 && std::holds_alternative<WindowSpec>(entry.spec) && entry.session->displayModes().current != Topology::X11
        && entry.session->timeTakenUntilLive() && !programs->link()->isLive();
}

void ConnectedProfile::replaceSession(Session *session, bool startsNewSession)
{
    const auto found = find(session);
    if (found == m_sessionEntries.end() || !found->requestedTopology) {
        return;
    }
    const auto place = found - m_sessionEntries.begin();
    const Spec spec = found->spec;
    const Topology topology = *found->requestedTopology;
    const std::unique_ptr<Session> going = takeSession(session);
    Q_EMIT sessionAboutToBeRemoved(session);
    going->stop();
    SessionEntry entry = createSession(spec, topology);
    Session *added = entry.session.get();
    if (added) {
        insert(std::move(entry), place);
        if (startsNewSession) {
            added->start();
        }
    }
}

std::unique_ptr<Session> ConnectedProfile::takeSession(Session *session)
{
    const auto found = find(session);
    if (found == m_sessionEntries.end()) {
        return nullptr;
    }
    std::unique_ptr<Session> taken = std::move(found->session);
    m_sessionEntries.erase(found);
    disconnect(taken.get(), nullptr, this, nullptr); // the session must no longer request its link
    return taken;
}

void ConnectedProfile::retry(Session *session)
{
    const auto found = find(session);
    if (found == m_sessionEntries.end()) {
        return;
    }
    std::vector<std::pair<LinkSupervisor *, std::optional<Failure>>> linkFailures;
    for (LinkSupervisor *each : {found->supervisor, found->displayLinkSupervisor}) {
        if (each) {
            linkFailures.emplace_back(each, each->link()->state() == LinkState::Closed ? each->link()->lastFailure() : std::nullopt);
        }
    }
    session->retry();
    if (session->state() == SessionState::Failed) {
        return; // the session failed before it requested its link
    }
    for (const auto &[supervisor, failure] : linkFailures) {
        retryFailedSessions(*supervisor, failure);
        supervisor->connectAtOnce();
    }
}

void ConnectedProfile::retry(const Link *link)
{
    for (const std::unique_ptr<LinkSupervisor> &supervisor : m_supervisors) {
        if (supervisor->link() == link) {
            retryFailedSessions(*supervisor, link->lastFailure());
            supervisor->connectAtOnce();
        }
    }
}

/// Restarts sessions that failed because of their link, so that one Retry is enough after a host key or password was fixed.
void ConnectedProfile::retryFailedSessions(const LinkSupervisor &supervisor, const std::optional<Failure> &linkFailure)
{
    for (const SessionEntry &entry : m_sessionEntries) {
        if ((entry.supervisor == &supervisor || entry.displayLinkSupervisor == &supervisor) && entry.session->state() == SessionState::Failed && linkFailure
            && entry.session->failure() == linkFailure) {
            entry.session->retry();
        }
    }
}

void ConnectedProfile::checkConnectivity()
{
    for (const std::unique_ptr<LinkSupervisor> &supervisor : m_supervisors) {
        supervisor->checkConnectivity();
    }
}

void ConnectedProfile::setShowsProfileName(bool showsProfileName)
{
    m_showsProfileName = showsProfileName;
    for (const SessionEntry &entry : m_sessionEntries) {
        entry.session->setShowsProfileName(showsProfileName);
    }
}

void ConnectedProfile::prepareDeletion()
{
    for (const SessionEntry &entry : m_sessionEntries) {
        entry.session->blockSignals(true);
    }
    for (const std::unique_ptr<LinkSupervisor> &supervisor : m_supervisors) {
        supervisor->releaseLink();
    }
}

std::vector<std::unique_ptr<LinkSupervisor>> ConnectedProfile::end(bool leavesProgramsRunning)
{
    for (const SessionEntry &entry : m_sessionEntries) {
        if (auto *app = leavesProgramsRunning ? qobject_cast<AppSession *>(entry.session.get()) : nullptr) {
            app->leaveProgramRunning();
        } else if (auto *window = leavesProgramsRunning ? qobject_cast<VncAtSummitSession *>(entry.session.get()) : nullptr) {
            window->leaveProgramRunning();
        }
        entry.session->stop();
    }
    m_sessionEntries.clear();
    return std::exchange(m_supervisors, {});
}

void ConnectedProfile::handleSessionState(Session *session, SessionState state)
{
    const auto found = find(session);
    if (found == m_sessionEntries.end()) {
        return;
    }
    if (state == SessionState::Ended && isProgramRunningWithoutLink(*found)) {
        // The link was lost while the program was being asked to end. Cancel that, and connect to the program again.
        found->requestedTopology.reset();
        QMetaObject::invokeMethod(session, &Session::retry, Qt::QueuedConnection);
        return;
    }
    if (found->requestedTopology && state == SessionState::Live && !session->isClosing()) {
        const auto ask = [this, session] {
            if (const auto here = find(session);
                here != m_sessionEntries.end() && here->requestedTopology && session->state() == SessionState::Live && !session->isClosing()) {
                session->close();
            }
        };
        QMetaObject::invokeMethod(this, ask, Qt::QueuedConnection);
        return;
    }
    const bool waits = state == SessionState::WaitingForLink && !isProgramRunningWithoutLink(*found);
    if (found->requestedTopology && (state == SessionState::Ended || state == SessionState::Failed || waits)) {
        // Queued, so that the session is not replaced during its own signal. When the call is made, the session's link may already be reconnecting.
        QMetaObject::invokeMethod(this, std::bind_front(&ConnectedProfile::replaceSession, this, session, true), Qt::QueuedConnection);
        return;
    }
    if (state != SessionState::WaitingForLink) {
        return;
    }
    for (LinkSupervisor *supervisor : {found->supervisor, found->displayLinkSupervisor}) {
        // A refused link needs action by the user. So it is opened again only for a session without a failure: one that was started again.
        const Link *link = supervisor ? supervisor->link() : nullptr;
        const bool refused = link && link->state() == LinkState::Closed && link->lastFailure() && link->lastFailure()->kind != FailureKind::Transient;
        if (supervisor && (!refused || !session->failure())) {
            supervisor->keepLinkOpen();
        }
    }
}
}
