// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QComboBox>

namespace Nightdesk
{
/// A choice among a facility's sites, whose value is a site's id. One that the facility does not know stays in it, and says
/// so. GUI thread. Owned by DeskPage.
class SiteBox : public QComboBox
{
    Q_OBJECT
    Q_PROPERTY(QString site READ site WRITE setSite NOTIFY siteChanged USER true)
public:
    explicit SiteBox(QWidget *parent = nullptr);

    void setSites(const QList<SiteSpec> &sites);
    QString site() const; ///< empty: not chosen
    void setSite(const QString &id);

Q_SIGNALS:
    void siteChanged(const QString &id);
};
}
