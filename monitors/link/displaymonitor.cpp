// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/displaymonitor.h"

#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
double milliseconds(std::chrono::microseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}
}

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
    connect(&m_second, &QTimer::timeout, this, &DisplayMonitor::takeSample);
    connect(session, &Session::stateChanged, this, &DisplayMonitor::follow);
    connect(session, &DesktopSession::pointerSent, this, [this](const QPoint &position) {
        m_pointer = position;
    });
    connect(session, &DesktopSession::pressSent, this, &DisplayMonitor::press);
    connect(session, &DesktopSession::damaged, this, [this](quint32, quint32, const QList<QRect> &rects) {
        takeDamage(rects);
    });
    connect(session, &DesktopSession::statsChanged, this, &DisplayMonitor::takeReport);
    follow();
}

void DisplayMonitor::press()
{
    const auto now = std::chrono::steady_clock::now();
    m_response.pressed(now, m_pointer);
    m_effect.pressed(now, m_pointer);
}

std::chrono::microseconds DisplayMonitor::soonest() const
{
    return m_session->link() ? LinkMonitor::of(m_session->link())->history().leastRoundTrip().value_or(0us) : 0us;
}

void DisplayMonitor::takeDamage(const QList<QRect> &rects)
{
    const auto now = std::chrono::steady_clock::now();
    m_effect.changed(now, rects, soonest());
    if (!m_response.isPending()) {
        return;
    }
    for (const std::chrono::microseconds took : m_response.changed(now, rects, soonest())) {
        m_history.addResponse(now, took);
        m_distributions[FigureDistributions::InputToChange].add(milliseconds(took));
    }
}

void DisplayMonitor::takeReport()
{
    const DesktopStats stats = m_session->stats();
    // The counters of a new worker process begin at zero.
    const bool isOther = m_reported && (stats.received < m_reported->received || stats.updates < m_reported->updates);
    const DesktopStats before = std::exchange(m_reported, stats).value_or(stats);
    if (isOther) {
        m_effect.forget();
        return;
    }
    if (const quint64 updates = stats.updates - before.updates; updates > 0) {
        m_distributions[FigureDistributions::Decoding].add(milliseconds(stats.decoding - before.decoding) / static_cast<double>(updates),
                                                           static_cast<quint32>(updates));
    }
    const QList<InputEffect::Effect> over = m_effect.report(std::chrono::steady_clock::now(), stats.received - before.received, soonest());
    for (const InputEffect::Effect &effect : over) {
        if (effect.untilQuiet) {
            m_distributions[FigureDistributions::InputToQuiet].add(milliseconds(*effect.untilQuiet));
        }
        m_distributions[FigureDistributions::PixelsPerInput].add(static_cast<double>(effect.pixels));
        m_distributions[FigureDistributions::BytesPerInput].add(static_cast<double>(effect.received.count));
    }
}

void DisplayMonitor::notePaint(std::chrono::microseconds took)
{
    m_distributions[FigureDistributions::Painting].add(milliseconds(took));
}

FigureDistributions DisplayMonitor::takeDistributions()
{
    return std::exchange(m_distributions, {});
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
    m_effect.forget();
    m_reported.reset();
    m_pointer.reset();
    Q_EMIT changed();
}

void DisplayMonitor::takeSample()
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
