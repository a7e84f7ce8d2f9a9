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
/// What people told one desk tonight, in memory only: passwords by account, passphrases by key file, VNC passwords by
/// desktop, host keys accepted for this run. One-time codes never come here. It also sees to it that two links that want the
/// same secret ask once: the first takes the turn, the others wait for what comes of it. Any thread; no call waits.
/// Shared by the links of a desk, owned by the desk.
class NightSecrets
{
public:
    /// Whoever asks or waits; only its address counts.
    using Requester = const void *;
    /// Which night it is: their number since the program began.
    using Night = quint64;

    // The names of secrets. A password is of an account at a host key's name, whatever way leads there.
    static QString passwordName(const QString &account);
    static QString passphraseName(const QString &keyFile);
    static QString desktopName(const QString &place);
    static QString hostKeyName(const QString &host, const QString &fingerprint);

    std::optional<Secret> secret(const QString &name) const;
    /// It was right. Those who wait for it go on.
    void keep(const QString &name, const Secret &secret);
    /// The same of one that was learnt in @p night: when that is over they go on, and it is not kept.
    void keep(const QString &name, const Secret &secret, Night night);
    Night night() const; ///< of now
    enum class Verdict {
        Wrong, ///< the server said no, to this secret and nothing else
        Unclear ///< no login came of it; why is not known
    };
    /// It was refused: everybody asks next time. What came to be known since @p refused was tried is kept.
    void forget(const QString &name, const Secret &refused, Verdict verdict = Verdict::Wrong);
    void forget(const QString &name);
    /// No login came of the last one that was tried, and none was right since; whether it was wrong; empty: neither.
    std::optional<Verdict> refusal(const QString &name) const;
    bool wasRefused(const QString &name) const;

    /// Host keys accepted for this run, by hostKeyName().
    bool isAccepted(const QString &name) const;
    void accept(const QString &name);
    /// It is in a file now, which tells of it from then on.
    void acceptSaved(const QString &name);
    /// The fingerprints of @p host's keys that were accepted and are in no file.
    QStringList acceptedKeys(const QString &host) const;

    /// The night is over. What is being typed now belongs to the next.
    void forgetAll();

    enum class Turn {
        Mine, ///< ask
        Wait, ///< another one asks; @p wake is called when it is worth to look again
        Cancelled ///< the person told the other one to leave it
    };
    /// Takes the turn to ask for @p name, or stands in line. It is over with keep() or accept() of the name, cancel() or
    /// leave(); a wrong answer does not end it. @p wake is called on any thread and must not call back.
    Turn takeTurn(const QString &name, Requester requester, const std::function<void()> &wake);
    /// How many wait for what comes of the question that is open.
    int inLine(const QString &name) const;
    /// The person did not want to answer @p asker: nor those in line.
    void cancel(const QString &name, Requester requester);
    /// @p asker wants nothing any more, and @p wake is not called any more.
    void leave(Requester requester);

private:
    struct Waiter {
        Requester requester;
        QString name;
        std::function<void()> wake;
        bool isCancelled = false;
    };
    void endQuestion(const QString &name);

    mutable std::mutex m_mutex;
    QHash<QString, Secret> m_kept;
    QHash<QString, Verdict> m_refused;
    Night m_night = 0;
    QSet<QString> m_accepted;
    QSet<QString> m_saved; ///< of those
    QHash<QString, Requester> m_asking;
    std::vector<Waiter> m_waiting;
};
}
