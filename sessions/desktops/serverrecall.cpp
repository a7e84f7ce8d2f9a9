// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/serverrecall.h"

namespace Nightdesk
{
namespace
{
constexpr quint32 newestMinor = 8;
constexpr quint32 securityNone = 1;
constexpr quint32 securityVncAuth = 2;
}

ServerRecall::ServerRecall(const std::optional<RememberedServer> &before)
{
    if (!before) {
        return;
    }
    m_memory.securityType = before->securityType;
    m_memory.colourMapped = before->colourMapped;
    m_memory.width = before->width;
    m_memory.height = before->height;
    m_isUnanswered = before->securityType == 0;
    m_wentWrong = m_isUnanswered;
    m_isNew = !m_isUnanswered;
}

RfbWire::ServerMemory ServerRecall::begin()
{
    m_hearing = {};
    m_newest = false;
    m_shown = false;
    m_counted = m_memory.securityType != 0;
    RfbWire::ServerMemory memory = m_memory;
    memory.goesAhead = !m_counted && m_isNew;
    return memory;
}

void ServerRecall::noteProgress(const RfbWire::Progress &progress)
{
    switch (progress.phase) {
    case RfbWire::Phase::Version:
        m_newest = progress.minorVersion == newestMinor;
        break;
    case RfbWire::Phase::Security:
        m_counted = m_counted || m_isNew;
        if (progress.securityType == securityNone || progress.securityType == securityVncAuth) {
            m_hearing.securityType = static_cast<std::uint8_t>(progress.securityType);
        }
        break;
    case RfbWire::Phase::Initialised:
        m_hearing.colourMapped = progress.colourMapped;
        break;
    case RfbWire::Phase::FirstPicture:
        break;
    }
}

void ServerRecall::shown(QSize size)
{
    m_shown = true;
    if (m_wentWrong || !m_newest || m_hearing.securityType == 0 || size.isEmpty()) {
        return;
    }
    m_memory = m_hearing;
    m_memory.width = static_cast<quint32>(size.width());
    m_memory.height = static_cast<quint32>(size.height());
}

bool ServerRecall::ended(const ConnectionEnd &end, bool linkAnswers)
{
    using RfbWire::FailureCode;
    if (!std::exchange(m_counted, false) || m_shown || end.cause != ConnectionEnd::Cause::ServerFailed) {
        return false;
    }
    // If the link has problems, neither silence nor the end of the stream indicates a fault of the server. After a refusal or a wrong
    // password, the server has understood the messages.
    const bool maybe =
        end.code == FailureCode::NotAnswered || end.code == FailureCode::Closed || end.code == FailureCode::NotRfb || end.code == FailureCode::Malformed;
    if (end.code != FailureCode::NotAsRemembered && !(maybe && linkAnswers)) {
        return false;
    }
    // If an unknown server turns out to use a color map, nothing went wrong: the next run keeps the server's format and learns it.
    m_wentWrong = m_memory.securityType != 0 || end.code != FailureCode::NotAsRemembered;
    m_memory = {};
    m_isNew = false;
    // Other ends may be accidental and are not remembered for later consoles.
    m_isUnanswered = end.code == FailureCode::NotAnswered;
    return true;
}

std::optional<RememberedServer> ServerRecall::remembered() const
{
    if (m_memory.securityType == 0) {
        return m_isUnanswered ? std::optional(RememberedServer()) : std::nullopt;
    }
    return RememberedServer{m_memory.securityType, m_memory.colourMapped, m_memory.width, m_memory.height};
}
}
