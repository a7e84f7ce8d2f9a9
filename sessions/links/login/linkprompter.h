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
/// Asks the user a question from the link's thread and waits for the answer, while the session stays responsive: if the link is stopped or the host
/// closes the connection meanwhile, the question is withdrawn. If another link asks for the same secret at the moment, its result is used instead.
/// Link's thread. Owned by LinkWorker.
class LinkPrompter
{
public:
    enum class NoAnswerReason {
        LinkStopped,
        SessionLost ///< the session ended before the user answered
    };

    LinkPrompter(LinkControl &control, LinkEventPoster &eventPoster, NightSecrets &night, const LinkAttemptOptions &attemptOptions);
    ~LinkPrompter();
    Q_DISABLE_COPY_MOVE(LinkPrompter)

    std::expected<HostKeyAnswer, NoAnswerReason> ask(HostKeyQuestion question, SshSession &session);
    /// An empty secret: the user cancelled.
    std::expected<std::optional<Secret>, NoAnswerReason> ask(SecretQuestion question, SshSession &session);
    /// Ends the turn of this login's questions: other links that wait for the same secrets may now ask the user
    /// themselves.
    void finishAsking();
    /// Whether there was a question that this login was not allowed to ask the user, and that was answered with "no".
    bool hadForbiddenQuestion() const;

private:
    bool mayAskUser() const;
    std::expected<LinkCommand, NoAnswerReason> waitForAnswer(quint64 question, SshSession &session);
    /// Waits until this link may ask the user for @p name. Returns AskUser or QuestionCancelled, or WaitForOtherRequester if the answer
    /// became known meanwhile.
    std::expected<NightSecrets::AskingDecision, NoAnswerReason>
    awaitAskingDecision(const QString &name, const std::function<bool()> &isKnown, SshSession &session);
    std::optional<NoAnswerReason> reasonForNoAnswer(SshSession &session) const;

    LinkControl &m_linkControl;
    LinkEventPoster &m_eventPoster;
    NightSecrets &m_nightSecrets;
    const LinkAttemptOptions m_attemptOptions;
    bool m_hadForbiddenQuestion = false;
};
}
