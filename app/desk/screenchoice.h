// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"

#include <KConfigGroup>
#include <KSharedConfig>

namespace Nightdesk
{
/// Which monitor each screen of a site is at this desk, kept in the settings: one group a site, one entry a screen. GUI
/// thread. Owned by DeskScreens.
class ScreenChoice
{
public:
    explicit ScreenChoice(const KSharedConfig::Ptr &config);

    /// @p site: its id, may be empty (a facility without sites). What cannot be understood is left out.
    ScreenMapping mapping(const QString &site) const;
    /// Written at once.
    void setMapping(const QString &site, const ScreenMapping &chosen);

private:
    KConfigGroup group(const QString &site) const;

    KSharedConfig::Ptr m_config;
};
}
