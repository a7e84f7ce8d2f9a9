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
#include <QMetaType>

#include <chrono>
#include <optional>
#include <variant>

namespace Nightdesk
{
/// Where a link goes and how: a LinkSpec plus what only the run knows.
struct LinkTarget {
    LinkSpec spec;
    /// X programs will run over it; decides compression = "auto" (design: off where a link carries desktops only).
    bool carriesPrograms = false;
    bool operator==(const LinkTarget &) const = default;
};

/// On whose behalf a connection is made.
struct AttemptOptions {
    bool mayAsk = true; ///< false: nobody is asked; where a person is needed it fails as Refused
    bool isReturn = false; ///< the link was live before: people are at work
    bool operator==(const AttemptOptions &) const = default;
};

enum class LinkState {
    Idle,
    Resolving, ///< looking up the host's name
    Connecting, ///< TCP, of the host or of a jump host before it
    CheckingHost, ///< key exchange; may wait for a hostKeyQuestion's answer
    LoggingIn, ///< may wait for a secretQuestion's answer
    Live,
    Stalled, ///< live, but nothing came back for max(3 s, 4 RTT)
    Dead, ///< nothing came back for max(20 s, 10 RTT): not to be used for anything new; it may still come back
    Closed, ///< ended; see Link::lastFailure, empty after close()
};

/// One hop's host key is not in any known_hosts file. (A changed or revoked key is never asked about: it fails.)
struct HostKeyQuestion {
    quint64 id = 0;
    QString host; ///< "host" or "[host]:port", as known_hosts has it
    QString keyType; ///< "ED25519"
    QString fingerprint; ///< "SHA256:..."
    QString art; ///< OpenSSH's random art, several lines; may be empty
    QString note; ///< translated: what else there is to know before answering; mostly empty
    bool isReturn = false; ///< the link was live before: people are at work, so ask in its strip and take no focus
};
enum class HostKeyAnswer {
    Refuse,
    AcceptOnce,
    AcceptAndSave
};

/// A secret is wanted. Text from the server is display-safe already and is to be shown as the server's.
struct SecretQuestion {
    enum class Kind {
        Password,
        Passphrase,
        Interactive
    };
    quint64 id = 0;
    Kind kind = Kind::Password;
    QString account; ///< "user@host"
    QString subject; ///< Passphrase: the key file. Interactive: the server's prompt. Password: empty
    bool echo = false; ///< Interactive: what is typed may be shown
    int attempt = 1; ///< from 1; > 1: the answer before was refused
    QString keepAs; ///< NightSecrets' name of it; empty: good for one time only (a code), never kept anywhere
    bool isReturn = false; ///< the link was live before: people are at work, so ask in its strip and take no focus
};

/// What was agreed with the host. Valid while Live or Stalled.
struct LinkFacts {
    QString account; ///< "user@host" after the ssh config was read
    quint16 port = 22;
    QString address; ///< the peer's numeric address
    QString serverBanner; ///< "SSH-2.0-OpenSSH_10.0", display-safe
    QString cipher;
    QString hostKeyFingerprint;
    bool compressed = false;
    QStringList notes; ///< ssh config options in force that libssh does not know, and the like; translated
    bool operator==(const LinkFacts &) const = default;
};

/// The part of the path that this computer's TCP connection covers.
enum class TcpLeg {
    Whole,
    FirstHop ///< only to the first jump host
};

/// A part of the path: from here to one jump host, measured by that host's own connection.
struct LinkLeg {
    QString host;
    std::optional<std::chrono::microseconds> sshRoundTrip; ///< from here to that host and back; empty: no answer yet
    bool operator==(const LinkLeg &) const = default;
};

/// What waits inside an ssh connection, at this end.
struct LinkQueues {
    Bytes waiting; ///< to be sent, in local sockets and not yet taken by ssh
    std::chrono::microseconds channelShut{}; ///< since the start: time in which data waited and the window of its channel was shut
    std::chrono::microseconds heldBack{}; ///< since the start: time in which a local program did not take what had come
    Bytes channelWindow; ///< the largest window that the other end gave a channel; 0: none yet
    Bytes fastestChannel; ///< received by one channel since the sample before: the most of all channels
    bool operator==(const LinkQueues &) const = default;
};

/// One second's look at a link.
struct LinkSample {
    std::chrono::steady_clock::time_point takenAt;
    std::optional<std::chrono::microseconds> sshRoundTrip; ///< path plus queues; empty: no answer yet this time
    std::optional<std::chrono::microseconds> tcpRoundTrip; ///< TCP_INFO: of tcpLeg
    std::optional<std::chrono::microseconds> tcpMinimumRoundTrip; ///< TCP_INFO: the kernel's least of the last minutes, of tcpLeg
    TcpLeg tcpLeg = TcpLeg::Whole;
    QList<LinkLeg> legs; ///< jump hosts on the way, nearest first; empty: the host is reached directly
    std::optional<std::chrono::microseconds> tcpRoundTripVariation;
    std::optional<quint32> retransmits; ///< TCP segments we had to send again, since the start
    Bytes wireIn; ///< on the wire, since the start
    Bytes wireOut;
    Bytes payloadIn; ///< before ssh's compression, since the start
    Bytes payloadOut;
    int channels = 0; ///< open now
    int programs = 0; ///< of them, what counts against the server's MaxSessions
    std::optional<TcpFacts> tcp; ///< TCP_INFO: of tcpLeg
    LinkQueues queues;
    std::chrono::microseconds cpu{}; ///< of the thread that encrypts, decrypts and compresses, since the start

    /// TCP's round trip of the whole path. Behind a jump host it is not known: there TCP measures only the first leg.
    std::optional<std::chrono::microseconds> pathRoundTrip() const
    {
        return tcpLeg == TcpLeg::Whole ? tcpRoundTrip : std::nullopt;
    }
    bool operator==(const LinkSample &) const = default;
};

/// One answer of the host, some times a second: what LinkSample sums up, while it is fresh.
struct LinkPulse {
    std::chrono::steady_clock::time_point at;
    std::chrono::microseconds roundTrip{}; ///< path plus queues
    Bytes wireIn; ///< on the wire, since the start
    /// A new connection's first, from TCP's hand-shake: what a host takes to answer by ssh comes on top.
    bool isPathOnly = false;
    bool operator==(const LinkPulse &) const = default;
};

/// The far end of a stream: from the summit host's own point of view.
struct StreamTcp {
    QString host = QStringLiteral("127.0.0.1");
    quint16 port = 0;
    bool operator==(const StreamTcp &) const = default;
};
struct StreamUnix {
    QString path;
    bool operator==(const StreamUnix &) const = default;
};
using StreamTarget = std::variant<StreamTcp, StreamUnix>;

/// X11 forwarding for one program: sshd is given @ref fakeCookie; X channels come back through Link::x11Opened.
struct X11Request {
    QByteArray fakeCookie; ///< 16 random bytes, of this program alone
    int screen = 0;
};

/// A program to run at the far end. The login shell of the account reads @ref commandLine: quote it (remoteCommandLine()).
struct ProgramSpec {
    QByteArray commandLine;
    std::optional<X11Request> x11;
    bool isOptional = false; ///< not worth a further connection: a server that refuses one more session has refused it
};

enum class OutputKind {
    Standard,
    Error
};

/// How a remote program ended.
struct ProgramExit {
    std::optional<int> code; ///< empty: a signal, or the link died (then neither is set)
    QString signal; ///< "TERM"
    bool operator==(const ProgramExit &) const = default;
};
}

Q_DECLARE_METATYPE(Nightdesk::LinkState)
Q_DECLARE_METATYPE(Nightdesk::HostKeyQuestion)
Q_DECLARE_METATYPE(Nightdesk::SecretQuestion)
Q_DECLARE_METATYPE(Nightdesk::LinkFacts)
Q_DECLARE_METATYPE(Nightdesk::LinkSample)
Q_DECLARE_METATYPE(Nightdesk::LinkPulse)
Q_DECLARE_METATYPE(Nightdesk::ProgramExit)
