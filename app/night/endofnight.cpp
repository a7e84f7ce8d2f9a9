// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/endofnight.h"

#include "app/connect/connectflow.h"
#include "app/facility/accountstore.h"
#include "app/facility/facilitychoice.h"
#include "monitors/night/nightclock.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "sessions/links/login/nightsecrets.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QMessageBox>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

EndOfNight::EndOfNight(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, NightClock *clock, QWidget *window)
    : QObject(window)
    , m_desk(desk)
    , m_choice(choice)
    , m_flow(flow)
    , m_window(window)
{
    connect(m_choice, &FacilityChoice::facilityRead, clock, [clock](const Facility &facility) {
        clock->setTimezone(facility.timezone);
    });
    connect(clock, &NightClock::nightChanged, this, [this](QDate night) {
        qCInfo(LogUi) << "a new night:" << night;
        forget(); // accounts are kept with their time and have gone by themselves
    });
}

void EndOfNight::forget()
{
    m_desk->secrets()->forgetAll(); // what is connected stays so
    m_flow->forgetAgreements();
}

void EndOfNight::ask()
{
    if (m_question) {
        m_question->raise();
        m_question->activateWindow();
        return;
    }
    const int displays = static_cast<int>(m_desk->sessions().size());
    auto *box = new QMessageBox(m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Warning);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(i18nc("@title:window", "End the Night?"));
    box->setText(displays > 0 ? i18ncp("@info",
                                       "Disconnects 1 display, forgets its last picture and the passwords told for this night.",
                                       "Disconnects %1 displays, forgets their last pictures and the passwords told for this night.",
                                       displays)
                              : i18nc("@info", "Forgets tonight's accounts and the passwords told for this night."));
    QStringList more;
    QList<InstrumentProfile> withPrograms = m_desk->profiles();
    withPrograms.removeIf([](const InstrumentProfile &profile) {
        return profile.windows.isEmpty();
    });
    if (!withPrograms.isEmpty()) {
        more << i18nc("@info %1: instruments' names",
                      "X programs of %1 end. What runs in the shared desktops goes on at the summit.",
                      InstrumentWording::names(withPrograms));
    }
    more << i18nc("@info",
                  "The next Connect asks for the account again, and for each password that the wallet does not keep. Keys and agents go on answering.");
    box->setInformativeText(more.join(u"\n\n"_s));
    QPushButton *end = box->addButton(i18nc("@action:button", "End the Night"), QMessageBox::AcceptRole);
    end->setObjectName(u"end-night"_s);
    end->setIcon(QIcon::fromTheme(u"system-log-out"_s));
    box->setDefaultButton(box->addButton(QMessageBox::Cancel)); // Return ends no night
    connect(end, &QPushButton::clicked, this, &EndOfNight::end);
    m_question = box;
    box->open();
}

void EndOfNight::end()
{
    qCInfo(LogUi) << "the night is ended";
    Q_EMIT ending();
    m_flow->cancel(); // or its answer would connect in the night that is over
    m_desk->disconnectAll(); // with it go the pictures, and what could be resumed
    forget();
    AccountStore::endNight(m_choice->directory(), m_choice->facility().timezone, QDateTime::currentDateTimeUtc());
    Q_EMIT ended();
}
}
