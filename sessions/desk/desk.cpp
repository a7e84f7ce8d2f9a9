// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/desk.h"

#include "sessions/desk/windowtrace.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkreleasedelay.h"
#include "sessions/links/hop/linksupervisor.h"
#include "sessions/links/login/connectionrecordstore.h"
#include "sessions/links/login/nightsecrets.h"
#include "sessions/xwindows/localx.h"

#include <QPointer>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
// A link's thread has 1 s to end; after this time, the link's destructor does not block.
constexpr std::chrono::milliseconds linkEnds(1200);
// Longer than the 5 s that programs at the summit have to end when they are asked to.
constexpr std::chrono::seconds programsEnd(8);
constexpr std::chrono::milliseconds sweepPause(200);
constexpr std::chrono::minutes goodbye(1);

/// True: programs at the remote end of the link are still being ended, or a last message is still being sent.
bool isEnding(const std::unique_ptr<LinkSupervisor> &supervisor)
{
    const Link *link = supervisor->link();
    return link->isLive() && (LinkReleaseDelay::isReleaseDelayed(link) || link->findChild<RemoteProgram *>(Qt::FindDirectChildrenOnly));
}
}

Desk::Desk(LocalX *localX, QObject *parent)
    : QObject(parent)
    , m_localXSubstitute(localX ? nullptr : std::make_unique<LocalX>(QString()))
    , m_localX(localX ? localX : m_localXSubstitute.get())
    , m_sharedLinkObjects{std::make_shared<NightSecrets>(), {}, std::make_shared<SharedConnectionRecords>()}
{
    m_cleanupTimer.setInterval(sweepPause);
    connect(&m_cleanupTimer, &QTimer::timeout, this, &Desk::deleteEndedLinks);
    m_logoutTimer.setSingleShot(true);
    m_logoutTimer.setInterval(goodbye);
    connect(&m_logoutTimer, &QTimer::timeout, this, [this] {
        m_leavesProgramsRunning = false;
    });
    connect(&m_networkWatch, &NetworkWatch::networkChanged, this, &Desk::checkConnectivity);
    connect(&m_sleepWatch, &SleepWatch::computerOrProcessResumed, this, &Desk::checkConnectivity);
}

Desk::~Desk()
{
    // Ask all to end before the first destructor waits, so that this takes 1 s in total.
    for (const auto &connected : m_connectedProfiles) {
        connected->prepareDeletion();
    }
}

void Desk::setConnectionRecordFile(const QString &file)
{
    m_connectionRecordStore = std::make_unique<ConnectionRecordStore>(file, m_sharedLinkObjects.connectionRecords);
}

void Desk::connectProfile(const InstrumentProfile &wanted)
{
    const InstrumentProfile profile = wanted; // a copy: the argument may be a reference to a profile that is deleted below
    if (ConnectedProfile *warm = connected(profile.id); warm && warm->isOnlyPreloaded() && warm->profile() == profile) {
        warm->start();
        Q_EMIT preloadedProfileStarted(profile.id);
    } else if (ConnectedProfile *made = createConnectedProfile(profile, DisplaysToStart::All)) {
        made->start();
    }
}

void Desk::replaceConnectedProfiles(const InstrumentProfile &wanted)
{
    const InstrumentProfile profile = wanted;
    {
        const QScopedValueRollback coming(m_connectingProfileId, profile.id);
        disconnectAll();
    }
    connectProfile(profile);
}

void Desk::preload(const InstrumentProfile &wanted)
{
    const InstrumentProfile profile = wanted;
    ConnectedProfile *found = connected(profile.id);
    if (ConnectedProfile *made = found ? found : createConnectedProfile(profile, DisplaysToStart::PreloadedPrograms)) {
        made->preload();
    }
}

bool Desk::isOnlyPreloaded(const QString &profileId) const
{
    const ConnectedProfile *found = connected(profileId);
    return found && found->isOnlyPreloaded();
}

void Desk::setUnconfinedProgramsChoice(const QString &profileId, std::optional<UnconfinedPrograms> choice)
{
    if (choice) {
        m_unconfinedProgramsChoice.insert(profileId, *choice);
    } else {
        m_unconfinedProgramsChoice.remove(profileId);
    }
}

/// Creates the profile's links and displays without starting them. Null: a slot has disconnected the profile.
ConnectedProfile *Desk::createConnectedProfile(const InstrumentProfile &profile, DisplaysToStart displaysToStart)
{
    const auto place = find(profile.id) - m_connectedProfiles.begin();
    {
        const QScopedValueRollback coming(m_connectingProfileId, profile.id);
        disconnectProfile(profile.id);
    }
    m_leavesProgramsRunning = false;
    if (!m_sharedLinkObjects.hopPool) {
        m_sharedLinkObjects.hopPool = std::make_shared<HopPool>(m_sharedLinkObjects.secrets, m_sharedLinkObjects.connectionRecords);
    }
    const bool isFirst = m_connectedProfiles.empty();
    const auto chosen = m_unconfinedProgramsChoice.constFind(profile.id);
    auto made = std::make_unique<ConnectedProfile>(profile,
                                                   m_sharedLinkObjects,
                                                   m_localX,
                                                   chosen == m_unconfinedProgramsChoice.cend() ? std::nullopt : std::optional(*chosen));
    const QPointer<ConnectedProfile> connected = made.get();
    connect(connected, &ConnectedProfile::linkAdded, this, &Desk::linkAdded);
    connect(connected, &ConnectedProfile::sessionAdded, this, &Desk::sessionAdded);
    connect(connected, &ConnectedProfile::sessionAboutToBeRemoved, this, &Desk::sessionAboutToBeRemoved);
    m_connectedProfiles.insert(m_connectedProfiles.begin() + std::min<std::ptrdiff_t>(place, std::ssize(m_connectedProfiles)), std::move(made));
    updateProfileLabels(); // before receivers of signals read labels
    connected->createLinks();
    if (displaysToStart == DisplaysToStart::All) {
        connected->openLinks();
    }
    connected->createDisplays();
    Q_EMIT profileConnected(profile.id);
    if (isFirst) {
        Q_EMIT connectedChanged(true);
    }
    return connected;
}

void Desk::disconnectProfile(const QString &profileId, ProgramsAtDisconnect programs)
{
    if (!isConnected(profileId)) {
        return;
    }
    const QString id = profileId; // a copy: the argument may be part of what is deleted
    Q_EMIT profileAboutToDisconnect(id);
    const auto found = find(id);
    if (found == m_connectedProfiles.end()) {
        return; // a slot of profileAboutToDisconnect() has disconnected the profile
    }
    const std::unique_ptr<ConnectedProfile> going = std::move(*found);
    m_connectedProfiles.erase(found);
    updateProfileLabels(); // done before the signals below, whose receivers read the labels of the remaining displays
    for (Session *session : going->sessions()) {
        Q_EMIT sessionAboutToBeRemoved(session);
    }
    for (Link *link : going->links()) {
        Q_EMIT linkAboutToBeRemoved(link);
    }
    m_disconnectedProfileLinks.push_back({std::chrono::steady_clock::now(), going->end(m_leavesProgramsRunning || programs == ProgramsAtDisconnect::Leave)});
    m_cleanupTimer.start();
    deleteEndedLinks();
    if (m_connectedProfiles.empty()) {
        m_sharedLinkObjects.hopPool.reset(); // links that are still ending keep their own reference
    }
    Q_EMIT profileDisconnected(id);
    if (m_connectedProfiles.empty()) {
        Q_EMIT connectedChanged(false);
    }
}

void Desk::disconnectAll()
{
    while (!m_connectedProfiles.empty()) {
        disconnectProfile(m_connectedProfiles.back()->profile().id);
    }
}

void Desk::updateProfileLabels()
{
    for (const auto &connected : m_connectedProfiles) {
        connected->setShowsProfileName(m_connectedProfiles.size() > 1);
    }
}

void Desk::deleteEndedLinks()
{
    for (DisconnectedProfileLinks &retired : m_disconnectedProfileLinks) {
        const auto now = std::chrono::steady_clock::now();
        if (!retired.areLinksReleased && (now - retired.since >= programsEnd || std::ranges::none_of(retired.supervisors, isEnding))) {
            retired.areLinksReleased = true;
            retired.since = now;
            for (const std::unique_ptr<LinkSupervisor> &keeper : retired.supervisors) {
                keeper->releaseLink();
            }
        }
    }
    std::erase_if(m_disconnectedProfileLinks, [now = std::chrono::steady_clock::now()](const DisconnectedProfileLinks &retired) {
        return retired.areLinksReleased && now - retired.since >= linkEnds;
    });
    if (m_disconnectedProfileLinks.empty()) {
        m_cleanupTimer.stop();
    }
    if (!isEndingPrograms()) {
        Q_EMIT programsEnded();
    }
}

bool Desk::leavesProgramsRunning() const
{
    return m_leavesProgramsRunning;
}

bool Desk::isReplacingProfiles() const
{
    return !m_connectingProfileId.isEmpty();
}

bool Desk::isReplacingProfiles(const QString &profileId) const
{
    return isReplacingProfiles() && m_connectingProfileId == profileId;
}

void Desk::leaveProgramsRunning()
{
    m_leavesProgramsRunning = true;
    // After this time, the logout has either ended the console or was canceled: then programs are ended as usual. Restarted by each logout, because
    // the time of a canceled logout must not end during the next one.
    m_logoutTimer.start();
}

bool Desk::isEndingPrograms() const
{
    return std::ranges::any_of(m_disconnectedProfileLinks, [](const DisconnectedProfileLinks &retired) {
        return !retired.areLinksReleased;
    });
}

Desk::Profiles::iterator Desk::find(const QString &profileId)
{
    return std::ranges::find_if(m_connectedProfiles, [&profileId](const auto &connected) {
        return connected->profile().id == profileId;
    });
}

ConnectedProfile *Desk::connected(const QString &profileId) const
{
    const auto found = std::ranges::find_if(m_connectedProfiles, [&profileId](const auto &connected) {
        return connected->profile().id == profileId;
    });
    return found == m_connectedProfiles.end() ? nullptr : found->get();
}

ConnectedProfile *Desk::connectedProfileOf(const Session *session) const
{
    const auto found = std::ranges::find_if(m_connectedProfiles, [session](const auto &connected) {
        return connected->hasSession(session);
    });
    return found == m_connectedProfiles.end() ? nullptr : found->get();
}

bool Desk::isConnected() const
{
    return !m_connectedProfiles.empty();
}

bool Desk::isConnected(const QString &profileId) const
{
    return connected(profileId) != nullptr;
}

QList<InstrumentProfile> Desk::profiles() const
{
    QList<InstrumentProfile> profiles;
    for (const auto &connected : m_connectedProfiles) {
        profiles.append(connected->profile());
    }
    return profiles;
}

InstrumentProfile Desk::profile(const QString &profileId) const
{
    const ConnectedProfile *found = connected(profileId);
    return found ? found->profile() : InstrumentProfile();
}

QDateTime Desk::connectedSince(const QString &profileId) const
{
    const ConnectedProfile *found = connected(profileId);
    return found ? found->connectedAt() : QDateTime();
}

InstrumentProfile Desk::profileOf(const Session *session) const
{
    const ConnectedProfile *found = connectedProfileOf(session);
    return found ? found->profile() : InstrumentProfile();
}

InstrumentProfile Desk::profileOf(const Link *link) const
{
    const auto found = std::ranges::find_if(m_connectedProfiles, [link](const auto &connected) {
        return std::ranges::contains(connected->links(), link);
    });
    return found == m_connectedProfiles.end() ? InstrumentProfile() : (*found)->profile();
}

std::shared_ptr<NightSecrets> Desk::secrets() const
{
    return m_sharedLinkObjects.secrets;
}

const SharedLinkObjects &Desk::sharedLinkObjects() const
{
    return m_sharedLinkObjects;
}

QList<Link *> Desk::links() const
{
    QList<Link *> links;
    for (const auto &connected : m_connectedProfiles) {
        links += connected->links();
    }
    return links;
}

QList<Link *> Desk::links(const QString &profileId) const
{
    const ConnectedProfile *found = connected(profileId);
    return found ? found->links() : QList<Link *>();
}

QList<Session *> Desk::sessions() const
{
    QList<Session *> sessions;
    for (const auto &connected : m_connectedProfiles) {
        sessions += connected->sessions();
    }
    return sessions;
}

QList<Session *> Desk::sessions(const QString &profileId) const
{
    const ConnectedProfile *found = connected(profileId);
    return found ? found->sessions() : QList<Session *>();
}

Session *Desk::session(const QString &name) const
{
    const QList<Session *> all = sessions();
    auto found = std::ranges::find(all, name, &Session::key);
    if (found == all.end()) {
        found = std::ranges::find(all, name, &Session::id);
    }
    return found == all.end() ? nullptr : *found;
}

std::shared_ptr<XTraceLog> Desk::xTraceLog(const Session *session) const
{
    const WindowTrace *trace = WindowTrace::of(session);
    return trace ? trace->log() : nullptr;
}

Session *Desk::addDisplay(const QString &profileId, const ConnectedProfile::Spec &spec)
{
    ConnectedProfile *found = connected(profileId);
    return found ? found->add(spec) : nullptr;
}

void Desk::setTopology(Session *session, Topology topology)
{
    if (ConnectedProfile *owner = connectedProfileOf(session)) {
        owner->setTopology(session, topology);
    }
}

void Desk::removeDisplay(Session *session)
{
    ConnectedProfile *owner = connectedProfileOf(session);
    if (!owner) {
        return;
    }
    const std::unique_ptr<Session> going = owner->takeSession(session);
    Q_EMIT sessionAboutToBeRemoved(session);
    going->stop();
}

void Desk::retry(Session *session)
{
    if (ConnectedProfile *owner = connectedProfileOf(session)) {
        owner->retry(session);
    }
}

void Desk::reconnect(Link *link)
{
    for (const auto &connected : m_connectedProfiles) {
        connected->retry(link);
    }
}

void Desk::checkConnectivity()
{
    for (const auto &connected : m_connectedProfiles) {
        connected->checkConnectivity();
    }
    if (m_sharedLinkObjects.hopPool) {
        m_sharedLinkObjects.hopPool->checkConnectivity();
    }
    Q_EMIT connectivityCheckRequested();
}
}
