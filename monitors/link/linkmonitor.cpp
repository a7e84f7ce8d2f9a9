// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/linkmonitor.h"

#include "sessions/links/hop/link.h"

namespace Nightdesk
{
LinkMonitor *LinkMonitor::of(Link *link)
{
    auto *known = link->findChild<LinkMonitor *>(Qt::FindDirectChildrenOnly);
    return known ? known : new LinkMonitor(link);
}

LinkMonitor::LinkMonitor(Link *link)
    : QObject(link)
{
    connect(link, &Link::sampleTaken, this, [this](const LinkSample &sample) {
        m_history.add(sample);
        Q_EMIT changed();
    });
    connect(link, &Link::renewed, this, &LinkMonitor::breakOff);
    connect(link, &Link::stateChanged, this, [this](LinkState state) {
        // A dead one may still come back; its last figures are those of the same connection then.
        if (state != LinkState::Live && state != LinkState::Stalled && state != LinkState::Dead) {
            breakOff();
        }
    });
}

const LinkHistory &LinkMonitor::history() const
{
    return m_history;
}

void LinkMonitor::breakOff()
{
    m_history.breakOff();
    Q_EMIT changed();
}
}
