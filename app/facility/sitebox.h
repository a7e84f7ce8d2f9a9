// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QComboBox>

namespace Nightdesk
{
/// A combo box of a facility's sites; its value is a site's id. A site that the facility does not have is still listed, marked as unknown. GUI
/// thread. Owned by FacilityPage.
class SiteBox : public QComboBox
{
    Q_OBJECT
    Q_PROPERTY(QString site READ site WRITE setSite NOTIFY siteChanged USER true)
public:
    explicit SiteBox(QWidget *parent = nullptr);

    void setSites(const QList<SiteSpec> &sites);
    QString site() const; ///< id of the chosen site; empty: no site is chosen
    void setSite(const QString &id);

Q_SIGNALS:
    void siteChanged(const QString &id);
};
}
