// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/outbox.h"

#include "sessions/rfbworker/protocol/clientmessages.h"

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
    : m_isViewOnly(viewOnly)
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

void Outbox::pushEncodings(Bytes message, bool offersFences)
{
    const std::lock_guard lock(m_mutex);
    m_areFencesOffered = offersFences;
    append(std::move(message));
}

bool Outbox::pushFence(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    if (!m_areFencesOffered) {
        return false;
    }
    append(std::move(message));
    return true;
}

bool Outbox::pushSizeRequest(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    if (m_isViewOnly) {
        return false;
    }
    append(std::move(message));
    return true;
}

void Outbox::append(Bytes message)
{
    m_queuedBytes += message.size() + entryCost;
    m_queuedMessages.push_back(std::move(message));
    m_wakeFd.wake();
}

void Outbox::startAcceptingInput(std::uint32_t width, std::uint32_t height)
{
    const std::lock_guard lock(m_mutex);
    m_isSessionReady = true;
    m_inputQueue.setSize(width, height);
}

bool Outbox::acceptsInput() const
{
    return !m_isViewOnly && m_isSessionReady && m_isInputGateOpen;
}

bool Outbox::maySendInput() const
{
    return m_isInputGateOpen && !m_isInputPaused && !m_inputQueue.isEmpty();
}

void Outbox::setViewOnly(bool viewOnly)
{
    const std::lock_guard lock(m_mutex);
    if (viewOnly && !m_isViewOnly && m_isSessionReady) {
        m_inputQueue.releaseAllKeysAndButtons();
        m_wakeFd.wake();
    }
    m_isViewOnly = viewOnly;
}

void Outbox::setInputGateOpen(bool open, std::chrono::milliseconds maxInputAge)
{
    const std::lock_guard lock(m_mutex);
    m_inputQueue.setMaxInputAge(maxInputAge);
    if (m_isInputGateOpen && !open) {
        m_inputQueue.discardQueuedInput();
        m_inputQueue.releaseAllKeysAndButtons(); // no input is sent now; when it is allowed again, these releases are sent first
    }
    m_isInputGateOpen = open;
    m_wakeFd.wake();
}

void Outbox::useExtendedKeys()
{
    const std::lock_guard lock(m_mutex);
    m_inputQueue.useExtendedKeys();
}

void Outbox::setButtonSupport(InputQueue::ButtonSupport buttons)
{
    const std::lock_guard lock(m_mutex);
    m_inputQueue.setButtonSupport(buttons);
}

void Outbox::addKeyEvent(std::uint32_t keysym, bool down, Instant userActedAt, std::uint32_t scanCode)
{
    const std::lock_guard lock(m_mutex);
    if (acceptsInput()) {
        m_inputQueue.addKeyEvent(keysym, down, userActedAt, scanCode);
        m_wakeFd.wake();
    }
}

void Outbox::addPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant userActedAt)
{
    const std::lock_guard lock(m_mutex);
    if (acceptsInput()) {
        m_inputQueue.addPointerEvent(x, y, buttons, userActedAt);
        m_wakeFd.wake();
    }
}

void Outbox::wakeServer()
{
    constexpr std::uint32_t scrollLock = 0xff14; // releasing a key that nobody holds changes nothing; most servers know this key
    const std::lock_guard lock(m_mutex);
    if (acceptsInput()) {
        append(ClientMessages::keyEvent(scrollLock, false));
    }
}

void Outbox::addClipboardMessage(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    if (acceptsInput() && !message.empty()) {
        m_inputQueue.addClipboardMessage(std::move(message));
        m_wakeFd.wake();
    }
}

void Outbox::releaseKeysAndButtons(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y)
{
    const std::lock_guard lock(m_mutex);
    if (acceptsInput()) {
        m_inputQueue.releaseKeysAndButtons(keysyms, buttons, x, y);
        m_wakeFd.wake();
    }
}

bool Outbox::isFull() const
{
    const std::lock_guard lock(m_mutex);
    return m_queuedBytes + m_inputQueue.size() + m_messageBeingSent.size() > maxQueuedBytes;
}

WakeFd &Outbox::wakeFd()
{
    return m_wakeFd;
}

void Outbox::setInputPaused(bool waits)
{
    const std::lock_guard lock(m_mutex);
    m_isInputPaused = waits;
}

bool Outbox::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_messageBeingSent.empty() && m_queuedMessages.empty() && !maySendInput();
}

Bytes Outbox::bytesToSend(std::size_t most, Instant now)
{
    const std::lock_guard lock(m_mutex);
    if (m_messageBeingSent.empty() && maySendInput()) {
        // One message at a time: input that is still in the queue when the socket is full can be discarded later.
        m_messageBeingSent = m_inputQueue.takeNextMessage(now);
        if (!m_messageBeingSent.empty()) {
            m_wasInputSentSinceLastCall = true;
            m_lastInputSentAt = now;
        }
        if (m_inputQueue.wasLastMessageKeyOrButton()) {
            m_wasKeyOrButtonSentSinceLastCall = true;
            m_typingSince = m_keyOrButtonSentAt && now - *m_keyOrButtonSentAt < maxPauseWhileTyping ? m_typingSince : now;
            m_keyOrButtonSentAt = now;
        }
    }
    if (m_messageBeingSent.empty()) {
        while (!m_queuedMessages.empty() && m_messageBeingSent.size() < most) {
            m_queuedBytes -= m_queuedMessages.front().size() + entryCost;
            m_messageBeingSent.insert(m_messageBeingSent.end(), m_queuedMessages.front().begin(), m_queuedMessages.front().end());
            m_queuedMessages.pop_front();
        }
    }
    const auto begin = m_messageBeingSent.begin() + static_cast<std::ptrdiff_t>(m_sentBytesOfMessage);
    return Bytes(begin, begin + static_cast<std::ptrdiff_t>(std::min(m_messageBeingSent.size() - m_sentBytesOfMessage, most)));
}

void Outbox::removeSentBytes(std::size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_sentBytesOfMessage += bytes;
    if (m_sentBytesOfMessage >= m_messageBeingSent.size()) {
        m_messageBeingSent.clear();
        m_sentBytesOfMessage = 0;
    }
}

Outbox::SentInput Outbox::lastSentInput() const
{
    const std::lock_guard lock(m_mutex);
    return {m_lastInputSentAt, m_inputQueue.pointerX(), m_inputQueue.pointerY(), m_keyOrButtonSentAt, m_typingSince};
}

void Outbox::setUpdateRequestAfterKeys(Bytes message)
{
    const std::lock_guard lock(m_mutex);
    m_updateRequestAfterKeys = std::move(message);
}

bool Outbox::wasInputSentSinceLastCall()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_wasInputSentSinceLastCall, false);
}

bool Outbox::wasKeyOrButtonSentSinceLastCall()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_wasKeyOrButtonSentSinceLastCall, false);
}

bool Outbox::pushUpdateRequestAfterKeys()
{
    const std::lock_guard lock(m_mutex);
    if (m_updateRequestAfterKeys.empty()) {
        return false;
    }
    append(m_updateRequestAfterKeys);
    return true;
}
}
