// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/bus/consoleactions.h"

#include <QDBusContext>
#include <QObject>

#include <functional>

namespace Nightdesk
{
/// This console on the session bus, as resources/org.nightdesk.Console.xml has it. Without a bus it does nothing. GUI thread.
class ConsoleBus : public QObject, protected QDBusContext
{
    Q_OBJECT
public:
    /// @p state gives the JSON of DeskStatus.
    /// @p prefix: of its name on the bus.
    explicit ConsoleBus(std::function<QString()> state, QObject *parent = nullptr, const QString &prefix = servicePrefix());

    static QString servicePrefix(); ///< followed by the process id
    static QString boardPrefix(); ///< the same, of `nightdesk board`: it connects no instrument
    static QString path();
    static QString interfaceName();

    /// Until then everything but State and Raise is refused. @p actions outlives it.
    void setActions(ConsoleActions *actions);

    /// Gives the JSON of BoardStatus; empty: no board is open.
    void setBoard(std::function<QString()> board);

    /// Gives the JSON of ServerWatch; empty: nothing is known.
    void setServers(std::function<QString()> servers);

    // Called by the adaptor that is made from the interface file.
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

private:
    bool isReady();
    void refuse(const ConsoleActions::Refusal &refusal);

    std::function<QString()> m_state;
    std::function<QString()> m_board;
    std::function<QString()> m_servers;
    ConsoleActions *m_actions = nullptr;
};
}
