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
    QByteArray key; ///< base64
    QString file;
    int line = 0; ///< from 1
    bool isFacilitys = false; ///< from a file that a facility provides: it never outvotes a file of the user or the system

    /// @p name: "host" or "[host]:port" with a port that is not 22, lower case.
    bool matches(const QByteArray &name) const;
    QString place() const; ///< "file:line"
    QString text() const; ///< the line without its comment
    QString fingerprint() const; ///< "SHA256:...", empty when the key is no base64
    bool operator==(const KnownHost &) const = default;
};

/// Reads known_hosts files. Lines that are no entries (comments, damage) are passed over as OpenSSH does. No state: functions alone.
class KnownHostsFile
{
public:
    static QList<KnownHost> parse(const QByteArray &contents, const QString &file);
    /// What a file has, at most 4 MiB; no lines where there is none, where it may not be read, or where it is /dev/null. Never
    /// waits for a pipe. The error is translated and names the file.
    static std::expected<QByteArray, QString> read(const QString &file);
    /// A facility's lines. Those with a wildcard or a negated pattern are not among them: they would vouch for hosts that
    /// nobody was shown. What revokes a key may have them. @p refused: where, and why; translated.
    struct Facilitys {
        struct Refused {
            int line = 0; ///< 0: the whole file
            QString why;
        };
        QList<KnownHost> hosts;
        QList<Refused> refused;
    };
    static Facilitys readFacilitys(const QString &file);
    /// The name that known_hosts has for a host and port.
    static QByteArray nameFor(const QString &host, quint16 port);
    /// The same for a jump host, "[user@]host[:port]".
    static QByteArray nameFor(const QString &jump);
    /// "SHA256:..." of a public key in base64, as OpenSSH writes it.
    static QString fingerprint(const QByteArray &base64Key);
};

/// What the known_hosts files say about a key that a host shows.
struct HostKeyVerdict {
    enum class Kind {
        Known,
        Unknown, ///< ask
        Changed, ///< another key of the same type is known, or a facility alone has this one: refuse
        OtherType, ///< only keys of other types are known: refuse, with an explanation
        Revoked ///< refuse, even where the key is listed as good too
    };
    Kind kind = Kind::Unknown;
    QList<KnownHost> lines; ///< the lines behind the verdict
    QList<KnownHost> outvoted; ///< Changed, OtherType: a facility's lines that have the key all the same
    bool hasAuthority = false; ///< a @cert-authority line covers this host: OpenSSH may know it by a certificate
};

HostKeyVerdict judgeHostKey(const QList<KnownHost> &known, const QByteArray &name, const QByteArray &keyType, const QByteArray &key);
/// The key types known for the host, in the files' order: what to ask the server for first, so that a known host is not
/// taken for a changed one because it has several keys.
QList<QByteArray> knownKeyTypes(const QList<KnownHost> &known, const QByteArray &name);
}
