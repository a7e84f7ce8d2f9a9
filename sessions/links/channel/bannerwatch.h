// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// Looks at the first bytes that a server sends, which libssh skips until "SSH-": an sshd that will not talk says why there
/// and hangs up ("Not allowed at this time", "Exceeded MaxStartups"). Pure: bytes in. No state: functions alone; SshSession calls them on
/// the link's thread.
class BannerWatch
{
public:
    /// @p beginning: everything the server has sent so far, from its first byte (at most the first 1024 are looked at).
    static bool isSsh(QByteArrayView beginning);
    /// The text before any "SSH-" line, display-safe; empty if there is none.
    static QString refusal(QByteArrayView beginning);
    /// OpenSSH's PerSourcePenalties: wait, and do not try often.
    static bool isPenalty(QByteArrayView beginning);
};
}
