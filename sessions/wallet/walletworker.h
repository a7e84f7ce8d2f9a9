// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace KWallet
{
class Wallet;
}

namespace Nightdesk
{
/// Speaks with KWallet, whose library waits for its service: for 25 s where that hangs. So it lives on a thread of its own,
/// which WalletKeeper owns.
class WalletWorker : public QObject
{
    Q_OBJECT
public:
    WalletWorker();
    ~WalletWorker() override;

    /// Whether there is a wallet service to be had, without starting it.
    void look();
    /// @p window: whose dialog asks for the wallet's own password.
    void fetch(quint64 id, const QString &name, qulonglong window);
    void keep(const QString &name, const Nightdesk::Secret &secret, qulonglong window);
    void remove(const QString &name, qulonglong window);
    /// What waits to be kept is let go, unkept.
    void forget();

Q_SIGNALS:
    void looked(bool there);
    void fetched(quint64 id, const std::optional<Nightdesk::Secret> &secret);

private:
    struct Job {
        std::function<void(KWallet::Wallet *)> run;
        bool holdsSecret = false;
    };
    bool isThere() const;
    void withWallet(qulonglong window, Job job);
    void runJobs(bool isOpen);

    struct LetGo {
        void operator()(KWallet::Wallet *wallet) const;
    };
    std::unique_ptr<KWallet::Wallet, LetGo> m_wallet;
    QList<Job> m_jobs; ///< until it is open
    bool m_isOpening = false;
};
}
