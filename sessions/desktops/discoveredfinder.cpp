// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/discoveredfinder.h"

#include "sessions/desktops/discoverfailure.h"
#include "sessions/links/hop/discovery.h"

#include <utility>

namespace Nightdesk
{
DiscoveredDesktopFinder::DiscoveredDesktopFinder(const DesktopSelector &wanted, const QString &linkId, Link *link)
    : m_wantedDesktop(wanted)
    , m_linkId(linkId)
    , m_link(link)
{
}

DiscoveredDesktopFinder::~DiscoveredDesktopFinder() = default;

void DiscoveredDesktopFinder::find(const FoundCallback &answer)
{
    cancel();
    m_foundCallback = answer;
    Discovery *discovery = Discovery::of(m_link);
    if (!discovery) {
        reportAddress(std::unexpected(DiscoverFailure::linkCannotSearch(m_linkId)));
        return;
    }
    m_searchContext = std::make_unique<QObject>(&m_searchParent);
    // The signals of the discovery may arrive after this search has ended: then another m_searchContext exists, or none.
    QObject::connect(discovery, &Discovery::outcomeChanged, m_searchContext.get(), [this, discovery, own = m_searchContext.get()] {
        if (m_searchContext.get() == own) {
            handleDiscoveryFinished(discovery);
        }
    });
    discovery->refresh();
    if (!discovery->isRunning()) {
        reportAddress(std::unexpected(DiscoverFailure::linkNotResponding(m_link->target().spec)));
    }
}

void DiscoveredDesktopFinder::handleDiscoveryFinished(Discovery *discovery)
{
    if (discovery->outcome()->failure) {
        reportAddress(std::unexpected(*discovery->outcome()->failure));
        return;
    }
    discovery->findDesktop(m_wantedDesktop, m_searchContext.get(), [this, discovery, own = m_searchContext.get()](const std::optional<FoundDesktop> &found) {
        if (m_searchContext.get() != own) {
            return;
        }
        if (found) {
            reportAddress(found->address);
        } else {
            reportAddress(std::unexpected(DiscoverFailure::notFound(m_wantedDesktop, *discovery->outcome(), m_link->target().spec)));
        }
    });
}

void DiscoveredDesktopFinder::reportAddress(const std::expected<DesktopAddress, Failure> &found)
{
    const FoundCallback answer = std::exchange(m_foundCallback, {});
    cancel();
    if (answer) {
        answer(found);
    }
}

void DiscoveredDesktopFinder::cancel()
{
    m_foundCallback = {};
    if (m_searchContext) {
        m_searchContext.release()->deleteLater(); // deleted later, because a slot of m_searchContext may be calling this function
    }
}
}
