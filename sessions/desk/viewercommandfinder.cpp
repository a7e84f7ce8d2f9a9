// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/viewercommandfinder.h"

#include "sessions/desk/summitviewer.h"
#include "sessions/desktops/discoverfailure.h"
#include "sessions/links/hop/discovery.h"

#include <utility>

namespace Nightdesk
{
ViewerCommandFinder::ViewerCommandFinder(const DesktopSpec &desktop, Link *link)
    : m_desktop(desktop)
    , m_link(link)
{
}

void ViewerCommandFinder::find(const FoundCallback &answer)
{
    cancel();
    m_foundCallback = answer;
    if (const auto *wanted = std::get_if<DesktopSelector>(&m_desktop.address)) {
        searchForDesktop(*wanted);
    } else {
        reportCommandForAddress(m_desktop.address);
    }
}

void ViewerCommandFinder::cancel()
{
    m_foundCallback = nullptr;
    if (m_searchContext) {
        m_searchContext.release()->deleteLater(); // deleteLater(), because this may be called by m_searchContext
    }
}

void ViewerCommandFinder::searchForDesktop(const DesktopSelector &wanted)
{
    Discovery *discovery = Discovery::of(m_link);
    if (!discovery) {
        reportCommand(std::unexpected(DiscoverFailure::linkCannotSearch(m_desktop.link)));
        return;
    }
    m_searchContext = std::make_unique<QObject>();
    QObject::connect(discovery, &Discovery::outcomeChanged, m_searchContext.get(), [this, wanted, discovery, own = m_searchContext.get()] {
        if (m_searchContext.get() != own) {
            return;
        }
        if (discovery->outcome()->failure) {
            reportCommand(std::unexpected(*discovery->outcome()->failure));
            return;
        }
        discovery->findDesktop(wanted, own, [this, wanted, discovery, own](const std::optional<FoundDesktop> &found) {
            if (m_searchContext.get() != own) {
                return;
            }
            if (found) {
                reportCommandForAddress(found->address);
            } else {
                reportCommand(std::unexpected(DiscoverFailure::notFound(wanted, *discovery->outcome(), m_link->target().spec)));
            }
        });
    });
    discovery->refresh();
    if (!discovery->isRunning()) {
        reportCommand(std::unexpected(DiscoverFailure::linkNotResponding(m_link->target().spec)));
    }
}

void ViewerCommandFinder::reportCommandForAddress(const DesktopAddress &address)
{
    const bool isElsewhere = !m_desktop.viewer.link.isEmpty() && m_desktop.viewer.link != m_desktop.link;
    const QString server = SummitViewer::serverArgument(address, isElsewhere ? m_link->target().spec.host : QString());
    if (!server.isEmpty()) {
        reportCommand(SummitViewer::command(m_desktop.viewer, server, m_desktop.input == InputPermission::ViewOnly));
        return;
    }
    reportCommand(std::unexpected(SummitViewer::socketOnOtherHost(m_link->target().spec.host, m_desktop.id)));
}

void ViewerCommandFinder::reportCommand(const std::expected<QStringList, Failure> &command)
{
    const FoundCallback answer = std::exchange(m_foundCallback, nullptr);
    cancel();
    if (answer) {
        answer(command);
    }
}
}
