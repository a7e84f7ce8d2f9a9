// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk
{
class DesktopSession;

/// How old a desktop's picture is, and how many come a second, from one look to the next. GUI thread. Owned by DeskReporter.
class PictureGauge
{
public:
    /// @p roundTrip: of its link, where its server does not tell its own. Empty: nothing is to be said, for nobody sees it.
    std::optional<BoardWire::DisplayNumbers> read(const DesktopSession &desktop, std::optional<std::chrono::microseconds> roundTrip);

private:
    std::optional<double> perSecond(quint64 updates, std::chrono::steady_clock::time_point now);

    std::optional<std::chrono::steady_clock::time_point> m_at;
    quint64 m_updates = 0;
    std::optional<double> m_perSecond;
};
}
