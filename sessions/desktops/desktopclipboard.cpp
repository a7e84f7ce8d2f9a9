// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopclipboard.h"

#include "sessions/rfbwire/clipboardchunks.h"

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
    return RfbWire::clipboardChunks(++m_lastTransferId, std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())));
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
