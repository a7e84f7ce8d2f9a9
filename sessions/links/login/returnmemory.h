// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/returnrecords.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace Nightdesk
{
/// What worked, from console to console: begun with, it saves round trips; wrong, it costs one try and is forgotten. No secrets
/// are in it, and nothing in it is trusted: a login takes only what its plan would have tried anyway. Any thread.
/// Shared by the links of a desk, owned by the desk.
class ReturnMemory
{
public:
    /// Of "user@host:port". Waits for as long as a small file takes to be read, where one is: for a link's thread.
    std::optional<ProvenLogin> login(const QString &account) const;
    /// Empty: it does not work any more.
    void keepLogin(const QString &account, const std::optional<ProvenLogin> &login);
    std::optional<RememberedServer> server(const QString &place) const;
    void keepServer(const QString &place, const std::optional<RememberedServer> &server);

    /// Records are on their way: load() follows, from any thread.
    void expectRecords();
    void load(ReturnRecords records);
    /// @p changed is called, from any thread, when there is something new to keep; it must not call back.
    void setChanged(std::function<void()> changed);
    /// What was changed since this was called last; those that are empty are to be forgotten.
    ReturnChanges takeChanges();

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_loaded;
    bool m_isExpecting = false;
    ReturnRecords m_records;
    ReturnChanges m_changes;
    std::function<void()> m_changed;
};
}
