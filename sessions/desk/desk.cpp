// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/desk.h"

#include "sessions/desk/topologyfailure.h"
#include "sessions/links/hoppool.h"
#include "sessions/links/linkkeeper.h"
#include "sessions/links/nightsecrets.h"
#include "sessions/xwindows/localx.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
// A link's thread has one second to end; after that its destructor waits for nothing.
constexpr std::chrono::milliseconds linkEnds(1200);
}

Desk::Desk(LocalX *localX, QObject *parent)
    : QObject(parent)
    , m_noX(localX ? nullptr : std::make_unique<LocalX>(QString()))
    , m_localX(localX ? localX : m_noX.get())
    , m_surroundings{std::make_shared<NightSecrets>(), {}}
{
    m_sweep.setInterval(linkEnds);
    connect(&m_sweep, &QTimer::timeout, this, &Desk::sweepRetired);
    connect(&m_network, &NetworkWatch::changed, this, &Desk::lookAgain);
    connect(&m_sleep, &SleepWatch::wokeUp, this, &Desk::lookAgain);
}

Desk::~Desk()
{
    for (const Entry &entry : m_sessions) {
        entry.session->blockSignals(true); // a display that loses its link now must not ask for it again
    }
    // All are told before the first is waited for: a second in all, not one for each.
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        keeper->release();
    }
}

void Desk::connectProfile(const InstrumentProfile &wanted)
{
    const InstrumentProfile profile = wanted; // may be our own, which goes now
    disconnectProfile();
    m_profile = profile;
    m_surroundings.hops = std::make_shared<HopPool>(m_surroundings.secrets);
    QHash<QString, LinkKeeper *> keepers;
    for (const LinkSpec &spec : profile.links) {
        const auto uses = [&spec](const auto &display) {
            return display.link == spec.id;
        };
        const bool carriesPrograms = std::ranges::any_of(profile.windows, uses);
        if (!carriesPrograms && std::ranges::none_of(profile.desktops, uses)) {
            continue;
        }
        m_keepers.push_back(std::make_unique<LinkKeeper>(LinkTarget{spec, carriesPrograms}, m_surroundings));
        LinkKeeper *keeper = m_keepers.back().get();
        keepers.insert(spec.id, keeper);
        // WindowSession makes this connection too: never twice, or a channel would be adopted twice.
        connect(keeper->link(), &Link::x11Opened, m_localX, &LocalX::adopt, Qt::UniqueConnection);
        Q_EMIT linkAdded(keeper->link());
    }
    for (const DesktopSpec &spec : profile.desktops) {
        if (LinkKeeper *keeper = keepers.value(spec.link)) {
            add(std::make_unique<DesktopSession>(spec, keeper->link()), keeper, topologyFailure(spec));
        }
    }
    for (const WindowSpec &spec : profile.windows) {
        if (LinkKeeper *keeper = keepers.value(spec.link)) {
            add(std::make_unique<WindowSession>(spec, keeper->link(), m_localX), keeper, topologyFailure(spec));
        }
    }
    Q_EMIT connectedChanged(true);
    for (const WindowSpec &spec : profile.windows) {
        if (spec.start != StartPolicy::Manual) {
            if (Session *window = session(spec.id)) {
                window->start();
            }
        }
    }
    for (const DesktopSpec &spec : profile.desktops) {
        if (Session *desktop = session(spec.id)) {
            desktop->start();
        }
    }
}

void Desk::add(std::unique_ptr<Session> session, LinkKeeper *keeper, const std::optional<Failure> &whyNot)
{
    Session *added = session.get();
    if (whyNot) {
        added->forbid(*whyNot);
    }
    m_sessions.push_back({std::move(session), keeper});
    connect(added, &Session::stateChanged, this, [this, added](SessionState state) {
        sessionChanged(added, state);
    });
    Q_EMIT sessionAdded(added);
}

void Desk::disconnectProfile()
{
    if (!isConnected()) {
        return;
    }
    Q_EMIT aboutToDisconnect();
    for (const Entry &entry : m_sessions) {
        entry.session->stop();
    }
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        keeper->release();
    }
    m_sessions.clear();
    m_surroundings.hops.reset(); // the links still hold it
    m_retired.push_back({std::chrono::steady_clock::now(), std::exchange(m_keepers, {})});
    m_sweep.start();
    m_profile = {};
    Q_EMIT connectedChanged(false);
}

void Desk::sweepRetired()
{
    std::erase_if(m_retired, [now = std::chrono::steady_clock::now()](const Retired &retired) {
        return now - retired.since >= linkEnds;
    });
    if (m_retired.empty()) {
        m_sweep.stop();
    }
}

const InstrumentProfile &Desk::profile() const
{
    return m_profile;
}

bool Desk::isConnected() const
{
    return !m_profile.id.isEmpty();
}

std::shared_ptr<NightSecrets> Desk::secrets() const
{
    return m_surroundings.secrets;
}

QList<Link *> Desk::links() const
{
    QList<Link *> links;
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        links.append(keeper->link());
    }
    return links;
}

QList<Session *> Desk::sessions() const
{
    QList<Session *> sessions;
    for (const Entry &entry : m_sessions) {
        sessions.append(entry.session.get());
    }
    return sessions;
}

Session *Desk::session(const QString &id) const
{
    const auto found = std::ranges::find_if(m_sessions, [&id](const Entry &entry) {
        return entry.session->id() == id;
    });
    return found == m_sessions.end() ? nullptr : found->session.get();
}

void Desk::retry(Session *session)
{
    const auto found = std::ranges::find_if(m_sessions, [session](const Entry &entry) {
        return entry.session.get() == session;
    });
    if (found == m_sessions.end()) {
        return;
    }
    LinkKeeper *keeper = found->keeper;
    // Those that fell with the link rise with it: one Retry is enough for a host key or password put right.
    const std::optional<Failure> linkFailure = keeper->link()->state() == LinkState::Closed ? keeper->link()->lastFailure() : std::nullopt;
    session->retry();
    if (session->state() == SessionState::Failed) {
        return; // it did not get as far as wanting its link
    }
    for (const Entry &entry : m_sessions) {
        if (entry.keeper == keeper && entry.session->state() == SessionState::Failed && linkFailure && entry.session->failure() == linkFailure) {
            entry.session->retry();
        }
    }
    keeper->wantNow();
}

void Desk::lookAgain()
{
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        keeper->lookAgain();
    }
    if (m_surroundings.hops) {
        m_surroundings.hops->lookAgain();
    }
}

void Desk::sessionChanged(Session *session, SessionState state)
{
    if (state != SessionState::WaitingForLink) {
        return;
    }
    const auto found = std::ranges::find_if(m_sessions, [session](const Entry &entry) {
        return entry.session.get() == session;
    });
    if (found == m_sessions.end()) {
        return;
    }
    const Link *link = found->keeper->link();
    // A refusal is for a person to mend: only a fresh wish (no failure noted) opens a link that refused.
    const bool refused = link->state() == LinkState::Closed && link->lastFailure() && link->lastFailure()->kind != FailureKind::Transient;
    if (!refused || !session->failure()) {
        found->keeper->want();
    }
}
}
