// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/background.h"
#include "sessions/common/secretkeeper.h"

#include <QHash>
#include <QObject>

#include <functional>

namespace Nightdesk
{
class WalletWorker;

/// KWallet as a SecretKeeper: entries of the folder "Nightdesk" in the network wallet. No wallet service, a disabled one, one
/// that hangs: nothing is offered, or nothing comes back, and nothing waits for it, at the end either. One in a
/// process: KWallet's library belongs to the thread that used it first. GUI thread.
class WalletKeeper : public QObject, public SecretKeeper
{
    Q_OBJECT
public:
    /// @p window: the id of the window above which KWallet asks for its password, 0: none is shown; called on this thread.
    explicit WalletKeeper(std::function<qulonglong()> window, QObject *parent = nullptr);
    ~WalletKeeper() override;

    bool isOffered() const override;
    void fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &told) override;
    void keep(const QString &name, const Secret &secret) override;
    void remove(const QString &name) override;
    /// The night is over: what the wallet, locked perhaps, has not taken yet is let go.
    void forget();

Q_SIGNALS:
    void offeredChanged();

private:
    void fetched(quint64 id, const std::optional<Secret> &secret);
    qulonglong windowId() const;

    const std::function<qulonglong()> m_window;
    WalletWorker *const m_worker;
    bool m_isOffered = false;
    quint64 m_lastId = 0;
    QHash<quint64, std::function<void(const std::optional<Secret> &)>> m_asked;
    BackgroundThread m_thread; ///< the worker's
};
}
