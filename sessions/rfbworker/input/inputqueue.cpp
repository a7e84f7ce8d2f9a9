// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/input/inputqueue.h"

#include "sessions/base/modifierkeysym.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
// Size in bytes that size() counts for one entry: its message has 6 to 12 bytes.
constexpr std::size_t eventSize = 12;

void append(Bytes &to, const Bytes &bytes)
{
    to.insert(to.end(), bytes.begin(), bytes.end());
}
}

void InputQueue::setMaxInputAge(std::chrono::milliseconds limit)
{
    m_maxInputAge = limit;
}

void InputQueue::setSize(std::uint32_t width, std::uint32_t height)
{
    m_desktopWidth = width;
    m_desktopHeight = height;
}

std::size_t InputQueue::approximateSize(const Entry &entry)
{
    const auto *const text = std::get_if<ClipboardMessage>(&entry);
    const auto *const keysToRelease = std::get_if<ReleaseKeys>(&entry);
    return text ? text->message.size() : keysToRelease ? eventSize * (keysToRelease->keysyms.size() + 1) : eventSize;
}

void InputQueue::add(Entry entry)
{
    m_queuedBytes += approximateSize(entry);
    m_queuedInput.push_back(std::move(entry));
}

void InputQueue::useExtendedKeys()
{
    m_usesExtendedKeys = true;
}

void InputQueue::setButtonSupport(ButtonSupport buttons)
{
    m_buttonSupport = buttons;
}

void InputQueue::addKeyEvent(std::uint32_t keysym, bool down, Instant userActedAt, std::uint32_t scanCode)
{
    add(KeyEvent{keysym, down, userActedAt, scanCode});
}

void InputQueue::addPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons, Instant userActedAt)
{
    const bool changesButtons = std::exchange(m_buttonsHeldAtDesk, buttons) != buttons;
    auto *const last = m_queuedInput.empty() ? nullptr : std::get_if<PointerEvent>(&m_queuedInput.back());
    if (last && !last->changesButtons && !changesButtons) {
        // Intermediate pointer positions while the connection is busy do not matter; presses and releases keep their place and order.
        last->x = x;
        last->y = y;
        last->userActedAt = userActedAt;
        return;
    }
    add(PointerEvent{x, y, buttons, changesButtons, userActedAt});
}

void InputQueue::addClipboardMessage(Bytes message)
{
    if (auto *const last = m_queuedInput.empty() ? nullptr : std::get_if<ClipboardMessage>(&m_queuedInput.back())) {
        // Nothing that could paste the older text was typed in between. If many large texts waited for a slow server, they would end the session.
        m_queuedBytes = m_queuedBytes - last->message.size() + message.size();
        last->message = std::move(message);
        return;
    }
    add(ClipboardMessage{std::move(message)});
}

void InputQueue::releaseAllKeysAndButtons()
{
    add(ReleaseAll{});
}

void InputQueue::releaseKeysAndButtons(const std::vector<std::uint32_t> &keysyms, bool buttons, std::uint32_t x, std::uint32_t y)
{
    add(ReleaseKeys{keysyms, buttons, x, y});
}

void InputQueue::discardQueuedInput()
{
    std::erase_if(m_queuedInput, [](const Entry &entry) {
        return !std::holds_alternative<ReleaseKeys>(entry);
    });
    m_queuedBytes = 0;
    for (const Entry &entry : m_queuedInput) {
        m_queuedBytes += approximateSize(entry);
    }
    // The console does not report keys and buttons that are held now any more. It reports them again after they were released and pressed.
    m_buttonsHeldAtDesk = 0;
    m_buttonsWithDiscardedPress = 0;
}

bool InputQueue::isEmpty() const
{
    return m_queuedInput.empty();
}

std::uint32_t InputQueue::pointerX() const
{
    return m_serverPointerX;
}

std::uint32_t InputQueue::pointerY() const
{
    return m_serverPointerY;
}

std::size_t InputQueue::size() const
{
    return m_queuedBytes;
}

Bytes InputQueue::takeNextMessage(Instant now)
{
    Bytes message;
    m_wasKeyOrButtonSentLast = false;
    while (message.empty() && !m_queuedInput.empty()) {
        const auto buttonsBefore = m_buttonsDownAtServer;
        Entry entry = std::move(m_queuedInput.front());
        m_queuedInput.pop_front();
        m_queuedBytes -= approximateSize(entry);
        message = std::visit(
            [this, now](auto &one) {
                return makeMessage(one, now);
            },
            entry);
        m_wasKeyOrButtonSentLast = !message.empty() && (std::holds_alternative<KeyEvent>(entry) || m_buttonsDownAtServer != buttonsBefore);
    }
    return message;
}

bool InputQueue::wasLastMessageKeyOrButton() const
{
    return m_wasKeyOrButtonSentLast;
}

bool InputQueue::isExpired(Instant userActedAt, Instant now) const
{
    return now - userActedAt > m_maxInputAge;
}

Bytes InputQueue::makeMessage(const KeyEvent &event, Instant now)
{
    const auto known = std::ranges::find_if(m_serverKeysDown, [&event](const HeldKey &held) {
        return held.matches(event);
    });
    if (event.down) {
        if (isExpired(event.userActedAt, now)) {
            return {};
        }
        if (known == m_serverKeysDown.end()) {
            m_serverKeysDown.push_back({event.keysym, event.scanCode, m_usesExtendedKeys && event.scanCode != 0});
            return m_serverKeysDown.back().message(true);
        }
        return known->message(true);
    }
    // Releases never expire: a key that is down at the server must be released. A key that was not pressed over this
    // connection is not released either.
    if (known == m_serverKeysDown.end()) {
        return {};
    }
    const Bytes message = known->message(false);
    m_serverKeysDown.erase(known);
    return message;
}

Bytes InputQueue::HeldKey::message(bool down) const
{
    return usesScanCode ? ClientMessages::extendedKeyEvent(keysym, down, scanCode) : ClientMessages::keyEvent(keysym, down);
}

Bytes InputQueue::pointerMessage(std::uint32_t x, std::uint32_t y, std::uint16_t buttons)
{
    m_serverPointerX = std::min(x, m_desktopWidth - 1);
    m_serverPointerY = std::min(y, m_desktopHeight - 1);
    switch (m_buttonSupport) {
    case ButtonSupport::Nine:
        m_buttonsDownAtServer = buttons;
        return ClientMessages::extendedPointerEvent(m_serverPointerX, m_serverPointerY, m_buttonsDownAtServer);
    case ButtonSupport::Eight:
        m_buttonsDownAtServer = buttons & 0xff;
        break;
    case ButtonSupport::Seven:
        m_buttonsDownAtServer = buttons & 0x7f;
        break;
    }
    return ClientMessages::pointerEvent(m_serverPointerX, m_serverPointerY, static_cast<std::uint8_t>(m_buttonsDownAtServer));
}

Bytes InputQueue::makeMessage(const PointerEvent &event, Instant now)
{
    m_buttonsWithDiscardedPress &= event.buttons;
    if (!isExpired(event.userActedAt, now)) {
        return pointerMessage(event.x, event.y, event.buttons & ~m_buttonsWithDiscardedPress);
    }
    m_buttonsWithDiscardedPress |= event.buttons & ~m_buttonsDownAtServer;
    const auto stillDown = static_cast<std::uint16_t>(m_buttonsDownAtServer & event.buttons);
    return stillDown == m_buttonsDownAtServer
        ? Bytes()
        : pointerMessage(m_serverPointerX, m_serverPointerY, stillDown); // released at the position last sent to the server
}

Bytes InputQueue::makeMessage(ClipboardMessage &text, Instant)
{
    return std::move(text.message);
}

Bytes InputQueue::makeMessage(const ReleaseAll &, Instant)
{
    Bytes message;
    // Releases in reverse order, so that modifiers are released last, as a person does.
    for (auto key = m_serverKeysDown.crbegin(); key != m_serverKeysDown.crend(); ++key) {
        append(message, key->message(false));
    }
    m_serverKeysDown.clear();
    if (m_buttonsDownAtServer != 0) {
        append(message, pointerMessage(m_serverPointerX, m_serverPointerY, 0));
    }
    return message;
}

Bytes InputQueue::makeMessage(const ReleaseKeys &keysToRelease, Instant)
{
    Bytes message;
    for (const std::uint32_t keysym : keysToRelease.keysyms) {
        if (isModifierKeysym(keysym)) {
            // Xvnc ignores the release of a key that was pressed over another connection, so a press is sent first. Pressing a modifier that is
            // already down has no effect in X, and one that is up is only pressed and released; a letter would be typed.
            append(message, ClientMessages::keyEvent(keysym, true));
        }
        append(message, ClientMessages::keyEvent(keysym, false));
    }
    if (keysToRelease.mustReleaseButtons) {
        append(message, pointerMessage(keysToRelease.x, keysToRelease.y, 0));
    }
    return message;
}
}
