// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"

#include <KConfigGroup>
#include <KSharedConfig>

namespace Nightdesk
{
/// Stores which monitor of this desk shows each screen of a site, in the settings: one group per site, one entry per screen. GUI thread. Owned by
/// DeskScreensController.
class ScreenMappingStore
{
public:
    explicit ScreenMappingStore(const KSharedConfig::Ptr &config);

    /// @p site: the site's id; empty: the facility has no sites. Stored entries that are not valid are omitted.
    ScreenMapping mapping(const QString &site) const;
    /// Saves @p chosen immediately.
    void setMapping(const QString &site, const ScreenMapping &chosen);

private:
    KConfigGroup group(const QString &site) const;

    KSharedConfig::Ptr m_config;
};
}
