// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/calldeleter.h"
#include "sessions/base/uniquefd.h"
#include "sessions/common/facts.h"
#include "sessions/links/facts/linkcontrol.h"

#include <QByteArray>
#include <QString>

#include <libssh/libssh.h>

#include <chrono>
#include <expected>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// A host's public key and its printed forms.
struct HostKey {
    QByteArray type; ///< "ssh-ed25519", as in known_hosts
    QByteArray base64;
    QString fingerprint; ///< "SHA256:..."
    QString shortType; ///< "ED25519"
};

/// Owns one libssh session on a descriptor that the session owns. Always non-blocking: calls that take time are repeated between wait() calls, which
/// end when LinkControl is stopped. Link's thread. Owned by LinkWorker.
class SshSession
{
public:
    enum class WaitResult {
        Ready, ///< data or a command arrived, or the time has passed: the caller repeats its libssh call
        Stopped
    };

    explicit SshSession(LinkControl &control);
    ~SshSession();
    Q_DISABLE_COPY_MOVE(SshSession)

    ssh_session handle() const;
    /// Bytes of the TCP connection since the first one, including the handshake and the login.
    const ssh_counter_struct &wireCounters() const;
    /// Bytes before compression and encryption.
    const ssh_counter_struct &payloadCounters() const;
    int fd() const;
    /// Call first; @p fd is connected and non-blocking.
    void setDescriptor(UniqueFd fd);

    /// Performs the ssh handshake including the key exchange. The error is empty if the link was stopped. @p added: algorithms that the profile adds;
    /// the message names them if both sides have no algorithm in common.
    std::expected<void, std::optional<Failure>> performHandshake(const QString &where, const QStringList &added, std::chrono::seconds limit);

    /// Repeats a libssh call while it returns @p again (SSH_AGAIN or SSH_AUTH_AGAIN). Empty: stopped, or @p limit passed.
    template<typename Call>
    std::optional<int> retryCall(Call &&call, int again, std::chrono::milliseconds limit)
    {
        const auto deadline = std::chrono::steady_clock::now() + limit;
        while (!m_linkControl.isStopped()) {
            const int result = call();
            if (result != again) {
                return result;
            }
            if (std::chrono::steady_clock::now() >= deadline || wait(deadline) == WaitResult::Stopped) {
                break;
            }
        }
        return std::nullopt;
    }

    /// Waits for data from the peer, for a command or until @p until, then calls processSocketEvents().
    WaitResult wait(std::chrono::steady_clock::time_point until);
    /// Allows libssh to read and write what it can, without waiting.
    void processSocketEvents();
    short pollEvents() const;
    bool isAlive() const;
    bool hasUnsentData() const;

    HostKey hostKey() const;
    /// The name that the host's program gives itself, "SSH-2.0-OpenSSH_10.0", as sent.
    QByteArray serverBanner() const;
    QString errorText() const;
    /// Sends a disconnect message and closes; returns the peer's last text, display-safe, or empty.
    QString disconnectAndReadReason();

    std::optional<std::chrono::microseconds> tcpRoundTrip() const;
    /// True: TCP sends only full segments, for at most 200 ms, until this is set to false (TCP_CORK).
    void setHoldsPartialSegments(bool holds);
    /// Ends the connection if the remote system does not acknowledge data within @p silence, or does not answer TCP keep-alives when no data is sent:
    /// the path is interrupted then, however slow the host itself may be. Zero: never.
    void setTcpTimeout(std::chrono::milliseconds silence);
    /// The connection ended by setTcpTimeout(), or because the local address was removed.
    bool wasPathInterrupted() const;
    /// The local address of the TCP connection still belongs to this computer (always true if the session runs over a hop).
    bool isLocalAddressPresent() const;

private:
    void peekFirstBytes();
    void detectPathInterruption(short wakeEvents, short socketEvents);

    LinkControl &m_linkControl;
    UniqueFd m_socketFd; ///< owned by this class; libssh has a duplicate, which it may close at any time
    ssh_counter_struct m_wireCounters{}; ///< libssh updates both counters as long as the session exists
    ssh_counter_struct m_payloadCounters{};
    std::unique_ptr<ssh_session_struct, CallDeleter<ssh_free>> m_sshHandle;
    std::unique_ptr<ssh_event_struct, CallDeleter<ssh_event_free>> m_eventContext; ///< set at the end of performHandshake()
    bool m_wasPathInterrupted = false;
    QByteArray m_firstBytes;
    qint64 m_peekedBytes = 0; ///< number of bytes that peekFirstBytes() has seen, also after m_firstBytes is full
};
}
