// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/kerberosticket.h"

#include "sessions/common/backgroundjobs.h"

#include <gssapi/gssapi.h>

namespace Nightdesk
{
namespace
{
/// Converts @p text to a name of the Kerberos library; an empty name if the library cannot parse the text.
gss_name_t importName(QByteArray text, gss_OID kind)
{
    gss_buffer_desc buffer{static_cast<std::size_t>(text.size()), text.data()};
    OM_uint32 minor = 0;
    gss_name_t name = GSS_C_NO_NAME;
    return GSS_ERROR(gss_import_name(&minor, &buffer, kind, &name)) ? GSS_C_NO_NAME : name;
}

void release(gss_name_t name)
{
    OM_uint32 minor = 0;
    if (name != GSS_C_NO_NAME) {
        gss_release_name(&minor, &name);
    }
}

/// The first message to the host's server needs a ticket: creating that message puts the ticket into the cache that libssh's GSSAPI reads.
bool begin(gss_cred_id_t credential, gss_name_t host)
{
    OM_uint32 minor = 0;
    gss_ctx_id_t context = GSS_C_NO_CONTEXT;
    gss_buffer_desc token = GSS_C_EMPTY_BUFFER;
    const OM_uint32 status = gss_init_sec_context(&minor,
                                                  credential,
                                                  &context,
                                                  host,
                                                  GSS_C_NO_OID,
                                                  GSS_C_MUTUAL_FLAG | GSS_C_INTEG_FLAG,
                                                  0,
                                                  GSS_C_NO_CHANNEL_BINDINGS,
                                                  GSS_C_NO_BUFFER,
                                                  nullptr,
                                                  &token,
                                                  nullptr,
                                                  nullptr);
    gss_release_buffer(&minor, &token);
    if (context != GSS_C_NO_CONTEXT) {
        gss_delete_sec_context(&minor, &context, GSS_C_NO_BUFFER);
    }
    return !GSS_ERROR(status);
}
}

bool KerberosTicket::fetchBlocking(const QByteArray &host, const QByteArray &client)
{
    OM_uint32 minor = 0;
    OM_uint32 lifetime = 0;
    gss_cred_id_t credential = GSS_C_NO_CREDENTIAL;
    const gss_name_t own = client.isEmpty() ? GSS_C_NO_NAME : importName(client, GSS_C_NT_USER_NAME);
    const OM_uint32 status = gss_acquire_cred(&minor, own, GSS_C_INDEFINITE, GSS_C_NO_OID_SET, GSS_C_INITIATE, &credential, nullptr, &lifetime);
    bool isReady = false;
    if (!GSS_ERROR(status) && lifetime > 0) {
        const gss_name_t target = importName("host@" + host, GSS_C_NT_HOSTBASED_SERVICE);
        isReady = target != GSS_C_NO_NAME && begin(credential, target);
        release(target);
    }
    if (credential != GSS_C_NO_CREDENTIAL) {
        gss_release_cred(&minor, &credential);
    }
    release(own);
    return isReady;
}

void KerberosTicket::fetch(const QString &host, const QString &client, const std::function<void(bool)> &done)
{
    BackgroundJobs::shared().run([host = host.toUtf8(), client = client.toUtf8(), done] {
        done(fetchBlocking(host, client));
    });
}
}
