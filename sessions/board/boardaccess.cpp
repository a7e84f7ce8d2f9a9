// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardaccess.h"

#include "sessions/board/brokerroute.h"
#include "sessions/broker/credentialstore.h"

#include <KLocalizedString>

namespace Nightdesk
{
BoardAccess::BoardAccess(BrokerRole role, const QString &directory, QObject *parent)
    : QObject(parent)
    , m_role(role)
    , m_directory(directory.isEmpty() ? CredentialStore::defaultDirectory() : directory)
{
}

void BoardAccess::setFacility(const Facility &facility)
{
    const auto broker = BrokerRoute::broker(facility);
    if (broker == m_broker) {
        return;
    }
    const bool isOther = !broker || !m_broker || broker->id != m_broker->id;
    m_broker = broker;
    if (isOther) {
        m_credential.reset();
        m_trouble.clear();
        reload();
    }
    Q_EMIT changed();
}

void BoardAccess::reload()
{
    const int reading = ++m_readNumber;
    m_isRead = false;
    if (!m_broker) {
        return;
    }
    CredentialStore(m_directory).load(m_broker->id, m_role, this, [this, reading](const CredentialStore::Loaded &loaded) {
        if (reading != m_readNumber) {
            return;
        }
        m_isRead = true;
        m_credential = loaded.value_or(std::nullopt);
        m_trouble = loaded ? QString() : loaded.error();
        Q_EMIT changed();
    });
}

void BoardAccess::import(const QString &file)
{
    CredentialStore(m_directory).import(file, this, [this](const CredentialStore::Imported &read) {
        if (!read) {
            Q_EMIT failed(read.error());
        } else if (read->role != m_role) {
            Q_EMIT failed(m_role == BrokerRole::Desk
                              ? i18nc("@info",
                                      "The credential is a support astronomer’s and was stored for “nightdesk board”. This workstation needs one from "
                                      "“nightdesk broker add-desk”.")
                              : i18nc("@info a workstation's name",
                                      "The credential is that of workstation %1 and was stored as such. A status board needs a support astronomer’s "
                                      "credential.",
                                      read->name));
        } else if (!m_broker || read->facility != m_broker->id) {
            Q_EMIT failed(
                i18nc("@info a facility's id", "The credential was stored, but it belongs to the facility “%1”, not to the open one.", read->facility));
        } else {
            reload();
            Q_EMIT imported(read->name);
        }
    });
}

bool BoardAccess::hasBroker() const
{
    return m_broker.has_value();
}

const std::optional<BrokerSpec> &BoardAccess::broker() const
{
    return m_broker;
}

const std::optional<BrokerCredential> &BoardAccess::credential() const
{
    return m_credential;
}

bool BoardAccess::isRead() const
{
    return m_isRead;
}

bool BoardAccess::isCredentialForBroker() const
{
    return m_credential && m_broker && m_credential->facility == m_broker->id;
}

QString BoardAccess::trouble() const
{
    return m_trouble;
}
}
