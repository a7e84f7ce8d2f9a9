// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/linkkeeper.h"

#include "sessions/common/logging.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

LinkKeeper::LinkKeeper(const LinkTarget &target, const LinkSurroundings &surroundings, QObject *parent)
    : QObject(parent)
    , m_link(std::make_unique<Link>(target, surroundings))
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, m_link.get(), &Link::open);
    connect(m_link.get(), &Link::stateChanged, this, &LinkKeeper::linkChanged);
}

LinkKeeper::~LinkKeeper() = default;

Link *LinkKeeper::link() const
{
    return m_link.get();
}

void LinkKeeper::want()
{
    m_wanted = true;
    const LinkState state = m_link->state();
    if (!m_pause.isActive() && (state == LinkState::Idle || state == LinkState::Closed)) {
        m_link->open();
    }
}

void LinkKeeper::wantNow()
{
    m_pause.stop();
    m_backoff.reset();
    want();
}

void LinkKeeper::release()
{
    m_wanted = false;
    m_pause.stop();
    m_link->close();
}

void LinkKeeper::linkChanged(LinkState state)
{
    if (state == LinkState::Live && !m_liveSince) {
        m_liveSince = std::chrono::steady_clock::now();
    }
    if (state != LinkState::Closed) {
        return;
    }
    const auto liveSince = std::exchange(m_liveSince, std::nullopt);
    if (!m_wanted) {
        return;
    }
    const std::optional<Failure> failure = m_link->lastFailure();
    if (!failure || failure->kind != FailureKind::Transient) {
        return; // a person has to act first
    }
    // A link that ran for a while fails afresh; one that falls again at once waits longer each time.
    if (liveSince && std::chrono::steady_clock::now() - *liveSince > 30s) {
        m_backoff.reset();
    }
    const std::chrono::milliseconds pause = m_backoff.nextPause();
    qCInfo(LogDesk) << "link" << m_link->target().spec.id << "is opened again in" << pause.count() << "ms";
    m_pause.start(pause);
}
}
