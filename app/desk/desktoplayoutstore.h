// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/viewer/viewerlook.h"

#include <KConfigGroup>
#include <KSharedConfig>

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class Desk;
class ViewerWindows;

/// Stores how the desktops of each profile are arranged at this desk, in the settings, by site and profile. GUI thread. Owned by
/// DeskScreensController.
class DesktopLayoutStore : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    DesktopLayoutStore(const KSharedConfig::Ptr &config, Desk *desk, ViewerWindows *viewerWindows, QObject *parent);

    /// The site whose arrangement is stored and read from now on.
    void setSite(const QString &site);
    ViewerLook storedLayout(const QString &profileId) const;
    /// The stored arrangements of all connected profiles.
    ViewerLook storedLayout() const;

private:
    KConfigGroup group() const;
    void storeLayout();

    KSharedConfig::Ptr m_config;
    Desk *m_desk;
    ViewerWindows *m_viewerWindows;
    QString m_siteId;
    QTimer m_storeTimer;
};
}
