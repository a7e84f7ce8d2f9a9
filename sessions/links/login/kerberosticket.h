// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <future>

namespace Nightdesk
{
/// Gets the Kerberos ticket for a host before libssh needs it. The Kerberos library asks name servers and key distribution centers for the ticket and
/// waits for them without a limit, in the middle of libssh's own work; requested here, on a thread that may be abandoned, the ticket is in the cache
/// when libssh needs it. Linked in the same way as libssh links it: two copies would have two caches. Stateless; GssapiLogin calls it on the link's
/// thread.
class KerberosTicket
{
public:
    /// Calls @p done once, on a separate thread: with true if the ticket is in the cache, with false if the user has not logged in to Kerberos or
    /// Kerberos does not know the host. An empty @p client is the default client.
    static void fetch(const QString &host, const QString &client, const std::function<void(bool)> &done);
    /// Whether the user, or @p client, has logged in to Kerberos and may still get tickets; asks no server. The answer comes from a separate thread.
    static std::future<bool> hasCredentials(const QString &client);

private:
    static bool fetchBlocking(const QByteArray &host, const QByteArray &client);
};
}
