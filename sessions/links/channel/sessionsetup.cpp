// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/sessionsetup.h"

#include "sessions/common/logging.h"
#include "sessions/links/config/algorithmlists.h"

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
void setAlgorithms(ssh_session handle, ssh_options_e option, const QByteArray &list)
{
    if (!list.isEmpty() && ssh_options_set(handle, option, list.constData()) != SSH_OK) {
        qCWarning(LogLink, "no algorithm of %s is known to libssh: %s", list.constData(), ssh_get_error(handle));
    }
}
}

void setSessionOptions(const SshSession &session, const LinkPlan &plan, const QByteArrayList &knownKeyTypes, bool compresses)
{
    const ssh_session handle = session.handle();
    const bool no = false;
    const bool yes = true;
    const int on = 1;
    const unsigned port = plan.port;
    ssh_options_set(handle, SSH_OPTIONS_PROCESS_CONFIG, &no); // Nightdesk has already read the ssh configuration
    ssh_options_set(handle, SSH_OPTIONS_HOST, plan.host.toUtf8().constData());
    ssh_options_set(handle, SSH_OPTIONS_PORT, &port);
    ssh_options_set(handle, SSH_OPTIONS_USER, plan.user.toUtf8().constData());
    // For sockets that libssh opens; the sockets of Nightdesk have TCP_NODELAY already.
    ssh_options_set(handle, SSH_OPTIONS_NODELAY, &on);
    // libssh would read these files to order the key types; HostKeyCheck has done this.
    ssh_options_set(handle, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    ssh_options_set(handle, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");

    const AlgorithmLists lists = AlgorithmLists::make(plan.configuredAlgorithms, plan.addedAlgorithms, knownKeyTypes);
    setAlgorithms(handle, SSH_OPTIONS_KEY_EXCHANGE, lists.keyExchange);
    setAlgorithms(handle, SSH_OPTIONS_HOSTKEYS, lists.hostKeyAlgorithms);
    setAlgorithms(handle, SSH_OPTIONS_CIPHERS_C_S, lists.ciphers);
    setAlgorithms(handle, SSH_OPTIONS_CIPHERS_S_C, lists.ciphers);
    setAlgorithms(handle, SSH_OPTIONS_HMAC_C_S, lists.macs);
    setAlgorithms(handle, SSH_OPTIONS_HMAC_S_C, lists.macs);
    setAlgorithms(handle, SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, lists.userKeyAlgorithms);

    for (const QString &file : plan.privateKeyFiles) {
        ssh_options_set(handle, SSH_OPTIONS_ADD_IDENTITY, QString(file).replace("%"_L1, "%%"_L1).toUtf8().constData());
    }
    for (const QString &file : plan.certificateFiles) {
        ssh_options_set(handle, SSH_OPTIONS_CERTIFICATE, QString(file).replace("%"_L1, "%%"_L1).toUtf8().constData());
    }
    if (!plan.gssapiServerIdentity.isEmpty()) {
        ssh_options_set(handle, SSH_OPTIONS_GSSAPI_SERVER_IDENTITY, plan.gssapiServerIdentity.toUtf8().constData());
    }
    if (!plan.gssapiClientIdentity.isEmpty()) {
        ssh_options_set(handle, SSH_OPTIONS_GSSAPI_CLIENT_IDENTITY, plan.gssapiClientIdentity.toUtf8().constData());
    }
    const int delegates = plan.delegatesKerberosTicket ? 1 : 0;
    ssh_options_set(handle, SSH_OPTIONS_GSSAPI_DELEGATE_CREDENTIALS, &delegates);
    if (plan.usesOnlyTheseIdentities) {
        ssh_options_set(handle, SSH_OPTIONS_IDENTITIES_ONLY, &yes);
    }
    ssh_options_set(handle, SSH_OPTIONS_COMPRESSION, compresses ? "yes" : "no");
}
}
