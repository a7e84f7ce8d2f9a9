// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
/// What the host's key looks like.
struct HostKey {
    QByteArray type; ///< "ssh-ed25519", as known_hosts has it
    QByteArray base64;
    QString fingerprint; ///< "SHA256:..."
    QString shortType; ///< "ED25519"
};

/// Owns one libssh session over a descriptor of ours. Non-blocking throughout: whatever takes time is repeated between
/// wait() calls, and those end when the LinkControl is stopped. Link's thread. Owned by LinkWorker.
class SshSession
{
public:
    enum class Wait {
        Ready, ///< something happened or the time is over: look again
        Stopped
    };

    explicit SshSession(LinkControl &control);
    ~SshSession();
    SshSession(const SshSession &) = delete;
    SshSession &operator=(const SshSession &) = delete;

    ssh_session handle() const;
    /// Of its TCP connection since the first byte, the handshake and the login too.
    const ssh_counter_struct &wire() const;
    /// Before compression and encryption.
    const ssh_counter_struct &payload() const;
    int fd() const;
    /// Must be called before anything else; @p fd is connected and non-blocking.
    void setDescriptor(UniqueFd fd);

    /// Handshake up to and with the key exchange. The error is empty when stopped. @p added: what the profile adds to the
    /// algorithms, for the words when there is none in common.
    std::expected<void, std::optional<Failure>> connect(const QString &where, const QStringList &added, std::chrono::seconds limit);

    /// Repeats a libssh call while it answers SSH_AGAIN (which SSH_AUTH_AGAIN is to be turned into by the caller).
    /// Empty: stopped, or @p limit passed.
    template<typename Call>
    std::optional<int> repeat(Call &&call, int again, std::chrono::milliseconds limit)
    {
        const auto deadline = std::chrono::steady_clock::now() + limit;
        while (!m_control.isStopped()) {
            const int result = call();
            if (result != again) {
                return result;
            }
            if (std::chrono::steady_clock::now() >= deadline || wait(deadline) == Wait::Stopped) {
                break;
            }
        }
        return std::nullopt;
    }

    /// Waits for the peer, for a command or until @p until, then lets libssh work.
    Wait wait(std::chrono::steady_clock::time_point until);
    /// Lets libssh read and write what it can, without waiting.
    void process();
    short pollEvents() const;
    bool isAlive() const;
    bool hasUnsent() const;

    HostKey hostKey() const;
    QString errorText() const;
    /// Says goodbye and closes; the peer's own last words, display-safe, or empty.
    QString disconnect();

    std::optional<std::chrono::microseconds> tcpRoundTrip() const;
    /// Lets it end when what we sent is not acknowledged by the other end's system for @p silence, or that says nothing when
    /// nothing is sent: the path is gone then, however slow the host itself may be. Zero: never.
    void limitSilence(std::chrono::milliseconds silence);
    /// It ended so, or because the address at this end is gone.
    bool isCutOff() const;
    /// The address at this end of its TCP connection still belongs to this computer (true where it goes over a hop).
    bool hasOwnAddress() const;

private:
    struct Free {
        void operator()(ssh_session session) const;
    };
    struct FreeEvent {
        void operator()(ssh_event event) const;
    };

    void peek();
    void lookForCut(short wakeEvents, short socketEvents);

    LinkControl &m_control;
    UniqueFd m_fd; ///< ours; libssh has a duplicate, which it may close at any time
    ssh_counter_struct m_wire{}; ///< libssh counts in them as long as its session lives
    ssh_counter_struct m_payload{};
    std::unique_ptr<ssh_session_struct, Free> m_session;
    std::unique_ptr<ssh_event_struct, FreeEvent> m_event; ///< from the end of connect() on
    bool m_isCutOff = false;
    QByteArray m_beginning;
    qint64 m_peeked = 0; ///< bytes looked at for it
};
}
