// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Makes mosquitto's log readable: which users connect and disconnect, by name instead of by random client ids. Pure. Owned by BrokerProcess.
class BrokerLog
{
public:
    /// The line to log for a line that mosquitto logged, safe to show; empty: the line is not needed.
    std::optional<QString> line(const QByteArray &logged);
    /// The name that people write, such as "santa-cruz/left", for a user name such as "desk.santa-cruz.left".
    static QString readableUserName(const QString &user);

private:
    QHash<QByteArray, QString> m_userByClient; ///< user names by client id
};
}
