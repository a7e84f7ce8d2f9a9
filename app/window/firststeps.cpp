// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/firststeps.h"

#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/facility/facilitychoice.h"
#include "app/window/externallinkopener.h"
#include "app/window/onedesktopdialog.h"
#include "sessions/demo/demofacility.h"
#include "widgets/facility/newfacilitydialog.h"
#include "widgets/facility/welcomepage.h"
#include "widgets/questions/messagebar.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>
#include <QGuiApplication>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Names for up to three monitors. They are written to files, so they are not translated.
QStringList screenNames()
{
    const qsizetype monitors = QGuiApplication::screens().size();
    return monitors >= 3 ? QStringList{u"left"_s, u"center"_s, u"right"_s} : monitors == 2 ? QStringList{u"left"_s, u"right"_s} : QStringList{u"center"_s};
}
}

FirstSteps::FirstSteps(Console &console, WelcomePage *page)
    : QObject(&console)
    , m_console(console)
    , m_welcomePage(page)
{
    connect(page, &WelcomePage::openFacilityRequested, console.actions()->action(u"facility_open"_s), &QAction::trigger);
    connect(page, &WelcomePage::newFacilityRequested, this, &FirstSteps::askForNewFacility);
    connect(page, &WelcomePage::singleDesktopRequested, this, &FirstSteps::askForDesktop);
    connect(page, &WelcomePage::demoRequested, this, &FirstSteps::tryDemo);
    connect(console.facilityChoice(), &FacilityChoice::facilityRead, this, &FirstSteps::connectDemo);
}

FirstSteps::~FirstSteps() = default;

void FirstSteps::askForNewFacility()
{
    auto *dialog = new NewFacilityDialog(screenNames(), m_console.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewFacilityDialog::facilityCreated, m_console.facilityChoice(), &FacilityChoice::setDirectory);
    dialog->open();
}

void FirstSteps::askForDesktop()
{
    auto *dialog = new DesktopAddressDialog(m_console.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DesktopAddressDialog::desktopChosen, this, [this](const DesktopCommand &desktop) {
        if (!ExternalLinkOpener::startViewer(desktop)) {
            m_console.messageBar()->showWarning(i18nc("@info a desktop",
                                                      "%1 cannot be shown: Nightdesk cannot start another process. Close other programs and try again.",
                                                      desktop.typedAddress));
        }
    });
    dialog->open();
}

void FirstSteps::tryDemo()
{
    if (m_demo) {
        return;
    }
    m_welcomePage->setDemoStarting(true);
    m_isDemoRequested = false;
    m_console.messageBar()->showInfo(i18nc("@info", "Starting the demo: an ssh server, a VNC server and X programs on this computer."));
    m_demo = std::make_unique<DemoFacility>();
    connect(m_demo.get(), &DemoFacility::facilityReady, this, [this] {
        m_console.messageBar()->animatedHide();
        // When this facility has been read, connectDemo() is called.
        m_console.facilityChoice()->setForThisRun(m_demo->facilityDirectory(), DemoFacility::profileId());
    });
    connect(
        m_demo.get(),
        &DemoFacility::startFailed,
        this,
        [this](const QString &text) {
            m_demo.reset();
            m_welcomePage->setDemoStarting(false);
            m_console.messageBar()->showWarning(text);
        },
        Qt::QueuedConnection); // queued, because the slot deletes the object that emits the signal
    m_demo->start(screenNames());
}

void FirstSteps::connectDemo(const Facility &facility)
{
    if (!m_demo || m_isDemoRequested || facility.directory != m_demo->facilityDirectory()) {
        return;
    }
    if (const TrustVerdict verdict = facility.trustVerdicts.value(DemoFacility::profileId()); verdict.mustAskUser()) {
        // Approve without a question: the user requested the demo, and it runs only programs of Nightdesk.
        m_console.facilityChoice()->approveProfile(DemoFacility::profileId(), verdict.manifestHash);
        return; // approveProfile() leads to another facilityRead(), which continues
    }
    m_isDemoRequested = true;
    m_console.flow()->requestById(DemoFacility::profileId());
}
}
