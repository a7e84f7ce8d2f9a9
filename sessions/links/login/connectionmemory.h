// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/connectionrecords.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace Nightdesk
{
/// Logins and properties of servers that worked before, shared by the user's consoles. Starting with them saves round
/// trips; a wrong record costs one try and is forgotten. Contains no secrets, and is not trusted: a login uses only
/// what its plan would have tried anyway. Any thread. Shared by the links of a desk, owned by the desk.
class SharedConnectionRecords
{
public:
    /// The record for @p account ("user@host:port"). Call in a link's thread: this function waits, with a limit, while the file of records is being
    /// read.
    std::optional<ProvenLogin> login(const QString &account) const;
    /// Stores the record for @p account. Empty: the recorded login does not work any more.
    void rememberLogin(const QString &account, const std::optional<ProvenLogin> &login);
    std::optional<RememberedVncServer> vncServer(const QString &place) const;
    void rememberVncServer(const QString &place, const std::optional<RememberedVncServer> &server);

    /// Announces that the file of records is being read: setLoadedRecords() follows, from any thread.
    void noteFileReadStarted();
    void setLoadedRecords(ConnectionRecords records);
    /// @p changeHandler is called, from any thread, when there are changes to save. It must not call this object.
    void setChangeHandler(std::function<void()> changeHandler);
    /// The changes since the last call; an empty value means to forget the record.
    ConnectionRecordChanges takeChanges();

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_loadCondition;
    bool m_isFileBeingRead = false;
    ConnectionRecords m_records;
    ConnectionRecordChanges m_unsavedChanges;
    std::function<void()> m_changeHandler;
};
}
