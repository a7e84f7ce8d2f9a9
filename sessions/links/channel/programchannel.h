// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/channel/channel.h"
#include "sessions/links/facts/linkeventposter.h"

namespace Nightdesk
{
/// A program on the remote host: opens a session channel, requests X11 if needed, starts the program, reports its output and its end. Link's thread.
/// Owned by LiveSession.
class ProgramChannel : public Channel
{
public:
    /// @p sessions counts the session channels of this connection that are open.
    ProgramChannel(SshSession &session, LinkEventPoster &eventPoster, const StartProgramCommand &command, const QString &where, int &sessions);
    ~ProgramChannel() override;

    quint64 id() const;
    bool needsX11() const;
    bool processIo() override;
    /// Asks sshd to send the signal TERM; call abandon() afterwards.
    void terminate();
    void abandon() override;
    void handleLinkEnd() override;

private:
    enum class Stage {
        Opening,
        AskingX11,
        Starting,
        Running
    };

    int received(const char *bytes, int count, bool isError) override;
    void opened() override;
    void exited(std::optional<int> code, const QString &signal) override;
    bool advanceStartStage();
    bool fail(const Failure &failure, bool needsFurtherLink);
    void readBuffered(bool isError);
    void postOutput(const char *bytes, int count, bool isError);

    LinkEventPoster &m_eventPoster;
    const StartProgramCommand m_startCommand;
    const QString m_where;
    int &m_sessionChannelCount;
    bool m_isCountedAsSession = false; ///< this channel is counted in m_sessionChannelCount
    Stage m_startStage = Stage::Opening;
    ProgramExit m_programExit;
    bool m_isAbandoned = false;
};
}
