// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/sitebox.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QSignalBlocker>

namespace Nightdesk
{
SiteBox::SiteBox(QWidget *parent)
    : QComboBox(parent)
{
    connect(this, &QComboBox::currentIndexChanged, this, [this] {
        Q_EMIT siteChanged(site());
    });
    setSites({});
}

void SiteBox::setSites(const QList<SiteSpec> &sites)
{
    const QString before = site();
    const QSignalBlocker quiet(this);
    clear();
    addItem(i18nc("@item:inlistbox a site", "Not chosen yet"), QString());
    for (const SiteSpec &site : sites) {
        addItem(displayText(site.name.isEmpty() ? site.id : site.name), site.id);
    }
    setSite(before);
}

QString SiteBox::site() const
{
    return currentData().toString();
}

void SiteBox::setSite(const QString &id)
{
    int index = findData(id);
    if (index < 0) {
        addItem(i18nc("@item:inlistbox %1: a site's id", "%1 (not a site of this facility)", displayText(id)), id);
        index = count() - 1;
    }
    setCurrentIndex(index);
}
}
