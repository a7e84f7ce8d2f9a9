// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stagelook.h"

#include <KConfigGroup>
#include <KSharedConfig>

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class Desk;
class Stages;

/// Stores how the desktops of each profile are arranged at this desk, in the settings, by site and profile. GUI thread. Owned by DeskScreens.
class DeskLayout : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this.
    DeskLayout(const KSharedConfig::Ptr &config, Desk *desk, Stages *stages, QObject *parent);

    /// The site whose arrangement is stored and read from now on.
    void setSite(const QString &site);
    StageLook kept(const QString &profileId) const;
    /// The stored arrangements of all connected profiles.
    StageLook kept() const;

private:
    KConfigGroup group() const;
    void keep();

    KSharedConfig::Ptr m_config;
    Desk *m_desk;
    Stages *m_stages;
    QString m_site;
    QTimer m_soon;
};
}
