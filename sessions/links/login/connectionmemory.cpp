// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/connectionmemory.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// Time limit for reading the file of records: a home directory that does not respond must not delay a login for longer
// than the login itself takes.
constexpr auto loadLimit = 300ms;
}

std::optional<ProvenLogin> SharedConnectionRecords::login(const QString &account) const
{
    std::unique_lock lock(m_mutex);
    m_loadCondition.wait_for(lock, loadLimit, [this] {
        return !m_isFileBeingRead;
    });
    return m_records.login(account);
}

void SharedConnectionRecords::rememberLogin(const QString &account, const std::optional<ProvenLogin> &login)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isFileBeingRead || m_records.login(account) != login) { // while the file is being read, always: it may contain another record
        m_records.setLogin(account, login);
        m_unsavedChanges.logins.insert_or_assign(account, login);
        if (m_changeHandler) {
            m_changeHandler(); // with the mutex locked, so that setChangeHandler({}) in a destructor waits for this call
        }
    }
}

std::optional<RememberedVncServer> SharedConnectionRecords::vncServer(const QString &place) const
{
    const std::scoped_lock lock(m_mutex);
    return m_records.vncServer(place);
}

void SharedConnectionRecords::rememberVncServer(const QString &place, const std::optional<RememberedVncServer> &server)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isFileBeingRead || m_records.vncServer(place) != server) {
        m_records.setVncServer(place, server);
        m_unsavedChanges.servers.insert_or_assign(place, server);
        if (m_changeHandler) {
            m_changeHandler(); // with the mutex locked, so that setChangeHandler({}) in a destructor waits for this call
        }
    }
}

void SharedConnectionRecords::noteFileReadStarted()
{
    const std::scoped_lock lock(m_mutex);
    m_isFileBeingRead = true;
}

void SharedConnectionRecords::setLoadedRecords(ConnectionRecords records)
{
    {
        const std::scoped_lock lock(m_mutex);
        records.apply(m_unsavedChanges); // changes made while the file was read are newer than the file
        m_records = std::move(records);
        m_isFileBeingRead = false;
    }
    m_loadCondition.notify_all();
}

void SharedConnectionRecords::setChangeHandler(std::function<void()> changeHandler)
{
    const std::scoped_lock lock(m_mutex);
    m_changeHandler = std::move(changeHandler);
}

ConnectionRecordChanges SharedConnectionRecords::takeChanges()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_unsavedChanges, {});
}
}
