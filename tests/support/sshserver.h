// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "tests/support/heldport.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <optional>

namespace Nightdesk::Test
{
/// A real OpenSSH sshd on a free port of 127.0.0.1, in a private directory: its own host key, user key, known_hosts and
/// authorized_keys; programs in its sessions have an XAUTHORITY of their own. Works as root and as an ordinary user (who
/// then logs in as himself). Everything it started ends with it, programs in its sessions too. Main thread.
class SshServer
{
public:
    SshServer();
    ~SshServer();
    SshServer(const SshServer &) = delete;
    SshServer &operator=(const SshServer &) = delete;

    /// A line of sshd_config, in force before our own lines (sshd takes the first value of each). Before start().
    void addConfig(const QString &line);
    /// Listens at @p address instead, started by the words that @p wrap makes of its own (an end of an emulated link). Before
    /// start().
    void standAt(const QString &address, const std::function<QStringList(const QStringList &)> &wrap);
    /// Makes the keys at the first call and waits until it listens; false (and the log on stderr) if it does not.
    bool start();
    /// Ends the listener, all connections and all programs in them.
    void stop();
    /// stop(), then start() on the same port with the same keys.
    bool restart();
    /// Kills the connections alone, without a word to the clients; the listener stays.
    void killSessions();
    /// Stops (SIGSTOP) listener and connections, so that they are there but silent; thaw() lets them go on.
    void freeze();
    /// Stops the connections alone: who comes anew is served.
    void freezeSessions();
    void thaw();

    quint16 port() const;
    QString userName() const; ///< of the account that runs this
    QString directory() const; ///< private, absolute; vanishes with this object
    QString identityFile() const; ///< a private key without passphrase that may log in
    QString knownHostsFile() const; ///< has this server's key
    QString hostPublicKey() const; ///< "ssh-ed25519 AAAA..."
    QString hostKeyFingerprint() const; ///< "SHA256:..."
    QString log() const;
    /// A LinkSpec (id "summit") that logs in with the key and knows the host.
    LinkSpec linkSpec() const;

    /// Makes a further key pair in directory() and returns the private key's file; empty when ssh-keygen failed.
    QString makeKey(const QString &name, const QString &passphrase = {}, const QString &type = QStringLiteral("ed25519"));
    /// Lets the key pair of @p privateKeyFile log in.
    void authorize(const QString &privateKeyFile);
    /// Gives the server another host key; in force after restart(). knownHostsFile() keeps the old one.
    void replaceHostKey();

private:
    bool prepare();
    bool writeConfig();
    bool launch();
    QList<qint64> descendants() const;
    QList<qint64> stopSessions();
    QList<qint64> marked() const;

    QTemporaryDir m_directory;
    QStringList m_extra;
    QString m_address = QStringLiteral("127.0.0.1");
    std::function<QStringList(const QStringList &)> m_wrap;
    QProcess m_sshd;
    std::optional<HeldPort> m_heldPort; ///< so that it comes back to the same
    quint16 m_port = 0;
};

/// Runs a program to its end without letting it inherit our output; its standard output, or empty when it failed.
QByteArray runQuietly(const QString &program, const QStringList &arguments);
}
