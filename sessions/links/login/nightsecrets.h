// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// What users entered at one desk tonight, in memory only: passwords by account, passphrases by key file, VNC passwords by desktop, host keys
/// accepted for this run. One-time codes are never stored. If two links need the same secret, the user is asked once: the first link takes the turn,
/// the others wait for its result. Any thread; no call waits. Shared by the links of a desk, owned by the desk.
class NightSecrets
{
public:
    /// Identifies the object that asks or waits; only its address is used.
    using Requester = const void *;
    /// Number of the night, counted since the program began.
    using NightNumber = quint64;

    // The names of secrets. A password belongs to an account and the host's name in known_hosts, whatever the route.
    static QString passwordName(const QString &account);
    static QString passphraseName(const QString &keyFile);
    static QString desktopPasswordName(const QString &place);
    static QString hostKeyName(const QString &host, const QString &fingerprint);

    std::optional<Secret> secret(const QString &name) const;
    /// The server accepted the secret. Links that wait for it continue.
    void keepSecret(const QString &name, const Secret &secret);
    /// Like keepSecret() above, for a secret entered in @p night: if that night is over, waiting links continue, but the
    /// secret is not kept.
    void keepSecret(const QString &name, const Secret &secret, NightNumber night);
    NightNumber nightNumber() const; ///< number of the current night
    /// What a failed login says about the secret that was used.
    enum class SecretVerdict {
        Wrong, ///< the server refused this secret and nothing else
        Unclear ///< the login failed for an unknown reason
    };
    /// Drops the secret @p refused, which the server refused: every link asks the user next time. Another secret that was
    /// stored meanwhile is kept.
    void forgetSecret(const QString &name, const Secret &refused, SecretVerdict verdict = SecretVerdict::Wrong);
    /// Why the login with the last secret @p name failed; empty: it did not fail, or a later secret was right.
    std::optional<SecretVerdict> refusal(const QString &name) const;

    /// Whether the user accepted a host key since this console was started. @p name: made by hostKeyName().
    bool isHostKeyAcceptedForRun(const QString &name) const;
    void recordAcceptedHostKey(const QString &name); ///< the user accepted the host key; also ends the question about it
    /// The host key is saved in a known_hosts file now. From then on the file decides whether the key is accepted.
    void markHostKeySaved(const QString &name);
    /// The fingerprints of @p host's keys that were accepted and are not saved in a file.
    QStringList acceptedHostKeys(const QString &host) const;

    /// The night is over. Answers that are being typed now belong to the next night.
    void forgetAll();

    /// What a requester of a secret has to do.
    enum class AskingDecision {
        AskUser, ///< the requester may ask the user now
        WaitForOtherRequester, ///< another requester is asking the user; @p wake is called when joinQuestionQueue() should be called again
        QuestionCancelled ///< the user cancelled the question of the other requester, and so for this one
    };
    /// Allows @p requester to ask for the secret or host key @p name, or puts it into a queue. The permission ends with keepSecret() or
    /// recordAcceptedHostKey() for this name, cancelQuestion() or leaveQuestionQueue(); a wrong answer does not end it. @p wake is called on any
    /// thread and must not call this object.
    AskingDecision joinQuestionQueue(const QString &name, Requester requester, const std::function<void()> &wake);
    /// Number of requesters that wait for the result of the open question.
    int waitingRequesterCount(const QString &name) const;
    /// The user cancelled @p requester's question: it is cancelled for the waiting requesters, too.
    void cancelQuestion(const QString &name, Requester requester);
    /// @p requester needs no secret any more: it leaves all queues, and its @p wake is not called any more.
    void leaveQuestionQueue(Requester requester);

private:
    struct Waiter {
        Requester requester;
        QString name;
        std::function<void()> wake;
        bool isQuestionCancelled = false;
    };
    void endQuestion(const QString &name);

    mutable std::mutex m_mutex;
    QHash<QString, Secret> m_secretsByName;
    QHash<QString, SecretVerdict> m_refusalsByName;
    NightNumber m_nightNumber = 0;
    QSet<QString> m_acceptedHostKeys;
    QSet<QString> m_savedHostKeys; ///< the keys in m_acceptedHostKeys that are saved in a file
    QHash<QString, Requester> m_askingRequesterByName; ///< the requester that may ask now, by the name of the secret
    std::vector<Waiter> m_waitingRequesters;
};
}
