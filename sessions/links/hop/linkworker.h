// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/linkplan.h"
#include "sessions/links/login/linkprompter.h"
#include "sessions/links/login/linksecrets.h"
#include "sessions/links/path/proxyconnection.h"

namespace Nightdesk
{
/// One attempt of a link from the name look-up to its end, in sequence: configuration, name, TCP (or the stream of a hop), host key, login, live.
/// Runs on its own thread, which owns it, and ends within moments of LinkControl::stop(): it waits only in polls that include the control's
/// descriptor, or in calls that a shut-down descriptor ends.
class LinkWorker
{
public:
    LinkWorker(const LinkTarget &target,
               const LinkAttemptOptions &attemptOptions,
               std::shared_ptr<LinkControl> control,
               std::shared_ptr<LinkEventPoster> eventPoster,
               std::shared_ptr<LinkSecrets> linkSecrets);

    /// Main function of the thread; reports everything through the event poster, the end of the thread last.
    void run();

private:
    using Result = std::expected<void, std::optional<Failure>>;

    Result runAttempt();
    Result logIn(SshSession &session);
    void readSshConfig();
    Result reachHost(SshSession &session);
    Result reachHostDirectly(SshSession &session);
    Result reachHostThroughHop(SshSession &session);
    Result reachHostByProxyCommand(SshSession &session);
    Result awaitReservedAttemptTime(const QString &place);
    Result runLiveSession(SshSession &session, const HostKey &key);

    const LinkTarget m_linkTarget;
    const std::shared_ptr<LinkControl> m_linkControl;
    const std::shared_ptr<LinkEventPoster> m_eventPoster;
    const std::shared_ptr<LinkSecrets> m_linkSecrets;
    LinkPlan m_linkPlan;
    LinkPrompter m_prompter;
    std::unique_ptr<ProxyConnection> m_proxyConnection; ///< connection of the ProxyCommand; null: there is none
    QString m_hostAddress;
    QStringList m_notesForUser;
    /// Round trip over the whole path; empty behind a jump host, because the first part of the path says nothing about
    /// the rest.
    std::optional<std::chrono::microseconds> m_pathRoundTrip;
    bool m_hasRequestedCompression = false;
};
}
