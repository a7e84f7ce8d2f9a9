// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace Nightdesk
{
/// Which of an agent's keys libssh gets to see. sshd counts every key that it is shown and hangs up after a few.
struct AgentRequest {
    QByteArrayList first; ///< keys to be shown before all others, in this order
    QByteArray only; ///< this key alone; empty: all
};

/// The messages between libssh and an ssh agent (draft-miller-ssh-agent): puts them together, orders and leaves out keys of the
/// agent's list, and knows what is waited for. Pure: bytes in, bytes out. Owned by AgentBridge.
class AgentDialogue
{
public:
    explicit AgentDialogue(const AgentRequest &request = {});

    /// Whole messages of what came, to be passed on. Empty: there is none yet.
    QByteArray fromLibrary(QByteArrayView bytes);
    QByteArray fromAgent(QByteArrayView bytes);
    /// One of them sent what cannot be a message: nothing more is passed on.
    bool isBroken() const;
    /// The last request was for a signature: a person or a token may be needed.
    bool isSigning() const;
    /// The key that the last signature was asked for, as the protocol has it.
    QByteArray signingKey() const;

private:
    QByteArray takeMessage(QByteArray &waiting);
    QByteArray chosen(const QByteArray &answer) const;

    const AgentRequest m_request;
    QByteArray m_fromLibrary;
    QByteArray m_fromAgent;
    QByteArray m_signingKey;
    bool m_signs = false;
    bool m_isBroken = false;
};
}
