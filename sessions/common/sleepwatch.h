// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/sleepdetector.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
/// Detects that the computer resumed from suspend, or that this process continues after it was stopped. GUI thread. Owned by Desk.
class SleepWatch : public QObject
{
    Q_OBJECT
public:
    explicit SleepWatch(QObject *parent = nullptr);

Q_SIGNALS:
    void computerOrProcessResumed();

private:
    void compareClocks();

    SleepDetector m_sleepDetector;
    QTimer m_clockCheckTimer;
};
}
