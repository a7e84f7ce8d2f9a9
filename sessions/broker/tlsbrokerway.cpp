// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/tlsbrokerway.h"

#include "sessions/broker/brokerstream.h"
#include "sessions/broker/certificatefile.h"
#include "sessions/broker/tlsfailure.h"
#include "sessions/links/namelookup.h"

#include <QHostAddress>
#include <QPointer>
#include <QSslConfiguration>

#include <utility>

namespace Nightdesk
{
namespace
{
/// As much as waits on the way while the other side does not read, for each direction.
constexpr qint64 pipeLimit = 256 * 1024;
/// For TCP and TLS while there are other addresses: often IPv6 goes nowhere, or only its small packets get through. Slow links
/// take 3 s, and BrokerClient gives 20 s to all together.
constexpr std::chrono::seconds patience{4};

/// For what may be the one who speaks.
template<typename Object>
void letGo(std::unique_ptr<Object> &object, QObject *receiver)
{
    if (object) {
        object->disconnect(receiver);
        object.release()->deleteLater();
    }
}

/// Before its descriptor is closed: it would poll a closed one until then.
void letGo(std::unique_ptr<QSocketNotifier> &notifier, QObject *receiver)
{
    if (notifier) {
        notifier->setEnabled(false);
        letGo<QSocketNotifier>(notifier, receiver);
    }
}

TcpPort portOf(const BrokerSpec &broker)
{
    const auto *tcp = std::get_if<TcpPort>(&broker.address);
    return tcp ? *tcp : TcpPort{};
}
}

TlsBrokerWay::TlsBrokerWay(const BrokerSpec &broker, QObject *parent)
    : BrokerWay(parent)
    , m_address(portOf(broker))
    , m_ca(broker.ca)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &TlsBrokerWay::tryNext);
}

TlsBrokerWay::~TlsBrokerWay()
{
    close();
}

void TlsBrokerWay::setAddresses(const QStringList &addresses)
{
    m_given = addresses;
}

bool TlsBrokerWay::isOpenable() const
{
    return true;
}

QString TlsBrokerWay::where() const
{
    return QStringLiteral("%1:%2").arg(m_address.host).arg(m_address.port);
}

void TlsBrokerWay::open(UniqueFd end)
{
    close();
    m_end = std::move(end);
    // Anew each time: the file may have been mended.
    m_certificates = CertificateFile::begin(m_ca);
    m_ready = std::make_unique<QSocketNotifier>(m_certificates->readyFd(), QSocketNotifier::Read);
    connect(m_ready.get(), &QSocketNotifier::activated, this, &TlsBrokerWay::certificatesRead);
}

void TlsBrokerWay::close()
{
    letGo(m_ready, this);
    m_certificates.reset();
    m_lookup.reset();
    m_patience.stop();
    m_addresses.clear();
    m_errors.clear();
    m_refusal.reset();
    m_end.reset();
    if (m_local) {
        m_local->close();
    }
    letGo(m_local, this);
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    letGo(m_socket, this);
}

void TlsBrokerWay::certificatesRead()
{
    std::optional<CertificateFile::Answer> answer = m_certificates->answer();
    if (!answer) {
        return;
    }
    letGo(m_ready, this);
    m_certificates.reset();
    if (!*answer) {
        fail(TlsFailure::fileNotRead(m_ca, answer->error()));
        return;
    }
    m_trusted = **answer;
    if (!m_given.isEmpty()) {
        m_addresses = m_given;
        tryNext();
        return;
    }
    m_lookup = NameLookup::begin(m_address.host, m_address.port, AddressFamily::Any);
    m_ready = std::make_unique<QSocketNotifier>(m_lookup->readyFd(), QSocketNotifier::Read);
    connect(m_ready.get(), &QSocketNotifier::activated, this, &TlsBrokerWay::nameFound);
}

void TlsBrokerWay::nameFound()
{
    const std::optional<NameLookup::Answer> answer = m_lookup->answer();
    if (!answer) {
        return;
    }
    letGo(m_ready, this);
    m_lookup.reset();
    if (!answer->isGood()) {
        fail(TlsFailure::nameNotFound(m_address.host, where(), answer->isNoSuchName()));
        return;
    }
    for (const SocketAddress &address : answer->addresses) {
        m_addresses << QHostAddress(reinterpret_cast<const sockaddr *>(&address.storage)).toString();
    }
    tryNext();
}

void TlsBrokerWay::tryNext()
{
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    letGo(m_socket, this);
    m_errors.clear();
    m_socket = std::make_unique<QSslSocket>();
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(m_trusted);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    m_socket->setSslConfiguration(configuration);
    m_socket->setReadBufferSize(pipeLimit);
    connect(m_socket.get(), &QSslSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
        m_errors = errors; // none is ignored: socketFailed() follows
    });
    connect(m_socket.get(), &QSslSocket::encrypted, this, &TlsBrokerWay::encrypted);
    connect(m_socket.get(), &QSslSocket::errorOccurred, this, &TlsBrokerWay::socketFailed);
    const QString address = m_addresses.takeFirst();
    if (m_addresses.isEmpty()) {
        m_patience.stop();
    } else {
        m_patience.start();
    }
    m_socket->connectToHostEncrypted(address, m_address.port, m_address.host);
}

void TlsBrokerWay::encrypted()
{
    m_patience.stop();
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_local = std::make_unique<BrokerStream>(std::move(m_end));
    connect(m_local.get(), &BrokerStream::arrived, this, &TlsBrokerWay::outward);
    connect(m_local.get(), &BrokerStream::drained, this, &TlsBrokerWay::inward);
    connect(m_local.get(), &BrokerStream::ended, this, &TlsBrokerWay::close);
    connect(m_socket.get(), &QSslSocket::readyRead, this, &TlsBrokerWay::inward);
    connect(m_socket.get(), &QSslSocket::encryptedBytesWritten, this, &TlsBrokerWay::balance);
    const QPointer<TlsBrokerWay> self(this);
    Q_EMIT opened();
    if (self && m_socket) {
        inward();
    }
}

void TlsBrokerWay::socketFailed(QAbstractSocket::SocketError error)
{
    if (m_local) {
        inward(); // the broker's last words
        close();
        Q_EMIT closed();
        return;
    }
    Failure failure = TlsFailure::notConnected(error, m_socket->errorString(), m_errors, m_address.host, where());
    if (error == QAbstractSocket::ConnectionRefusedError) {
        m_refusal = failure;
    }
    // A host may have an address that leads nowhere; what answered and was found wanting is not asked elsewhere.
    if (m_errors.isEmpty() && error != QAbstractSocket::SslHandshakeFailedError && !m_addresses.isEmpty()) {
        tryNext();
        return;
    }
    // Where the host itself said that nobody listens, that no way leads to another address of it explains nothing.
    if (m_refusal && !failure.answered) {
        failure = *m_refusal;
    }
    fail(failure);
}

void TlsBrokerWay::outward(const QByteArray &bytes)
{
    m_socket->write(bytes);
    balance();
}

void TlsBrokerWay::inward()
{
    // What does not fit here stays in the socket, and then at the broker's.
    while (m_local && m_socket && m_local->waiting() < pipeLimit && m_socket->bytesAvailable() > 0) {
        m_local->write(m_socket->read(64 * 1024));
    }
}

void TlsBrokerWay::balance()
{
    if (m_local && m_socket) {
        m_local->pause(m_socket->bytesToWrite() + m_socket->encryptedBytesToWrite() > pipeLimit);
    }
}

void TlsBrokerWay::fail(const Failure &failure)
{
    close();
    Q_EMIT failed(failure);
}
}
