// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace Nightdesk
{
/// Which of an agent's keys libssh may see. sshd counts every key that is offered and closes the connection after a
/// few.
struct AgentKeySelection {
    QByteArrayList preferredKeys; ///< keys to offer before all others, in this order
    QByteArray onlyKey; ///< offer this key only; empty: all keys
};

/// The messages between libssh and an ssh agent (draft-miller-ssh-agent): assembles them, orders and filters the keys of the agent's list, and tracks
/// which answer is expected. Pure: bytes in, bytes out. Owned by AgentBridge.
class AgentDialogue
{
public:
    explicit AgentDialogue(const AgentKeySelection &keySelection = {});

    /// Takes bytes received from libssh or from the agent. Returns the messages that are complete, to be passed on to
    /// the other side; empty: none is complete yet.
    QByteArray addLibsshBytes(QByteArrayView bytes);
    QByteArray addAgentBytes(QByteArrayView bytes);
    /// One side sent invalid data: nothing more is passed on.
    bool hasProtocolError() const;
    /// The last request asked the agent for a signature, which may need a person or a token.
    bool isSigning() const;
    /// The key of the last signature request, as encoded in the agent protocol.
    QByteArray lastSigningKey() const;

private:
    QByteArray takeMessage(QByteArray &waiting);
    QByteArray filteredKeyList(const QByteArray &answer) const;

    const AgentKeySelection m_keySelection;
    QByteArray m_libsshBuffer;
    QByteArray m_agentBuffer;
    QByteArray m_lastSigningKey;
    bool m_isSigning = false;
    bool m_hasProtocolError = false;
};
}
