// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <chrono>
#include <expected>

namespace Nightdesk::Test
{
/// The demo facility (tools/facility/facility) as a test's own: real sshd and desktops in a private directory, which end with
/// this object, and also when the test is killed. Start it on the main thread: the facility ends with the thread that
/// started it.
class TestFacility
{
public:
    TestFacility() = default;
    ~TestFacility();
    Q_DISABLE_COPY_MOVE(TestFacility)

    /// Starts it with these arguments (see `facility --help`) and waits until it is ready. The error is what it said.
    std::expected<void, QString> start(const QStringList &arguments = {}, std::chrono::milliseconds limit = std::chrono::seconds(60));
    /// Ends it and waits until all of it is gone; false if it had to be killed. Nothing to do if it does not run.
    bool stop();
    bool isRunning() const;

    /// The line it printed: "facility" (directory of the profiles), "ssh" {address, port, user, identity, knownHosts, ...},
    /// "desktops" [{id, port, display, socket, security, password, programs [{name, rect}], ...}], "pids" {name: pid}.
    QJsonObject facts() const;
    QString facilityDirectory() const;
    QJsonObject ssh() const;
    /// The desktop's facts; empty if there is none of this name.
    QJsonObject desktop(const QString &id) const;
    /// Process id of a server or program, such as "sshd" or "control0"; 0 if unknown.
    qint64 pid(const QString &name) const;

private:
    QProcess m_process;
    QJsonObject m_facts;
};
}
