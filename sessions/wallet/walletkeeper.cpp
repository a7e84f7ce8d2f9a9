// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/walletkeeper.h"

#include "app/walletworker.h"
#include "sessions/common/logging.h"

#include <QThread>
#include <QWidget>

namespace Nightdesk
{
WalletKeeper::WalletKeeper(QWidget *window)
    : QObject(window)
    , m_window(window)
    , m_thread(new QThread)
    , m_worker(new WalletWorker)
{
    m_thread->setObjectName(QStringLiteral("wallet"));
    m_worker->moveToThread(m_thread);
    connect(m_thread, &QThread::started, m_worker, &WalletWorker::look);
    connect(m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &WalletWorker::fetched, this, &WalletKeeper::fetched);
    connect(m_worker, &WalletWorker::looked, this, [this](bool there) {
        m_isOffered = there;
        Q_EMIT offeredChanged();
    });
    m_thread->start();
}

WalletKeeper::~WalletKeeper()
{
    m_worker->disconnect(this);
    m_thread->quit();
    if (m_thread->wait(1000)) {
        delete m_thread;
    } else {
        qCWarning(LogUi, "KWallet does not answer; its thread is left to end by itself");
    }
}

bool WalletKeeper::isOffered() const
{
    return m_isOffered;
}

qulonglong WalletKeeper::windowId() const
{
    return m_window && m_window->isVisible() ? m_window->window()->winId() : 0;
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
