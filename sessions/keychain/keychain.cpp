// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/keychain/keychain.h"

#include "sessions/keychain/keychainworker.h"

namespace Nightdesk
{
Keychain::Keychain(QObject *parent)
    : QObject(parent)
    , m_keychainWorker(new KeychainWorker)
    , m_workerThread("keychain", m_keychainWorker)
{
    connect(m_keychainWorker, &KeychainWorker::secretFetched, this, &Keychain::secretFetched);
    connect(m_keychainWorker, &KeychainWorker::requestFailed, this, &Keychain::keychainFailed);
    connect(m_keychainWorker, &KeychainWorker::keychainChecked, this, [this](bool there) {
        m_isAvailable = there;
        Q_EMIT availabilityChanged();
    });
    QMetaObject::invokeMethod(m_keychainWorker, &KeychainWorker::checkAvailability);
}

bool Keychain::isAvailable() const
{
    return m_isAvailable;
}

void Keychain::fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &callback)
{
    const quint64 id = ++m_lastFetchId;
    m_callbacks.insert(id, callback);
    QMetaObject::invokeMethod(m_keychainWorker, &KeychainWorker::fetch, Qt::QueuedConnection, id, name);
}

void Keychain::secretFetched(quint64 id, const std::optional<Secret> &secret)
{
    if (const auto callback = m_callbacks.take(id)) {
        callback(secret);
    }
}

void Keychain::keep(const QString &name, const Secret &secret)
{
    QMetaObject::invokeMethod(m_keychainWorker, &KeychainWorker::keep, Qt::QueuedConnection, name, secret);
}

void Keychain::remove(const QString &name)
{
    QMetaObject::invokeMethod(m_keychainWorker, &KeychainWorker::remove, Qt::QueuedConnection, name);
}

void Keychain::dropUnstoredSecrets()
{
    QMetaObject::invokeMethod(m_keychainWorker, &KeychainWorker::dropUnstoredSecrets, Qt::QueuedConnection);
}
}
