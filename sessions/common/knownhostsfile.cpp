// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/knownhostsfile.h"

#include "sessions/base/uniquefd.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/hostpatterns.h"

#include <KLocalizedString>

#include <QCryptographicHash>
#include <QFile>
#include <QMessageAuthenticationCode>
#include <QRegularExpression>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
bool hashMatches(const QByteArray &hashed, const QByteArray &name)
{
    const QList<QByteArray> parts = hashed.split('|'); // four parts: empty, "1", salt, hash
    if (parts.size() != 4 || parts[1] != "1") {
        return false;
    }
    const QByteArray salt = QByteArray::fromBase64(parts[2]);
    return QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1) == QByteArray::fromBase64(parts[3]);
}

QByteArray takeWord(QByteArrayView &line)
{
    while (!line.isEmpty() && (line.front() == ' ' || line.front() == '\t')) {
        line = line.sliced(1);
    }
    qsizetype length = 0;
    while (length < line.size() && line[length] != ' ' && line[length] != '\t') {
        ++length;
    }
    const QByteArray word = line.first(length).toByteArray();
    line = line.sliced(length);
    return word;
}
}

bool KnownHost::matches(const QByteArray &name) const
{
    if (hosts.startsWith('|')) {
        return hashMatches(hosts, name);
    }
    // As Latin-1, each byte is a character.
    return matchesHostPatterns(QString::fromLatin1(hosts.toLower()).split(u','), QString::fromLatin1(name), Qt::CaseSensitive);
}

QString KnownHost::place() const
{
    return file + u':' + QString::number(line);
}

QString KnownHost::text() const
{
    const auto word = marker == Marker::Revoked ? "@revoked "_ba : marker == Marker::CertAuthority ? "@cert-authority "_ba : ""_ba;
    return QString::fromUtf8(word + hosts + ' ' + keyType + ' ' + key);
}

QString KnownHost::fingerprint() const
{
    return KnownHostsFile::fingerprint(key);
}

QString KnownHostsFile::fingerprint(const QByteArray &base64Key)
{
    const QByteArray blob = QByteArray::fromBase64(base64Key);
    if (blob.isEmpty()) {
        return {};
    }
    return u"SHA256:"_s + QString::fromLatin1(QCryptographicHash::hash(blob, QCryptographicHash::Sha256).toBase64(QByteArray::OmitTrailingEquals));
}

QByteArray KnownHostsFile::knownHostsNameFor(const QString &host, quint16 port)
{
    const QByteArray name = host.toLower().toUtf8();
    return port == 22 ? name : '[' + name + "]:" + QByteArray::number(port);
}

QByteArray KnownHostsFile::knownHostsNameFor(const QString &jump)
{
    // Two colons without brackets mean an IPv6 address without a port.
    static const QRegularExpression parts(u"\\A(?:ssh://)?(?:.*@)?(?:\\[([^\\]]+)\\]|([^:]*)|(.*:.*:.*))(?::(\\d+))?\\z"_s);
    const QRegularExpressionMatch match = parts.match(jump.trimmed());
    const quint16 port = match.captured(4).toUShort();
    return knownHostsNameFor(match.captured(1) + match.captured(2) + match.captured(3), port ? port : 22);
}

QList<KnownHost> KnownHostsFile::parse(const QByteArray &contents, const QString &file)
{
    QList<KnownHost> result;
    int number = 0;
    const QList<QByteArray> lines = contents.split('\n');
    for (const QByteArray &raw : lines) {
        ++number;
        const QByteArray trimmed = raw.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#')) {
            continue;
        }
        QByteArrayView line(trimmed);
        KnownHost entry;
        entry.file = file;
        entry.line = number;
        QByteArray word = takeWord(line);
        if (word.startsWith('@')) {
            if (word == "@revoked") {
                entry.marker = KnownHost::Marker::Revoked;
            } else if (word == "@cert-authority") {
                entry.marker = KnownHost::Marker::CertAuthority;
            } else {
                continue;
            }
            word = takeWord(line);
        }
        entry.hosts = word;
        entry.keyType = takeWord(line);
        entry.key = takeWord(line);
        if (!entry.hosts.isEmpty() && !entry.keyType.isEmpty() && !QByteArray::fromBase64(entry.key).isEmpty()) {
            result << entry;
        }
    }
    return result;
}

std::expected<QByteArray, QString> KnownHostsFile::read(const QString &file)
{
    constexpr qsizetype limit = 4 * 1024 * 1024;
    if (file == u"/dev/null") {
        return {}; // set as UserKnownHostsFile in the ssh configuration by users who want no known_hosts file
    }
    // O_NONBLOCK, because opening a pipe would otherwise wait for a writer.
    const UniqueFd fd(::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status{};
    if (!fd.isValid() || ::fstat(fd.get(), &status) != 0) {
        return {};
    }
    if (!S_ISREG(status.st_mode)) {
        return std::unexpected(i18nc("@info %1 is a path", "%1 cannot be read: expected a file, found a directory, a pipe, a device or a socket.", file));
    }
    QByteArray contents;
    char buffer[16384];
    while (contents.size() <= limit) {
        const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
        if (got == 0) {
            return contents;
        }
        if (got > 0) {
            contents.append(buffer, got);
        } else if (errno != EINTR) {
            return std::unexpected(i18nc("@info %1 is a path, %2 the system's words", "%1 cannot be read: %2.", file, qt_error_string(errno)));
        }
    }
    return std::unexpected(i18nc("@info %1 is a path, %2 a number", "%1 cannot be read: the file is larger than %2 MiB.", file, limit / (1024 * 1024)));
}

KnownHostsFile::FacilityHosts KnownHostsFile::readFacilityHosts(const QString &file)
{
    FacilityHosts result;
    const auto contents = read(file);
    if (!contents) {
        result.refused.append({0, contents.error()});
        return result;
    }
    const QList<KnownHost> hosts = parse(*contents, file);
    for (KnownHost host : hosts) {
        const bool isPattern = std::ranges::any_of(host.hosts, [](char c) {
            return c == '*' || c == '?' || c == '!';
        });
        if (isPattern && host.marker != KnownHost::Marker::Revoked) {
            result.refused.append({host.line,
                                   i18nc("@info about a line of known_hosts; %1: host patterns",
                                         "“%1” is ignored: a facility’s file must name each host, without *, ? or !",
                                         displayText(host.hosts))});
        } else {
            host.isFromFacility = true;
            result.hosts.append(host);
        }
    }
    return result;
}

HostKeyVerdict judgeHostKey(const QList<KnownHost> &known, const QByteArray &name, const QByteArray &keyType, const QByteArray &key)
{
    HostKeyVerdict verdict;
    const QByteArray blob = QByteArray::fromBase64(key);
    QList<KnownHost> good;
    QList<KnownHost> sameType;
    QList<KnownHost> otherType;
    QList<KnownHost> revoked;
    QList<KnownHost> facilityHosts; // entries of facilities' files that contain the same key
    for (const KnownHost &entry : known) {
        if (!entry.matches(name)) {
            continue;
        }
        const bool sameKey = QByteArray::fromBase64(entry.key) == blob;
        switch (entry.marker) {
        case KnownHost::Marker::Revoked:
            if (sameKey) {
                revoked << entry;
            }
            break;
        case KnownHost::Marker::CertAuthority:
            verdict.hasCertificateAuthority = true;
            break;
        case KnownHost::Marker::None:
            (sameKey ? (entry.isFromFacility ? facilityHosts : good) : entry.keyType == keyType ? sameType : otherType) << entry;
            break;
        }
    }
    if (!revoked.isEmpty()) {
        verdict.kind = HostKeyVerdict::Kind::Revoked;
        verdict.lines = revoked;
    } else if (!good.isEmpty()) {
        verdict.kind = HostKeyVerdict::Kind::Known;
        verdict.lines = good;
    } else if (!facilityHosts.isEmpty() && !std::ranges::contains(sameType + otherType, false, &KnownHost::isFromFacility)) {
        verdict.kind = HostKeyVerdict::Kind::Known; // only files of facilities contain keys of this host, and one of them contains this key
        verdict.lines = facilityHosts;
    } else if (!sameType.isEmpty()) {
        verdict.kind = HostKeyVerdict::Kind::Changed;
        verdict.lines = sameType;
    } else if (!otherType.isEmpty()) {
        verdict.kind = HostKeyVerdict::Kind::OtherType;
        verdict.lines = otherType;
    }
    if (verdict.kind == HostKeyVerdict::Kind::Changed || verdict.kind == HostKeyVerdict::Kind::OtherType) {
        verdict.overruledLines = facilityHosts;
    }
    return verdict;
}

QList<QByteArray> knownKeyTypes(const QList<KnownHost> &known, const QByteArray &name)
{
    QList<QByteArray> types;
    for (const KnownHost &entry : known) {
        if (entry.marker == KnownHost::Marker::None && !types.contains(entry.keyType) && entry.matches(name)) {
            types << entry.keyType;
        }
    }
    return types;
}
}
