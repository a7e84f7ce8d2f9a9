// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopclipboard.h"

#include <algorithm>
#include <array>
#include <utility>

namespace Nightdesk
{
DesktopClipboard::DesktopClipboard(ClipboardPolicy profilePolicy)
    : m_profilePolicy(profilePolicy)
{
}

bool DesktopClipboard::allPoliciesAllow(ClipboardPolicy direction) const
{
    return std::ranges::all_of(std::array{m_profilePolicy, m_userPolicy, m_consolePolicy}, [direction](ClipboardPolicy policy) {
        return policy == ClipboardPolicy::Both || policy == direction;
    });
}

bool DesktopClipboard::allowsToServer() const
{
    return allPoliciesAllow(ClipboardPolicy::ToSummit);
}

bool DesktopClipboard::allowsFromServer() const
{
    return allPoliciesAllow(ClipboardPolicy::FromSummit);
}

ClipboardPolicy DesktopClipboard::userPolicy() const
{
    return m_userPolicy;
}

bool DesktopClipboard::changePolicy(ClipboardPolicy &policy, bool isToServerAllowed, bool isFromServerAllowed)
{
    const bool before[] = {allowsToServer(), allowsFromServer()};
    policy = isToServerAllowed ? (isFromServerAllowed ? ClipboardPolicy::Both : ClipboardPolicy::ToSummit)
                               : (isFromServerAllowed ? ClipboardPolicy::FromSummit : ClipboardPolicy::Off);
    return before[0] != allowsToServer() || before[1] != allowsFromServer();
}

bool DesktopClipboard::setUserPolicy(bool allowsToServer, bool allowsFromServer)
{
    return changePolicy(m_userPolicy, allowsToServer, allowsFromServer);
}

bool DesktopClipboard::setConsolePolicy(bool allowsToServer, bool allowsFromServer)
{
    return changePolicy(m_consolePolicy, allowsToServer, allowsFromServer);
}

std::vector<RfbWire::ClipboardChunk> DesktopClipboard::splitIntoChunks(const QByteArray &utf8)
{
    std::vector<RfbWire::ClipboardChunk> chunks;
    RfbWire::ClipboardChunk chunk;
    chunk.transferNumber = ++m_lastTransferId;
    do {
        qsizetype size = std::min<qsizetype>(utf8.size() - static_cast<qsizetype>(chunk.offset), RfbWire::maxChunk);
        // Do not cut inside a UTF-8 character.
        while (chunk.offset + size < utf8.size() && (utf8.at(chunk.offset + size) & 0xc0) == 0x80) {
            --size;
        }
        chunk.text.assign(utf8.constData() + chunk.offset, static_cast<std::size_t>(size));
        chunk.last = chunk.offset + size == utf8.size();
        chunks.push_back(chunk);
        chunk.offset += static_cast<quint32>(size);
    } while (!chunk.last);
    return chunks;
}

void DesktopClipboard::noteTextSent(bool isEmpty, BootClock::time_point at)
{
    m_clearSentAt = isEmpty ? std::optional(at) : std::nullopt;
    m_isClearLost = false;
}

void DesktopClipboard::noteInputReceived(BootClock::time_point upTo)
{
    if (m_clearSentAt && *m_clearSentAt < upTo && !m_isClearLost) {
        m_clearSentAt.reset();
    }
}

void DesktopClipboard::noteInputLost()
{
    m_isClearLost = m_clearSentAt.has_value();
}

void DesktopClipboard::noteTextCopiedThere()
{
    m_clearSentAt.reset();
    m_isClearLost = false;
}

bool DesktopClipboard::takeLostClear()
{
    return std::exchange(m_isClearLost, false);
}
}
