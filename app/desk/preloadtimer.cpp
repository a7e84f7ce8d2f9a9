// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/preloadtimer.h"

#include "app/connect/connectflow.h"
#include "app/facility/facilitychoice.h"
#include "sessions/desk/desk.h"
#include "sessions/display/preloadstate.h"
#include "widgets/facility/instrumentpicker.h"

#include <QTimeZone>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// The earliest preload time in a profile, in minutes since midnight. All programs to preload start at that time.
std::optional<int> earliestPreloadMinuteOfDay(const InstrumentProfile &profile)
{
    std::optional<int> minute;
    for (const WindowSpec &spec : profile.windows) {
        if (PreloadState::canPreload(spec) && spec.preloadMinuteOfDay) {
            minute = minute ? std::min(*minute, *spec.preloadMinuteOfDay) : spec.preloadMinuteOfDay;
        }
    }
    return minute;
}
}

PreloadTimer::PreloadTimer(const Desk *desk,
                           const FacilityChoice *choice,
                           const ConnectFlow *flow,
                           const InstrumentPicker *picker,
                           QObject *parent,
                           std::function<QDateTime()> now)
    : QObject(parent)
    , m_desk(desk)
    , m_facilityChoice(choice)
    , m_connectFlow(flow)
    , m_instrumentPicker(picker)
    , m_now(now ? std::move(now) : std::function<QDateTime()>(&QDateTime::currentDateTimeUtc))
    , m_lastCheckAt(m_now())
{
    m_checkTimer.setInterval(30s);
    m_checkTimer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_checkTimer, &QTimer::timeout, this, &PreloadTimer::checkTime);
    m_checkTimer.start();
}

bool PreloadTimer::isPreloadDue(const InstrumentProfile &profile, const QString &timezone, const QDateTime &last, const QDateTime &now)
{
    const auto minute = earliestPreloadMinuteOfDay(profile);
    if (!minute) {
        return false;
    }
    const QTimeZone named = timezone.isEmpty() ? QTimeZone() : QTimeZone(timezone.toUtf8()); // QTimeZone("") would be this computer's zone
    const QTimeZone zone = named.isValid() ? named : QTimeZone(QTimeZone::UTC);
    const QDate today = now.toTimeZone(zone).date();
    // Yesterday's preload time counts, too: it may be just before midnight.
    return std::ranges::any_of(std::initializer_list<QDate>{today.addDays(-1), today}, [&](const QDate &day) {
        const QDateTime at(day, QTime(0, 0).addSecs(*minute * 60), zone);
        return last < at && at <= now && at.msecsTo(now) <= std::chrono::milliseconds(1h).count();
    });
}

void PreloadTimer::checkTime()
{
    if (!m_connectFlow->requestedProfile().isEmpty() || !m_connectFlow->nameOfShownQuestion().isEmpty()) {
        return; // the user is connecting an instrument. m_lastCheckAt is unchanged, so no preload time is missed
    }
    const QDateTime last = std::exchange(m_lastCheckAt, m_now());
    const InstrumentProfile *profile = m_instrumentPicker->chosenProfile();
    const bool isStarted = profile && m_desk->isConnected(profile->id) && !m_desk->isOnlyPreloaded(profile->id);
    if (profile && !isStarted && isPreloadDue(*profile, m_facilityChoice->facility().timezone, last, m_lastCheckAt)) {
        Q_EMIT preloadDue(*profile);
    }
}
}
