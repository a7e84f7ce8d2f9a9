// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/knownhostsfile.h"
#include "sessions/links/config/linkplan.h"
#include "sessions/links/login/linkprompter.h"
#include "sessions/links/login/nightsecrets.h"

namespace Nightdesk
{
/// Verifies the host's identity: reads the known_hosts files, asks about an unknown key, refuses a changed or revoked one, and saves an accepted one.
/// The files are not read by libssh because libssh ignores markers: it accepts a key that is listed both plainly and as @revoked. Link's thread. Made
/// by LinkWorker for one attempt.
class HostKeyCheck
{
public:
    HostKeyCheck(const LinkPlan &plan, NightSecrets &night);

    /// Reads the known_hosts files. Call before the ssh handshake.
    std::expected<void, std::optional<Failure>> readKnownHosts();
    /// Types of the keys that are known for the host; the handshake requests these types first.
    QByteArrayList knownHostKeyTypes() const;
    /// Checks the host's key after the handshake, and asks the user if needed. The error is empty if the link was
    /// stopped.
    std::expected<void, std::optional<Failure>> checkHostKey(SshSession &session, LinkPrompter &prompter);
    /// Notes for the user although the check succeeded; translated.
    QStringList notesForUser() const;

private:
    std::expected<void, std::optional<Failure>> readRevokedKeys();
    std::expected<void, std::optional<Failure>> askAboutKey(const HostKey &key, bool hasCertificateAuthority, SshSession &session, LinkPrompter &prompter);
    QString removalCommand(const QList<KnownHost> &lines) const;
    bool saveHostKey(const HostKey &key) const;

    const LinkPlan &m_linkPlan;
    NightSecrets &m_nightSecrets;
    QByteArray m_nameInKnownHosts;
    QList<KnownHost> m_knownHosts;
    QStringList m_notesForUser;
};
}
