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
DiscoverSpec discoverSpecOrDefault(const LinkSpec &link)
{
    return link.discover.value_or(DiscoverSpec{.command = {u"vncserver"_s, u"-list"_s}, .pattern = u"^:?(?<display>\\d+)\\s"_s});
}

LinkSpec withDefaultDiscoverSpec(LinkSpec link)
{
    link.discover = discoverSpecOrDefault(link);
    return link;
}
}

DesktopSearch::DesktopSearch(const LinkSpec &link, QObject *parent)
    : QObject(parent)
    , m_searchLink(std::make_unique<Link>(LinkTarget{.spec = withDefaultDiscoverSpec(link), .carriesPrograms = false}))
{
    connect(m_searchLink.get(), &Link::failed, this, &DesktopSearch::fail);
    const auto ask = [this] {
        fail(DiscoverFailure::hostAsksQuestion(m_searchLink->target().spec.host));
    };
    connect(m_searchLink.get(), &Link::hostKeyQuestionAsked, this, ask);
    connect(m_searchLink.get(), &Link::secretQuestionAsked, this, ask);
    Discovery *discovery = Discovery::of(m_searchLink.get()); // starts as soon as the link is live
    connect(discovery, &Discovery::outcomeChanged, this, [this, discovery] {
        if (!std::exchange(m_isSearchOver, true)) {
            m_searchLink->close();
            Q_EMIT finished(*discovery->outcome());
        }
    });
}

DesktopSearch::~DesktopSearch() = default;

void DesktopSearch::start()
{
    m_searchLink->open();
}

QStringList DesktopSearch::command(const LinkSpec &link)
{
    return discoverSpecOrDefault(link).command;
}

void DesktopSearch::fail(const Failure &failure)
{
    if (!std::exchange(m_isSearchOver, true)) {
        m_searchLink->close();
        Q_EMIT searchFailed(failure);
    }
}
}
