// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xpressfilter.h"

#include "sessions/xwindows/protocol/xmessage.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr std::uint8_t keyPress = 2;
constexpr std::uint8_t buttonPress = 4;
constexpr std::uint8_t expose = 12;
// Codes of XInput 1 events: each is added to the code that the server assigned to the extension's first event.
constexpr int deviceValuator = 0;
constexpr int deviceKeyPress = 1;
constexpr int deviceButtonPress = 3;

/// XInput 2: KeyPress, ButtonPress, RawKeyPress, RawButtonPress, TouchBegin, RawTouchBegin.
constexpr bool isXi2Press(std::uint16_t type)
{
    return type == 2 || type == 4 || type == 13 || type == 15 || type == 18 || type == 22;
}
}

XPressFilter::XPressFilter(bool bigEndian, XInputExtensionCodes codes, std::size_t setupSize)
    : m_bigEndian(bigEndian)
    , m_inputExtensionCodes(codes)
    , m_messageBytesLeft(setupSize)
{
}

void XPressFilter::setPressesWithheld(bool held)
{
    m_arePressesWithheld = held;
}

std::uint64_t XPressFilter::withheldPressCount() const
{
    return m_withheldPressCount;
}

std::uint64_t XPressFilter::exposeCount() const
{
    return m_exposeCount;
}

bool XPressFilter::isPress(std::span<const std::uint8_t> message) const
{
    const std::uint8_t type = XMessage::type(message);
    if (type == XMessage::genericEvent) {
        return m_inputExtensionCodes.majorOpcode != 0 && message[1] == m_inputExtensionCodes.majorOpcode
            && isXi2Press(XBytes::read16(&message[8], m_bigEndian));
    }
    return type == keyPress || type == buttonPress
        || (m_inputExtensionCodes.firstEvent != 0
            && (type == m_inputExtensionCodes.firstEvent + deviceKeyPress || type == m_inputExtensionCodes.firstEvent + deviceButtonPress));
}

bool XPressFilter::belongsToPress(std::span<const std::uint8_t> message) const
{
    return m_isAfterPress && XMessage::type(message) == m_inputExtensionCodes.firstEvent + deviceValuator;
}

XPressFilter::FilteredSizes XPressFilter::filter(std::span<std::uint8_t> bytes)
{
    std::size_t from = 0;
    std::size_t to = 0;
    while (from < bytes.size()) {
        const auto rest = bytes.subspan(from);
        if (m_messageBytesLeft == 0) {
            if (rest.size() < XMessage::unit) {
                break;
            }
            const std::size_t size = XMessage::size(rest, m_bigEndian);
            const bool press = isPress(rest);
            const bool withPress = press || belongsToPress(rest);
            if (press && rest.size() < size && size <= maxPressSize) {
                break; // waits for the rest of the press: if a part of it were sent, the rest could no longer be withheld
            }
            m_messageBytesLeft = size;
            m_isRemovingPress = withPress && m_arePressesWithheld;
            m_isAfterPress = withPress && m_inputExtensionCodes.firstEvent != 0 && XMessage::type(rest) >= m_inputExtensionCodes.firstEvent;
            m_withheldPressCount += press && m_arePressesWithheld ? 1 : 0;
            m_exposeCount += rest[0] == expose ? 1 : 0; // an event that another client sent has the SendEvent bit and is not counted
            if (withPress && !m_arePressesWithheld && size <= rest.size()) {
                m_unsentPresses.push_back({.offset = m_passedByteCount, .byteCount = size});
            }
        }
        const std::size_t part = std::min(m_messageBytesLeft, rest.size());
        if (!m_isRemovingPress) {
            if (from != to) {
                std::memmove(&bytes[to], &bytes[from], part);
            }
            to += part;
            m_passedByteCount += part;
        }
        from += part;
        m_messageBytesLeft -= part;
    }
    const std::size_t incompleteMessageBytes = bytes.size() - from;
    if (incompleteMessageBytes > 0 && from != to) {
        std::memmove(&bytes[to], &bytes[from], incompleteMessageBytes);
    }
    return {.passedBytes = to, .incompleteMessageBytes = incompleteMessageBytes};
}

std::vector<XPressFilter::PressRange> XPressFilter::takeUnsentPresses(std::uint64_t sent)
{
    forgetSentPresses(sent);
    std::vector<PressRange> ranges = std::exchange(m_unsentPresses, {});
    for (const PressRange &range : ranges) {
        m_passedByteCount -= range.byteCount;
        ++m_withheldPressCount;
    }
    return ranges;
}

void XPressFilter::forgetSentPresses(std::uint64_t sent)
{
    std::erase_if(m_unsentPresses, [sent](const PressRange &range) {
        return range.offset < sent;
    });
}
}
