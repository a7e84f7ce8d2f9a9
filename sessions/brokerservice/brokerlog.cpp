// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerlog.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QRegularExpression>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString BrokerLog::readableUserName(const QString &user)
{
    const QStringList parts = user.split(u'.');
    if (parts.size() == 3 && parts.at(0) == "desk"_L1) {
        return i18nc("@info:shell a workstation's name, as in santa-cruz/left", "workstation %1", parts.at(1) + u'/' + parts.at(2));
    }
    if (parts.size() == 2 && parts.at(0) == "sa"_L1) {
        return i18nc("@info:shell a support astronomer's name", "SA %1", parts.at(1));
    }
    return user;
}

std::optional<QString> BrokerLog::line(const QByteArray &logged)
{
    static const QRegularExpression comes(uR"(\ANew client connected from (\S+) as (\S+) \(.*u'([^']*)'\)\.\z)"_s);
    static const QRegularExpression goes(uR"(\AClient (\S+) (disconnected|closed its connection|has exceeded timeout, disconnecting|[^.]*)[.,]?(.*)\z)"_s);
    const QString text = displayText(QByteArrayView(logged).trimmed(), 300);
    if (const auto match = comes.match(text); match.hasMatch()) {
        const QString name = readableUserName(match.captured(3));
        m_userByClient.insert(match.captured(2).toUtf8(), name);
        return i18nc("@info:shell %1: who, %2: an address and a port", "%1 connected from %2", name, match.captured(1));
    }
    for (const QLatin1StringView usual : {"New connection from"_L1, "Config loaded"_L1, "Loading plugin"_L1, "Opening "_L1, "Reloading config"_L1}) {
        if (text.startsWith(usual)) {
            return {};
        }
    }
    if (text.isEmpty()) {
        return {};
    }
    const auto match = goes.match(text);
    if (!match.hasMatch()) {
        return text;
    }
    if (match.captured(3).contains("not authorised"_L1)) {
        return i18nc("@info:shell somebody tried to connect to the broker", "Login refused: unknown name or wrong password");
    }
    const auto name = m_userByClient.constFind(match.captured(1).toUtf8());
    if (name == m_userByClient.constEnd()) {
        return {}; // the client has no user name
    }
    const QString who = *name;
    m_userByClient.erase(name);
    const QString how = match.captured(2);
    if (how == "disconnected"_L1) {
        return i18nc("@info:shell %1: who", "%1 disconnected", who);
    }
    if (how == "closed its connection"_L1 || how.startsWith("has exceeded timeout"_L1)) {
        return i18nc("@info:shell %1: who", "%1 disconnected unexpectedly", who);
    }
    return i18nc("@info:shell %1: who, %2: what the broker says of it, in English", "%1: %2", who, how);
}
}
