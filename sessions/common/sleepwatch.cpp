// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/sleepwatch.h"

#include "sessions/common/logging.h"

#include <time.h>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
std::chrono::nanoseconds readClock(clockid_t clock)
{
    timespec now{};
    ::clock_gettime(clock, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}
}

SleepWatch::SleepWatch(QObject *parent)
    : QObject(parent)
{
    connect(&m_clockCheckTimer, &QTimer::timeout, this, &SleepWatch::compareClocks);
    m_clockCheckTimer.start(500ms);
    compareClocks();
}

void SleepWatch::compareClocks()
{
    if (m_sleepDetector.detectSleep({readClock(CLOCK_MONOTONIC), readClock(CLOCK_BOOTTIME)})) {
        qCInfo(LogLink, "this computer woke up, or this program goes on after a stop");
        Q_EMIT computerOrProcessResumed();
    }
}
}
