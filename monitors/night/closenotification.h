// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KNotification>

#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// Closes @p notification and lets it delete itself, also if the notification service is slow. KNotification ignores close() until the service has
/// answered with an id, and does not report that answer. So it is asked again until it is gone, and given up after a minute. GUI thread.
inline void closeNotification(KNotification *notification)
{
    constexpr std::chrono::seconds retryPause(1);
    constexpr std::chrono::minutes timeLimit(1);
    auto *retryTimer = new QTimer(notification);
    QObject::connect(retryTimer, &QTimer::timeout, notification, &KNotification::close);
    retryTimer->start(retryPause);
    QTimer::singleShot(std::chrono::milliseconds(0), notification, &KNotification::close);
    QTimer::singleShot(timeLimit, notification, &QObject::deleteLater);
}
}
