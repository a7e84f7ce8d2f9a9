// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardbell.h"

#include "monitors/night/closenotification.h"
#include "sessions/common/displaytext.h"

#include <KLocalizedString>
#include <KNotification>

#include <QApplication>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardBell::BoardBell(QObject *parent, std::chrono::milliseconds pause)
    : QObject(parent)
{
    m_repeatRingTimer.setInterval(pause);
    connect(&m_repeatRingTimer, &QTimer::timeout, this, [this] {
        for (const DeskName &desk : m_ringingCalls.keys()) {
            ring(desk);
        }
    });
}

BoardBell::~BoardBell()
{
    for (const RingingCall &ringing : std::as_const(m_ringingCalls)) {
        if (ringing.notification) {
            ringing.notification->close();
        }
    }
}

bool BoardBell::isRinging() const
{
    return !m_ringingCalls.isEmpty();
}

void BoardBell::setCall(const DeskName &desk, const BoardWire::Call &call)
{
    if (call.state != BoardWire::CallState::Ringing) {
        forgetCall(desk);
        return;
    }
    const auto known = m_ringingCalls.constFind(desk);
    if (known != m_ringingCalls.constEnd() && known->call.id == call.id) {
        return; // the same call was reported again: the bell already rings
    }
    m_ringingCalls[desk].call = call;
    ring(desk);
    if (!m_repeatRingTimer.isActive()) { // not begun again: the calls of one desk would put off the repeated rings of the others
        m_repeatRingTimer.start();
    }
}

void BoardBell::forgetCall(const DeskName &desk)
{
    if (m_ringingCalls.contains(desk)) {
        const RingingCall over = m_ringingCalls.take(desk);
        if (over.notification) {
            closeNotification(over.notification);
        }
    }
    if (m_ringingCalls.isEmpty()) {
        m_repeatRingTimer.stop();
    }
}

void BoardBell::stopAllRinging()
{
    for (const DeskName &desk : m_ringingCalls.keys()) {
        forgetCall(desk);
    }
}

void BoardBell::ring(const DeskName &desk)
{
    RingingCall &ringing = m_ringingCalls[desk];
    if (ringing.notification) {
        closeNotification(ringing.notification); // closes the old notification, because only a new one plays its sound
    }
    const QString caller = displayText(ringing.call.caller, 60);
    const QString about = displayText(ringing.call.text, 200);
    auto *notification = new KNotification(u"call"_s, KNotification::Persistent, this);
    notification->setUrgency(KNotification::CriticalUrgency);
    notification->setTitle(i18nc("@title of a notification; a workstation as in waimea/left", "Call from %1", desk.text()));
    const QString since = ringing.call.since.toUTC().toString(u"HH:mm"_s);
    const QString text = about.isEmpty()
        ? i18nc("@info a notification; %1: who calls; %2: a time, UT", "%1, since %2 UT", caller, since)
        : i18nc("@info a notification; %1: who calls; %2: a time, UT; %3: what they say", "%1, since %2 UT: %3", caller, since, about);
    notification->setText(text.toHtmlEscaped());
    const auto *show = notification->addDefaultAction(i18nc("@action:button of a notification", "Show Status Board"));
    connect(show, &KNotificationAction::activated, this, [this, desk] {
        Q_EMIT openDeskRequested(desk);
    });
    const auto *acknowledge = notification->addAction(i18nc("@action:button of a notification of a call", "Acknowledge Call"));
    connect(acknowledge, &KNotificationAction::activated, this, [this, desk, id = ringing.call.id] {
        Q_EMIT acknowledgeRequested(desk, id);
    });
    ringing.notification = notification;
    notification->sendEvent();
    QApplication::beep();
    Q_EMIT bellRang(desk);
}
}
