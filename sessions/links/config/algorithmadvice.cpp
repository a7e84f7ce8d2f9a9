// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/algorithmadvice.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Longer lists of algorithms are cut at this number of characters, so that the message remains readable.
constexpr qsizetype listLength = 200;

QString joinedForDisplay(const QStringList &names)
{
    return names.isEmpty() ? i18nc("@info no algorithm at all", "none") : displayText(names.join(u", "_s), listLength);
}

QString unmatchedKindText(AlgorithmKind kind, const QString &serverAlgorithms, const QString &clientAlgorithms)
{
    switch (kind) {
    case AlgorithmKind::KeyExchange:
        return i18nc("@info %1, %2: lists of technical names", "Key exchange: the host offers %1; Nightdesk offers %2.", serverAlgorithms, clientAlgorithms);
    case AlgorithmKind::HostKey:
        return i18nc("@info %1, %2: lists of technical names", "Host key: the host offers %1; Nightdesk offers %2.", serverAlgorithms, clientAlgorithms);
    case AlgorithmKind::Cipher:
        return i18nc("@info %1, %2: lists of technical names", "Cipher: the host offers %1; Nightdesk offers %2.", serverAlgorithms, clientAlgorithms);
    case AlgorithmKind::Mac:
        return i18nc("@info %1, %2: lists of technical names",
                     "Message authentication: the host offers %1; Nightdesk offers %2.",
                     serverAlgorithms,
                     clientAlgorithms);
    }
    return {};
}
}

AlgorithmAdvice::AlgorithmAdvice(const KexLists &lists, const QStringList &added)
    : m_kexLists(lists)
    , m_unmatchedAlgorithmKinds(lists.unmatchedAlgorithmKinds())
    , m_algorithmsToAdd(added)
{
    for (const AlgorithmKind kind : m_unmatchedAlgorithmKinds) {
        const QStringList serverAlgorithms = m_kexLists.serverAlgorithms(kind);
        // Usual algorithms are included: the user's own ssh configuration may have removed them.
        const QStringList clientAlgorithms = sshAlgorithmNames(kind, SshAlgorithm::Use::Usual) + sshAlgorithmNames(kind, SshAlgorithm::Use::OnRequest);
        const auto best = std::ranges::find_if(clientAlgorithms, [&serverAlgorithms](const QString &name) {
            return serverAlgorithms.contains(name);
        });
        if (best == clientAlgorithms.cend()) {
            m_isAnyKindUnsupported = true;
            m_unsupportedAlgorithms << serverAlgorithms;
        } else {
            m_algorithmsToAdd << *best;
        }
    }
    m_algorithmsToAdd.removeDuplicates();
}

QStringList AlgorithmAdvice::algorithmsToAdd() const
{
    return m_isAnyKindUnsupported ? QStringList() : m_algorithmsToAdd;
}

Failure AlgorithmAdvice::failure(const QString &where) const
{
    QStringList sentences{i18nc("@info what the sentences behind it explain", "This workstation and the host have no encryption method in common.")};
    for (const AlgorithmKind kind : m_unmatchedAlgorithmKinds) {
        sentences << unmatchedKindText(kind, joinedForDisplay(m_kexLists.serverAlgorithms(kind)), joinedForDisplay(m_kexLists.clientAlgorithms(kind)));
    }
    QString advice;
    if (m_isAnyKindUnsupported && m_unsupportedAlgorithms.isEmpty()) {
        advice = i18nc("@info", "Nobody can log in to the host. Ask the host’s administrator to correct the configuration of the ssh server.");
    } else if (m_isAnyKindUnsupported) {
        advice = i18nc("@info %1: a list of technical names",
                       "Nightdesk’s ssh library supports none of %1. Ask the host’s administrator to update the ssh server, or connect "
                       "through a newer host (“jump”).",
                       joinedForDisplay(m_unsupportedAlgorithms));
    } else {
        advice =
            i18nc("@info %1: a line of a profile",
                  "The host’s ssh server is too old. Ask the host’s administrator to update the ssh server. Workaround, less secure and not for jump hosts: "
                  "add this line to the connection in the profile: %1",
                  u"algorithms.add = [\"%1\"]"_s.arg(m_algorithmsToAdd.join(u"\", \""_s)));
    }
    return {FailureKind::Refused, sentences.join(u' '), where, advice};
}
}
