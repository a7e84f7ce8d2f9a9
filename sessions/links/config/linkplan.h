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
/// Destination and settings of one attempt of a link, after profile and ssh configuration were combined (the profile's values take precedence). Owned
/// by LinkWorker.
struct LinkPlan {
    QString host;
    quint16 port = 22;
    QString user;
    QStringList jumpHosts; ///< jump hosts, outermost first
    QString proxyCommand; ///< command that makes the connection, with its tokens replaced; empty: there is none, or there are jump hosts
    QStringList privateKeyFiles; ///< private key files to try
    bool usesOnlyTheseIdentities = false; ///< of the agent's keys, only those in `privateKeyFiles` may be used
    QStringList certificateFiles; ///< files with certificates for the identities, in addition to those named after the key files
    QString agentSocket; ///< socket of the ssh agent; empty: no agent
    QList<LoginMethod> loginMethods; ///< allowed methods, in the order to try them
    QString gssapiServerIdentity; ///< the host's name in Kerberos; empty: its host name
    QString gssapiClientIdentity; ///< the client's name in Kerberos; empty: the default name
    bool delegatesKerberosTicket = false;
    QString hostKeyAlias; ///< the host's name in known_hosts (HostKeyAlias); empty: the usual name
    QStringList knownHostsPaths; ///< known_hosts files; HostKeyAnswer::AcceptAndSave writes to the first one
    bool hasFacilityKnownHosts = false; ///< the last one of the known_hosts files is a facility's file
    std::optional<QList<KnownHost>> facilityKnownHosts; ///< contents of the facility's file, if it was read already
    QString contact; ///< whom to contact; empty: the profile names no person
    /// What the ssh configuration requires of a host's key; each with the "file:line" of the option.
    struct HostKeyRules {
        QStringList revokedKeyFiles; ///< files of the option RevokedHostKeys
        QString revokedKeyFilesPlace;
        /// "file:line" of the option StrictHostKeyChecking yes, which refuses an unknown key; empty: the user is asked.
        QString strictHostKeyCheckingPlace;
        int requiredRsaBits = 0; ///< value of the option RequiredRSASize
        QString requiredRsaBitsPlace;
    };
    HostKeyRules hostKeyRules;
    AddressFamily addressFamily = AddressFamily::Any;
    QList<SshOption> configuredAlgorithms; ///< Ciphers and similar options of the ssh configuration
    QStringList addedAlgorithms; ///< added by the profile, for an old sshd
    QStringList notes; ///< translated notes for the user
    std::optional<Failure> refusal; ///< why no connection may be attempted

    QString account() const; ///< "user@host"
    QString destinationText() const; ///< "user@host, port 22"
    /// @p home: the directory that contains .ssh.
    static LinkPlan make(const LinkSpec &spec, const SshHostConfig &config, const QString &home, const QString &localUser);
};
}
