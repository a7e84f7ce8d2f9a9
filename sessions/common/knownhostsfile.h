// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <expected>

namespace Nightdesk
{
/// One line of a known_hosts file (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"). A value: held by LinkSpec once approved.
struct KnownHost {
    enum class Marker {
        None,
        Revoked,
        CertAuthority
    };
    Marker marker = Marker::None;
    QByteArray hosts; ///< as written: a pattern list, or one hashed name ("|1|salt|hash")
    QByteArray keyType; ///< "ssh-ed25519"
    QByteArray key; ///< the public key in base64
    QString file;
    int line = 0; ///< line number in the file, from 1
    /// The line is from a file that a facility provides; files of the user or the system take precedence.
    bool isFromFacility = false;

    /// @p name: "host", or "[host]:port" for a port other than 22; lower case.
    bool matches(const QByteArray &name) const;
    QString place() const; ///< "file:line"
    QString text() const; ///< the whole line without its comment
    QString fingerprint() const; ///< "SHA256:..."; empty: the key is not valid base64
    bool operator==(const KnownHost &) const = default;
};

/// Reads known_hosts files. Lines that are not valid entries (comments, damage) are skipped as in OpenSSH. Only static
/// functions.
class KnownHostsFile
{
public:
    static QList<KnownHost> parse(const QByteArray &contents, const QString &file);
    /// Contents of a file, at most 4 MiB; empty if the file does not exist, may not be read, or is /dev/null. Never
    /// waits for a pipe. The error is translated and names the file.
    static std::expected<QByteArray, QString> read(const QString &file);
    /// The entries of a facility's file. Entries with a wildcard or a negated pattern are refused, because they would vouch for hosts
    /// that the user was never shown. Lines that revoke a key may have patterns. @p refused: refused lines with the translated reason.
    struct FacilityHosts {
        struct RefusedLine {
            int line = 0; ///< number of the refused line; 0: the whole file is refused
            QString why;
        };
        QList<KnownHost> hosts;
        QList<RefusedLine> refused;
    };
    static FacilityHosts readFacilityHosts(const QString &file);
    /// The name of a host and port in known_hosts.
    static QByteArray knownHostsNameFor(const QString &host, quint16 port);
    /// The name of a jump host in known_hosts. @p jump: "[user@]host[:port]".
    static QByteArray knownHostsNameFor(const QString &jump);
    /// The fingerprint "SHA256:..." of a public key in base64, in OpenSSH's format.
    static QString fingerprint(const QByteArray &base64Key);
};

/// What the known_hosts files say about a key that a host shows.
struct HostKeyVerdict {
    enum class Kind {
        Known,
        Unknown, ///< no key of this host is known: ask the user
        /// Another key of the same type is known, and this key is unknown or listed only by a facility: refuse.
        Changed,
        OtherType, ///< known_hosts contains keys of this host, but none of the type that it shows: refuse the key, and explain why
        Revoked ///< refuse, even if the key is also listed as valid
    };
    Kind kind = Kind::Unknown;
    QList<KnownHost> lines; ///< the lines that led to the verdict
    QList<KnownHost> overruledLines; ///< with Changed or OtherType: a facility's lines that contain the key, but are overruled
    bool hasCertificateAuthority = false; ///< a @cert-authority line covers this host, so OpenSSH may accept it by a certificate
};

HostKeyVerdict judgeHostKey(const QList<KnownHost> &known, const QByteArray &name, const QByteArray &keyType, const QByteArray &key);
/// The key types known for the host, in the files' order: to be requested first from the server, so that a known host with
/// several keys does not appear to be changed.
QList<QByteArray> knownKeyTypes(const QList<KnownHost> &known, const QByteArray &name);
}
