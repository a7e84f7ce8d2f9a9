// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace Nightdesk
{
/// Gets the Kerberos ticket for a host before libssh wants it. The library asks name servers and key distribution centres for
/// it and waits for them as long as it likes, in the middle of libssh's own work; asked for here, on a thread that may be left
/// behind, it lies in the cache when libssh looks. Linked, as libssh links it: two copies would have two caches. No state: a function
/// alone; GssapiLogin calls it on the link's thread.
class KerberosTicket
{
public:
    /// Calls @p done once, on a thread of its own. @p client: empty: the default one. True: the ticket is in the cache. False: nobody
    /// has logged in to Kerberos here, or the host is not known to it.
    static void fetch(const QString &host, const QString &client, const std::function<void(bool)> &done);

private:
    static bool fetchNow(const QByteArray &host, const QByteArray &client);
};
}
