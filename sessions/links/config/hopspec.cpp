// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/hopspec.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
LinkSpec hopSpec(const LinkSpec &inner, const QStringList &hops)
{
    LinkSpec spec;
    spec.id = inner.id;
    spec.privateKeyFiles = inner.privateKeyFiles;
    spec.knownHostsPath = inner.knownHostsPath;
    spec.hostKeys = inner.hostKeys;
    if (spec.hostKeys) {
        // Keep only keys of the hops: links to different hosts behind these hops share a hop.
        spec.hostKeys->removeIf([&hops](const KnownHost &host) {
            return std::ranges::none_of(hops, [&host](const QString &hop) {
                return host.matches(KnownHostsFile::knownHostsNameFor(hop));
            });
        });
    }
    spec.contact = inner.contact;
    spec.compression = Compression::Off;
    spec.place = inner.place;
    spec.jumpHosts = hops.first(qMax<qsizetype>(hops.size() - 1, 0));

    QString text = hops.isEmpty() ? QString() : hops.last().trimmed();
    if (text.startsWith("ssh://"_L1)) {
        text = text.mid(6);
    }
    if (const qsizetype at = text.lastIndexOf(u'@'); at >= 0) {
        spec.user = text.first(at);
        text = text.sliced(at + 1);
    }
    const qsizetype bracket = text.indexOf(u']');
    const qsizetype colon = text.lastIndexOf(u':');
    // Two colons without brackets: an IPv6 address without a port.
    if (colon > bracket && (bracket >= 0 || text.count(u':') == 1)) {
        bool isNumber = false;
        const quint16 port = text.sliced(colon + 1).toUShort(&isNumber);
        if (isNumber && port != 0) {
            spec.port = port;
        }
        text = text.first(colon);
    }
    if (text.startsWith(u'[') && text.endsWith(u']')) {
        text = text.sliced(1, text.size() - 2);
    }
    spec.host = text;
    return spec;
}
}
