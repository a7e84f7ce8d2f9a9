// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"

#include <QList>
#include <QObject>
#include <QTimer>

class QScreen;

namespace Nightdesk
{
/// The monitors of this desk, and word when one comes, goes or changes. GUI thread. Owned by DeskScreens, Stages or ConsoleVisuals.
class DeskMonitors : public QObject
{
    Q_OBJECT
public:
    explicit DeskMonitors(QObject *parent = nullptr);

    /// As they stand now, in the order of QGuiApplication::screens().
    static QList<Monitor> now();

Q_SIGNALS:
    /// Once for a burst of changes, a moment after the last.
    void changed();
    /// At once, while the screen's object is about to go.
    void aboutToLose(QScreen *screen);

private:
    void watch(QScreen *screen);

    QTimer m_settleTimer;
};
}
