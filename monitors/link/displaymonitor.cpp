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
    m_oneSecondTimer.setInterval(1s);
    connect(&m_oneSecondTimer, &QTimer::timeout, this, &DisplayMonitor::recordSample);
    connect(session, &Session::stateChanged, this, &DisplayMonitor::handleStateChange);
    connect(session, &DesktopSession::pointerSent, this, [this](const QPoint &position) {
        m_pointerPosition = position;
    });
    connect(session, &DesktopSession::keyOrButtonPressSent, this, &DisplayMonitor::handlePress);
    connect(session, &DesktopSession::damaged, this, [this](quint32, quint32, const QList<QRect> &rects) {
        handleDamage(rects);
    });
    connect(session, &DesktopSession::statsChanged, this, &DisplayMonitor::handleWorkerStats);
    handleStateChange();
}

void DisplayMonitor::handlePress()
{
    const auto now = std::chrono::steady_clock::now();
    m_responseMeter.noteInput(now, m_pointerPosition);
    m_effectMeter.noteInput(now, m_pointerPosition);
}

std::chrono::microseconds DisplayMonitor::minPossibleResponseTime() const
{
    return m_session->link() ? LinkMonitor::of(m_session->link())->history().leastRoundTrip().value_or(0us) : 0us;
}

void DisplayMonitor::handleDamage(const QList<QRect> &rects)
{
    const auto now = std::chrono::steady_clock::now();
    m_effectMeter.noteImageChange(now, rects, minPossibleResponseTime());
    if (!m_responseMeter.hasPendingInput()) {
        return;
    }
    for (const std::chrono::microseconds took : m_responseMeter.noteImageChange(now, rects, minPossibleResponseTime())) {
        m_history.addResponse(now, took);
        m_distributions[FigureDistributions::InputToChange].add(milliseconds(took));
    }
}

void DisplayMonitor::handleWorkerStats()
{
    const DesktopStats stats = m_session->stats();
    // The counters of a new worker process begin at zero.
    const bool isOther = m_lastStats && (stats.received < m_lastStats->received || stats.updateCount < m_lastStats->updateCount);
    const DesktopStats before = std::exchange(m_lastStats, stats).value_or(stats);
    if (isOther) {
        m_effectMeter.discardPendingInputs();
        return;
    }
    if (const quint64 updates = stats.updateCount - before.updateCount; updates > 0) {
        m_distributions[FigureDistributions::Decoding].add(milliseconds(stats.decodingTime - before.decodingTime) / static_cast<double>(updates),
                                                           static_cast<quint32>(updates));
    }
    const QList<InputEffectMeter::Effect> over =
        m_effectMeter.takeFinishedEffects(std::chrono::steady_clock::now(), stats.received - before.received, minPossibleResponseTime());
    for (const InputEffectMeter::Effect &effect : over) {
        if (effect.timeUntilQuiet) {
            m_distributions[FigureDistributions::InputToQuiet].add(milliseconds(*effect.timeUntilQuiet));
        }
        m_distributions[FigureDistributions::PixelsPerInput].add(static_cast<double>(effect.changedPixels));
        m_distributions[FigureDistributions::BytesPerInput].add(static_cast<double>(effect.receivedBytes.count));
    }
}

void DisplayMonitor::addPaintDuration(std::chrono::microseconds took)
{
    m_distributions[FigureDistributions::Painting].add(milliseconds(took));
}

FigureDistributions DisplayMonitor::takeDistributions()
{
    return std::exchange(m_distributions, {});
}

void DisplayMonitor::handleStateChange()
{
    if (m_session->state() == SessionState::Live) {
        m_oneSecondTimer.start();
        return;
    }
    m_oneSecondTimer.stop();
    m_history.discardFigures();
    if (m_session->link()) {
        LinkMonitor::of(m_session->link())->setDesktopEncodingShares(this, {});
    }
    m_responseMeter.discardPendingInputs();
    m_effectMeter.discardPendingInputs();
    m_lastStats.reset();
    m_pointerPosition.reset();
    Q_EMIT figuresChanged();
}

void DisplayMonitor::recordSample()
{
    const auto now = std::chrono::steady_clock::now();
    const DesktopStats stats = m_session->stats();
    DisplaySample sample;
    sample.takenAt = now;
    sample.updates = stats.updateCount;
    sample.pixels = stats.pixels;
    sample.received = stats.received;
    sample.decodingTime = stats.decodingTime;
    sample.fenceRoundTrip = stats.roundTrip;
    sample.pingRoundTrip = LinkMonitor::of(m_session->link())->history().roundTrip();
    sample.queueTime = stats.queueTime;
    sample.encodingCounts = stats.kinds;
    if (const auto silent = m_session->silentSince()) {
        sample.silenceDuration = std::chrono::duration_cast<std::chrono::microseconds>(now - *silent);
    }
    m_history.add(sample);
    LinkMonitor::of(m_session->link())->setDesktopEncodingShares(this, m_history.recentEncodingShares());
    Q_EMIT figuresChanged();
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
