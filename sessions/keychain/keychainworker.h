// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QList>
#include <QObject>
#include <QString>

#include <optional>

namespace QKeychain
{
class Job;
}

namespace Nightdesk
{
/// Accesses the desktop's keychain through QtKeychain, which loads a library and waits for services. Therefore it lives on a separate thread, which
/// Keychain owns. QtKeychain gets one request at a time; the others wait in this object, where they can still be dropped. Made by Keychain.
class KeychainWorker : public QObject
{
    Q_OBJECT
public:
    /// Checks whether a keychain is available, without starting or unlocking it.
    void checkAvailability();
    void fetch(quint64 id, const QString &name);
    void keep(const QString &name, const Nightdesk::Secret &secret);
    void remove(const QString &name);
    /// Drops secrets that wait to be stored.
    void dropUnstoredSecrets();

Q_SIGNALS:
    void keychainChecked(bool there);
    void secretFetched(quint64 id, const std::optional<Nightdesk::Secret> &secret);
    void requestFailed(const QString &text); ///< @p text: see Keychain::keychainFailed()

private:
    enum class Operation {
        Fetch,
        Keep,
        Remove,
    };
    struct KeychainRequest {
        Operation operation;
        QString name;
        quint64 id = 0; ///< number of the request; used by Fetch
        Secret secret = {}; ///< the secret to store; used by Keep
    };
    void handleRequest(const KeychainRequest &request);
    void runNextRequest();
    void finishRequest(const KeychainRequest &request, const QKeychain::Job &job);
    void reportFailure(const KeychainRequest &request, bool isLocked);

    QList<KeychainRequest> m_queuedRequests; ///< requests that wait for their turn
    bool m_isRequestRunning = false;
    bool m_hasReportedReadFailure = false; ///< true: the problem that no secret can be read was reported; it is reported only once
};
}
