// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewdisplay.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// While the user drags or scrolls the image, the server does not need every step.
constexpr auto partPause = 40ms;
// Damage that Qt has not painted after this time is covered by something; the worker stops reading after 250 ms without a release.
constexpr auto paintLimit = 200ms;
}

ViewDisplay::ViewDisplay(QWidget *view, DesktopSession *session, std::function<QRect()> shownPart)
    : m_view(view)
    , m_session(session)
    , m_shownPart(std::move(shownPart))
    , m_seen(view)
{
    session->addDisplay(view);
    m_part.setSingleShot(true);
    m_part.setInterval(partPause);
    connect(&m_part, &QTimer::timeout, this, [this] {
        if (m_session) {
            m_session->setShownPart(m_shownPart());
        }
    });
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &ViewDisplay::painted);
    connect(&m_seen, &SeenWatch::changed, this, &ViewDisplay::announceSight);
}

bool ViewDisplay::isSeen() const
{
    return m_seen.isSeen();
}

void ViewDisplay::announceSight()
{
    using Visibility = DesktopSession::Visibility;
    const auto sight = m_seen.sight();
    if (m_session) {
        m_session->setVisibility(sight == SeenWatch::Sight::Seen         ? Visibility::Visible
                                     : sight == SeenWatch::Sight::Behind ? Visibility::OneHertz
                                                                         : Visibility::Hidden,
                                 m_view);
    }
    if (sight != SeenWatch::Sight::Seen) {
        painted();
    }
}

void ViewDisplay::expectPaint()
{
    m_limit.start(paintLimit);
}

void ViewDisplay::painted()
{
    m_limit.stop();
    if (m_session) {
        m_session->release();
    }
}

void ViewDisplay::partChanged()
{
    if (!m_part.isActive()) { // not restarted by each change: while the user scrolls, the timer would never expire
        m_part.start();
    }
}

void ViewDisplay::end()
{
    painted();
    if (m_session) {
        m_session->setShownPart({});
        m_session->removeDisplay(m_view);
    }
}
}
