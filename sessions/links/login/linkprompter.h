// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/channel/sshsession.h"
#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/linkeventposter.h"
#include "sessions/links/login/nightsecrets.h"

#include <expected>

namespace Nightdesk
{
/// Asks a person something from the link's thread and waits for the answer, while the session is kept going: it notices when
/// the link is stopped or the host hangs up meanwhile, and then withdraws the question. Where another link asks for the same
/// at the moment it waits for what comes of that instead. Link's thread. Owned by LinkWorker.
class LinkPrompter
{
public:
    enum class Silence {
        Stopped,
        Lost ///< the session ended while the person thought
    };

    LinkPrompter(LinkControl &control, LinkEventPoster &mailbox, NightSecrets &night, const AttemptOptions &errand);
    ~LinkPrompter();
    LinkPrompter(const LinkPrompter &) = delete;
    LinkPrompter &operator=(const LinkPrompter &) = delete;

    std::expected<HostKeyAnswer, Silence> ask(HostKeyQuestion question, SshSession &session);
    /// An empty secret: the person cancelled.
    std::expected<std::optional<Secret>, Silence> ask(SecretQuestion question, SshSession &session);
    /// What it asked for is not wanted any more: whoever waits for what comes of it asks by himself.
    void doneAsking();
    /// It had a question that it may put to nobody, and answered for them: no.
    bool neededPerson() const;

private:
    bool mayAsk() const;
    std::expected<LinkCommand, Silence> waitFor(quint64 question, SshSession &session);
    /// What came of the turn to ask for @p name: Mine, or Cancelled; Wait: it need not be asked any more.
    std::expected<NightSecrets::Turn, Silence> awaitTurn(const QString &name, const std::function<bool()> &isKnown, SshSession &session);
    std::optional<Silence> silence(SshSession &session) const;

    LinkControl &m_control;
    LinkEventPoster &m_mailbox;
    NightSecrets &m_night;
    const AttemptOptions m_options;
    bool m_neededPerson = false;
};
}
