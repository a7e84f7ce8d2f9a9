// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/deskscreens.h"

#include "app/desk/desktoplayoutstore.h"
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
InstrumentProfile mergedProfile(const QList<InstrumentProfile> &profiles)
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

DeskScreensController::DeskScreensController(FacilityChoice *choice, Desk *desk, ViewerWindows *viewerWindows, InstrumentPicker *picker, QWidget *window)
    : QObject(window)
    , m_facilityChoice(choice)
    , m_desk(desk)
    , m_viewerWindows(viewerWindows)
    , m_instrumentPicker(picker)
    , m_parentWindow(window)
    , m_mappingStore(Settings::self()->sharedConfig())
    , m_layoutStore(new DesktopLayoutStore(Settings::self()->sharedConfig(), desk, viewerWindows, this))
{
    m_layoutStore->setSite(choice->site());
    m_viewerWindows->setPrefs(currentViewPrefs());
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, [this] {
        m_viewerWindows->setPrefs(currentViewPrefs());
    });
    connect(choice, &FacilityChoice::facilityRead, this, &DeskScreensController::updateTitle);
    connect(desk, &Desk::profileConnected, this, &DeskScreensController::updateTitle);
    connect(desk, &Desk::profileDisconnected, this, &DeskScreensController::updateTitle);
    connect(choice, &FacilityChoice::facilityRead, this, [this] {
        if (m_screensDialog && m_dialogSiteId != m_facilityChoice->site()) {
            m_screensDialog->reject();
        }
        showMonitorDrawing();
    });
    connect(&m_deskMonitorWatcher, &DeskMonitorWatcher::monitorsChanged, this, &DeskScreensController::handleMonitorsChanged);
    showMonitorDrawing();
}

QList<InstrumentProfile> DeskScreensController::profiles() const
{
    if (m_desk->isConnected() && m_shownSiteId == m_facilityChoice->site()) {
        return m_desk->profiles();
    }
    const InstrumentProfile *chosen = m_instrumentPicker->chosenProfile();
    return chosen ? QList{*chosen} : QList<InstrumentProfile>();
}

ScreenMap DeskScreensController::effectiveMap() const
{
    if (m_viewerWindows->areShown()) {
        return m_viewerWindows->screenMap();
    }
    return ScreenMap(ScreenMap::allNames(m_facilityChoice->screens(), profiles()),
                     DeskMonitorWatcher::currentMonitors(),
                     m_mappingStore.mapping(m_facilityChoice->site()));
}

void DeskScreensController::showViewerWindows(const ViewerLook &look)
{
    if (m_viewerWindows->areShown() && m_shownSiteId == m_facilityChoice->site()) {
        return;
    }
    m_shownSiteId = m_facilityChoice->site();
    m_layoutStore->setSite(m_shownSiteId);
    ViewerLook arranged = m_layoutStore->storedLayout();
    // The resumed arrangement has precedence: it is at least as new as the stored one.
    ViewerLookText::merge(arranged, look);
    m_viewerWindows->show(m_desk, m_facilityChoice->screens(), m_mappingStore.mapping(m_shownSiteId), arranged);
}

void DeskScreensController::showMonitorDrawing()
{
    m_instrumentPicker->setMonitors(DeskMonitorWatcher::currentMonitors(), m_mappingStore.mapping(m_facilityChoice->site()));
}

void DeskScreensController::handleMonitorsChanged()
{
    showMonitorDrawing();
    if (m_screensDialog) {
        m_screensDialog->setMonitors(DeskMonitorWatcher::currentMonitors());
    }
    m_screenLabels.update(m_screensDialog ? m_screensDialog->chosenScreenMap() : effectiveMap());
}

void DeskScreensController::identifyScreens()
{
    m_screenLabels.toggle(effectiveMap());
}

void DeskScreensController::updateTitle()
{
    m_viewerWindows->setTitleContext(DeskTitle::titleWithoutFacility(*m_desk, *m_facilityChoice));
    Q_EMIT titleChanged(title());
}

QString DeskScreensController::title() const
{
    return DeskTitle::mainWindowTitle(*m_desk, *m_facilityChoice);
}

QString DeskScreensController::shownSiteId() const
{
    return m_shownSiteId;
}

void DeskScreensController::openDialog()
{
    if (m_screensDialog) {
        m_screensDialog->raise();
        m_screensDialog->activateWindow();
        return;
    }
    m_dialogSiteId = m_facilityChoice->site();
    // True: the facility has sites, but none is chosen. The dialog then shows no screens, because their assignment could not be stored.
    const bool isSiteMissing = m_dialogSiteId.isEmpty() && !m_facilityChoice->facility().sites.isEmpty();
    const QStringList names = isSiteMissing ? QStringList() : ScreenMap::allNames(m_facilityChoice->screens(), profiles());
    m_screensDialog = new ScreensDialog(m_facilityChoice->siteName(), names, isSiteMissing ? InstrumentProfile() : mergedProfile(profiles()), m_parentWindow);
    m_screensDialog->setAttribute(Qt::WA_DeleteOnClose);
    m_screensDialog->setMonitors(DeskMonitorWatcher::currentMonitors());
    m_screensDialog->setEffectiveMapping(m_mappingStore.mapping(m_dialogSiteId));
    connect(m_screensDialog, &ScreensDialog::mappingApplied, this, &DeskScreensController::saveMapping);
    connect(m_screensDialog, &ScreensDialog::identifyScreensRequested, this, [this] {
        m_screenLabels.toggle(m_screensDialog->chosenScreenMap(), m_screensDialog->identifyButton());
    });
    connect(m_screensDialog, &ScreensDialog::unsavedMappingChanged, this, [this] {
        m_screenLabels.update(m_screensDialog->chosenScreenMap()); // the labels on the monitors show the unsaved choice
    });
    connect(m_screensDialog, &QDialog::finished, &m_screenLabels, &ScreenLabels::hide);
    m_screensDialog->open();
}

void DeskScreensController::saveMapping(const ScreenMapping &chosen)
{
    m_mappingStore.setMapping(m_dialogSiteId, chosen);
    showMonitorDrawing();
    if (m_viewerWindows->areShown() && m_shownSiteId == m_dialogSiteId) {
        m_viewerWindows->setScreenMapping(chosen);
    }
}
}
