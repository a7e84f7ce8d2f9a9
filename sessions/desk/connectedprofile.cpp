// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/connectedprofile.h"

#include "sessions/desk/topologyfailure.h"
#include "sessions/links/linkkeeper.h"
#include "sessions/xwindows/localx.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
ConnectedProfile::ConnectedProfile(const InstrumentProfile &profile, const LinkSurroundings &surroundings, LocalX *localX)
    : m_profile(profile)
    , m_surroundings(surroundings)
    , m_localX(localX)
{
}

ConnectedProfile::~ConnectedProfile() = default;

const InstrumentProfile &ConnectedProfile::profile() const
{
    return m_profile;
}

QList<Link *> ConnectedProfile::links() const
{
    QList<Link *> links;
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        links.append(keeper->link());
    }
    return links;
}

QList<Session *> ConnectedProfile::sessions() const
{
    QList<Session *> sessions;
    for (const Entry &entry : m_sessions) {
        sessions.append(entry.session.get());
    }
    return sessions;
}

bool ConnectedProfile::has(const Session *session) const
{
    return std::ranges::any_of(m_sessions, [session](const Entry &entry) {
        return entry.session.get() == session;
    });
}

void ConnectedProfile::build()
{
    // Links first and in the profile's order, which is the order of their strips.
    for (const LinkSpec &spec : m_profile.links) {
        const auto uses = [&spec](const auto &display) {
            return display.link == spec.id;
        };
        if (std::ranges::any_of(m_profile.windows, uses) || std::ranges::any_of(m_profile.desktops, uses) || spec.discover) {
            keeperFor(spec.id, false);
        }
    }
    for (const DesktopSpec &spec : m_profile.desktops) {
        add(spec);
    }
    for (const WindowSpec &spec : m_profile.windows) {
        add(spec);
    }
}

void ConnectedProfile::start()
{
    const auto begin = [this](const QString &id) {
        const auto found = std::ranges::find_if(m_sessions, [&id](const Entry &entry) {
            return entry.session->id() == id;
        });
        if (found != m_sessions.end()) {
            found->session->start();
        }
    };
    for (const WindowSpec &spec : m_profile.windows) {
        if (spec.start != StartPolicy::Manual) {
            begin(spec.id);
        }
    }
    for (const DesktopSpec &spec : m_profile.desktops) {
        begin(spec.id);
    }
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        if (keeper->link()->target().spec.discover) {
            keeper->want(); // what runs there is looked for, whether or not a display of the profile goes there
        }
    }
}

LinkKeeper *ConnectedProfile::keeperFor(const QString &link, bool forPrograms)
{
    const auto made = std::ranges::find_if(m_keepers, [&link](const std::unique_ptr<LinkKeeper> &keeper) {
        return keeper->link()->target().spec.id == link;
    });
    if (made != m_keepers.end()) {
        return made->get();
    }
    const auto spec = std::ranges::find(m_profile.links, link, &LinkSpec::id);
    if (spec == m_profile.links.end()) {
        return nullptr;
    }
    const bool carriesPrograms = forPrograms || std::ranges::contains(m_profile.windows, link, &WindowSpec::link);
    m_keepers.push_back(std::make_unique<LinkKeeper>(LinkTarget{*spec, carriesPrograms}, m_surroundings));
    LinkKeeper *keeper = m_keepers.back().get();
    // WindowSession makes this connection too: never twice, or a channel would be adopted twice.
    connect(keeper->link(), &Link::x11Opened, m_localX, &LocalX::adopt, Qt::UniqueConnection);
    Q_EMIT linkAdded(keeper->link());
    return keeper;
}

Session *ConnectedProfile::add(const DesktopSpec &spec)
{
    LinkKeeper *keeper = keeperFor(spec.link, false);
    return keeper ? add(std::make_unique<DesktopSession>(spec, keeper->link()), keeper, topologyFailure(spec)) : nullptr;
}

Session *ConnectedProfile::add(const WindowSpec &spec)
{
    LinkKeeper *keeper = keeperFor(spec.link, true);
    return keeper ? add(std::make_unique<WindowSession>(spec, keeper->link(), m_localX), keeper, topologyFailure(spec)) : nullptr;
}

Session *ConnectedProfile::add(std::unique_ptr<Session> session, LinkKeeper *keeper, const std::optional<Failure> &whyNot)
{
    Session *added = session.get();
    added->setProfile(m_profile.id, m_profile.name);
    added->setNamesProfile(m_namesProfile);
    if (whyNot) {
        added->forbid(*whyNot);
    }
    m_sessions.push_back({std::move(session), keeper});
    connect(added, &Session::stateChanged, this, [this, added](SessionState state) {
        sessionChanged(added, state);
    });
    Q_EMIT sessionAdded(added);
    return added;
}

std::unique_ptr<Session> ConnectedProfile::take(Session *session)
{
    const auto found = std::ranges::find_if(m_sessions, [session](const Entry &entry) {
        return entry.session.get() == session;
    });
    if (found == m_sessions.end()) {
        return nullptr;
    }
    std::unique_ptr<Session> taken = std::move(found->session);
    m_sessions.erase(found);
    disconnect(taken.get(), nullptr, this, nullptr); // what it wants from here on is nothing to its link
    return taken;
}

void ConnectedProfile::retry(Session *session)
{
    const auto found = std::ranges::find_if(m_sessions, [session](const Entry &entry) {
        return entry.session.get() == session;
    });
    if (found == m_sessions.end()) {
        return;
    }
    LinkKeeper *keeper = found->keeper;
    const std::optional<Failure> linkFailure = keeper->link()->state() == LinkState::Closed ? keeper->link()->lastFailure() : std::nullopt;
    session->retry();
    if (session->state() == SessionState::Failed) {
        return; // it did not get as far as wanting its link
    }
    retryFallen(*keeper, linkFailure);
    keeper->wantNow();
}

void ConnectedProfile::retry(const Link *link)
{
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        if (keeper->link() == link) {
            retryFallen(*keeper, link->lastFailure());
            keeper->wantNow();
        }
    }
}

/// Those that fell with their link rise with it: one Retry is enough for a host key or password put right.
void ConnectedProfile::retryFallen(const LinkKeeper &keeper, const std::optional<Failure> &linkFailure)
{
    for (const Entry &entry : m_sessions) {
        if (entry.keeper == &keeper && entry.session->state() == SessionState::Failed && linkFailure && entry.session->failure() == linkFailure) {
            entry.session->retry();
        }
    }
}

void ConnectedProfile::lookAgain()
{
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        keeper->lookAgain();
    }
}

void ConnectedProfile::setNamesProfile(bool namesProfile)
{
    m_namesProfile = namesProfile;
    for (const Entry &entry : m_sessions) {
        entry.session->setNamesProfile(namesProfile);
    }
}

void ConnectedProfile::prepareToGo()
{
    for (const Entry &entry : m_sessions) {
        entry.session->blockSignals(true);
    }
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        keeper->release();
    }
}

std::vector<std::unique_ptr<LinkKeeper>> ConnectedProfile::end()
{
    for (const Entry &entry : m_sessions) {
        entry.session->stop();
    }
    for (const std::unique_ptr<LinkKeeper> &keeper : m_keepers) {
        keeper->release();
    }
    m_sessions.clear();
    return std::exchange(m_keepers, {});
}

void ConnectedProfile::sessionChanged(Session *session, SessionState state)
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
