// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSelectAction>

namespace Nightdesk
{
class FacilityChoice;

/// The menu of the facility's sites. While no site is chosen, its text says so instead of naming the first site. GUI
/// thread. A child of its window.
class SiteMenuAction : public KSelectAction
{
    Q_OBJECT
public:
    SiteMenuAction(FacilityChoice *choice, QObject *parent);

Q_SIGNALS:
    /// The user chose a site in this menu; FacilityChoice already has it.
    void siteSelected();

private:
    void showSites();

    FacilityChoice *m_facilityChoice;
    QStringList m_siteIds; ///< ids of the sites in the menu; the facility may have other sites by now
};
}
