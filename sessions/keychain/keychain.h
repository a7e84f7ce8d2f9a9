// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/secretstore.h"

#include <QHash>
#include <QObject>

#include <functional>

namespace Nightdesk
{
class KeychainWorker;

/// The desktop's keychain as a SecretStore: the Secret Service (GNOME and others) or KWallet (KDE), whichever QtKeychain finds. If there is no such
/// service, or it is locked or hangs, no keychain is offered or no secret is returned, and no call waits for it, even at exit. One per process:
/// QtKeychain belongs to the thread that used it first. Owned by ConsoleFeatures or BoardWindow; GUI thread.
class Keychain : public QObject, public SecretStore
{
    Q_OBJECT
public:
    explicit Keychain(QObject *parent = nullptr);

    bool isAvailable() const override;
    void fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &callback) override;
    void keep(const QString &name, const Secret &secret) override;
    void remove(const QString &name) override;
    /// The night is over: secrets that were not yet passed to the keychain are dropped.
    void dropUnstoredSecrets();

Q_SIGNALS:
    void availabilityChanged();
    void keychainFailed(const QString &text); ///< translated: which action failed, and why

private:
    void secretFetched(quint64 id, const std::optional<Secret> &secret);

    KeychainWorker *const m_keychainWorker;
    bool m_isAvailable = false;
    quint64 m_lastFetchId = 0;
    QHash<quint64, std::function<void(const std::optional<Secret> &)>> m_callbacks;
    BackgroundThread m_workerThread; ///< thread of m_keychainWorker
};
}
