// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopdemand.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

DesktopDemand::DesktopDemand(Send toWorker)
    : m_sendMessage(std::move(toWorker))
{
    m_sizeRequestTimer.setSingleShot(true);
    m_sizeRequestTimer.setInterval(250ms);
    connect(&m_sizeRequestTimer, &QTimer::timeout, this, &DesktopDemand::sizeRequestDue);
}

DesktopDemand::Visibility DesktopDemand::visibility() const
{
    return m_visibility;
}

DesktopDemand::Visibility DesktopDemand::effectiveVisibility() const
{
    return m_isBeingRecorded ? Visibility::Visible : m_isIconified ? Visibility::Hidden : m_visibility;
}

bool DesktopDemand::hasFocus() const
{
    return m_hasFocus;
}

QRect DesktopDemand::visibleDesktopPart() const
{
    return m_shownPart;
}

const RfbWire::LinkShare &DesktopDemand::share() const
{
    return m_linkShare;
}

QSize DesktopDemand::requestedDesktopSize() const
{
    return m_wantedSize;
}

template<class Part>
bool DesktopDemand::setPartOfView(Part &part, const Part &value)
{
    if (std::exchange(part, value) == value) {
        return false;
    }
    sendViewState();
    return true;
}

bool DesktopDemand::setVisibility(Visibility visibility, const QObject *caller)
{
    m_lastVisibilitySetter = caller;
    return setPartOfView(m_visibility, visibility);
}

bool DesktopDemand::setIconified(bool isIconified)
{
    return setPartOfView(m_isIconified, isIconified);
}

bool DesktopDemand::setFocus(bool hasFocus)
{
    return setPartOfView(m_hasFocus, hasFocus);
}

bool DesktopDemand::setRecorded(bool isRecorded)
{
    return setPartOfView(m_isBeingRecorded, isRecorded);
}

bool DesktopDemand::setShownPart(const QRect &part)
{
    return setPartOfView(m_shownPart, part);
}

bool DesktopDemand::setShare(const RfbWire::LinkShare &share)
{
    if (std::exchange(m_linkShare, share) == share) {
        return false;
    }
    m_sendMessage(share);
    return true;
}

void DesktopDemand::addDisplay(const QObject *display)
{
    m_registeredDisplays.append(display);
}

bool DesktopDemand::removeDisplay(const QObject *display)
{
    m_registeredDisplays.removeIf([display](const QPointer<const QObject> &one) {
        return !one || one == display;
    });
    return m_lastVisibilitySetter == display && setVisibility(Visibility::Hidden, nullptr);
}

bool DesktopDemand::hasVisibleDisplay() const
{
    return m_visibility == Visibility::Visible && !m_registeredDisplays.isEmpty();
}

bool DesktopDemand::requestDesktopSize(const QSize &size)
{
    return std::exchange(m_wantedSize, size) != size;
}

void DesktopDemand::requestSize()
{
    const auto width = static_cast<quint32>(std::max(m_wantedSize.width(), 0));
    const auto height = static_cast<quint32>(std::max(m_wantedSize.height(), 0));
    if (m_sizeRequestTimer.isActive() || !RfbWire::isValidSize(width, height) || m_lastSentSizeRequest == m_wantedSize) {
        return;
    }
    m_lastSentSizeRequest = m_wantedSize;
    m_sendMessage(RfbWire::RequestDesktopSize{width, height});
    m_sizeRequestTimer.start();
}

void DesktopDemand::noteSizeRequestDropped()
{
    m_lastSentSizeRequest = {};
}

void DesktopDemand::sendAllToWorker(std::chrono::microseconds handshakeDuration)
{
    RfbWire::LinkShare told = m_linkShare;
    if (told.roundTripMicroseconds == 0) {
        told.roundTripMicroseconds = static_cast<quint64>(handshakeDuration.count()); // the TCP handshake takes one round trip
    }
    if (told != RfbWire::LinkShare{}) {
        m_sendMessage(told);
    }
    sendViewState(); // the worker waits briefly for the view before its first request
    noteSizeRequestDropped();
}

void DesktopDemand::sendViewState()
{
    RfbWire::View view{effectiveVisibility(), m_hasFocus, {}};
    const QRect part = m_isBeingRecorded ? QRect() : m_shownPart & QRect(0, 0, RfbWire::maxSide, RfbWire::maxSide);
    if (!part.isEmpty()) {
        view.visibleRect = {static_cast<quint32>(part.x()),
                            static_cast<quint32>(part.y()),
                            static_cast<quint32>(part.width()),
                            static_cast<quint32>(part.height())};
    }
    m_sendMessage(view);
}
}
