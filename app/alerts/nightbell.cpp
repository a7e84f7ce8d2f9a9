// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/nightbell.h"

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
    , m_sound(sound ? std::move(sound) : std::function<void()>(&QApplication::beep))
{
    connect(desk, &Desk::sessionAdded, this, &NightBell::watch);
    for (Session *session : desk->sessions()) {
        watch(session);
    }
    connect(indicators, &NightIndicators::soundRequested, this, &NightBell::unmute);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &NightBell::checkMute);
}

void NightBell::watch(Session *session)
{
    if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
        connect(desktop, &DesktopSession::bell, this, [this, desktop] {
            m_indicators->ring(desktop);
            if (m_mute.takeSound(QDateTime::currentDateTimeUtc(), std::chrono::steady_clock::now())) {
                m_sound();
            }
        });
    }
}

void NightBell::setTimezone(const QString &timezone)
{
    m_timezone = timezone;
}

void NightBell::mute(BellMute::Length length)
{
    m_mute.mute(length, QDateTime::currentDateTimeUtc(), m_timezone);
    show();
    Q_EMIT muteChanged();
}

void NightBell::unmute()
{
    m_mute.unmute();
    show();
    Q_EMIT muteChanged();
}

void NightBell::restore(const QDateTime &until)
{
    m_mute.restore(until);
    checkMute();
}

QDateTime NightBell::mutedUntil() const
{
    return m_mute.until();
}

void NightBell::checkMute()
{
    if (m_mute.until().isValid() && !m_mute.isMuted(QDateTime::currentDateTimeUtc())) {
        unmute();
    } else {
        show();
    }
}

void NightBell::show()
{
    const QDateTime until = m_mute.until();
    if (!until.isValid()) {
        m_timer.stop();
        m_indicators->setBellMuted({});
        return;
    }
    m_indicators->setBellMuted(i18nc("@info:status the bell is muted; %1: a time, as in 03:15", "until %1 UT", until.toString(u"HH:mm"_s)));
    // Checked every 30 s: a single timer until the end of the muting would be late after a suspend or a clock change.
    const std::chrono::milliseconds left(QDateTime::currentDateTimeUtc().msecsTo(until));
    m_timer.start(std::clamp<std::chrono::milliseconds>(left + 1ms, 1ms, 30s));
}
}
