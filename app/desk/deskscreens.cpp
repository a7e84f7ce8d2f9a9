// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/deskscreens.h"

#include "app/desk/desklayout.h"
#include "app/facility/desktitle.h"
#include "app/facility/facilitychoice.h"
#include "app/settings/viewsettings.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/screens/screensdialog.h"
#include "widgets/viewer/viewerlooktext.h"
#include "widgets/viewer/viewerwindows.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QPushButton>

namespace Nightdesk
{
namespace
{
/// A single profile with the displays of all @p profiles, for the drawing of screens. Displays have the titles that
/// viewer windows use.
InstrumentProfile asOne(const QList<InstrumentProfile> &profiles)
{
    if (profiles.size() == 1) {
        return profiles.constFirst();
    }
    InstrumentProfile all;
    const auto add = [](const InstrumentProfile &profile, const auto &from, auto &to) {
        for (auto display : from) {
            display.title = i18nc("@label an instrument's name, a display's title", "%1: %2", InstrumentWording::name(profile), display.title);
            to.append(display);
        }
    };
    for (const InstrumentProfile &profile : profiles) {
        add(profile, profile.desktops, all.desktops);
        add(profile, profile.windows, all.windows);
    }
    return all;
}
}

DeskScreens::DeskScreens(FacilityChoice *choice, Desk *desk, ViewerWindows *viewerWindows, InstrumentPicker *picker, QWidget *window)
    : QObject(window)
    , m_facilityChoice(choice)
    , m_desk(desk)
    , m_viewerWindows(viewerWindows)
    , m_instrumentPicker(picker)
    , m_parentWindow(window)
    , m_savedMappings(Settings::self()->sharedConfig())
    , m_deskLayout(new DeskLayout(Settings::self()->sharedConfig(), desk, viewerWindows, this))
{
    m_deskLayout->setSite(choice->site());
    m_viewerWindows->setPrefs(viewSettings());
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, [this] {
        m_viewerWindows->setPrefs(viewSettings());
    });
    connect(choice, &FacilityChoice::facilityRead, this, &DeskScreens::reportTitle);
    connect(desk, &Desk::profileConnected, this, &DeskScreens::reportTitle);
    connect(desk, &Desk::profileDisconnected, this, &DeskScreens::reportTitle);
    connect(choice, &FacilityChoice::facilityRead, this, [this] {
        if (m_screensDialog && m_dialogSiteId != m_facilityChoice->site()) {
            m_screensDialog->reject();
        }
        showMonitorDrawing();
    });
    connect(&m_deskMonitors, &DeskMonitors::changed, this, &DeskScreens::monitorsChanged);
    showMonitorDrawing();
}

QList<InstrumentProfile> DeskScreens::profiles() const
{
    if (m_desk->isConnected() && m_connectedSiteId == m_facilityChoice->site()) {
        return m_desk->profiles();
    }
    const InstrumentProfile *chosen = m_instrumentPicker->chosen();
    return chosen ? QList{*chosen} : QList<InstrumentProfile>();
}

ScreenMap DeskScreens::effectiveMap() const
{
    if (m_viewerWindows->areShown()) {
        return m_viewerWindows->screenMap();
    }
    return ScreenMap(ScreenMap::allNames(m_facilityChoice->screens(), profiles()), DeskMonitors::now(), m_savedMappings.mapping(m_facilityChoice->site()));
}

void DeskScreens::showViewerWindows(const ViewerLook &look)
{
    if (m_viewerWindows->areShown() && m_connectedSiteId == m_facilityChoice->site()) {
        return;
    }
    m_connectedSiteId = m_facilityChoice->site();
    m_deskLayout->setSite(m_connectedSiteId);
    ViewerLook arranged = m_deskLayout->storedLayout();
    // The resumed arrangement has precedence: it is at least as new as the stored one.
    ViewerLookText::merge(arranged, look);
    m_viewerWindows->show(m_desk, m_facilityChoice->screens(), m_savedMappings.mapping(m_connectedSiteId), arranged);
}

void DeskScreens::showMonitorDrawing()
{
    m_instrumentPicker->setMonitors(DeskMonitors::now(), m_savedMappings.mapping(m_facilityChoice->site()));
}

void DeskScreens::monitorsChanged()
{
    showMonitorDrawing();
    if (m_screensDialog) {
        m_screensDialog->setMonitors(DeskMonitors::now());
    }
    m_screenLabels.update(m_screensDialog ? m_screensDialog->map() : effectiveMap());
}

void DeskScreens::identifyScreens()
{
    m_screenLabels.toggle(effectiveMap());
}

void DeskScreens::reportTitle()
{
    m_viewerWindows->setTitlePlace(DeskTitle::place(*m_desk, *m_facilityChoice));
    Q_EMIT titleChanged(title());
}

QString DeskScreens::title() const
{
    return DeskTitle::ofWindow(*m_desk, *m_facilityChoice);
}

QString DeskScreens::connectedSite() const
{
    return m_connectedSiteId;
}

void DeskScreens::openDialog()
{
    if (m_screensDialog) {
        m_screensDialog->raise();
        m_screensDialog->activateWindow();
        return;
    }
    m_dialogSiteId = m_facilityChoice->site();
    // True: no site is chosen, so the assignment of screens could not be stored.
    const bool isSiteOpen = m_dialogSiteId.isEmpty() && !m_facilityChoice->facility().sites.isEmpty();
    const QStringList names = isSiteOpen ? QStringList() : ScreenMap::allNames(m_facilityChoice->screens(), profiles());
    m_screensDialog = new ScreensDialog(m_facilityChoice->siteName(), names, isSiteOpen ? InstrumentProfile() : asOne(profiles()), m_parentWindow);
    m_screensDialog->setAttribute(Qt::WA_DeleteOnClose);
    m_screensDialog->setMonitors(DeskMonitors::now());
    m_screensDialog->setMapping(m_savedMappings.mapping(m_dialogSiteId));
    connect(m_screensDialog, &ScreensDialog::mappingApplied, this, &DeskScreens::saveMapping);
    connect(m_screensDialog, &ScreensDialog::identifyRequested, this, [this] {
        m_screenLabels.toggle(m_screensDialog->map(), m_screensDialog->identifyButton());
    });
    connect(m_screensDialog, &ScreensDialog::unsavedMappingChanged, this, [this] {
        m_screenLabels.update(m_screensDialog->map()); // the labels on the monitors show the unsaved choice
    });
    connect(m_screensDialog, &QDialog::finished, &m_screenLabels, &ScreenLabels::hide);
    m_screensDialog->open();
}

void DeskScreens::saveMapping(const ScreenMapping &chosen)
{
    m_savedMappings.setMapping(m_dialogSiteId, chosen);
    showMonitorDrawing();
    if (m_viewerWindows->areShown() && m_connectedSiteId == m_dialogSiteId) {
        m_viewerWindows->setMapping(chosen);
    }
}
}
