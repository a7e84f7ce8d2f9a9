// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/heldport.h"

#include <QProcess>
#include <QTemporaryDir>

namespace Nightdesk::Test
{
/// A real key distribution centre of a realm of its own, on loopback, in a private directory: one person ("observer"), one
/// host ("localhost"). Its settings and the person's tickets are in this process's environment as long as it lives, for what
/// is started from here too. Main thread.
class TestKerberos
{
public:
    TestKerberos();
    ~TestKerberos();
    TestKerberos(const TestKerberos &) = delete;
    TestKerberos &operator=(const TestKerberos &) = delete;

    /// @p account: whom the person may log in as.
    bool start(const QString &account);
    /// The person types the password: from now on there is a ticket.
    bool logIn();
    void logOut();
    /// From now on all ask at another port; tickets that are there are still good. logIn() and logOut() point back.
    bool pointTo(quint16 port);

private:
    QString path(const QString &name) const;
    bool writeConfig(quint16 port);
    bool run(const QString &program, const QStringList &arguments, const QByteArray &input = {});

    QTemporaryDir m_directory;
    QProcess m_centre;
    QString m_account;
    HeldPort m_heldPort; ///< nobody else may take it until the centre has its files
    quint16 m_port = 0;
};
}
