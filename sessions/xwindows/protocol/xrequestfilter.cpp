// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xrequestfilter.h"

#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::uint8_t grabPointer = 26;
constexpr std::uint8_t grabButton = 28;
constexpr std::uint8_t grabKeyboard = 31;
constexpr std::uint8_t grabKey = 33;
constexpr std::uint8_t allowEvents = 35;
constexpr std::uint8_t asyncBoth = 6; ///< AsyncBoth, a mode of AllowEvents: releases pointer and keyboard; AsyncPointer is 0, SyncPointer 1
constexpr std::uint8_t syncBoth = 7;
constexpr std::uint8_t grabServer = 36;
constexpr std::uint8_t queryExtension = 98;
constexpr std::uint8_t changeHosts = 109;
constexpr std::uint8_t setAccessControl = 111;
constexpr std::uint8_t noOperation = 127;
constexpr std::uint8_t bigRequestsEnable = 0; ///< minor opcode of the request that enables BIG-REQUESTS
constexpr std::size_t shortHeader = 4;
constexpr std::uint32_t maxUnits = 0x1fffffff; ///< in units of 4 bytes: 2 GiB; servers compute with 32 bits, and accept 127 MiB at most
}

/// For GrabPointer and GrabButton: makes the keyboard mode asynchronous.
constexpr XRequestFilter::Replacement XRequestFilter::asyncKeyboardMode = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1};
/// Replaces GrabKeyboard by InternAtom for "CARDINAL", an atom that every server has. This request is as long as GrabKeyboard. Byte 1 of its reply is
/// 0, so that the program takes it for a reply to GrabKeyboard with the status GrabSuccess.
constexpr XRequestFilter::Replacement XRequestFilter::keyboardGrabReplacement = {16, 1, -1, -1, 8, 0, 0, 0, 'C', 'A', 'R', 'D', 'I', 'N', 'A', 'L'};
constexpr XRequestFilter::Replacement XRequestFilter::bigEndianGrabReplacement = {16, 1, -1, -1, 0, 8, 0, 0, 'C', 'A', 'R', 'D', 'I', 'N', 'A', 'L'};

XRequestFilter::XRequestFilter(bool bigEndian, const XRequestCodes &codes, bool isConfined)
    : m_bigEndian(bigEndian)
    , m_isConfined(isConfined)
    , m_knownBigRequestsOpcode(codes.bigRequests)
    , m_areBigRequestsPossible(!codes.bigRequests)
{
    m_refusedOpcodes.set(changeHosts).set(setAccessControl);
    for (const std::uint8_t code : codes.localOnlyOpcodes) {
        m_refusedOpcodes.set(code);
    }
    m_refusedOpcodes.set(grabServer, isConfined).set(grabKey, isConfined);
}

const XRequestFilter::Replacement *XRequestFilter::replacementOf(std::uint8_t opcode) const
{
    if (!m_isConfined) {
        return nullptr;
    }
    if (opcode == grabPointer || opcode == grabButton) {
        return &asyncKeyboardMode;
    }
    return opcode != grabKeyboard ? nullptr : m_bigEndian ? &bigEndianGrabReplacement : &keyboardGrabReplacement;
}

/// @p bytes: the next bytes of the present request. Overwrites them if m_replacement has a replacement for them.
void XRequestFilter::applyReplacement(std::span<std::uint8_t> bytes)
{
    for (std::uint8_t &byte : bytes) {
        if (!m_replacement || m_usedReplacementBytes == m_replacement->size()) {
            return;
        }
        const std::int16_t by = (*m_replacement)[m_usedReplacementBytes++];
        byte = by < 0 ? byte : static_cast<std::uint8_t>(by);
    }
}

bool XRequestFilter::filter(std::span<std::uint8_t> bytes)
{
    std::size_t at = 0;
    while (at < bytes.size() && !m_isFramingLost) {
        if (m_uncheckedBytes > 0) {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(m_uncheckedBytes, bytes.size() - at));
            applyReplacement(bytes.subspan(at, part));
            m_uncheckedBytes -= part;
            at += part;
            continue;
        }
        if (m_collectedRequestBytes == 0) {
            m_replacement = replacementOf(bytes[at]);
            m_usedReplacementBytes = 0;
            bytes[at] = m_refusedOpcodes.test(bytes[at]) ? noOperation : bytes[at];
        }
        if (m_collectedRequestBytes == 1 && m_isConfined && m_requestHead[0] == allowEvents && (bytes[at] == asyncBoth || bytes[at] == syncBoth)) {
            bytes[at] = static_cast<std::uint8_t>(bytes[at] - asyncBoth);
        }
        if (m_collectedRequestBytes < shortHeader) {
            applyReplacement(bytes.subspan(at, 1));
        }
        m_requestHead[m_collectedRequestBytes++] = bytes[at++];
        if (m_collectedRequestBytes < m_neededRequestBytes) {
            continue;
        }
        const std::uint64_t rest = remainingRequestSize();
        if (m_neededRequestBytes > m_collectedRequestBytes) {
            continue; // remainingRequestSize() needs more bytes of this request
        }
        if (m_collectedRequestBytes > headerSize) { // the complete name was read
            const std::string_view name(reinterpret_cast<const char *>(&m_requestHead[headerSize]), m_collectedRequestBytes - headerSize);
            if (std::ranges::contains(localOnlyExtensions, name)) {
                bytes[at - 1] = '-';
            }
        }
        m_uncheckedBytes = rest;
        m_collectedRequestBytes = 0;
        m_neededRequestBytes = shortHeader;
    }
    return !m_isFramingLost;
}

/// Returns how many bytes of the present request follow those in m_requestHead. If the head is too short to know that: raises m_neededRequestBytes.
std::uint64_t XRequestFilter::remainingRequestSize()
{
    const std::uint64_t size = std::uint64_t(XBytes::read16(&m_requestHead[2], m_bigEndian)) * 4;
    if (size == 0) {
        return bigRequestSize();
    }
    if (m_requestHead[0] == m_knownBigRequestsOpcode && m_requestHead[0] != 0 && m_requestHead[1] == bigRequestsEnable && size == shortHeader) {
        m_areBigRequestsPossible = true; // effective from the next request on
    }
    if (m_requestHead[0] == queryExtension && m_collectedRequestBytes < headerSize && size >= headerSize) {
        m_neededRequestBytes = headerSize;
        return 0;
    }
    if (m_requestHead[0] == queryExtension && m_collectedRequestBytes == headerSize) {
        const std::size_t nameSize = XBytes::read16(&m_requestHead[4], m_bigEndian);
        if (nameSize > 0 && nameSize <= longestName && headerSize + nameSize <= size) {
            m_neededRequestBytes = headerSize + nameSize;
            return 0;
        }
    }
    return size - m_collectedRequestBytes;
}

/// Does the work of remainingRequestSize() for a request whose 16-bit length is 0. With BIG-REQUESTS enabled, a 32-bit length follows. Without it, a
/// server reads the next four bytes as another request, so the framing is lost.
std::uint64_t XRequestFilter::bigRequestSize()
{
    if (!m_areBigRequestsPossible) {
        m_isFramingLost = true;
        return 0;
    }
    if (m_collectedRequestBytes < headerSize) {
        m_neededRequestBytes = headerSize;
        return 0;
    }
    const std::uint32_t units = XBytes::read32(&m_requestHead[4], m_bigEndian);
    m_isFramingLost = units < headerSize / 4 || units > maxUnits;
    return m_isFramingLost ? 0 : std::uint64_t(units) * 4 - headerSize;
}
}
