// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/bus/consoleactions.h"

#include <QDBusContext>
#include <QObject>

#include <functional>
#include <memory>

class KDBusService;

namespace Nightdesk
{
/// This console on the session bus: with the interface in resources/org.nightdesk.Console.xml, and through KDBusService as an application that other
/// programs can activate. Without a bus it does nothing. One per process, owned by its window. GUI thread.
class ConsoleBus : public QObject, protected QDBusContext
{
    Q_OBJECT
public:
    enum class Program {
        Console,
        Board ///< `nightdesk board`, which connects no instrument
    };
    /// @p stateJsonSource returns the JSON of DeskStatus.
    explicit ConsoleBus(std::function<QString()> stateJsonSource, QObject *parent = nullptr, Program program = Program::Console);
    ~ConsoleBus() override;

    QString serviceName() const; ///< this console's bus name; empty: not on the bus
    /// Whether @p name is the bus name of any process of @p program.
    static bool isServiceOf(Program program, const QString &name);
    /// Path of the object with the interface org.freedesktop.Application.
    static QString applicationObjectPath(Program program);
    static QString objectPath();
    static QString interfaceName();

    /// Before this call, everything except State and Raise is refused. @p actions outlives this object.
    void setActions(ConsoleActions *actions);

    /// @p boardJsonSource returns the JSON of BoardStatus; empty: no board is open.
    void setBoardJsonSource(std::function<QString()> boardJsonSource);

    /// @p serversJsonSource returns the JSON of XServerMonitor; empty: nothing is known.
    void setServersJsonSource(std::function<QString()> serversJsonSource);

    /// Sets the exit status of the command line that is being handled, see commandReceived().
    void setExitStatus(int status);

    // Called by the adaptor that is generated from the interface file.
    QString State();
    QString Board();
    QString Servers();
    void Raise();
    void RaiseDisplay(const QString &display);
    QString Connect(const QString &profile, const QString &site, const QString &facility);
    void Disconnect(const QString &profile);
    void OpenLink(const QString &link);

Q_SIGNALS:
    void raiseRequested();
    /// Another process was started and passes its arguments on, the program's name first; @p directory: where it was started. A slot that is
    /// connected directly may call setExitStatus().
    void commandReceived(const QStringList &arguments, const QString &directory);

private:
    /// Calls @p action, and replies with its refusal. False: the console is not ready, which was replied.
    bool perform(ConsoleActions::Result (ConsoleActions::*action)(const QString &), const QString &argument);
    bool refuseUnlessReady();
    void sendRefusal(const ConsoleActions::Refusal &refusal);

    std::unique_ptr<KDBusService> m_dbusService;
    std::function<QString()> m_stateJsonSource;
    std::function<QString()> m_boardJsonSource;
    std::function<QString()> m_serversJsonSource;
    ConsoleActions *m_actions = nullptr;
};
}
