// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"

#include <QObject>

#include <vector>

namespace Nightdesk
{
class LinkMemory;
class HopPool;
class ProgramRecord;

/// The further connections of one connection to the same host, with the same secrets, for the programs beyond sshd's
/// MaxSessions. GUI thread.
class FurtherLinks : public QObject
{
    Q_OBJECT
public:
    FurtherLinks(const LinkTarget &target, std::shared_ptr<LinkMemory> memory, HopPool *hops);
    ~FurtherLinks() override;

    /// Starts it there as soon as there is one that answers; failed() follows where there will be none.
    void start(const std::shared_ptr<ProgramRecord> &record);
    bool answerHostKey(quint64 question, HostKeyAnswer answer);
    bool answerSecret(quint64 question, const std::optional<Secret> &secret);
    /// Ends them all; nothing is told any more.
    void close();
    bool isDone() const; ///< their threads have ended

Q_SIGNALS:
    void started(quint64 id);
    void failed(quint64 id, const Nightdesk::Failure &failure);
    void output(quint64 id, const QByteArray &bytes, Nightdesk::OutputKind kind);
    void finished(quint64 id, const Nightdesk::ProgramExit &exit);
    void answersChanged();
    void hostKeyQuestion(const Nightdesk::HostKeyQuestion &question);
    void secretQuestion(const Nightdesk::SecretQuestion &question);
    void questionWithdrawn(quint64 question);
    void x11Opened(const Nightdesk::SharedFd &channel);

private:
    Link *usable();
    void startWaiting(Link *link);

    const LinkTarget m_target;
    const std::shared_ptr<LinkMemory> m_memory;
    HopPool *const m_hops;
    std::vector<std::unique_ptr<Link>> m_links; ///< the last one takes new programs
    QList<std::weak_ptr<ProgramRecord>> m_waiting;
    QList<quint64> m_questions;
};
}
