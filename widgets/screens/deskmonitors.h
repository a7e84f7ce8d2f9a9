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
/// The monitors of this workstation; signals when one is connected, disconnected or changed. GUI thread. Owned by DeskScreensController,
/// ViewerWindows or ConsoleVisuals.
class DeskMonitorWatcher : public QObject
{
    Q_OBJECT
public:
    explicit DeskMonitorWatcher(QObject *parent = nullptr);

    /// The current monitors, in the order of QGuiApplication::screens().
    static QList<PhysicalMonitor> currentMonitors();

Q_SIGNALS:
    /// Emitted once for a burst of changes, shortly after the last.
    void monitorsChanged();
    /// Emitted immediately, before the QScreen is deleted.
    void screenAboutToBeRemoved(QScreen *screen);

private:
    QTimer m_changeReportTimer;
};
}
