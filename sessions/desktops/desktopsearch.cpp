// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsearch.h"

#include "sessions/desktops/discoverfailure.h"

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
DiscoverSpec discoverOf(const LinkSpec &link)
{
    return link.discover.value_or(DiscoverSpec{.command = {u"vncserver"_s, u"-list"_s}, .pattern = u"^:?(?<display>\\d+)\\s"_s});
}

LinkSpec withDiscover(LinkSpec link)
{
    link.discover = discoverOf(link);
    return link;
}
}

DesktopSearch::DesktopSearch(const LinkSpec &link, QObject *parent)
    : QObject(parent)
    , m_link(std::make_unique<Link>(LinkTarget{.spec = withDiscover(link), .carriesPrograms = false}))
{
    connect(m_link.get(), &Link::failed, this, &DesktopSearch::end);
    const auto ask = [this] {
        end(DiscoverFailure::asksSomething(m_link->target().spec.host));
    };
    connect(m_link.get(), &Link::hostKeyQuestion, this, ask);
    connect(m_link.get(), &Link::secretQuestion, this, ask);
    Discovery *discovery = Discovery::of(m_link.get()); // starts as soon as the link is live
    connect(discovery, &Discovery::finished, this, [this, discovery] {
        if (!std::exchange(m_isOver, true)) {
            m_link->close();
            Q_EMIT finished(*discovery->outcome());
        }
    });
}

DesktopSearch::~DesktopSearch() = default;

void DesktopSearch::start()
{
    m_link->open();
}

QStringList DesktopSearch::command(const LinkSpec &link)
{
    return discoverOf(link).command;
}

void DesktopSearch::end(const Failure &failure)
{
    if (!std::exchange(m_isOver, true)) {
        m_link->close();
        Q_EMIT failed(failure);
    }
}
}
