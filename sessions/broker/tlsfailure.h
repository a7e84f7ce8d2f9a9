// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QAbstractSocket>
#include <QList>
#include <QSslError>

namespace Nightdesk
{
/// Why there is no TLS connection, in words for people.
namespace TlsFailure
{
Failure nameNotFound(const QString &host, const QString &where, bool isNoSuchName);
Failure fileNotRead(const QString &file, const QString &why);
/// @p errors: what OpenSSL found wrong with the certificate; empty: it did not get so far.
Failure notConnected(QAbstractSocket::SocketError error, const QString &text, const QList<QSslError> &errors, const QString &host, const QString &where);
}
}
