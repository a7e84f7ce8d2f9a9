// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/sleepdetector.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
/// Notices that the computer woke up from sleep, or that this program goes on after it was stopped. GUI thread. Owned by Desk.
class SleepWatch : public QObject
{
    Q_OBJECT
public:
    explicit SleepWatch(QObject *parent = nullptr);

Q_SIGNALS:
    void wokeUp();

private:
    void compareClocks();

    SleepDetector m_detector;
    QTimer m_timer;
};
}
