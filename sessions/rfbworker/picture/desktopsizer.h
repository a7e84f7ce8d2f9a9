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
/// Decides when the server is asked for another size of its desktop (ExtendedDesktopSize, -308): one request at a time, the last
/// one wanted, and nothing that it has refused. Pure: the time comes in. Reader thread. Owned by DesktopReader.
class DesktopSizer
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// A server that has not answered by then will not: the next request may go.
    static constexpr std::chrono::seconds patience{3};

    void requestSize(std::uint32_t width, std::uint32_t height);
    /// What dueMessage() gave last did not go: the desktop is only looked at.
    void forget();
    /// Such a rectangle came: @p reason and @p status are its x and y. What the console does not know yet; empty: nothing.
    std::optional<RfbWire::Resizable> screensCame(std::uint32_t reason, std::uint32_t status, const ScreenName &first);
    /// The request that is to go now, for a desktop of that size; empty: none.
    std::optional<Bytes> dueMessage(std::uint32_t width, std::uint32_t height, Time now);
    /// When dueMessage() may answer differently without anything happening; empty: never.
    std::optional<Time> nextChange() const;

private:
    struct Size {
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        bool operator==(const Size &) const = default;
    };

    std::optional<Size> m_wanted;
    std::optional<Time> m_answerBy; ///< a request is out
    std::optional<ScreenName> m_screen; ///< the server knows of such sizes
    RfbWire::Resizable m_reportedSizes;
};
}
