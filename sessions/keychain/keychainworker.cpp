// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/keychain/keychainworker.h"

#include "sessions/common/logging.h"

#include <KConfigGroup>
#include <KLocalizedString>
#include <KSharedConfig>
#include <qt6keychain/keychain.h>

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusReply>

#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
const QString folder = u"Nightdesk"_s;
const QString secretService = u"org.freedesktop.secrets"_s;
const QString walletService = u"org.kde.kwalletd6"_s;
constexpr int walletLimit = 500; ///< milliseconds, the same timeout as in QtKeychain

/// Whether the keychain is disabled, as in tests and at workstations that many people use: there, no user should be
/// asked for a keychain's password.
bool isKeychainDisabled()
{
    return qEnvironmentVariable("NIGHTDESK_KEYCHAIN") == "none"_L1;
}

bool isServiceAvailable(const QString &service)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    return !isKeychainDisabled() && bus.isConnected()
        && (bus.interface()->isServiceRegistered(service) || bus.interface()->activatableServiceNames().value().contains(service));
}

/// Whether KWallet is available. The user may have disabled it; D-Bus does not show that as long as KWallet does not run, so its settings are read.
bool isWalletAvailable()
{
    return KConfigGroup(KSharedConfig::openConfig(u"kwalletrc"_s), u"Wallet"_s).readEntry("Enabled", true) && isServiceAvailable(walletService);
}

/// KWallet asks for its password even to look for a missing entry; the Secret Service does not. Therefore KWallet is asked without opening it. False:
/// the entry may exist.
bool isMissingInWallet(const QString &name)
{
    if (qEnvironmentVariable("XDG_CURRENT_DESKTOP") != "KDE"_L1) {
        return false; // outside KDE, QtKeychain uses the Secret Service
    }
    const auto ask = [](const QString &method, const QVariantList &arguments) {
        QDBusMessage call = QDBusMessage::createMethodCall(walletService, u"/modules/kwalletd6"_s, u"org.kde.KWallet"_s, method);
        call.setArguments(arguments);
        return QDBusConnection::sessionBus().call(call, QDBus::Block, walletLimit);
    };
    const QDBusReply<QString> wallet = ask(u"networkWallet"_s, {});
    if (!wallet.isValid()) {
        return false;
    }
    const QDBusReply<bool> isOpen = ask(u"isOpen"_s, {wallet.value()});
    if (!isOpen.isValid() || isOpen.value()) {
        return false; // an open wallet needs no password, and its entries may not be in its file yet
    }
    const QDBusReply<bool> isMissing = ask(u"keyDoesNotExist"_s, {wallet.value(), folder, name});
    return isMissing.isValid() && isMissing.value();
}
}

void KeychainWorker::checkAvailability()
{
    Q_EMIT keychainChecked(isServiceAvailable(secretService) || isWalletAvailable());
}

void KeychainWorker::fetch(quint64 id, const QString &name)
{
    handleRequest({.operation = Operation::Fetch, .name = name, .id = id});
}

void KeychainWorker::keep(const QString &name, const Secret &secret)
{
    handleRequest({.operation = Operation::Keep, .name = name, .secret = secret});
}

void KeychainWorker::remove(const QString &name)
{
    handleRequest({.operation = Operation::Remove, .name = name});
}

void KeychainWorker::dropUnstoredSecrets()
{
    m_queuedRequests.removeIf([](const KeychainRequest &request) {
        return request.operation == Operation::Keep;
    });
}

void KeychainWorker::handleRequest(const KeychainRequest &request)
{
    m_queuedRequests.append(request);
    if (!m_isRequestRunning) {
        runNextRequest();
    }
}

void KeychainWorker::runNextRequest()
{
    m_isRequestRunning = !m_queuedRequests.isEmpty();
    if (!m_isRequestRunning) {
        return;
    }
    KeychainRequest request = m_queuedRequests.takeFirst();
    if (!isServiceAvailable(secretService)) {
        if (!isWalletAvailable()) {
            if (request.operation == Operation::Fetch) {
                Q_EMIT secretFetched(request.id, std::nullopt); // this desktop has no keychain service, so no secret can be stored in one
            }
            runNextRequest();
            return;
        }
        // Outside of KDE, QtKeychain looks for the Secret Service, which KWallet's service provides once it runs.
        QDBusConnection::sessionBus().interface()->startService(walletService);
    }
    if (request.operation == Operation::Fetch && isMissingInWallet(request.name)) {
        Q_EMIT secretFetched(request.id, std::nullopt);
        runNextRequest();
        return;
    }
    QKeychain::Job *job = nullptr;
    switch (request.operation) {
    case Operation::Fetch:
        job = new QKeychain::ReadPasswordJob(folder, this);
        break;
    case Operation::Keep: {
        auto *write = new QKeychain::WritePasswordJob(folder, this);
        write->setTextData(QString::fromUtf8(request.secret.view()));
        request.secret = {}; // wipes the secret here; the job has a copy
        job = write;
        break;
    }
    case Operation::Remove:
        job = new QKeychain::DeletePasswordJob(folder, this);
        break;
    }
    job->setKey(request.name);
    connect(job, &QKeychain::Job::finished, this, [this, request](const QKeychain::Job *finished) {
        finishRequest(request, *finished);
        runNextRequest();
    });
    job->start(); // the job deletes itself when done
}

void KeychainWorker::finishRequest(const KeychainRequest &request, const QKeychain::Job &job)
{
    const QKeychain::Error error = job.error();
    std::optional<Secret> secret;
    if (const auto *read = qobject_cast<const QKeychain::ReadPasswordJob *>(&job); read && error == QKeychain::NoError) {
        secret = Secret::fromBytes(read->binaryData());
    }
    if (request.operation == Operation::Fetch) {
        Q_EMIT secretFetched(request.id, secret && !secret->isEmpty() ? secret : std::nullopt);
    }
    if (error != QKeychain::NoError && error != QKeychain::EntryNotFound) {
        qCWarning(LogUi) << "keychain:" << job.errorString();
        reportFailure(request, error == QKeychain::AccessDenied || error == QKeychain::AccessDeniedByUser);
    }
}

void KeychainWorker::reportFailure(const KeychainRequest &request, bool isLocked)
{
    switch (request.operation) {
    case Operation::Fetch:
        if (!std::exchange(m_hasReportedReadFailure, true)) {
            Q_EMIT requestFailed(isLocked ? i18nc("@info", "The keychain is locked or denies access. Nightdesk asks for passwords instead.")
                                          : i18nc("@info", "The keychain does not work. Nightdesk asks for passwords instead."));
        }
        break;
    case Operation::Keep:
        Q_EMIT requestFailed(
            isLocked ? i18nc("@info", "The keychain is locked or denies access, so the password was not saved. Unlock the keychain before the next login.")
                     : i18nc("@info", "The keychain does not work, so the password was not saved."));
        break;
    case Operation::Remove:
        Q_EMIT requestFailed(i18nc("@info", "The keychain still has a password that the host refused. Remove the password in the settings of the keychain."));
        break;
    }
}
}
