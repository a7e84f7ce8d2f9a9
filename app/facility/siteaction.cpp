// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/siteaction.h"

#include "app/facility/facilitychoice.h"
#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QIcon>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

SiteMenuAction::SiteMenuAction(FacilityChoice *choice, QObject *parent)
    : KSelectAction(QIcon::fromTheme(u"find-location"_s), i18nc("@action:inmenu", "Site of This Workstation"), parent)
    , m_facilityChoice(choice)
{
    setEnabled(false);
    connect(m_facilityChoice, &FacilityChoice::facilityRead, this, &SiteMenuAction::showSites);
    connect(this, &KSelectAction::indexTriggered, this, [this](int index) {
        if (index >= 0 && index < m_siteIds.size()) {
            m_facilityChoice->setSite(m_siteIds.at(index));
            Q_EMIT siteSelected();
        }
    });
}

void SiteMenuAction::showSites()
{
    QStringList names;
    m_siteIds.clear();
    int current = -1;
    for (const SiteSpec &site : m_facilityChoice->facility().sites) {
        if (site.id == m_facilityChoice->site()) {
            current = static_cast<int>(names.size());
        }
        m_siteIds.append(site.id);
        // The name is shown in a menu, where a single "&" would mark a keyboard shortcut.
        names.append(displayText(site.name.isEmpty() ? site.id : site.name).replace(u'&', u"&&"_s));
    }
    setItems(names);
    setCurrentItem(current);
    setEnabled(!names.isEmpty() && !m_facilityChoice->isSiteLocked());
    setText(names.isEmpty() || current >= 0 ? i18nc("@action:inmenu", "Site of This Workstation")
                                            : i18nc("@action:inmenu", "Site of This Workstation (Not Chosen Yet)"));
}
}
