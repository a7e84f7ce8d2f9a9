// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/kexlists.h"

#include "sessions/common/displaytext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr QByteArrayView source("ssh_list_kex: ");
constexpr QByteArrayView keyExchange("kex algos");
constexpr QByteArrayView hostKey("server host key algo");
constexpr QByteArrayView cipherOut("encryption client->server");
constexpr QByteArrayView cipherIn("encryption server->client");
constexpr QByteArrayView macOut("mac algo client->server");
constexpr QByteArrayView macIn("mac algo server->client");
// The length at which libssh truncates log lines: the last name may be incomplete.
constexpr qsizetype cutLength = 1020;

bool needsSeparateMac(const QString &cipher)
{
    return !cipher.contains("gcm"_L1) && !cipher.contains("poly1305"_L1); // these ciphers include authentication
}
}

void KexLists::readLogLine(QByteArrayView line)
{
    if (!line.startsWith(source)) {
        return;
    }
    const QByteArrayView rest = line.sliced(source.size());
    const qsizetype colon = rest.indexOf(": ");
    if (colon < 0) {
        return;
    }
    const QByteArrayView kind = rest.first(colon);
    if (kind == keyExchange) {
        m_currentSide = !m_currentSide ? &m_clientSide : &m_serverSide;
    }
    if (!m_currentSide) {
        return;
    }
    QStringList names = displayText(rest.sliced(colon + 2), cutLength).split(u',', Qt::SkipEmptyParts);
    if (line.size() >= cutLength && !names.isEmpty()) {
        names.removeLast();
    }
    names.removeIf([](const QString &name) {
        // These names are markers, not key exchange methods.
        return name.startsWith("ext-info-"_L1) || name.startsWith("kex-strict-"_L1);
    });
    m_currentSide->insert(kind.toByteArray(), names);
}

bool KexLists::isComplete() const
{
    return m_clientSide.size() >= 6 && m_serverSide.size() >= 6;
}

QStringList KexLists::algorithmsOf(const Side &side, AlgorithmKind kind) const
{
    const auto of = [&side](QByteArrayView name) {
        return side.value(name.toByteArray());
    };
    QStringList result;
    switch (kind) {
    case AlgorithmKind::KeyExchange:
        result = of(keyExchange);
        break;
    case AlgorithmKind::HostKey:
        result = of(hostKey);
        break;
    case AlgorithmKind::Cipher:
        result = of(cipherOut) + of(cipherIn);
        break;
    case AlgorithmKind::Mac:
        result = of(macOut) + of(macIn);
        break;
    }
    result.removeDuplicates();
    return result;
}

QStringList KexLists::clientAlgorithms(AlgorithmKind kind) const
{
    return algorithmsOf(m_clientSide, kind);
}

QStringList KexLists::serverAlgorithms(AlgorithmKind kind) const
{
    return algorithmsOf(m_serverSide, kind);
}

QList<AlgorithmKind> KexLists::unmatchedAlgorithmKinds() const
{
    using enum AlgorithmKind;
    const auto common = [this](QByteArrayView name) {
        const QStringList serverAlgorithms = m_serverSide.value(name.toByteArray());
        return std::ranges::any_of(m_clientSide.value(name.toByteArray()), [&serverAlgorithms](const QString &algorithm) {
            return serverAlgorithms.contains(algorithm);
        });
    };
    const auto needsMac = [this](QByteArrayView name) {
        // The first cipher in this end's list that the host has is used. If there is no common cipher, a cipher that needs a MAC may have to be
        // added.
        const QStringList serverAlgorithms = m_serverSide.value(name.toByteArray());
        for (const QString &cipher : m_clientSide.value(name.toByteArray())) {
            if (serverAlgorithms.contains(cipher)) {
                return needsSeparateMac(cipher);
            }
        }
        return true;
    };
    QList<AlgorithmKind> result;
    if (!common(keyExchange)) {
        result << KeyExchange;
    }
    if (!common(hostKey)) {
        result << HostKey;
    }
    if (!common(cipherOut) || !common(cipherIn)) {
        result << Cipher;
    }
    if ((needsMac(cipherOut) && !common(macOut)) || (needsMac(cipherIn) && !common(macIn))) {
        result << Mac;
    }
    return result;
}
}
