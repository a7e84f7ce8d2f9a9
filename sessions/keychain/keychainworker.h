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
/// Speaks with the desktop's keychain through QtKeychain, which loads a library and waits for services. So it lives on a thread of its
/// own, which Keychain owns. QtKeychain gets one order at a time; the others wait here, where they can still be dropped. Made by Keychain.
class KeychainWorker : public QObject
{
    Q_OBJECT
public:
    KeychainWorker();
    ~KeychainWorker() override;

    /// Whether there is a keychain to be had, without starting or unlocking it.
    void findKeychain();
    void fetch(quint64 id, const QString &name);
    void keep(const QString &name, const Nightdesk::Secret &secret);
    void remove(const QString &name);
    /// What waits to be kept is dropped, unkept.
    void forget();

Q_SIGNALS:
    void looked(bool there);
    void fetched(quint64 id, const std::optional<Nightdesk::Secret> &secret);
    void failed(const QString &text); ///< as of Keychain

private:
    enum class What {
        Fetch,
        Keep,
        Remove,
    };
    struct Order {
        What what;
        QString name;
        quint64 id = 0; ///< of Fetch
        Secret secret = {}; ///< of Keep
    };
    void handleOrder(const Order &order);
    void runNext();
    void finish(const Order &order, const QKeychain::Job &job);
    void report(const Order &order, bool isLocked);

    QList<Order> m_orders; ///< waiting
    bool m_isBusy = false;
    bool m_hasReported = false; ///< that nothing can be read: once is enough
};
}
