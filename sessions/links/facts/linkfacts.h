// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/common/secret.h"
#include "sessions/common/units.h"
#include "sessions/links/facts/tcpfacts.h"
#include "sessions/profiles/profile.h"

#include <QHash>
#include <QList>

#include <chrono>
#include <optional>
#include <variant>

namespace Nightdesk
{
/// Destination of a link and how to reach it: a LinkSpec plus what only the running program knows.
struct LinkTarget {
    LinkSpec spec;
    /// X programs will run over the link. Decides what compression = "auto" means: off where a link carries desktops
    /// only.
    bool carriesPrograms = false;
    bool operator==(const LinkTarget &) const = default;
};

/// Whether an attempt may ask questions, and whether it restores an earlier connection.
struct LinkAttemptOptions {
    bool mayAskUser = true; ///< false: no questions are asked; an attempt that needs a person fails as Refused
    bool isReconnection = false; ///< the link was connected before, so its questions must not interrupt the observers
    bool operator==(const LinkAttemptOptions &) const = default;
};

enum class LinkState {
    Idle,
    Resolving, ///< looking up the host's name
    Connecting, ///< connecting TCP to the host, or to a jump host before it
    CheckingHost, ///< key exchange; may wait for the answer to a hostKeyQuestionAsked
    LoggingIn, ///< may wait for the answer to a secretQuestion
    Live,
    Stalled, ///< connected, but nothing was received for max(3 s, 4 RTT)
    Dead, ///< nothing was received for max(20 s, 10 RTT): not used for anything new; the host may still answer again
    Closed, ///< ended; see Link::lastFailure, which is empty after close()
};

/// Not connected, and not being connected.
constexpr bool isEnded(LinkState state)
{
    return state == LinkState::Idle || state == LinkState::Closed;
}

/// Connected, but the host has not answered for so long that a new connection is to be made.
constexpr bool isSilent(LinkState state)
{
    return state == LinkState::Stalled || state == LinkState::Dead;
}

/// A host's or jump host's key is not in any known_hosts file. (For a changed or revoked key no question is asked: the attempt fails.)
struct HostKeyQuestion {
    quint64 id = 0;
    QString host; ///< "host" or "[host]:port", as in known_hosts
    QString keyType; ///< "ED25519"
    QString fingerprint; ///< "SHA256:..."
    QString randomArt; ///< OpenSSH's random art, several lines; may be empty
    QString note; ///< translated: what else the user should know before answering; empty: nothing
    bool isReconnection = false; ///< the link was connected before: ask in the status bar and do not take the focus
};
enum class HostKeyAnswer {
    Refuse,
    AcceptOnce,
    AcceptAndSave
};

/// The server or a key file needs a secret. Text from the server is display-safe already and must be shown as the server's text.
struct SecretQuestion {
    enum class Kind {
        Password,
        Passphrase,
        KeyboardInteractive
    };
    quint64 id = 0;
    Kind kind = Kind::Password;
    QString account; ///< "user@host"
    QString subject; ///< Passphrase: the key file. KeyboardInteractive: the server's prompt. Password: empty
    bool isAnswerVisible = false; ///< KeyboardInteractive: the typed answer may be shown
    int attempt = 1; ///< number of the attempt, from 1; above 1: the previous answer was wrong
    /// The name under which NightSecrets stores the secret; empty: a one-time code, which is never stored.
    QString nightSecretName;
    bool isReconnection = false; ///< the link was connected before: ask in the status bar and do not take the focus
};

/// What was negotiated with the host. Valid in the states Live and Stalled.
struct LinkFacts {
    QString account; ///< "user@host" after the ssh configuration was read
    quint16 port = 22;
    QString address; ///< the peer's numeric address
    QString serverBanner; ///< "SSH-2.0-OpenSSH_10.0", display-safe
    QString cipher;
    QString hostKeyFingerprint;
    bool sshCompresses = false;
    QStringList notes; ///< translated: for example, effective options of the ssh configuration that libssh does not support
    bool operator==(const LinkFacts &) const = default;
};

/// The part of the path that this computer's TCP connection covers.
enum class TcpMeasuredPathPart {
    WholePath,
    FirstHop ///< TCP covers only the path to the first jump host
};

/// A part of the path: from this computer to one jump host, measured by the ssh connection to that jump host.
struct HopRoundTrip {
    QString host;
    /// Round trip from this computer to the jump host and back; empty: no answer yet.
    std::optional<std::chrono::microseconds> sshRoundTrip;
    bool operator==(const HopRoundTrip &) const = default;
};

/// Data that waits inside an ssh connection, at this end.
struct LinkQueues {
    Bytes waitingBytes; ///< bytes to send that wait in local sockets, not yet read by the ssh connection
    /// Total time since the connection began in which data waited because the window of its channel was exhausted.
    std::chrono::microseconds channelWindowExhaustedTime{};
    /// Total time since the connection began in which a local program did not read the data received for it.
    std::chrono::microseconds programNotReadingTime{};
    Bytes largestSendWindow; ///< the largest window that the remote end granted a channel; 0: none yet
    Bytes busiestChannelReceivedBytes; ///< the most bytes that any single channel received since the last sample
    bool operator==(const LinkQueues &) const = default;
};

/// Measurements of a link, taken once a second.
struct LinkSample {
    std::chrono::steady_clock::time_point takenAt;
    /// Round trip, including the time in queues; empty: no answer yet to the latest probe.
    std::optional<std::chrono::microseconds> sshRoundTrip;
    std::optional<std::chrono::microseconds> tcpRoundTrip; ///< TCP_INFO: for the part of the path in tcpMeasuredPathPart
    /// TCP_INFO: the kernel's minimum of the last minutes, for the part of the path in tcpMeasuredPathPart.
    std::optional<std::chrono::microseconds> tcpMinimumRoundTrip;
    TcpMeasuredPathPart tcpMeasuredPathPart = TcpMeasuredPathPart::WholePath;
    QList<HopRoundTrip> hopRoundTrips; ///< jump hosts on the path, nearest first; empty: the host is connected directly
    std::optional<std::chrono::microseconds> tcpRoundTripVariation;
    std::optional<quint32> retransmits; ///< TCP segments that this end sent again since the connection began
    Bytes totalWireBytesReceived; ///< bytes received on the wire since the connection began
    Bytes totalWireBytesSent; ///< bytes sent on the wire since the connection began
    Bytes totalPayloadBytesReceived; ///< bytes received since the connection began, counted after decompression
    Bytes totalPayloadBytesSent; ///< bytes sent since the connection began, counted before compression
    int openChannelCount = 0; ///< ssh channels that are open now
    int sessionChannelCount = 0; ///< number of open session channels, which the server limits (MaxSessions)
    std::optional<TcpFacts> tcp; ///< TCP_INFO: for the part of the path in tcpMeasuredPathPart
    LinkQueues queues;
    std::chrono::microseconds connectionThreadCpuTime{}; ///< CPU time that the connection's thread (encryption, compression) has used so far

    /// TCP's round trip over the whole path. Unknown behind a jump host: there TCP measures only the first part of the path.
    std::optional<std::chrono::microseconds> pathRoundTrip() const
    {
        return tcpMeasuredPathPart == TcpMeasuredPathPart::WholePath ? tcpRoundTrip : std::nullopt;
    }
    bool operator==(const LinkSample &) const = default;
};

/// Measurements at one answer of the host to a probe, several times a second. LinkSample has a summary once a second.
struct PingAnswer {
    std::chrono::steady_clock::time_point answeredAt;
    std::chrono::microseconds roundTrip{}; ///< round trip, including the time in queues
    Bytes totalWireBytesReceived; ///< bytes received on the wire since the connection began
    /// True: this is the first value of a new connection, from the TCP handshake. It is smaller than a round trip of ssh, which costs the host more
    /// time.
    bool isHandshakeRoundTrip = false;
    bool operator==(const PingAnswer &) const = default;
};

/// The remote end of a stream; the address is resolved on the remote host.
struct TcpStreamTarget {
    QString host = QStringLiteral("127.0.0.1");
    quint16 port = 0;
    bool operator==(const TcpStreamTarget &) const = default;
};
struct UnixStreamTarget {
    QString path;
    bool operator==(const UnixStreamTarget &) const = default;
};
using StreamTarget = std::variant<TcpStreamTarget, UnixStreamTarget>;

/// X11 forwarding for one program: sshd gets @ref fakeCookie; X channels are reported by Link::x11ChannelOpened.
struct X11Request {
    QByteArray fakeCookie; ///< 16 random bytes, used for this program only
    int screen = 0;
};

/// A program to run on the remote host. The login shell of the account reads @ref commandLine: quote it (remoteCommandLine()).
struct ProgramSpec {
    QByteArray commandLine;
    std::optional<X11Request> x11;
    /// True: no additional connection is made for this program if the server refuses to open one more session.
    bool mustUseExistingConnection = false;
};

enum class OutputKind {
    StandardOutput,
    StandardError
};

/// How a remote program ended.
struct ProgramExit {
    std::optional<int> code; ///< exit code; empty: the program was ended by @ref signal, or the connection was lost (then the signal is empty, too)
    QString signal; ///< signal that ended the program, for example "TERM"
    bool operator==(const ProgramExit &) const = default;
};
}
