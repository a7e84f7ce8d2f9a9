// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/nightbell.h"

#include "sessions/desk/desk.h"
#include "widgets/view/nightindicators.h"

#include <KLocalizedString>

#include <QApplication>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

NightBell::NightBell(Desk *desk, NightIndicators *indicators, std::function<void()> sound, QObject *parent)
    : QObject(parent)
    , m_indicators(indicators)
    , m_playSound(sound ? std::move(sound) : std::function<void()>(&QApplication::beep))
{
    connect(desk, &Desk::sessionAdded, this, &NightBell::watchSession);
    for (Session *session : desk->sessions()) {
        watchSession(session);
    }
    connect(indicators, &NightIndicators::bellUnmuteRequested, this, &NightBell::unmute);
    m_muteTimer.setSingleShot(true);
    connect(&m_muteTimer, &QTimer::timeout, this, &NightBell::unmuteWhenDue);
}

void NightBell::watchSession(Session *session)
{
    if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
        connect(desktop, &DesktopSession::bell, this, [this, desktop] {
            m_indicators->reportBell(desktop);
            if (m_bellMute.tryRing(QDateTime::currentDateTimeUtc(), std::chrono::steady_clock::now())) {
                m_playSound();
            }
        });
    }
}

void NightBell::setTimezone(const QString &timezone)
{
    m_facilityTimezone = timezone;
}

void NightBell::mute(BellMute::MuteLength length)
{
    m_bellMute.mute(length, QDateTime::currentDateTimeUtc(), m_facilityTimezone);
    showMuteState();
    Q_EMIT muteChanged();
}

void NightBell::unmute()
{
    m_bellMute.unmute();
    showMuteState();
    Q_EMIT muteChanged();
}

void NightBell::restoreMute(const QDateTime &until)
{
    m_bellMute.restoreMute(until);
    unmuteWhenDue();
}

QDateTime NightBell::mutedUntil() const
{
    return m_bellMute.mutedUntil();
}

void NightBell::unmuteWhenDue()
{
    if (m_bellMute.mutedUntil().isValid() && !m_bellMute.isMuted(QDateTime::currentDateTimeUtc())) {
        unmute();
    } else {
        showMuteState();
    }
}

void NightBell::showMuteState()
{
    const QDateTime until = m_bellMute.mutedUntil();
    if (!until.isValid()) {
        m_muteTimer.stop();
        m_indicators->setBellMutedUntilText({});
        return;
    }
    m_indicators->setBellMutedUntilText(i18nc("@info:status the bell is muted; %1: a time, as in 03:15", "until %1 UT", until.toString(u"HH:mm"_s)));
    // Checked every 30 s: a single timer until the end of the muting would be late after a suspend or a clock change.
    const std::chrono::milliseconds left(QDateTime::currentDateTimeUtc().msecsTo(until));
    m_muteTimer.start(std::clamp<std::chrono::milliseconds>(left + 1ms, 1ms, 30s));
}
}
