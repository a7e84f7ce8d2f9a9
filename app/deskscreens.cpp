// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskscreens.h"

#include "app/facilitychoice.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "widgets/instrumentpicker.h"
#include "widgets/screensdialog.h"
#include "widgets/stages.h"

#include <QPushButton>

namespace Nightdesk
{
DeskScreens::DeskScreens(FacilityChoice *choice, Desk *desk, Stages *stages, InstrumentPicker *picker, QWidget *window)
    : QObject(window)
    , m_choice(choice)
    , m_desk(desk)
    , m_stages(stages)
    , m_picker(picker)
    , m_window(window)
    , m_kept(Settings::self()->sharedConfig())
{
    connect(choice, &FacilityChoice::facilityRead, this, [this] {
        if (m_dialog && m_dialogSite != m_choice->site()) {
            m_dialog->reject();
        }
        showDrawing();
    });
    connect(&m_monitors, &DeskMonitors::changed, this, &DeskScreens::monitorsChanged);
    showDrawing();
}

InstrumentProfile DeskScreens::profile() const
{
    if (m_desk->isConnected() && m_connectedSite == m_choice->site()) {
        return m_desk->profiles().value(0);
    }
    const InstrumentProfile *chosen = m_picker->chosen();
    return chosen ? *chosen : InstrumentProfile();
}

ScreenMap DeskScreens::mapInForce() const
{
    if (m_stages->areShown()) {
        return m_stages->screenMap();
    }
    return ScreenMap(ScreenMap::allNames(m_choice->screens(), profile()), DeskMonitors::now(), m_kept.mapping(m_choice->site()));
}

void DeskScreens::showStages(const StageLook &look)
{
    m_connectedSite = m_choice->site();
    m_stages->show(m_desk, m_choice->screens(), m_kept.mapping(m_connectedSite), look);
}

void DeskScreens::showDrawing()
{
    m_picker->setMonitors(DeskMonitors::now(), m_kept.mapping(m_choice->site()));
}

void DeskScreens::monitorsChanged()
{
    showDrawing();
    if (m_dialog) {
        m_dialog->setMonitors(DeskMonitors::now());
    }
    m_labels.update(m_dialog ? m_dialog->map() : mapInForce());
}

void DeskScreens::identify()
{
    m_labels.toggle(mapInForce());
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
    const bool isSiteOpen = m_dialogSite.isEmpty() && !m_choice->facility().sites.isEmpty(); // nothing to keep a choice under
    const QStringList names = isSiteOpen ? QStringList() : ScreenMap::allNames(m_choice->screens(), profile());
    m_dialog = new ScreensDialog(m_choice->siteName(), names, isSiteOpen ? InstrumentProfile() : profile(), m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setMonitors(DeskMonitors::now());
    m_dialog->setMapping(m_kept.mapping(m_dialogSite));
    connect(m_dialog, &ScreensDialog::applied, this, &DeskScreens::keep);
    connect(m_dialog, &ScreensDialog::identifyRequested, this, [this] {
        m_labels.toggle(m_dialog->map(), m_dialog->identifyButton());
    });
    connect(m_dialog, &ScreensDialog::choiceChanged, this, [this] {
        m_labels.update(m_dialog->map()); // the signs show what is being chosen
    });
    connect(m_dialog, &QDialog::finished, &m_labels, &ScreenLabels::hide);
    m_dialog->open();
}

void DeskScreens::keep(const ScreenMapping &chosen)
{
    m_kept.setMapping(m_dialogSite, chosen);
    showDrawing();
    if (m_stages->areShown() && m_connectedSite == m_dialogSite) {
        m_stages->setMapping(chosen);
    }
}
}
