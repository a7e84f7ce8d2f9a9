// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/outbox.h"

#include "sessions/rfbworker/clientmessages.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
Outbox::Outbox(bool viewOnly)
    : m_viewOnly(viewOnly)
{
}

void Outbox::append(Bytes message)
{
    m_size += message.size();
    m_messages.push_back(std::move(message));
    m_lastIsPointer = false;
    m_wake.wake();
}

void Outbox::push(Bytes message)
{
    if (message.empty()) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    append(std::move(message));
}

void Outbox::openInput(std::uint32_t width, std::uint32_t height)
{
    const std::lock_guard lock(m_mutex);
    m_width = width;
    m_height = height;
}

bool Outbox::takesInput() const
{
    return !m_viewOnly && m_width != 0;
}

void Outbox::setViewOnly(bool viewOnly)
{
    const std::lock_guard lock(m_mutex);
    if (viewOnly && takesInput()) {
        for (const std::uint32_t keysym : m_keysDown) {
            append(ClientMessages::keyEvent(keysym, false));
        }
        if (m_buttons != 0) {
            pushPointer(m_x, m_y, 0);
        }
        m_keysDown.clear();
    }
    m_viewOnly = viewOnly;
}

void Outbox::key(std::uint32_t keysym, bool down)
{
    const std::lock_guard lock(m_mutex);
    if (!takesInput()) {
        return;
    }
    if (down) {
        m_keysDown.insert(keysym);
    } else {
        m_keysDown.erase(keysym);
    }
    append(ClientMessages::keyEvent(keysym, down));
}

void Outbox::pointer(std::uint32_t x, std::uint32_t y, std::uint8_t buttons)
{
    const std::lock_guard lock(m_mutex);
    if (!takesInput()) {
        return;
    }
    pushPointer(std::min(x, m_width - 1), std::min(y, m_height - 1), buttons);
}

void Outbox::pushPointer(std::uint32_t x, std::uint32_t y, std::uint8_t buttons)
{
    Bytes message = ClientMessages::pointerEvent(x, y, buttons);
    if (m_lastIsPointer && !m_messages.empty() && buttons == m_buttons) {
        // Where the pointer was while the line was busy interests nobody; presses and releases are kept.
        m_messages.back() = std::move(message);
    } else {
        append(std::move(message));
        m_lastIsPointer = true;
    }
    m_x = x;
    m_y = y;
    m_buttons = buttons;
}

void Outbox::cutText(std::string_view latin1)
{
    const std::lock_guard lock(m_mutex);
    if (takesInput()) {
        append(ClientMessages::clientCutText(latin1));
    }
}

bool Outbox::isFull() const
{
    const std::lock_guard lock(m_mutex);
    return m_size > capacity;
}

WakeFd &Outbox::wakeFd()
{
    return m_wake;
}

bool Outbox::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_messages.empty();
}

Bytes Outbox::front(std::size_t most)
{
    const std::lock_guard lock(m_mutex);
    m_lastIsPointer = false; // what was handed out must not change any more
    Bytes bytes;
    std::size_t skip = m_sent;
    for (const Bytes &message : m_messages) {
        const std::size_t take = std::min(message.size() - skip, most - bytes.size());
        bytes.insert(bytes.end(), message.begin() + static_cast<std::ptrdiff_t>(skip), message.begin() + static_cast<std::ptrdiff_t>(skip + take));
        skip = 0;
        if (bytes.size() == most) {
            break;
        }
    }
    return bytes;
}

void Outbox::drop(std::size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_size -= bytes;
    m_sent += bytes;
    while (!m_messages.empty() && m_sent >= m_messages.front().size()) {
        m_sent -= m_messages.front().size();
        m_messages.pop_front();
    }
}
}
