// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/desktoplayoutstore.h"

#include "app/settings/settingsstore.h"
#include "sessions/desk/desk.h"
#include "widgets/viewer/viewerlooktext.h"
#include "widgets/viewer/viewerwindows.h"

#include <QJsonDocument>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

DesktopLayoutStore::DesktopLayoutStore(const KSharedConfig::Ptr &config, Desk *desk, ViewerWindows *viewerWindows, QObject *parent)
    : QObject(parent)
    , m_config(config)
    , m_desk(desk)
    , m_viewerWindows(viewerWindows)
{
    // Dragging a splitter emits a signal for every pixel: save only some time after the first one.
    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(500ms);
    connect(&m_storeTimer, &QTimer::timeout, this, &DesktopLayoutStore::storeLayout);
    connect(viewerWindows, &ViewerWindows::arrangementChanged, this, [this] {
        m_storeTimer.start();
    });
    connect(desk, &Desk::profileConnected, this, [this](const QString &profileId) {
        // The stored arrangement is added to what the viewer windows already show.
        m_viewerWindows->mergeStoredLook(storedLayout(profileId));
    });
    connect(desk, &Desk::profileAboutToDisconnect, this, [this] {
        if (m_storeTimer.isActive()) {
            storeLayout();
        }
    });
}

void DesktopLayoutStore::setSite(const QString &site)
{
    m_siteId = site;
}

KConfigGroup DesktopLayoutStore::group() const
{
    // "-" cannot be a site's id: ids begin with a letter or digit.
    return m_config->group(u"Layout"_s).group(m_siteId.isEmpty() ? u"-"_s : m_siteId);
}

ViewerLook DesktopLayoutStore::storedLayout(const QString &profileId) const
{
    const QString text = group().readEntry(profileId, QStringList()).value(0);
    return ViewerLookText::lookOfProfile(ViewerLookText::read(QJsonDocument::fromJson(text.toUtf8()).object()), profileId);
}

ViewerLook DesktopLayoutStore::storedLayout() const
{
    ViewerLook look;
    for (const InstrumentProfile &profile : m_desk->profiles()) {
        ViewerLookText::merge(look, storedLayout(profile.id));
    }
    return look;
}

void DesktopLayoutStore::storeLayout()
{
    m_storeTimer.stop();
    const ViewerLook look = m_viewerWindows->look();
    for (const InstrumentProfile &profile : m_desk->profiles()) {
        const QJsonObject object = ViewerLookText::write(ViewerLookText::lookOfProfile(look, profile.id));
        SettingsStore::writeEntry(group(), profile.id, {QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact))});
    }
}
}
