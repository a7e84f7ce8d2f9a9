// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopclipboard.h"

#include <algorithm>
#include <array>

namespace Nightdesk
{
DesktopClipboard::DesktopClipboard(ClipboardPolicy ofProfile)
    : m_ofProfile(ofProfile)
{
}

bool DesktopClipboard::mayPass(ClipboardPolicy way) const
{
    return std::ranges::all_of(std::array{m_ofProfile, m_chosen, m_allowed}, [way](ClipboardPolicy policy) {
        return policy == ClipboardPolicy::Both || policy == way;
    });
}

bool DesktopClipboard::toServer() const
{
    return mayPass(ClipboardPolicy::ToSummit);
}

bool DesktopClipboard::fromServer() const
{
    return mayPass(ClipboardPolicy::FromSummit);
}

ClipboardPolicy DesktopClipboard::choice() const
{
    return m_chosen;
}

bool DesktopClipboard::change(ClipboardPolicy &policy, bool to, bool from)
{
    const bool before[] = {toServer(), fromServer()};
    policy = to ? (from ? ClipboardPolicy::Both : ClipboardPolicy::ToSummit) : (from ? ClipboardPolicy::FromSummit : ClipboardPolicy::Off);
    return before[0] != toServer() || before[1] != fromServer();
}

bool DesktopClipboard::choose(bool toServer, bool fromServer)
{
    return change(m_chosen, toServer, fromServer);
}

bool DesktopClipboard::allow(bool toServer, bool fromServer)
{
    return change(m_allowed, toServer, fromServer);
}

std::vector<RfbWire::ClipboardChunk> DesktopClipboard::cut(const QByteArray &utf8)
{
    std::vector<RfbWire::ClipboardChunk> chunks;
    RfbWire::ClipboardChunk chunk;
    chunk.transfer = ++m_transfer;
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
}
