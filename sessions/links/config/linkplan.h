// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/config/sshhostconfig.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/provenlogin.h"
#include "sessions/links/path/tcpconnector.h"

#include <QStringList>

namespace Nightdesk
{
/// Where one attempt of a link really goes, after profile and ssh config were put together (the profile's values win). Owned by LinkWorker.
struct LinkPlan {
    QString host;
    quint16 port = 22;
    QString user;
    QStringList jump; ///< outermost first
    QString proxyCommand; ///< a command that is the way, its tokens replaced; empty: none. Never beside jump hosts
    QStringList identities; ///< key files to try
    bool onlyTheseIdentities = false; ///< the agent may be used for them alone
    QStringList certificates; ///< files with certificates for them, beside those named after the key files
    QString agentSocket; ///< empty: no agent
    QList<LoginMethod> methods; ///< those that may be used, in their order
    QString gssapiServer; ///< whom Kerberos knows the host as; empty: by its name
    QString gssapiClient; ///< as whom; empty: the default one
    bool delegatesTicket = false;
    QString hostKeyName; ///< what known_hosts calls the host (HostKeyAlias), else empty
    QStringList knownHosts; ///< files, the first is the one that AcceptAndSave writes
    bool hasFacilitysHosts = false; ///< the last of them is a facility's
    std::optional<QList<KnownHost>> facilitysHosts; ///< what it says, where that was read already
    QString contact; ///< whom to call; empty: nobody is named
    /// What the ssh configuration demands of a host's key; each with the "file:line" that does.
    struct KeyRules {
        QStringList revokedFiles; ///< RevokedHostKeys
        QString revokedBy;
        QString strictBy; ///< StrictHostKeyChecking yes: an unknown key is refused; empty: it is asked about
        int rsaBits = 0; ///< RequiredRSASize
        QString rsaBy;
    };
    KeyRules keyRules;
    AddressFamily family = AddressFamily::Any;
    QList<SshOption> algorithms; ///< Ciphers and the like of the ssh config
    QStringList addedAlgorithms; ///< by the profile, for an old sshd
    QStringList notes; ///< translated
    std::optional<Failure> refusal; ///< why nothing may be done of it

    QString account() const; ///< "user@host"
    QString where() const; ///< "user@host, port 22"
    /// @p home: where .ssh is.
    static LinkPlan make(const LinkSpec &spec, const SshHostConfig &config, const QString &home, const QString &localUser);
};
}
