// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/screenfacts.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class Console;
class ConsolePages;
class DesktopSession;
class XServerMonitor;
struct Facility;

/// Passes the facts about X servers and monitors to the objects that show them: the Visuals page, the selected
/// instrument, displays, and scripts. Owned by the console. GUI thread.
class ConsoleVisuals : public QObject
{
    Q_OBJECT
public:
    /// Both arguments outlive this object.
    ConsoleVisuals(Console &console, ConsolePages &pages, QObject *parent = nullptr);

    /// The known X servers, the monitors and the live color maps, for scripts.
    QByteArray visualsJson() const;
    void handleFacilityRead(const Facility &facility);

public Q_SLOTS:
    void rereadServers();

private:
    ScreenFacts screens() const;
    void showServers();
    void showServerFitProblems();
    void showScreens();
    void setServerFitRemark(DesktopSession *session) const;

    Console &m_console;
    ConsolePages &m_pages;
    XServerMonitor *const m_serverMonitor;
    QTimer m_readScreensTimer; ///< reads with a delay what viewer windows show, because splitters and windows move often
};
}
