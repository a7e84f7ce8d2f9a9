// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerway.h"
#include "sessions/profiles/profile.h"

#include <QSocketNotifier>
#include <QSslError>
#include <QSslSocket>
#include <QTimer>

namespace Nightdesk
{
class BrokerStream;
class CertificateFile;
class NameLookup;

/// By TLS 1.2 or newer straight to the broker. Its certificate is always verified, against the facility's file or against
/// whom the system trusts. A host's addresses are tried one after the other. The thread of its owner; name look-up and files have threads of their own.
class TlsBrokerWay : public BrokerWay
{
    Q_OBJECT
public:
    /// @p broker: its address is a host and a port.
    explicit TlsBrokerWay(const BrokerSpec &broker, QObject *parent = nullptr);
    ~TlsBrokerWay() override;

    void setAddresses(const QStringList &addresses); ///< for tests: the host's, numeric, in place of what a name server says

    bool isOpenable() const override; ///< always
    void open(UniqueFd end) override;
    void close() override;

private:
    void certificatesRead();
    void nameFound();
    void tryNext();
    void encrypted();
    void socketFailed(QAbstractSocket::SocketError error);
    void outward(const QByteArray &bytes);
    void inward();
    void balance();
    void fail(const Failure &failure);
    QString where() const;

    const TcpPort m_address;
    const QString m_ca;
    std::shared_ptr<CertificateFile> m_certificates;
    std::shared_ptr<NameLookup> m_lookup;
    std::unique_ptr<QSocketNotifier> m_ready; ///< of one of the two
    QList<QSslCertificate> m_trusted;
    QStringList m_given;
    QStringList m_addresses; ///< numeric, not yet tried
    QTimer m_patience; ///< with the one that is tried, while there are others
    UniqueFd m_end;
    std::unique_ptr<QSslSocket> m_socket;
    std::unique_ptr<BrokerStream> m_local;
    QList<QSslError> m_errors;
    std::optional<Failure> m_refusal; ///< of an address at which nobody listens
};
}
