// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/brokerprobe.h"
#include "tests/support/heldport.h"

#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace Nightdesk::Test
{
/// What the tests of `nightdesk broker` begin with: the command as people run it, brokers with directories of their own, and who is let in
/// at them. All that it makes goes with it. Main thread.
class BrokerKit
{
public:
    /// A command that has ended.
    struct Told {
        int exitCode = -1;
        QByteArray out;
        QByteArray err;
    };
    /// It ends with its object.
    struct Broker {
        QString name;
        QString directory;
        quint16 port = 0; ///< 0: none is given to it
        std::optional<HeldPort> heldPort; ///< from prepare() on: commands run before it listens
        QString runtimeDirectory; ///< as systemd gives it to a service; empty: none
        QProcess process;
        QByteArray log;
        ~Broker();
        QByteArray words(); ///< when something went wrong
        QByteArray seen();
    };
    enum class People {
        Ann, ///< an SA
        All ///< the desks "left" (santa-cruz/left) and "one" (hilo/one), the SAs "ann" and "ben"
    };

    bool isValid() const;
    QString filePath(const QString &name) const;
    Told run(const QStringList &words, const QStringList &withoutVariables = {}) const;
    Told run(const Broker &broker, const QStringList &words, const QStringList &withoutVariables = {}) const;
    std::unique_ptr<Broker> prepare(const QString &name, People people = People::Ann) const;
    bool begin(Broker &broker, const QStringList &more = {}) const; ///< waits until it listens
    BrokerCredential credentialOf(const Broker &broker, const QString &who) const;
    QByteArray passwordOf(const Broker &broker, const QString &who) const;
    /// Our own client as one of them; not opened yet.
    std::unique_ptr<BrokerProbe> probe(const Broker &broker, const QString &who) const;
    /// mosquitto's client: who is let in is not ours alone to believe. Its arguments stand in a file, the password among them.
    std::unique_ptr<QProcess> client(const QString &program, const Broker &broker, const QString &user, const QByteArray &password, const QStringList &words);

    /// Waits for the broker's answer; empty: there was none. A topic that begins with a slash is no facility's.
    static std::optional<BrokerDeliveryResult> say(BrokerProbe &who, const QString &topic, const QByteArray &text, bool isRetained = false);
    static quint16 freePort();
    static QByteArray contentsOf(const QString &path);

private:
    QProcessEnvironment environment() const;

    QTemporaryDir m_directory;
    int m_clients = 0;
};
}
