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
    /// Ends the program: sshd is asked to send the signal TERM, for a program that is being started as soon as it has started.
    void terminate();
    void abandon() override;
    void handleLinkEnd() override;

private:
    enum class StartStage {
        Opening,
        RequestingX11,
        Starting,
        Running
    };

    int handleData(const char *bytes, int count, bool isError) override;
    void handleOpened() override;
    void handleExit(std::optional<int> code, const QString &signal) override;
    bool advanceStartStage();
    bool reportFailureAndEnd(const Failure &failure, bool needsAdditionalLink);
    void readBufferedOutput(bool isError);
    void postOutput(const char *bytes, int count, bool isError);

    LinkEventPoster &m_eventPoster;
    const StartProgramCommand m_startCommand;
    const QString m_destinationText;
    int &m_sessionChannelCount;
    bool m_isCountedAsSession = false; ///< this channel is counted in m_sessionChannelCount
    StartStage m_startStage = StartStage::Opening;
    ProgramExit m_programExit;
    bool m_isAbandoned = false;
    bool m_mustTerminate = false; ///< the program gets the signal TERM as soon as it has started
};
}
