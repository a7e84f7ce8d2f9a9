// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/changenotices.h"

#include "app/connectflow.h"
#include "app/deskscreens.h"
#include "app/facilitychoice.h"
#include "app/profilechange.h"
#include "sessions/desk/desk.h"
#include "widgets/messagebar.h"

#include <KLocalizedString>

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString aboutChange = u"/change"_s; // no profile's id
}

ChangeNotices::ChangeNotices(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, DeskScreens *screens, MessageBar *message, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_choice(choice)
    , m_flow(flow)
    , m_screens(screens)
    , m_message(message)
{
    connect(m_flow, &ConnectFlow::accountChanged, this, &ChangeNotices::accountChanged);
    connect(m_choice, &FacilityChoice::facilityRead, this, &ChangeNotices::facilityRead);
    connect(m_desk, &Desk::connectedChanged, this, [this](bool connected) {
        m_told.reset();
        m_message->settle(aboutChange);
        if (m_question) {
            m_question->close(); // what it asks about is no more
        }
        if (connected) {
            m_directory = m_choice->directory();
            m_account = m_choice->account();
        }
    });
    connect(m_message, &MessageBar::taken, this, [this](const QString &about) {
        if (about == aboutChange && m_desk->isConnected()) {
            connectAgain();
        }
    });
}

void ChangeNotices::siteChosen()
{
    if (m_desk->isConnected() && m_choice->site() != m_screens->connectedSite()) {
        m_message->inform(
            i18nc("@info an instrument's name", "The other site counts from the next Connect on; %1 stays as it is.", m_desk->profiles().value(0).name));
    }
}

void ChangeNotices::accountChanged(const QString &account)
{
    if (m_desk->isConnected()) {
        m_message->inform(i18nc("@info an account, an instrument's name",
                                "The account %1 counts from the next Connect on; %2 stays as it is.",
                                account,
                                m_desk->profiles().value(0).name));
    }
}

void ChangeNotices::facilityRead(const Facility &facility)
{
    // Another site's or account's form differs by itself; that was said when it was chosen.
    const bool isComparable = m_desk->isConnected() && facility.directory == m_directory && m_choice->site() == m_screens->connectedSite()
        && (!m_desk->profiles().value(0).wantsAccount || m_choice->account() == m_account);
    if (!isComparable) {
        return;
    }
    const auto now = std::ranges::find(facility.profiles, m_desk->profiles().value(0).id, &InstrumentProfile::id);
    if (now == facility.profiles.end()) {
        return; // its mistakes are told where mistakes are
    }
    const auto count = static_cast<int>(ProfileChange::differing(m_desk->profiles().value(0), *now).size());
    if (count == 0) {
        m_told.reset();
        m_message->settle(aboutChange);
        return;
    }
    if (m_told && ProfileChange::differing(*m_told, *now).isEmpty()) {
        return;
    }
    m_told = *now;
    m_toldAt = QDateTime::currentDateTimeUtc();
    offer();
}

void ChangeNotices::offer()
{
    const auto count = static_cast<int>(ProfileChange::differing(m_desk->profiles().value(0), *m_told).size());
    QString text = i18ncp("@info %2: an instrument's name, %3: a time in UT",
                          "%2 was changed at %3 UT (1 display differs); it counts from the next Connect.",
                          "%2 was changed at %3 UT (%1 displays differ); it counts from the next Connect.",
                          count,
                          m_desk->profiles().value(0).name,
                          m_toldAt.toString(u"HH:mm"_s));
    if (!m_desk->profiles().value(0).windows.isEmpty()) {
        text = i18nc("@info %1: what was changed", "%1 Connecting again ends its X programs.", text);
    }
    m_message->offer(text, aboutChange, i18nc("@action:button", "Connect Again Now"));
}

void ChangeNotices::connectAgain()
{
    // What a program does that was started once, nobody here knows for sure.
    const auto programs = static_cast<int>(std::ranges::count_if(m_desk->sessions(), [](const Session *session) {
        return session->kind() == Session::Kind::Window && session->state() != SessionState::Idle;
    }));
    if (programs > 0) {
        askFirst(programs);
    } else {
        m_flow->requestById(m_desk->profiles().value(0).id); // what it asks is asked while the old one is still there
    }
}

void ChangeNotices::askFirst(int programs)
{
    if (m_question) {
        m_question->raise();
        m_question->activateWindow();
        return;
    }
    auto *box = new QMessageBox(m_message->window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Warning);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(i18nc("@title:window", "Connect Again?"));
    box->setText(i18ncp("@info %2: an instrument's name",
                        "Connecting %2 again ends 1 X program.",
                        "Connecting %2 again ends %1 X programs.",
                        programs,
                        m_desk->profiles().value(0).name));
    box->setInformativeText(i18nc("@info", "What is unsaved in them is lost. What runs in the shared desktops goes on at the summit."));
    QPushButton *again = box->addButton(i18nc("@action:button", "End Them and Connect Again"), QMessageBox::AcceptRole);
    again->setObjectName(u"connect-again"_s);
    again->setIcon(QIcon::fromTheme(u"network-connect"_s));
    box->setDefaultButton(box->addButton(QMessageBox::Cancel)); // Return ends no program
    connect(again, &QPushButton::clicked, this, [this] {
        if (m_desk->isConnected()) {
            m_flow->requestById(m_desk->profiles().value(0).id);
        }
    });
    connect(box, &QMessageBox::rejected, this, [this] {
        if (m_desk->isConnected() && m_told) {
            offer(); // it can be thought over
        }
    });
    m_question = box;
    box->open();
}
}
