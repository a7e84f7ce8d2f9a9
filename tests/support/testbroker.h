// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokercredential.h"
#include "sessions/profiles/profile.h"
#include "tests/support/heldport.h"

#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <optional>
#include <variant>

namespace Nightdesk::Test
{
/// A real mosquitto in a private directory, with the access list and the limits that `nightdesk broker` gives its own: what is not let
/// through there is not let through here. Works as root and as an ordinary user. It ends with its object. Main thread.
class TestBroker
{
public:
    enum class Entrance {
        Tcp, ///< a free port of 127.0.0.1
        Unix ///< socketPath()
    };
    explicit TestBroker(Entrance entrance = Entrance::Tcp, const QString &facility = QStringLiteral("keck"));
    ~TestBroker();
    TestBroker(const TestBroker &) = delete;
    TestBroker &operator=(const TestBroker &) = delete;

    /// A desk ("santa-cruz/left") or an SA ("ann") that it lets in. Before start(), or before restart().
    BrokerCredential addDesk(const QString &name);
    BrokerCredential addSa(const QString &name);
    /// Anybody else, with what its access list says of him ("topic write a/#"); the password. As the others.
    QString addOther(const QString &user, const QStringList &rights);
    /// Leaves out what its access list says of topics that end like this: it is an older broker's. Before start(), or before restart().
    void withhold(const QString &end);
    void addConfig(const QString &line); ///< of mosquitto.conf, wins over the broker's; before start()

    /// Waits until it listens; false (and the log on stderr) if it does not.
    bool start();
    void stop(); ///< in order: it says goodbye to its clients
    void kill(); ///< without a word
    bool restart(); ///< kill(), then start() at the same place; it forgets what was retained
    /// Stops (SIGSTOP) it, so that it is there but silent; thaw() lets it go on.
    void freeze();
    void thaw();

    QString facility() const;
    quint16 port() const; ///< 0 with Entrance::Unix
    QString socketPath() const; ///< empty but with Entrance::Unix
    BrokerSpec spec() const; ///< without link
    QString directory() const;
    QString log() const;
    qint64 processId() const; ///< 0: it does not run
    std::chrono::milliseconds cpuTime() const; ///< that it used since it started
    qint64 residentBytes() const;

private:
    BrokerCredential add(BrokerRole role, const QString &name);
    bool writeFiles();
    bool launch();

    QTemporaryDir m_directory;
    const Entrance m_entrance;
    const QString m_facility;
    struct Other {
        QString user;
        QString password;
        QStringList rights;
    };
    QList<BrokerCredential> m_known;
    QList<Other> m_others;
    QStringList m_extra;
    QStringList m_withheld;
    QProcess m_process;
    std::optional<HeldPort> m_heldPort; ///< so that it comes back to the same
    quint16 m_port = 0;
};
}
