// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/outbox.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
// Memory per entry: a request has 10 bytes, but its entry in the queue and on the heap takes more.
constexpr std::size_t entryCost = 64;
}

Outbox::Outbox(bool viewOnly)
    : m_viewOnly(viewOnly)
{
}

void Outbox::push(Bytes message)
{
    if (message.empty()) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    append(std::move(message));
}

void Outbox::pushEncodings(Bytes message, bool fences)
{
    const std::lock_guard lock(m_mutex);
    m_fences = fences;
    append(std::move(message));
}

bool Outbox::pushFence(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    if (!m_fences) {
        return false;
    }
    append(std::move(message));
    return true;
}

bool Outbox::pushSize(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    if (m_viewOnly) {
        return false;
    }
    append(std::move(message));
    return true;
}

void Outbox::append(Bytes message)
{
    m_size += message.size() + entryCost;
    m_messages.push_back(std::move(message));
    m_wake.wake();
}

void Outbox::openInput(std::uint32_t width, std::uint32_t height)
{
    const std::lock_guard lock(m_mutex);
    m_isUp = true;
    m_input.setSize(width, height);
}

bool Outbox::takesInput() const
{
    return !m_viewOnly && m_isUp && m_inputOpen;
}

bool Outbox::inputMayGo() const
{
    return m_inputOpen && !m_inputWaits && !m_input.isEmpty();
}

void Outbox::setViewOnly(bool viewOnly)
{
    const std::lock_guard lock(m_mutex);
    if (viewOnly && !m_viewOnly && m_isUp) {
        m_input.releaseAll();
        m_wake.wake();
    }
    m_viewOnly = viewOnly;
}

void Outbox::setInputOpen(bool open, std::chrono::milliseconds limit)
{
    const std::lock_guard lock(m_mutex);
    m_input.setLimit(limit);
    if (m_inputOpen && !open) {
        m_input.forget();
        m_input.releaseAll(); // the releases are sent first when input is allowed again
    }
    m_inputOpen = open;
    m_wake.wake();
}

void Outbox::useExtendedKeys()
{
    const std::lock_guard lock(m_mutex);
    m_input.useExtendedKeys();
}

void Outbox::setButtons(InputQueue::Buttons buttons)
{
    const std::lock_guard lock(m_mutex);
    m_input.setButtons(buttons);
}

void Outbox::key(std::uint32_t keysym, bool down, Instant typedAt, std::uint32_t scanCode)
{
    const std::lock_guard lock(m_mutex);
    if (takesInput()) {
        m_hadInput = true;
        m_input.key(keysym, down, typedAt, scanCode);
        m_wake.wake();
    }
}

void Outbox::pointer(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant typedAt)
{
    const std::lock_guard lock(m_mutex);
    if (takesInput()) {
        m_hadInput = true;
        m_input.pointer(x, y, buttons, typedAt);
        m_wake.wake();
    }
}

void Outbox::wakeServer(std::uint32_t x, std::uint32_t y, Instant now)
{
    const std::lock_guard lock(m_mutex);
    if (takesInput() && !m_hadInput) {
        m_input.pointer(x, y, 0, now);
        m_wake.wake();
    }
}

void Outbox::clipboard(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    if (takesInput() && !message.empty()) {
        m_input.clipboard(std::move(message));
        m_wake.wake();
    }
}

void Outbox::release(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y)
{
    const std::lock_guard lock(m_mutex);
    if (takesInput()) {
        m_input.release(keysyms, buttons, x, y);
        m_wake.wake();
    }
}

bool Outbox::isFull() const
{
    const std::lock_guard lock(m_mutex);
    return m_size + m_input.size() + m_current.size() > capacity;
}

WakeFd &Outbox::wakeFd()
{
    return m_wake;
}

void Outbox::setInputWaits(bool waits)
{
    const std::lock_guard lock(m_mutex);
    m_inputWaits = waits;
}

bool Outbox::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_current.empty() && m_messages.empty() && !inputMayGo();
}

Bytes Outbox::frontMessages(std::size_t most, Instant now)
{
    const std::lock_guard lock(m_mutex);
    if (m_current.empty() && inputMayGo()) {
        // One message at a time: input that is still in the queue when the socket is full can be discarded later.
        m_current = m_input.takeMessages(now);
        if (!m_current.empty()) {
            m_inputWasSent = true;
            m_inputSentAt = now;
        }
        if (m_input.tookPress()) {
            m_pressWasSent = true;
            m_typingSince = m_pressSentAt && now - *m_pressSentAt < typingPause ? m_typingSince : now;
            m_pressSentAt = now;
        }
    }
    if (m_current.empty()) {
        while (!m_messages.empty() && m_current.size() < most) {
            m_size -= m_messages.front().size() + entryCost;
            m_current.insert(m_current.end(), m_messages.front().begin(), m_messages.front().end());
            m_messages.pop_front();
        }
    }
    const auto begin = m_current.begin() + static_cast<std::ptrdiff_t>(m_sent);
    return Bytes(begin, begin + static_cast<std::ptrdiff_t>(std::min(m_current.size() - m_sent, most)));
}

void Outbox::drop(std::size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_sent += bytes;
    if (m_sent >= m_current.size()) {
        m_current.clear();
        m_sent = 0;
    }
}

Outbox::Input Outbox::lastInput() const
{
    const std::lock_guard lock(m_mutex);
    return {m_inputSentAt, m_input.pointerX(), m_input.pointerY(), m_pressSentAt, m_typingSince};
}

void Outbox::setKeyRequest(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    m_keyRequest = std::move(message);
}

bool Outbox::inputWasSent()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_inputWasSent, false);
}

bool Outbox::pressWasSent()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_pressWasSent, false);
}

bool Outbox::pushKeyRequest()
{
    const std::lock_guard lock(m_mutex);
    if (m_keyRequest.empty()) {
        return false;
    }
    append(m_keyRequest);
    return true;
}
}
