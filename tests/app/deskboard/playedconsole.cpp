// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/deskboard/playedconsole.h"

#include "app/connect/connectflow.h"
#include "app/desk/deskscreens.h"
#include "app/facility/facilitychoice.h"
#include "app/night/consolenight.h"
#include "app/window/instrumentcontrol.h"
#include "monitors/supportdesk.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/stage/stages.h"
#include "widgets/view/nightsigns.h"

#include <KActionCollection>

#include <QAction>
#include <QTest>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk::Test
{
using namespace Qt::StringLiterals;

PlayedConsole::PlayedConsole(const QString &facility, const QString &credentials, LocalX *localX)
    : desk(localX)
{
    auto *picker = new InstrumentPicker(&window);
    support = new SupportDesk(&window);
    message = new MessageBar(support, &window);
    choice = new FacilityChoice(facility, {}, &window);
    actions = new KActionCollection(&window);
    flow = new ConnectFlow(choice, &window);
    stages = new Stages(&window);
    auto *screens = new DeskScreens(choice, &desk, stages, picker, &window);
    signs = new NightSigns(&window);
    night = new ConsoleNight({&desk, choice, flow, screens, stages, message, new ResumeOffer(&window), &window});
    auto *bars = new QVBoxLayout(&window);
    auto *strips = new QVBoxLayout;
    bars->addLayout(strips);
    board = new ConsoleBoard({&desk, choice, flow, night, support, new Questions(&window), message, signs, bars, strips, actions, &window, credentials});
    QObject::connect(flow, &ConnectFlow::ready, &window, [this](const InstrumentProfile &profile) {
        const auto before = night->before(profile);
        desk.connectProfile(profile);
        if (before) {
            night->restore(*before, profile.id);
        }
    });
    choice->start();
    window.show();
}

PlayedConsole::~PlayedConsole()
{
    if (!board) {
        desk.disconnectAll();
        return;
    }
    board->leave();
    desk.disconnectAll();
    board->waitForGoodbye();
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
            return desk.isConnected(profile);
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
    QObject::disconnect(flow, &ConnectFlow::ready, &window, nullptr);
    new InstrumentControl({&desk, choice, flow, the<DeskScreens>(), night, the<InstrumentPicker>(), message, actions}, &window);
}

BoardSight::Reach PlayedConsole::reach() const
{
    return board->sight().reach;
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
