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
    , m_facilityChoice(choice)
    , m_connectFlow(flow)
    , m_parentWindow(window)
{
    connect(m_facilityChoice, &FacilityChoice::facilityRead, clock, [clock](const Facility &facility) {
        clock->setTimezone(facility.timezone);
    });
    connect(clock, &NightClock::nightChanged, this, [this](QDate night) {
        qCInfo(LogUi) << "a new night:" << night;
        forgetSecretsAndApprovals(); // the chosen accounts are stored with a time and expire at noon without a call
    });
}

void EndOfNight::forgetSecretsAndApprovals()
{
    m_desk->secrets()->forgetAll(); // forgets the secrets; connections stay
    m_connectFlow->forgetUnsavedApprovals();
}

void EndOfNight::askToEndNight()
{
    if (m_questionBox) {
        m_questionBox->raise();
        m_questionBox->activateWindow();
        return;
    }
    const int displays = static_cast<int>(m_desk->sessions().size());
    auto *box = new QMessageBox(m_parentWindow);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Warning);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(i18nc("@title:window", "End Session?"));
    box->setText(displays > 0 ? i18ncp("@info",
                                       "Nightdesk disconnects 1 display and forgets its last image, tonight’s accounts and passwords.",
                                       "Nightdesk disconnects %1 displays and forgets their last images, tonight’s accounts and passwords.",
                                       displays)
                              : i18nc("@info", "Nightdesk forgets tonight’s accounts and passwords."));
    // An observer must not think that the button sends a command to the telescope.
    QStringList more{i18nc("@info", "The telescope and the instrument are not affected.")};
    QList<InstrumentProfile> withPrograms = m_desk->profiles();
    withPrograms.removeIf([](const InstrumentProfile &profile) {
        return profile.windows.isEmpty();
    });
    if (!withPrograms.isEmpty()) {
        more << i18nc("@info %1: instruments' names",
                      "The X programs of %1 are closed. Programs in the shared desktops keep running on the remote hosts.",
                      InstrumentWording::names(withPrograms));
    }
    more << i18nc("@info", "The next Connect asks for the account and for passwords that are not in the keychain. Keys and agents keep working.");
    box->setInformativeText(more.join(u"\n\n"_s));
    QPushButton *end = box->addButton(i18nc("@action:button", "End Session"), QMessageBox::AcceptRole);
    end->setObjectName(u"end-night"_s);
    end->setIcon(QIcon::fromTheme(u"system-log-out"_s));
    box->setDefaultButton(box->addButton(QMessageBox::Cancel)); // so that the Return key does not end the night
    connect(end, &QPushButton::clicked, this, &EndOfNight::endNight);
    m_questionBox = box;
    box->open();
}

void EndOfNight::endNight()
{
    qCInfo(LogUi) << "the night is ended";
    Q_EMIT nightEnding();
    m_connectFlow->cancel(); // otherwise the answer to an open question would still connect
    m_desk->disconnectAll(); // disconnecting also discards the last images and the record for resuming
    forgetSecretsAndApprovals();
    AccountStore::endNight(m_facilityChoice->directory(), m_facilityChoice->facility().timezone, QDateTime::currentDateTimeUtc());
    Q_EMIT nightEnded();
}
}
