// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Makes mosquitto's log readable: which users connect and disconnect, by name instead of by random client ids. Pure. Owned by BrokerRun.
class BrokerLog
{
public:
    /// The line to log for a line of mosquitto; empty: not needed. Display-safe.
    std::optional<QString> line(const QByteArray &logged);
    /// "desk.santa-cruz.left" in the form that people write.
    static QString nameOf(const QString &user);
    /// Number of connected clients.
    qsizetype present() const;

private:
    QHash<QByteArray, QString> m_names; ///< user names by client id
};
}
