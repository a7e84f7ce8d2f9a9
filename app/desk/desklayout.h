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

/// How the desktops of each profile were arranged at this desk, kept in the settings from night to night: by site and profile.
/// GUI thread. Owned by DeskScreens.
class DeskLayout : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this.
    DeskLayout(const KSharedConfig::Ptr &config, Desk *desk, Stages *stages, QObject *parent);

    /// The site that is meant from now on.
    void setSite(const QString &site);
    StageLook kept(const QString &profileId) const;
    /// Of all that are connected.
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
