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
class ServerWatch;
struct Facility;

/// Joins what is known of X servers and monitors with what shows it: the Visuals page, the instrument that is chosen, displays, and
/// scripts. The console owns it. GUI thread.
class ConsoleVisuals : public QObject
{
    Q_OBJECT
public:
    /// Both outlive this.
    ConsoleVisuals(Console &console, ConsolePages &pages, QObject *parent = nullptr);

    /// Of the X servers that are known, the monitors and the live color maps: for scripts.
    QByteArray json() const;
    void facilityRead(const Facility &facility);

public Q_SLOTS:
    void readAgain();

private:
    ScreenFacts screens() const;
    void showServers();
    void showFits();
    void showScreens();
    void remarkOn(DesktopSession *session) const;

    Console &m_console;
    ConsolePages &m_pages;
    ServerWatch *const m_servers;
    QTimer m_look; ///< at what stages show: splits and windows are moved all the time
};
}
