// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/knownhostsfile.h"
#include "sessions/links/config/linkplan.h"
#include "sessions/links/login/linkmemory.h"
#include "sessions/links/login/linkprompter.h"

namespace Nightdesk
{
/// Makes sure that the host is the one that the person knows: reads the known_hosts files, asks about an unknown key, refuses
/// a changed or revoked one, and saves what was accepted. The files are read by ourselves because libssh passes over
/// markers: a key listed both plainly and as @revoked is good to it. Link's thread. Made by LinkWorker for one attempt.
class HostKeyCheck
{
public:
    HostKeyCheck(const LinkPlan &plan, LinkMemory &memory);

    /// Reads the files; to be called before the handshake.
    std::expected<void, std::optional<Failure>> read();
    /// The types of key known for the host, to ask it for first.
    QByteArrayList knownTypes() const;
    /// The error is empty when stopped.
    std::expected<void, std::optional<Failure>> check(SshSession &session, LinkPrompter &prompter);
    /// What a person should know though all is well; translated.
    QStringList notes() const;

private:
    std::expected<void, std::optional<Failure>> readRevoked();
    std::expected<void, std::optional<Failure>> askAboutKey(const HostKey &key, bool hasAuthority, SshSession &session, LinkPrompter &prompter);
    QString removal(const QList<KnownHost> &lines) const;
    bool save(const HostKey &key) const;

    const LinkPlan &m_plan;
    LinkMemory &m_memory;
    QByteArray m_name;
    QList<KnownHost> m_known;
    QStringList m_notes;
};
}
