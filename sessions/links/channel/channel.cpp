// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/channel.h"

#include "sessions/common/displaytext.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
Channel::Channel(SshSession &session)
    : m_session(session)
    , m_sshChannel(ssh_channel_new(session.handle()))
{
    m_channelCallbacks.userdata = this;
    m_channelCallbacks.channel_data_function = onData;
    m_channelCallbacks.channel_eof_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<Channel *>(self)->m_hasEof = true;
    };
    m_channelCallbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<Channel *>(self)->m_isChannelClosed = true;
    };
    m_channelCallbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status, void *self) {
        static_cast<Channel *>(self)->handleExit(status, {});
    };
    m_channelCallbacks.channel_exit_signal_function = [](ssh_session, ssh_channel, const char *signal, int, const char *, const char *, void *self) {
        static_cast<Channel *>(self)->handleExit(std::nullopt, displayText(QByteArrayView(signal ? signal : ""), 20));
    };
    m_channelCallbacks.channel_open_response_function = onOpenResponse;
    ssh_callbacks_init(&m_channelCallbacks);
    ssh_set_channel_callbacks(m_sshChannel, &m_channelCallbacks);
}

Channel::~Channel()
{
    // ssh_channel_free() reads data that has arrived meanwhile, and the derived class that would take this data is destroyed already: a call of a
    // pure virtual function was observed.
    ssh_remove_channel_callbacks(m_sshChannel, &m_channelCallbacks);
    ssh_channel_free(m_sshChannel); // sends end-of-file and close
}

Bytes Channel::sendWindowBytes() const
{
    return {static_cast<std::int64_t>(ssh_channel_window_size(m_sshChannel))};
}

Bytes Channel::takeReceivedByteCount()
{
    return std::exchange(m_receivedBytes, {});
}

int Channel::onData(ssh_session, ssh_channel, void *data, uint32_t length, int isError, void *self)
{
    auto *channel = static_cast<Channel *>(self);
    channel->m_receivedBytes.count += static_cast<std::int64_t>(length);
    const int taken = channel->handleData(static_cast<const char *>(data), static_cast<int>(length), isError != 0);
    if (taken < static_cast<int>(length)) {
        channel->m_hasBufferedData = true;
    }
    return taken;
}

void Channel::onOpenResponse(ssh_session session, ssh_channel, bool success, void *self)
{
    auto *channel = static_cast<Channel *>(self);
    if (success) {
        channel->handleOpened();
        return;
    }
    // "Channel opening failure: channel 43 error (2) Connection refused": the server's text is at the end. It is read here since another channel's
    // error may have replaced it when the open call returns.
    const QString text = QString::fromUtf8(ssh_get_error(session));
    const qsizetype words = text.indexOf(") "_L1);
    channel->m_hasServerFailedToReachTarget = text.contains("error (2)"_L1); // SSH_OPEN_CONNECT_FAILED; 1 is "administratively prohibited"
    channel->m_openRefusal = displayText(QStringView(text).sliced(words < 0 ? 0 : words + 2));
}
}
