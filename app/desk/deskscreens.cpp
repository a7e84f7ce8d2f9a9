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
    , m_choice(choice)
    , m_desk(desk)
    , m_viewerWindows(viewerWindows)
    , m_picker(picker)
    , m_window(window)
    , m_savedMappings(Settings::self()->sharedConfig())
    , m_layout(new DeskLayout(Settings::self()->sharedConfig(), desk, viewerWindows, this))
{
    m_layout->setSite(choice->site());
    m_viewerWindows->setPrefs(viewSettings());
    connect(Settings::self(), &KCoreConfigSkeleton::configChanged, this, [this] {
        m_viewerWindows->setPrefs(viewSettings());
    });
    connect(choice, &FacilityChoice::facilityRead, this, &DeskScreens::reportTitle);
    connect(desk, &Desk::profileConnected, this, &DeskScreens::reportTitle);
    connect(desk, &Desk::profileDisconnected, this, &DeskScreens::reportTitle);
    connect(choice, &FacilityChoice::facilityRead, this, [this] {
        if (m_dialog && m_dialogSite != m_choice->site()) {
            m_dialog->reject();
        }
        showMonitorDrawing();
    });
    connect(&m_monitors, &DeskMonitors::changed, this, &DeskScreens::monitorsChanged);
    showMonitorDrawing();
}

QList<InstrumentProfile> DeskScreens::profiles() const
{
    if (m_desk->isConnected() && m_connectedSite == m_choice->site()) {
        return m_desk->profiles();
    }
    const InstrumentProfile *chosen = m_picker->chosen();
    return chosen ? QList{*chosen} : QList<InstrumentProfile>();
}

ScreenMap DeskScreens::effectiveMap() const
{
    if (m_viewerWindows->areShown()) {
        return m_viewerWindows->screenMap();
    }
    return ScreenMap(ScreenMap::allNames(m_choice->screens(), profiles()), DeskMonitors::now(), m_savedMappings.mapping(m_choice->site()));
}

void DeskScreens::showViewerWindows(const ViewerLook &look)
{
    if (m_viewerWindows->areShown() && m_connectedSite == m_choice->site()) {
        return;
    }
    m_connectedSite = m_choice->site();
    m_layout->setSite(m_connectedSite);
    ViewerLook arranged = m_layout->storedLayout();
    // The resumed arrangement has precedence: it is at least as new as the stored one.
    ViewerLookText::merge(arranged, look);
    m_viewerWindows->show(m_desk, m_choice->screens(), m_savedMappings.mapping(m_connectedSite), arranged);
}

void DeskScreens::showMonitorDrawing()
{
    m_picker->setMonitors(DeskMonitors::now(), m_savedMappings.mapping(m_choice->site()));
}

void DeskScreens::monitorsChanged()
{
    showMonitorDrawing();
    if (m_dialog) {
        m_dialog->setMonitors(DeskMonitors::now());
    }
    m_labels.update(m_dialog ? m_dialog->map() : effectiveMap());
}

void DeskScreens::identifyScreens()
{
    m_labels.toggle(effectiveMap());
}

void DeskScreens::reportTitle()
{
    m_viewerWindows->setTitlePlace(DeskTitle::place(*m_desk, *m_choice));
    Q_EMIT titleChanged(title());
}

QString DeskScreens::title() const
{
    return DeskTitle::ofWindow(*m_desk, *m_choice);
}

QString DeskScreens::connectedSite() const
{
    return m_connectedSite;
}

void DeskScreens::openDialog()
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    m_dialogSite = m_choice->site();
    // True: no site is chosen, so the assignment of screens could not be stored.
    const bool isSiteOpen = m_dialogSite.isEmpty() && !m_choice->facility().sites.isEmpty();
    const QStringList names = isSiteOpen ? QStringList() : ScreenMap::allNames(m_choice->screens(), profiles());
    m_dialog = new ScreensDialog(m_choice->siteName(), names, isSiteOpen ? InstrumentProfile() : asOne(profiles()), m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setMonitors(DeskMonitors::now());
    m_dialog->setMapping(m_savedMappings.mapping(m_dialogSite));
    connect(m_dialog, &ScreensDialog::mappingApplied, this, &DeskScreens::saveMapping);
    connect(m_dialog, &ScreensDialog::identifyRequested, this, [this] {
        m_labels.toggle(m_dialog->map(), m_dialog->identifyButton());
    });
    connect(m_dialog, &ScreensDialog::choiceChanged, this, [this] {
        m_labels.update(m_dialog->map()); // the labels on the monitors show the unsaved choice
    });
    connect(m_dialog, &QDialog::finished, &m_labels, &ScreenLabels::hide);
    m_dialog->open();
}

void DeskScreens::saveMapping(const ScreenMapping &chosen)
{
    m_savedMappings.setMapping(m_dialogSite, chosen);
    showMonitorDrawing();
    if (m_viewerWindows->areShown() && m_connectedSite == m_dialogSite) {
        m_viewerWindows->setMapping(chosen);
    }
}
}
