// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/displaymonitor.h"

#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

DisplayMonitor *DisplayMonitor::of(DesktopSession *session)
{
    auto *known = session->findChild<DisplayMonitor *>(Qt::FindDirectChildrenOnly);
    return known ? known : new DisplayMonitor(session);
}

DisplayMonitor::DisplayMonitor(DesktopSession *session)
    : QObject(session)
    , m_session(session)
{
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &DisplayMonitor::look);
    connect(session, &Session::stateChanged, this, &DisplayMonitor::follow);
    connect(session, &DesktopSession::pointerSent, this, [this](const QPoint &position) {
        m_pointer = position;
    });
    connect(session, &DesktopSession::pressSent, this, [this] {
        m_response.pressed(std::chrono::steady_clock::now(), m_pointer);
    });
    connect(session, &DesktopSession::damaged, this, [this](quint32, quint32, const QList<QRect> &rects) {
        const auto now = std::chrono::steady_clock::now();
        const auto soonest = m_response.isPending() ? LinkMonitor::of(m_session->link())->history().leastRoundTrip() : std::nullopt;
        if (const auto took = m_response.changed(now, rects, soonest.value_or(0us))) {
            m_history.addResponse(now, *took);
        }
    });
    follow();
}

void DisplayMonitor::follow()
{
    if (m_session->state() == SessionState::Live) {
        m_second.start();
        return;
    }
    m_second.stop();
    m_history.breakOff();
    if (m_session->link()) {
        LinkMonitor::of(m_session->link())->setPixels(this, {});
    }
    m_response.forget();
    m_pointer.reset();
    Q_EMIT changed();
}

void DisplayMonitor::look()
{
    const auto now = std::chrono::steady_clock::now();
    const DesktopStats stats = m_session->stats();
    DisplaySample sample;
    sample.takenAt = now;
    sample.updates = stats.updates;
    sample.pixels = stats.pixels;
    sample.received = stats.received;
    sample.decoding = stats.decoding;
    sample.fence = stats.roundTrip;
    sample.ping = LinkMonitor::of(m_session->link())->history().roundTrip();
    sample.queue = stats.queue;
    sample.kinds = stats.kinds;
    if (const auto silent = m_session->silentSince()) {
        sample.silentFor = std::chrono::duration_cast<std::chrono::microseconds>(now - *silent);
    }
    m_history.add(sample);
    LinkMonitor::of(m_session->link())->setPixels(this, m_history.shares());
    Q_EMIT changed();
}

const DisplayHistory &DisplayMonitor::history() const
{
    return m_history;
}

QList<RoundTripLayer> DisplayMonitor::layers() const
{
    return LinkMonitor::of(m_session->link())->history().layers() + m_history.layers();
}
}
