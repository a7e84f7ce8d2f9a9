// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"
#include "sessions/links/channel/sshsession.h"

#include <libssh/callbacks.h>

namespace Nightdesk
{
/// One libssh channel with its callbacks. libssh may call them from inside any of its functions, so they only note what
/// happened, and processIo() does the work. Base class of streams and programs. Link's thread. Owned by LiveSession.
class Channel
{
public:
    explicit Channel(SshSession &session);
    virtual ~Channel();
    Q_DISABLE_COPY_MOVE(Channel)

    /// Reads and writes what is possible now. False: the channel has ended and can be deleted.
    virtual bool processIo() = 0;
    /// The local descriptor to poll; -1: none. localPollEvents() are the events to wait for.
    virtual int localFd() const
    {
        return -1;
    }
    virtual short localPollEvents() const
    {
        return 0;
    }
    virtual void handleLocalEvents(short)
    {
    }
    /// Bytes that wait at this end to be sent through the channel.
    virtual Bytes bytesWaitingToBeSent() const
    {
        return {};
    }
    /// True: bytes wait and cannot be sent, because the remote end's window for this channel is exhausted.
    virtual bool isWindowExhausted() const
    {
        return false;
    }
    /// True: the local end does not read received data, so the window in the other direction stays closed.
    virtual bool isLocalEndBlocked() const
    {
        return hasBufferedData();
    }
    Bytes sendWindowBytes() const; ///< bytes that the remote end still accepts on this channel
    Bytes takeReceivedByteCount(); ///< bytes received since the last call

    /// The channel is not needed any more: ends it without reporting anything.
    virtual void abandon() = 0;
    /// The link is ending: reports the end of this channel.
    virtual void handleLinkEnd() = 0;

protected:
    ssh_channel handle() const
    {
        return m_sshChannel;
    }
    SshSession &session() const
    {
        return m_session;
    }
    bool hasEof() const
    {
        return m_hasEof || m_isChannelClosed;
    }
    bool isClosed() const
    {
        return m_isChannelClosed;
    }
    /// The remote end's reason for refusing to open the channel, display-safe.
    QString refusalReason() const
    {
        return m_openRefusal;
    }
    bool hasServerFailedToReachTarget() const ///< after a refusal: the server tried to connect to the target and could not
    {
        return m_hasServerFailedToReachTarget;
    }
    /// True: bytes wait in libssh's buffers, and processIo() has to read them with ssh_channel_read_nonblocking.
    bool hasBufferedData() const
    {
        return m_hasBufferedData;
    }
    void setHasBufferedData(bool buffered)
    {
        m_hasBufferedData = buffered;
    }
    /// libssh calls this when the host has opened the channel. For several channels, the calls come in the order of the host's answers.
    virtual void handleOpened()
    {
    }
    /// libssh calls this with received bytes. Returns how many of them can be taken now; the rest stays in libssh and
    /// keeps the window closed.
    virtual int handleData(const char *bytes, int count, bool isError) = 0;
    virtual void handleExit(std::optional<int>, const QString &)
    {
    }

private:
    static int onData(ssh_session, ssh_channel, void *data, uint32_t length, int isError, void *self);
    static void onOpenResponse(ssh_session session, ssh_channel, bool success, void *self);

    SshSession &m_session;
    ssh_channel m_sshChannel;
    ssh_channel_callbacks_struct m_channelCallbacks{};
    QString m_openRefusal;
    bool m_hasServerFailedToReachTarget = false;
    bool m_hasEof = false;
    bool m_isChannelClosed = false;
    bool m_hasBufferedData = false;
    Bytes m_receivedBytes;
};
}
