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

void releaseName(gss_name_t name)
{
    OM_uint32 minor = 0;
    if (name != GSS_C_NO_NAME) {
        gss_release_name(&minor, &name);
    }
}

/// The first message to the host's server needs a ticket: creating that message puts the ticket into the cache that libssh's GSSAPI reads.
bool requestTicket(gss_cred_id_t credential, gss_name_t host)
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

/// The credential that the user, or another Kerberos client, has since the login to Kerberos.
class KerberosCredential
{
public:
    explicit KerberosCredential(const QByteArray &client)
        : m_client(client.isEmpty() ? GSS_C_NO_NAME : importName(client, GSS_C_NT_USER_NAME))
    {
        OM_uint32 minor = 0;
        OM_uint32 lifetime = 0;
        const OM_uint32 status = gss_acquire_cred(&minor, m_client, GSS_C_INDEFINITE, GSS_C_NO_OID_SET, GSS_C_INITIATE, &m_handle, nullptr, &lifetime);
        m_isUsable = !GSS_ERROR(status) && lifetime > 0;
    }

    ~KerberosCredential()
    {
        OM_uint32 minor = 0;
        if (m_handle != GSS_C_NO_CREDENTIAL) {
            gss_release_cred(&minor, &m_handle);
        }
        releaseName(m_client);
    }
    Q_DISABLE_COPY_MOVE(KerberosCredential)

    bool isUsable() const
    {
        return m_isUsable;
    }

    gss_cred_id_t handle() const
    {
        return m_handle;
    }

private:
    gss_name_t m_client;
    gss_cred_id_t m_handle = GSS_C_NO_CREDENTIAL;
    bool m_isUsable = false;
};
}

bool KerberosTicket::fetchBlocking(const QByteArray &host, const QByteArray &client)
{
    const KerberosCredential credential(client);
    if (!credential.isUsable()) {
        return false;
    }
    const gss_name_t target = importName("host@" + host, GSS_C_NT_HOSTBASED_SERVICE);
    const bool isReady = target != GSS_C_NO_NAME && requestTicket(credential.handle(), target);
    releaseName(target);
    return isReady;
}

std::future<bool> KerberosTicket::hasCredentials(const QString &client)
{
    const auto promise = std::make_shared<std::promise<bool>>();
    BackgroundJobs::shared().run([client = client.toUtf8(), promise] {
        promise->set_value(KerberosCredential(client).isUsable());
    });
    return promise->get_future();
}

void KerberosTicket::fetch(const QString &host, const QString &client, const std::function<void(bool)> &done)
{
    BackgroundJobs::shared().run([host = host.toUtf8(), client = client.toUtf8(), done] {
        done(fetchBlocking(host, client));
    });
}
}
