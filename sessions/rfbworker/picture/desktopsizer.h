// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when to request another size of the server's desktop (ExtendedDesktopSize, -308): one request at a time, only for the latest size, and
/// never a size that the server has refused. Pure: the caller passes the time. Reader thread. Owned by DesktopReader.
class DesktopSizer
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// How long to wait for the server's answer before the next request may be sent.
    static constexpr std::chrono::seconds answerTimeout{3};

    void requestSize(std::uint32_t width, std::uint32_t height);
    /// Call when the last message of takeDueSizeRequest() was not sent, because the display is view-only.
    void cancelOpenRequest();
    /// An ExtendedDesktopSize rectangle came: @p reason and @p status are its x and y. Returns what to report to the console; empty: nothing new.
    std::optional<RfbWire::ResizeSupport> handleScreenLayout(std::uint32_t reason, std::uint32_t status, const DesktopScreen &first);
    /// The request to send now. @p width and @p height: the present size of the desktop. Empty: no request is due.
    std::optional<Bytes> takeDueSizeRequest(std::uint32_t width, std::uint32_t height, Time now);
    /// When takeDueSizeRequest() may return something else without further events; empty: never.
    std::optional<Time> nextChangeAt() const;

private:
    std::optional<DesktopSize> m_unsentSizeRequest;
    std::optional<Time> m_answerDeadline; ///< deadline of the server's answer; set while a request is open
    /// The desktop's first screen; empty: the server has not sent ExtendedDesktopSize.
    std::optional<DesktopScreen> m_firstScreen;
    RfbWire::ResizeSupport m_lastReport;
};
}
