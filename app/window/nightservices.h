// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QJsonObject;

namespace Nightdesk
{
class Captures;
class Console;
class DesktopSession;
class NightBell;
class NightNotices;
class WakeGuard;
struct Facility;

/// Features for the observer during the night: prevents sleep, plays the bell, shows the facility's clocks, takes
/// screenshots and recordings, shows notices. Owns the objects for these, and connects them with settings and actions.
/// GUI thread. A child of Console.
class NightServices : public QObject
{
    Q_OBJECT
public:
    /// @p console owns this.
    explicit NightServices(Console &console);
    ~NightServices() override;

    NightNotices *notices() const;
    /// @p facility: the facility as last read. @p site: id of the site; empty: none.
    void setFacility(const Facility &facility, const QString &site);
    /// Adds to @p state, for scripts, whether sleep is prevented, the bell is muted and a recording runs.
    void describe(QJsonObject &state) const;
    /// Call when the settings may have changed.
    void applySettings();

Q_SIGNALS:
    void consoleRequested(); ///< the user clicked a notification: the console is to be shown

private:
    void buildActions();
    /// The desktop that the user works in, else the first one; null: there is none, and a message is shown.
    DesktopSession *currentDesktop() const;
    void toggleRecording();

    Console &m_console;
    WakeGuard *m_wakeGuard;
    NightBell *m_nightBell;
    Captures *m_captures;
    NightNotices *m_nightNotices;
    QAction *m_recordAction = nullptr;
};
}
