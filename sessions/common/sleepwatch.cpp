// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/sleepwatch.h"

#include "sessions/base/bootclock.h"
#include "sessions/common/logging.h"

using namespace std::chrono_literals;

namespace Nightdesk
{
SleepWatch::SleepWatch(QObject *parent)
    : QObject(parent)
{
    connect(&m_clockCheckTimer, &QTimer::timeout, this, &SleepWatch::compareClocks);
    m_clockCheckTimer.start(500ms);
    compareClocks();
}

void SleepWatch::compareClocks()
{
    if (m_sleepDetector.detectSleep({std::chrono::steady_clock::now().time_since_epoch(), BootClock::now().time_since_epoch()})) {
        qCInfo(LogLink, "this computer woke up, or this program goes on after a stop");
        Q_EMIT computerOrProcessResumed();
    }
}
}
