// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/keychain/keychain.h"

#include "sessions/keychain/keychainworker.h"

namespace Nightdesk
{
Keychain::Keychain(QObject *parent)
    : QObject(parent)
    , m_worker(new KeychainWorker)
    , m_thread("keychain", m_worker)
{
    connect(m_worker, &KeychainWorker::fetched, this, &Keychain::fetched);
    connect(m_worker, &KeychainWorker::failed, this, &Keychain::failed);
    connect(m_worker, &KeychainWorker::keychainChecked, this, [this](bool there) {
        m_isAvailable = there;
        Q_EMIT availabilityChanged();
    });
    QMetaObject::invokeMethod(m_worker, &KeychainWorker::findKeychain);
}

Keychain::~Keychain() = default;

bool Keychain::isAvailable() const
{
    return m_isAvailable;
}

void Keychain::fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &callback)
{
    const quint64 id = ++m_lastId;
    m_callbacks.insert(id, callback);
    QMetaObject::invokeMethod(m_worker, &KeychainWorker::fetch, Qt::QueuedConnection, id, name);
}

void Keychain::fetched(quint64 id, const std::optional<Secret> &secret)
{
    if (const auto callback = m_callbacks.take(id)) {
        callback(secret);
    }
}

void Keychain::keep(const QString &name, const Secret &secret)
{
    QMetaObject::invokeMethod(m_worker, &KeychainWorker::keep, Qt::QueuedConnection, name, secret);
}

void Keychain::remove(const QString &name)
{
    QMetaObject::invokeMethod(m_worker, &KeychainWorker::remove, Qt::QueuedConnection, name);
}

void Keychain::forget()
{
    QMetaObject::invokeMethod(m_worker, &KeychainWorker::forget, Qt::QueuedConnection);
}
}
