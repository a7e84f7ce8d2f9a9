// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardaccess.h"

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
    std::optional<BrokerSpec> broker = facility.broker;
    if (broker) { // compared without positions in the profile files: a line that is inserted above it does not make it a different broker
        broker->place = {};
        broker->link.place = {};
    }
    if (broker == m_brokerSpec) {
        return;
    }
    const bool isOther = !broker || !m_brokerSpec || broker->id != m_brokerSpec->id;
    m_brokerSpec = broker;
    if (isOther) {
        m_credential.reset();
        m_credentialProblem.clear();
        rereadCredential();
    }
    Q_EMIT credentialChanged();
}

void BoardAccess::rereadCredential()
{
    const int reading = ++m_latestReadNumber;
    m_isCredentialRead = false;
    if (!m_brokerSpec) {
        return;
    }
    CredentialStore(m_directory).load(m_brokerSpec->id, m_role, this, [this, reading](const CredentialStore::LoadResult &loaded) {
        if (reading != m_latestReadNumber) {
            return;
        }
        m_isCredentialRead = true;
        m_credential = loaded.value_or(std::nullopt);
        m_credentialProblem = loaded ? QString() : loaded.error();
        Q_EMIT credentialChanged();
    });
}

void BoardAccess::importCredential(const QString &file)
{
    CredentialStore(m_directory).importCredential(file, this, [this](const CredentialStore::ImportResult &read) {
        if (!read) {
            Q_EMIT importFailed(read.error());
        } else if (read->role != m_role) {
            Q_EMIT importFailed(m_role == BrokerRole::Desk
                                    ? i18nc("@info",
                                            "The credential is a support astronomer’s and was stored for “nightdesk board”. This workstation needs one from "
                                            "“nightdesk broker add-desk”.")
                                    : i18nc("@info a workstation's name",
                                            "The credential is that of workstation %1 and was stored as such. A status board needs a support astronomer’s "
                                            "credential.",
                                            read->name));
        } else if (!m_brokerSpec || read->facility != m_brokerSpec->id) {
            Q_EMIT importFailed(
                i18nc("@info a facility's id", "The credential was stored, but it belongs to the facility “%1”, not to the open one.", read->facility));
        } else {
            rereadCredential();
            Q_EMIT credentialImported(read->name);
        }
    });
}

const std::optional<BrokerSpec> &BoardAccess::broker() const
{
    return m_brokerSpec;
}

const std::optional<BrokerCredential> &BoardAccess::credential() const
{
    return m_credential;
}

bool BoardAccess::isCredentialRead() const
{
    return m_isCredentialRead;
}

bool BoardAccess::isCredentialForBroker() const
{
    return m_credential && m_brokerSpec && m_credential->facility == m_brokerSpec->id;
}

QString BoardAccess::credentialProblem() const
{
    return m_credentialProblem;
}
}
