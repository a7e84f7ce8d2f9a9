// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/wallet/walletkeeper.h"

#include "sessions/wallet/walletworker.h"

namespace Nightdesk
{
WalletKeeper::WalletKeeper(std::function<qulonglong()> window, QObject *parent)
    : QObject(parent)
    , m_window(std::move(window))
    , m_worker(new WalletWorker)
    , m_thread("wallet", m_worker)
{
    connect(m_worker, &WalletWorker::fetched, this, &WalletKeeper::fetched);
    connect(m_worker, &WalletWorker::looked, this, [this](bool there) {
        m_isOffered = there;
        Q_EMIT offeredChanged();
    });
    QMetaObject::invokeMethod(m_worker, &WalletWorker::look);
}

WalletKeeper::~WalletKeeper() = default;

bool WalletKeeper::isOffered() const
{
    return m_isOffered;
}

qulonglong WalletKeeper::windowId() const
{
    return m_window ? m_window() : 0;
}

void WalletKeeper::fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &told)
{
    const quint64 id = ++m_lastId;
    m_asked.insert(id, told);
    QMetaObject::invokeMethod(m_worker, &WalletWorker::fetch, Qt::QueuedConnection, id, name, windowId());
}

void WalletKeeper::fetched(quint64 id, const std::optional<Secret> &secret)
{
    if (const auto told = m_asked.take(id)) {
        told(secret);
    }
}

void WalletKeeper::keep(const QString &name, const Secret &secret)
{
    QMetaObject::invokeMethod(m_worker, &WalletWorker::keep, Qt::QueuedConnection, name, secret, windowId());
}

void WalletKeeper::remove(const QString &name)
{
    QMetaObject::invokeMethod(m_worker, &WalletWorker::remove, Qt::QueuedConnection, name, windowId());
}

void WalletKeeper::forget()
{
    QMetaObject::invokeMethod(m_worker, &WalletWorker::forget, Qt::QueuedConnection);
}
}
