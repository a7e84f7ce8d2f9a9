// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/linkevent.h"
#include "sessions/links/hop/link.h"

#include <QObject>

#include <vector>

namespace Nightdesk
{
class LinkSecrets;
class HopPool;
class ProgramRegistration;

/// Additional connections to the same host as one connection, with the same secrets, for the programs beyond sshd's MaxSessions. GUI thread. Owned by
/// LinkConnection.
class AdditionalLinks : public QObject
{
    Q_OBJECT
public:
    AdditionalLinks(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops);
    ~AdditionalLinks() override;

    /// Starts the program on an additional connection as soon as one answers; failed() follows if none can be made.
    void startProgram(const std::shared_ptr<ProgramRegistration> &record);
    /// Passes on the user's answer @p command. True: the question came from one of these connections.
    bool answerQuestion(quint64 question, const LinkCommand &command);
    /// Ends all additional connections; no more signals are emitted.
    void close();
    bool hasThreadEnded() const; ///< true: the threads of all additional connections have ended

Q_SIGNALS:
    void programEventReported(const Nightdesk::LinkEvent &event);
    void answeringChanged();
    /// @p event: a question to the user, or a new X connection.
    void eventReceived(const Nightdesk::LinkEvent &event);

private:
    Link *findUsableLink();
    void startWaitingPrograms(Link *link);

    const LinkTarget m_linkTarget;
    const std::shared_ptr<LinkSecrets> m_linkSecrets;
    HopPool *const m_hopPool;
    std::vector<std::unique_ptr<Link>> m_additionalLinks; ///< new programs are started on the last one
    QList<std::weak_ptr<ProgramRegistration>> m_waitingPrograms;
    QList<quint64> m_openQuestions;
};
}
