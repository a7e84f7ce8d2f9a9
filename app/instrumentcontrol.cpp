// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrumentcontrol.h"

#include "app/connectflow.h"
#include "app/consolenight.h"
#include "app/deskscreens.h"
#include "app/facilitychoice.h"
#include "app/settingsstore.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "widgets/instrumentpicker.h"
#include "widgets/instrumentwording.h"
#include "widgets/messagebar.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

InstrumentControl::InstrumentControl(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
{
    buildActions();
    connect(parts.picker, &InstrumentPicker::connectRequested, this, [this](const InstrumentProfile &profile) {
        m_instead.clear();
        m_parts.flow->request(profile);
    });
    connect(parts.picker, &InstrumentPicker::insteadRequested, this, &InstrumentControl::connectInstead);
    connect(parts.picker, &InstrumentPicker::disconnectRequested, this, &InstrumentControl::disconnectOne);
    connect(parts.picker, &InstrumentPicker::chosenChanged, this, &InstrumentControl::refresh);
    connect(parts.flow, &ConnectFlow::ready, this, &InstrumentControl::connectReady);
    connect(parts.flow, &ConnectFlow::givenUp, this, [this] {
        m_instead.clear();
    });
    connect(parts.desk, &Desk::profileConnected, this, &InstrumentControl::refresh);
    connect(parts.desk, &Desk::profileDisconnected, this, &InstrumentControl::refresh);
    connect(parts.choice, &FacilityChoice::facilityRead, this, &InstrumentControl::refresh);
    refresh();
}

void InstrumentControl::buildActions()
{
    const auto add = [this](const QString &name, const QString &icon, auto slot) {
        QAction *action = m_parts.actions->addAction(name);
        action->setIcon(QIcon::fromTheme(icon));
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_connect = add(u"session_connect"_s, u"network-connect"_s, [this] {
        if (const InstrumentProfile *profile = m_parts.picker->chosen(); profile && !m_parts.desk->isConnected(profile->id)) {
            m_instead.clear();
            m_parts.flow->request(*profile);
        }
    });
    m_parts.actions->setDefaultShortcut(m_connect, QKeySequence(Qt::CTRL | Qt::Key_Return));
    m_disconnect = add(u"session_disconnect"_s, u"network-disconnect"_s, [this] {
        disconnectOne(toDisconnect());
    });
    m_disconnectAll = add(u"session_disconnect_all"_s, u"network-disconnect"_s, [this] {
        m_parts.desk->disconnectAll();
        Q_EMIT disconnected();
    });
    m_disconnectAll->setText(i18nc("@action:inmenu every instrument", "Disconnect All"));
    QAction *account = add(u"session_account"_s, u"user-identity"_s, [this] {
        changeAccount();
    });
    account->setText(i18nc("@action:inmenu", "Tonight's Account…"));
}

void InstrumentControl::connectInstead(const InstrumentProfile &profile)
{
    m_instead = profile.id; // what is there stays until every question is answered
    m_parts.flow->request(profile);
}

void InstrumentControl::connectReady(const InstrumentProfile &profile)
{
    const bool isInstead = std::exchange(m_instead, {}) == profile.id;
    const QString why = obstacle();
    if (!why.isEmpty() && !isInstead) {
        m_parts.message->complain(why);
        return;
    }
    Settings::setLastInstrument(profile.id);
    SettingsStore::save();
    m_parts.message->animatedHide();
    const std::optional<NightState> before = m_parts.night->before(profile);
    if (isInstead) {
        m_parts.desk->disconnectAll();
    }
    m_directory = m_parts.choice->directory();
    m_parts.desk->connectProfile(profile);
    m_parts.screens->showStages(before ? before->look : StageLook());
    if (before) {
        m_parts.night->restore(*before, profile.id);
    }
    refresh(); // the desk told of it before the screens were laid out for its site
    Q_EMIT connected(before.has_value());
}

void InstrumentControl::disconnectOne(const QString &profileId)
{
    m_parts.desk->disconnectProfile(profileId);
    Q_EMIT disconnected();
}

/// The chosen one, if it is connected, or the only one; empty: neither.
QString InstrumentControl::toDisconnect() const
{
    const QString chosen = m_parts.picker->chosenId();
    if (m_parts.desk->isConnected(chosen)) {
        return chosen;
    }
    const QList<InstrumentProfile> profiles = m_parts.desk->profiles();
    return profiles.size() == 1 ? profiles.constFirst().id : QString();
}

/// Why nothing can be connected beside what is there; empty: it can.
QString InstrumentControl::obstacle() const
{
    if (!m_parts.desk->isConnected()) {
        return {};
    }
    const QString names = InstrumentWording::names(m_parts.desk->profiles());
    if (m_directory != m_parts.choice->directory()) {
        return i18nc("@info instruments' names",
                     "%1 of another facility is connected here. Disconnect first: the screens are laid out by one facility at a time.",
                     names);
    }
    if (m_parts.screens->connectedSite() != m_parts.choice->site()) {
        return i18nc("@info instruments' names",
                     "%1 is connected here for another site. Disconnect first, or choose that site again: the screens are laid out for one site at a time.",
                     names);
    }
    return {};
}

void InstrumentControl::changeAccount()
{
    const InstrumentProfile *profile = m_parts.picker->chosen();
    if (!profile) {
        m_parts.message->inform(i18nc("@info", "Choose the instrument first: which accounts there are depends on it."));
    } else if (!profile->wantsAccount) {
        m_parts.message->inform(i18nc("@info an instrument's name", "%1 asks for no account.", profile->name));
    } else {
        m_parts.flow->changeAccount(*profile);
    }
}

void InstrumentControl::refresh()
{
    const QList<InstrumentProfile> profiles = m_parts.desk->profiles();
    m_parts.picker->setConnected(profiles, obstacle());
    const InstrumentProfile *chosen = m_parts.picker->chosen();
    m_connect->setText(profiles.isEmpty() ? i18nc("@action:inmenu", "Connect") : i18nc("@action:inmenu beside what is connected", "Connect Too"));
    m_connect->setEnabled(profiles.isEmpty() || (chosen && !m_parts.desk->isConnected(chosen->id) && obstacle().isEmpty()));
    const QString goes = toDisconnect();
    m_disconnect->setText(
        profiles.size() < 2 || goes.isEmpty()
            ? i18nc("@action:inmenu", "Disconnect")
            : i18nc("@action:inmenu an instrument's name", "Disconnect %1", InstrumentWording::name(m_parts.desk->profile(goes)).replace(u'&', u"&&"_s)));
    m_disconnect->setEnabled(!goes.isEmpty());
    m_disconnectAll->setEnabled(profiles.size() > 1);
    m_disconnectAll->setVisible(profiles.size() > 1);
}
}
