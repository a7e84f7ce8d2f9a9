// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/wallet/walletworker.h"

#include "sessions/common/logging.h"

#include <kwallet.h>

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusServiceWatcher>

#include <cstring>
#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
const QString folder = u"Nightdesk"_s;
const QString service = u"org.kde.kwalletd6"_s;

/// What D-Bus made of it stays where we do not reach; this one is ours.
void wipe(QString &text)
{
    ::explicit_bzero(text.data(), static_cast<std::size_t>(text.size()) * sizeof(QChar));
}
}

void WalletWorker::LetGo::operator()(KWallet::Wallet *wallet) const
{
    wallet->deleteLater(); // it may be what is telling us of its end
}

WalletWorker::WalletWorker() = default;
WalletWorker::~WalletWorker() = default;

bool WalletWorker::isThere() const
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected() || !KWallet::Wallet::isEnabled()) {
        return false;
    }
    return bus.interface()->isServiceRegistered(service) || bus.interface()->activatableServiceNames().value().contains(service);
}

void WalletWorker::look()
{
    // The library tells of a service that died only if the wallet was open, not while it was being opened.
    auto *watcher = new QDBusServiceWatcher(service, QDBusConnection::sessionBus(), QDBusServiceWatcher::WatchForUnregistration, this);
    connect(watcher, &QDBusServiceWatcher::serviceUnregistered, this, [this] {
        runJobs(false);
    });
    Q_EMIT looked(isThere());
}

void WalletWorker::withWallet(qulonglong window, Job job)
{
    if (m_wallet && m_wallet->isOpen()) {
        job.run(m_wallet.get());
        return;
    }
    m_jobs.append(std::move(job));
    if (m_isOpening) {
        return;
    }
    m_isOpening = true;
    m_wallet.reset(KWallet::Wallet::openWallet(KWallet::Wallet::NetworkWallet(), static_cast<WId>(window), KWallet::Wallet::Asynchronous));
    if (!m_wallet) {
        runJobs(false);
        return;
    }
    connect(m_wallet.get(), &KWallet::Wallet::walletOpened, this, &WalletWorker::runJobs);
    connect(m_wallet.get(), &KWallet::Wallet::walletClosed, this, [this] {
        // By a person, by its time limit, or with its service: the next wish opens it again.
        m_wallet.reset();
        runJobs(false);
    });
}

void WalletWorker::runJobs(bool isOpen)
{
    m_isOpening = false;
    const QList<Job> jobs = std::exchange(m_jobs, {});
    for (const Job &job : jobs) {
        job.run(isOpen ? m_wallet.get() : nullptr);
    }
    if (!isOpen) {
        m_wallet.reset();
    }
}

void WalletWorker::fetch(quint64 id, const QString &name, qulonglong window)
{
    // Looked up without opening it: who keeps nothing there is not asked for its password.
    const bool isInUse = m_isOpening || (m_wallet && m_wallet->isOpen());
    if (!isThere() || (!isInUse && KWallet::Wallet::keyDoesNotExist(KWallet::Wallet::NetworkWallet(), folder, name))) {
        Q_EMIT fetched(id, std::nullopt);
        return;
    }
    const auto read = [this, id, name](KWallet::Wallet *wallet) {
        QString text;
        const bool isRead = wallet && wallet->setFolder(folder) && wallet->readPassword(name, text) == 0 && !text.isEmpty();
        const std::optional<Secret> secret = isRead ? std::optional(Secret::fromText(text)) : std::nullopt;
        wipe(text);
        Q_EMIT fetched(id, secret);
    };
    withWallet(window, {read});
}

void WalletWorker::keep(const QString &name, const Secret &secret, qulonglong window)
{
    if (!isThere()) {
        return;
    }
    const auto write = [name, secret](KWallet::Wallet *wallet) {
        bool isKept = wallet && (wallet->hasFolder(folder) || wallet->createFolder(folder)) && wallet->setFolder(folder);
        if (isKept) {
            QString text = QString::fromUtf8(secret.view());
            isKept = wallet->writePassword(name, text) == 0;
            wipe(text);
        }
        if (!isKept) {
            qCWarning(LogUi) << "a secret could not be kept in KWallet";
        }
    };
    withWallet(window, {write, true});
}

void WalletWorker::remove(const QString &name, qulonglong window)
{
    if (!isThere()) {
        return;
    }
    const auto drop = [name](KWallet::Wallet *wallet) {
        if (!wallet || !wallet->setFolder(folder) || wallet->removeEntry(name) != 0) {
            qCWarning(LogUi) << "a secret could not be removed from KWallet";
        }
    };
    withWallet(window, {drop});
}

void WalletWorker::forget()
{
    m_jobs.removeIf([](const Job &job) {
        return job.holdsSecret;
    });
}
}
