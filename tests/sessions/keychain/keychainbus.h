// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace Nightdesk::Test
{
/// A session bus of a test's own, with a home of its own, that can start one keychain service and no other. Before any part of Qt has
/// met another bus.
class KeychainBus
{
public:
    /// @p command: what starts @p service; of the shell, which may use the home.
    KeychainBus(const QString &service, const QByteArray &command);
    ~KeychainBus();

    QString file(const QString &name) const; ///< in the home
    /// Of the service; 0: it does not run.
    static int pid(const QString &service);

private:
    const QString m_service;
    QTemporaryDir m_home;
    int m_bus = 0;
};
}
