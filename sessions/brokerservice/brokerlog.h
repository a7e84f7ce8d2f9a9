// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Makes what mosquitto logs readable: who comes and goes, by name instead of by random ids. Pure. Owned by BrokerRun.
class BrokerLog
{
public:
    /// Empty: nobody needs to know. Display-safe.
    std::optional<QString> line(const QByteArray &logged);
    /// "desk.santa-cruz.left" as people write it.
    static QString nameOf(const QString &user);
    /// How many are connected.
    qsizetype present() const;

private:
    QHash<QByteArray, QString> m_names; ///< by the client's id
};
}
