// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>

namespace Nightdesk
{
/// What a person told one Link, kept for its reconnects and its further connections to the same host, in memory only and
/// as long as the Link lives. Shared by the GUI thread and the link's threads.
class LinkMemory
{
public:
    /// @p subject: "password", or a key file's path.
    std::optional<Secret> secret(const QString &subject) const;
    void keep(const QString &subject, const Secret &secret);
    /// It was refused: ask again next time.
    void forget(const QString &subject);

    /// Host keys accepted for this run only, by fingerprint.
    bool isAccepted(const QString &fingerprint) const;
    void accept(const QString &fingerprint);

    /// That of the hop on the way, so that a further connection to the host does not ask about the hop again.
    std::shared_ptr<LinkMemory> ofHop();

private:
    mutable std::mutex m_mutex;
    QHash<QString, Secret> m_secrets;
    QSet<QString> m_accepted;
    std::shared_ptr<LinkMemory> m_hop;
};
}
