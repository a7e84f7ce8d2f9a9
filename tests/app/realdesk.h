// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/xserver.h"

#include <QDBusConnection>
#include <QJsonObject>
#include <QProcess>
#include <QRect>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <vector>

namespace Nightdesk::Test
{
/// The process is killed when this thread ends, however that comes about.
void endWithUs(QProcess &process);

/// A desk with three small monitors, a window manager, a session bus and a home of its own, where the real program runs as a
/// person would start it. Everything ends with it. Test's main thread.
class RealDesk
{
public:
    explicit RealDesk(bool windowManager = true);
    ~RealDesk();
    RealDesk(const RealDesk &) = delete;
    RealDesk &operator=(const RealDesk &) = delete;

    bool start(); ///< false: the reason is on stderr
    XServer &x();
    QString path(const QString &name) const; ///< in the home
    QString stateDirectory() const;

    bool startBus();
    void killBus();
    bool freezeBus(); ///< SIGSTOP
    void thawBus();
    /// A bus that takes connections and says nothing.
    bool startSilentBus();

    /// Runs nightdesk with these words to its end; its exit code, -1 if it does not end.
    int run(const QStringList &arguments);
    /// Starts a console. Its output is in output(). @p before runs in the new process; only system calls may be in it.
    QProcess *startConsole(const QStringList &arguments, const std::function<void()> &before = {});
    /// As a power loss would.
    void kill(QProcess *console);
    QByteArray output(const QProcess *console) const;
    /// What it says of itself, over the bus: as `nightdesk status --json`, without a process for each question. Empty while it does not
    /// answer.
    QJsonObject status(const QProcess *console);
    /// How many of its displays are live.
    int live(const QProcess *console);
    /// Where each display stands, by id.
    QHash<QString, QRect> rects(const QProcess *console);
    QProcessEnvironment environment() const; ///< of all that it starts
    void useKWallet(); ///< as in a session of KDE, from now on

private:
    QString busAddress() const;

    QTemporaryDir m_home;
    bool m_hasKWallet = false;
    XServer m_x;
    QProcess m_bus;
    QDBusConnection m_busConnection{QString()}; ///< for status(), which opens it
    int m_silentBus = -1;
    std::vector<std::unique_ptr<QProcess>> m_consoles;
};
}
