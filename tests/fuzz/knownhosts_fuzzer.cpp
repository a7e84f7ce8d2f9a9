// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines of a known_hosts file. What was read is written and read again, and says the same of every key in it.
#include "sessions/common/knownhostsfile.h"

#include <cstdint>
#include <cstdlib>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const QString file = QStringLiteral("known_hosts");
    QList<KnownHost> hosts = KnownHostsFile::parse(input, file);
    QByteArray written;
    for (const KnownHost &host : hosts) {
        require(host.line > 0 && !host.hosts.isEmpty() && !host.keyType.isEmpty());
        written += host.text().toUtf8() + '\n';
    }
    const QList<KnownHost> again = KnownHostsFile::parse(written, file);
    if (QString::fromUtf8(input).toUtf8() == input) { // text() is a QString
        require(again.size() == hosts.size());
    }
    const QByteArray name = KnownHostsFile::knownHostsNameFor(QStringLiteral("host.example"), 2222);
    for (const KnownHost &host : hosts.first(std::min<qsizetype>(hosts.size(), 16))) {
        host.fingerprint();
        const HostKeyVerdict verdict = judgeHostKey(hosts, name, host.keyType, host.key);
        const bool isRevoked = host.marker == KnownHost::Marker::Revoked && host.matches(name);
        require(!isRevoked || verdict.kind == HostKeyVerdict::Kind::Revoked);
        const bool isKnown = verdict.kind == HostKeyVerdict::Kind::Known;
        require(!isKnown || !verdict.lines.isEmpty());
    }
    // All of it from a facility, beside a line of the user's that says otherwise: it never makes the key a known one.
    for (KnownHost &host : hosts) {
        host.isFromFacility = true;
    }
    const KnownHost users{.marker = KnownHost::Marker::None, .hosts = name, .keyType = "ssh-ed25519", .key = "QUFBQQ==", .file = {}, .line = 1};
    QList<KnownHost> all = hosts;
    all.prepend(users);
    for (const KnownHost &host : hosts.first(std::min<qsizetype>(hosts.size(), 16))) {
        if (host.keyType == users.keyType && QByteArray::fromBase64(host.key) != QByteArray::fromBase64(users.key)) {
            require(judgeHostKey(all, name, host.keyType, host.key).kind != HostKeyVerdict::Kind::Known);
        }
    }
    return 0;
}
