// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/desktopsizer.h"

#include "sessions/rfbworker/protocol/clientmessages.h"

#include <utility>

namespace Nightdesk::Rfb
{
using RfbWire::ResizeRefusal;

namespace
{
constexpr std::uint32_t thisViewer = 1;

ResizeRefusal resizeRefusalOf(std::uint32_t status)
{
    switch (status) {
    case 0:
    case 4: // request forwarded: QEMU has passed it to the guest system, which may ignore it
        return ResizeRefusal::None;
    case 1:
        return ResizeRefusal::Prohibited;
    case 2:
        return ResizeRefusal::OutOfResources;
    case 3:
        return ResizeRefusal::InvalidLayout;
    default:
        return ResizeRefusal::Other;
    }
}
}

void DesktopSizer::requestSize(std::uint32_t width, std::uint32_t height)
{
    m_unsentSizeRequest = DesktopSize{width, height};
}

void DesktopSizer::cancelOpenRequest()
{
    m_answerDeadline.reset();
}

std::optional<RfbWire::ResizeSupport> DesktopSizer::handleScreenLayout(std::uint32_t reason, std::uint32_t status, const DesktopScreen &first)
{
    RfbWire::ResizeSupport now = m_lastReport;
    if (!std::exchange(m_firstScreen, first)) {
        now.canResize = true;
    }
    // An answer without an open request is ignored.
    if (reason == thisViewer && std::exchange(m_answerDeadline, std::nullopt)) {
        now.refusal = resizeRefusalOf(status);
        now.canResize = now.canResize && now.refusal != ResizeRefusal::Prohibited;
    }
    return std::exchange(m_lastReport, now) == now ? std::nullopt : std::optional(now);
}

std::optional<Bytes> DesktopSizer::takeDueSizeRequest(std::uint32_t width, std::uint32_t height, Time now)
{
    if (m_answerDeadline && now >= *m_answerDeadline) {
        m_answerDeadline.reset();
    }
    if (!m_unsentSizeRequest || !m_firstScreen || m_answerDeadline) {
        return std::nullopt;
    }
    const DesktopSize wanted = *std::exchange(m_unsentSizeRequest, std::nullopt);
    if (!m_lastReport.canResize || wanted == DesktopSize{width, height}) {
        return std::nullopt;
    }
    m_answerDeadline = now + answerTimeout;
    return ClientMessages::setDesktopSize(wanted.width, wanted.height, *m_firstScreen);
}

std::optional<DesktopSizer::Time> DesktopSizer::nextChangeAt() const
{
    return m_unsentSizeRequest ? m_answerDeadline : std::nullopt;
}
}
