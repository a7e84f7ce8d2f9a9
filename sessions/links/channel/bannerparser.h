// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// Examines the first bytes that a server sends, before its "SSH-" line. libssh skips this text, but an sshd that
/// refuses a connection says why in it ("Not allowed at this time", "Exceeded MaxStartups"). Pure and stateless; SshSession
/// calls it on the link's thread.
class BannerParser
{
public:
    /// @p beginning: everything the server has sent so far, from its first byte (at most the first 1024 bytes are examined).
    static bool hasSshVersionLine(QByteArrayView beginning);
    /// The text before any "SSH-" line, display-safe; empty if there is none.
    static QString refusal(QByteArrayView beginning);
    /// Whether the text is what OpenSSH sends because of its PerSourcePenalties. If so, the caller must wait and retry rarely.
    static bool isPenaltyMessage(QByteArrayView beginning);
};
}
