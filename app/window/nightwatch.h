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

/// What a console does for the one who sits at it through the night: stays awake, rings, shows the facility's clocks, takes
/// pictures, calls. Joins the parts, their settings and their actions. GUI thread. A child of Console.
class NightWatch : public QObject
{
    Q_OBJECT
public:
    /// @p console owns it.
    explicit NightWatch(Console &console);
    ~NightWatch() override;

    NightNotices *notices() const;
    /// As it was read last. @p site: the id; empty: none.
    void setFacility(const Facility &facility, const QString &site);
    /// Adds what is held, muted and recorded to the console's state, for scripts.
    void describe(QJsonObject &state) const;
    /// The settings may be others.
    void applySettings();

Q_SIGNALS:
    void consoleRequested(); ///< a notification was clicked

private:
    void buildActions();
    /// The desktop that somebody works in; null: none is there, which is said.
    DesktopSession *wanted() const;
    void toggleRecording();

    Console &m_console;
    WakeGuard *m_wake;
    NightBell *m_bell;
    Captures *m_captures;
    NightNotices *m_notices;
    QAction *m_record = nullptr;
};
}
