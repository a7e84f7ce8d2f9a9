// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/appoccupancy.h"

#include <utility>

namespace Nightdesk
{
const std::optional<AppHolder> &AppOccupancy::holder() const
{
    return m_holder;
}

const std::optional<AppHolder> &AppOccupancy::watchedHolder() const
{
    return m_watchedHolder;
}

void AppOccupancy::setHolder(const std::optional<AppHolder> &holder)
{
    m_holder = holder;
}

bool AppOccupancy::tryShowHolderProgramAtNextStart()
{
    if (!m_holder || !m_holder->canWatch) {
        return false;
    }
    m_holderToWatch = m_holder;
    return true;
}

void AppOccupancy::handleDisplayStart()
{
    m_watchedHolder = std::exchange(m_holderToWatch, std::nullopt);
}

void AppOccupancy::stopWatching()
{
    m_watchedHolder.reset();
}
}
