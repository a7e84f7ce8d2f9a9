// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/tlsfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk::TlsFailure
{
namespace
{
bool has(const QList<QSslError> &errors, std::initializer_list<QSslError::SslError> wanted)
{
    return std::ranges::any_of(errors, [wanted](const QSslError &error) {
        return std::ranges::find(wanted, error.error()) != wanted.end();
    });
}

Failure badCertificate(const QList<QSslError> &errors, const QString &host, const QString &where)
{
    if (has(errors, {QSslError::HostNameMismatch})) {
        return {FailureKind::Refused,
                i18nc("@info", "The certificate of the broker is for another host than %1.", host),
                where,
                i18nc("@info",
                      "Check the host in [broker] of the facility's file. If it is right, something else answers there: tell whoever looks after the "
                      "broker.")};
    }
    if (has(errors, {QSslError::CertificateExpired})) {
        return {FailureKind::Refused,
                i18nc("@info", "The certificate of the broker has expired."),
                where,
                i18nc("@info", "Whoever looks after the broker has to renew it. If this machine's clock is wrong, set that right.")};
    }
    if (has(errors, {QSslError::CertificateNotYetValid})) {
        return {FailureKind::Refused,
                i18nc("@info", "The certificate of the broker is not valid yet."),
                where,
                i18nc("@info", "Check the clock of this machine.")};
    }
    if (has(errors,
            {QSslError::SelfSignedCertificate,
             QSslError::SelfSignedCertificateInChain,
             QSslError::UnableToGetLocalIssuerCertificate,
             QSslError::UnableToGetIssuerCertificate,
             QSslError::UnableToVerifyFirstCertificate,
             QSslError::CertificateUntrusted})) {
        return {FailureKind::Refused,
                i18nc("@info", "The certificate of the broker is signed by nobody who is trusted here."),
                where,
                i18nc("@info",
                      "Check “ca” in [broker] of the facility's file. If it is right, something else answers there: tell whoever looks after the "
                      "broker.")};
    }
    return {FailureKind::Refused,
            i18nc("@info", "The certificate of the broker cannot be accepted: %1", displayText(errors.first().errorString())),
            where,
            i18nc("@info", "Tell whoever looks after the broker.")};
}
}

Failure nameNotFound(const QString &host, const QString &where, bool isNoSuchName)
{
    if (isNoSuchName) {
        return {FailureKind::Transient,
                i18nc("@info", "The broker's host %1 cannot be found.", host),
                where,
                i18nc("@info", "Check the host in [broker] of the facility's file, and the network.")};
    }
    return {FailureKind::Transient,
            i18nc("@info", "No name server says where the broker's host %1 is.", host),
            where,
            i18nc("@info", "It is tried again by itself."),
            false};
}

Failure fileNotRead(const QString &file, const QString &why)
{
    return {FailureKind::Refused,
            i18nc("@info %1 is the system's text", "The file that says who may sign for the broker cannot be used: %1", why),
            file,
            i18nc("@info", "Check “ca” in [broker] of the facility's file, then press Retry.")};
}

Failure notConnected(QAbstractSocket::SocketError error, const QString &text, const QList<QSslError> &errors, const QString &host, const QString &where)
{
    if (!errors.isEmpty()) {
        return badCertificate(errors, host, where);
    }
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return {FailureKind::Transient, i18nc("@info", "Nobody answers at the broker's port."), where, i18nc("@info", "It is tried again by itself.")};
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInvalidUserDataError:
    case QAbstractSocket::RemoteHostClosedError:
        return {FailureKind::Transient,
                i18nc("@info", "What answers at the broker's port does not speak TLS, or no version that is safe."),
                where,
                i18nc("@info", "Check the port in [broker] of the facility's file.")};
    default:
        return {FailureKind::Transient,
                i18nc("@info %1 is the system's text", "The broker cannot be reached: %1.", displayText(text)),
                where,
                i18nc("@info", "Check the network. It is tried again by itself."),
                false};
    }
}
}
