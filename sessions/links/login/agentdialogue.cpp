// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/agentdialogue.h"

#include <QtEndian>

#include <algorithm>
#include <optional>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr char identitiesAnswer = 12; // value of SSH_AGENT_IDENTITIES_ANSWER in the agent protocol
constexpr char signRequest = 13; // value of SSH_AGENTC_SIGN_REQUEST in the agent protocol
constexpr qsizetype messageLimit = 256 * 1024; // longest message in bytes; the same limit as in OpenSSH and libssh

QByteArray encodedLength(qsizetype value)
{
    QByteArray result(4, '\0');
    qToBigEndian(static_cast<quint32>(value), result.data());
    return result;
}

/// Returns the string at @p position of an agent message; moves @p position to the string's end. Empty: malformed.
std::optional<QByteArray> readString(const QByteArray &bytes, qsizetype &position)
{
    if (bytes.size() - position < 4) {
        return std::nullopt;
    }
    const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(bytes.constData() + position));
    position += 4;
    if (bytes.size() - position < size) {
        return std::nullopt;
    }
    position += size;
    return bytes.mid(position - size, size);
}
}

AgentDialogue::AgentDialogue(const AgentKeySelection &keySelection)
    : m_keySelection(keySelection)
{
}

QByteArray AgentDialogue::takeMessage(QByteArray &waiting)
{
    if (waiting.size() < 4) {
        return {};
    }
    const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(waiting.constData()));
    if (size == 0 || size > messageLimit) {
        m_hasProtocolError = true;
        return {};
    }
    if (waiting.size() < 4 + size) {
        return {};
    }
    QByteArray message = waiting.mid(4, size);
    waiting.remove(0, 4 + size);
    return message;
}

QByteArray AgentDialogue::addLibsshBytes(QByteArrayView bytes)
{
    m_libsshBuffer.append(bytes);
    QByteArray result;
    for (QByteArray message = takeMessage(m_libsshBuffer); !message.isEmpty(); message = takeMessage(m_libsshBuffer)) {
        m_isSigning = message.front() == signRequest;
        qsizetype position = 1;
        if (m_isSigning) {
            m_lastSigningKey = readString(message, position).value_or(QByteArray());
        }
        result += encodedLength(message.size()) + message;
    }
    return result;
}

QByteArray AgentDialogue::addAgentBytes(QByteArrayView bytes)
{
    m_agentBuffer.append(bytes);
    QByteArray result;
    for (QByteArray message = takeMessage(m_agentBuffer); !message.isEmpty(); message = takeMessage(m_agentBuffer)) {
        if (message.front() == identitiesAnswer) {
            message = filteredKeyList(message);
        }
        result += encodedLength(message.size()) + message;
    }
    return result;
}

QByteArray AgentDialogue::filteredKeyList(const QByteArray &answer) const
{
    QList<std::pair<QByteArray, QByteArray>> keys; // pairs of a key and its comment
    for (qsizetype position = 5; position < answer.size();) {
        const auto key = readString(answer, position);
        const auto comment = key ? readString(answer, position) : std::nullopt;
        if (!comment) {
            return answer; // the agent's list is malformed: passed on unchanged
        }
        if (m_keySelection.onlyKey.isEmpty() || *key == m_keySelection.onlyKey) {
            keys.append({*key, *comment});
        }
    }
    std::ranges::stable_sort(keys, {}, [this](const auto &key) {
        const qsizetype place = m_keySelection.preferredKeys.indexOf(key.first);
        return place < 0 ? m_keySelection.preferredKeys.size() : place;
    });
    QByteArray result = answer.first(1) + encodedLength(keys.size());
    for (const auto &[key, comment] : std::as_const(keys)) {
        result += encodedLength(key.size()) + key + encodedLength(comment.size()) + comment;
    }
    return result;
}

bool AgentDialogue::hasProtocolError() const
{
    return m_hasProtocolError;
}

bool AgentDialogue::isSigning() const
{
    return m_isSigning;
}

QByteArray AgentDialogue::lastSigningKey() const
{
    return m_lastSigningKey;
}
}
