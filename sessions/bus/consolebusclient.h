// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/bus/consolebus.h"

#include <QDBusConnection>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <chrono>
#include <expected>

namespace Nightdesk
{
/// The consoles of this user on the session bus, for commands, on a bus connection of its own. Each call blocks until its timeout at most, so it is
/// not for a GUI thread. Made by each command for its own run.
class ConsoleBusClient
{
public:
    /// Why a console refused a call: name and text of the D-Bus error.
    struct Refusal {
        QString errorName;
        QString text;
        bool hasErrorName(QLatin1StringView lastPart) const; ///< true if the name is org.nightdesk.Error.@p lastPart
    };

    explicit ConsoleBusClient(std::chrono::milliseconds limit = std::chrono::seconds(2));
    ~ConsoleBusClient();
    Q_DISABLE_COPY_MOVE(ConsoleBusClient)

    /// The bus names of consoles; empty: no console is running. The error tells why the bus cannot be used, translated.
    std::expected<QStringList, QString> consoleBusNames() const;
    /// The bus names of running `nightdesk board` windows, with the same error as consoleBusNames().
    std::expected<QStringList, QString> boardBusNames() const;
    /// Raises the console's window, with the activation token that allows this process to pass on the focus.
    void activate(const QString &console) const;
    std::expected<QVariantList, Refusal> call(const QString &console, const QString &method, const QVariantList &arguments = {}) const;

private:
    std::expected<QStringList, QString> serviceNames(ConsoleBus::Program program) const;

    std::chrono::milliseconds m_timeLimit;
    bool m_isBusNotAnswering;
    QDBusConnection m_bus;
};
}
