// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/programchannel.h"

#include "sessions/links/facts/linkfailure.h"

namespace Nightdesk
{
ProgramChannel::ProgramChannel(SshSession &session, LinkEventPoster &eventPoster, const StartProgramCommand &command, const QString &where, int &sessions)
    : Channel(session)
    , m_eventPoster(eventPoster)
    , m_startCommand(command)
    , m_destinationText(where)
    , m_sessionChannelCount(sessions)
{
}

ProgramChannel::~ProgramChannel()
{
    if (m_isCountedAsSession) {
        --m_sessionChannelCount;
    }
}

quint64 ProgramChannel::id() const
{
    return m_startCommand.id;
}

bool ProgramChannel::needsX11() const
{
    return m_startCommand.spec.x11.has_value() && m_startStage != StartStage::Opening && !m_isAbandoned;
}

bool ProgramChannel::reportFailureAndEnd(const Failure &failure, bool needsAdditionalLink)
{
    if (!session().isAlive()) {
        return true; // not refused: the connection has ended, which handleLinkEnd() reports
    }
    if (!m_isAbandoned) {
        m_eventPoster.post(ProgramFailed{id(), failure, needsAdditionalLink});
    }
    return false;
}

bool ProgramChannel::advanceStartStage()
{
    while (m_startStage != StartStage::Running) {
        int result = SSH_ERROR;
        switch (m_startStage) {
        case StartStage::Opening:
            result = ssh_channel_open_session(handle());
            if (result == SSH_OK) {
                m_startStage = m_startCommand.spec.x11 ? StartStage::RequestingX11 : StartStage::Starting;
            } else if (result != SSH_AGAIN) {
                // sshd may have refused because of its limit of sessions (MaxSessions). That is possible only if another session is open.
                const bool needsAdditionalLink = m_sessionChannelCount > 0 && !m_startCommand.spec.mustUseExistingConnection;
                return reportFailureAndEnd(LinkFailure::channelRefused(m_destinationText, refusalReason()), needsAdditionalLink);
            }
            break;
        case StartStage::RequestingX11:
            result = ssh_channel_request_x11(handle(),
                                             0,
                                             "MIT-MAGIC-COOKIE-1",
                                             m_startCommand.spec.x11->fakeCookie.toHex().constData(),
                                             m_startCommand.spec.x11->screen);
            if (result == SSH_OK) {
                m_startStage = StartStage::Starting;
            } else if (result != SSH_AGAIN) {
                return reportFailureAndEnd(LinkFailure::x11Refused(m_destinationText), false);
            }
            break;
        case StartStage::Starting:
            result = ssh_channel_request_exec(handle(), m_startCommand.spec.commandLine.constData());
            if (result == SSH_OK) {
                m_startStage = StartStage::Running;
                ssh_channel_send_eof(handle()); // the program gets no input
                if (m_mustTerminate) {
                    ssh_channel_request_send_signal(handle(), "TERM");
                }
                m_eventPoster.post(ProgramStarted{id()});
            } else if (result != SSH_AGAIN) {
                return reportFailureAndEnd(LinkFailure::execRefused(m_destinationText), false);
            }
            break;
        case StartStage::Running:
            break;
        }
        if (result == SSH_AGAIN) {
            return true;
        }
        if (m_isAbandoned) {
            return false; // the program is not needed any more, but the server has opened its channel: the destructor closes it
        }
    }
    return true;
}

bool ProgramChannel::processIo()
{
    if (m_startStage != StartStage::Running) {
        return advanceStartStage();
    }
    if (m_isAbandoned) {
        return false;
    }
    if (hasBufferedData()) {
        setHasBufferedData(false);
        readBufferedOutput(false);
        readBufferedOutput(true);
    }
    if (isClosed() && !hasBufferedData()) {
        m_eventPoster.post(ProgramFinished{id(), m_programExit});
        return false;
    }
    return true;
}

int ProgramChannel::handleData(const char *bytes, int count, bool isError)
{
    if (m_isAbandoned) {
        return count;
    }
    if (m_startStage != StartStage::Running || m_startCommand.outputFlow->isFull() || hasBufferedData()) {
        return 0;
    }
    postOutput(bytes, count, isError);
    return count;
}

void ProgramChannel::readBufferedOutput(bool isError)
{
    char bytes[32768];
    while (true) {
        if (m_startCommand.outputFlow->isFull()) {
            setHasBufferedData(true);
            return;
        }
        const int count = ssh_channel_read_nonblocking(handle(), bytes, sizeof bytes, isError ? 1 : 0);
        if (count <= 0) {
            return;
        }
        postOutput(bytes, count, isError);
    }
}

void ProgramChannel::postOutput(const char *bytes, int count, bool isError)
{
    m_startCommand.outputFlow->noteSent(count);
    m_eventPoster.post(ProgramOutput{id(), QByteArray(bytes, count), isError ? OutputKind::StandardError : OutputKind::StandardOutput});
}

// The channel is counted here and not in advanceStartStage(), which runs later: libssh may read the answers to several channels at once. The refusal
// of a later channel may then be handled first, and must see the right count.
void ProgramChannel::handleOpened()
{
    ++m_sessionChannelCount;
    m_isCountedAsSession = true;
}

void ProgramChannel::handleExit(std::optional<int> code, const QString &signal)
{
    m_programExit.code = code;
    m_programExit.signal = signal;
}

void ProgramChannel::terminate()
{
    if (m_startStage == StartStage::Running) {
        ssh_channel_request_send_signal(handle(), "TERM");
    } else {
        m_mustTerminate = true; // the host may have been asked already to start the program
    }
    abandon();
}

void ProgramChannel::abandon()
{
    m_isAbandoned = true;
}

void ProgramChannel::handleLinkEnd()
{
    if (m_isAbandoned) {
        return;
    }
    m_eventPoster.post(m_startStage == StartStage::Running ? LinkEvent(ProgramFinished{id(), {}}) : ProgramFailed{id(), LinkFailure::notLive()});
}
}
