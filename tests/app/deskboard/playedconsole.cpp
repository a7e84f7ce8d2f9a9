// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/deskboard/playedconsole.h"

#include "app/connect/connectflow.h"
#include "app/desk/deskscreens.h"
#include "app/facility/facilitychoice.h"
#include "app/night/consolenight.h"
#include "app/window/instrumentcontrol.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/facility/trustdialog.h"

#include <KActionCollection>

#include <QAction>
#include <QTest>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk::Test
{
using namespace Qt::StringLiterals;

PlayedConsole::PlayedConsole(const QString &facility, const QString &credentials, const QString &display, const QString &authority)
    : actions(new KActionCollection(&window))
    , console({.facility = facility, .xDisplay = display, .authority = authority}, &window, actions)
    , desk(*console.desk())
    , choice(console.facilityChoice())
    , flow(console.flow())
    , message(console.messageBar())
    , indicators(console.indicators())
{
    auto *screens = new DeskScreensController(choice, &desk, console.viewerWindows(), new InstrumentPicker(&window), &window);
    night = new ConsoleNight(console, screens, new ResumeOffer(&window));
    board = new ConsoleBoard(console, night, credentials);
    auto *column = new QVBoxLayout(&window);
    for (QWidget *bar : board->messageBars()) {
        column->addWidget(bar);
    }
    column->addWidget(board->boardLine());
    QObject::connect(flow, &ConnectFlow::profileReady, &window, [this](const InstrumentProfile &profile) {
        const auto previousState = night->previousState(profile);
        desk.connectProfile(profile);
        if (previousState) {
            night->restoreProfile(*previousState, profile.id);
        }
    });
    choice->startReadingFacility();
    window.show();
}

PlayedConsole::~PlayedConsole()
{
    if (!board) {
        desk.disconnectAll();
        return;
    }
    board->beginSignOff();
    desk.disconnectAll();
    board->waitUntilSignedOff();
}

void PlayedConsole::die()
{
    delete std::exchange(board, nullptr);
}

bool PlayedConsole::connectLris()
{
    flow->requestById(u"lris"_s);
    return isConnectedAfterAgreeing();
}

bool PlayedConsole::isConnectedAfterAgreeing(const QString &profile)
{
    return QTest::qWaitFor(
        [this, &profile] {
            agree();
            return desk.isConnected(profile) && !choice->facility().trustVerdicts.value(profile).mustAskUser();
        },
        30000);
}

void PlayedConsole::agree()
{
    for (auto *question : window.findChildren<TrustDialog *>()) {
        if (question->isVisible()) {
            question->accept();
        }
    }
}

void PlayedConsole::controlInstruments()
{
    QObject::disconnect(flow, &ConnectFlow::profileReady, &window, nullptr);
    new InstrumentConnector(console, the<DeskScreensController>(), night, the<InstrumentPicker>());
}

BoardLineState::ConnectionState PlayedConsole::reach() const
{
    return board->lineState().connectionState;
}

QPushButton *PlayedConsole::button(const QString &name) const
{
    for (QPushButton *button : window.findChildren<QPushButton *>(name)) {
        if (!button->isHidden()) {
            return button;
        }
    }
    return nullptr;
}

bool PlayedConsole::isInMenu(const QString &action) const
{
    return actions->action(action)->isVisible();
}
}
