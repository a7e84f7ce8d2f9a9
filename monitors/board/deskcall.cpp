// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskcall.h"

#include "monitors/board/deskwatchers.h"
#include "sessions/common/displaytext.h"

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxText = 500;
constexpr qsizetype maxCaller = 60;
}

bool DeskCall::startCall(const QString &id, const QString &caller, const QString &text, const QDateTime &now)
{
    if (m_currentCall) {
        return false;
    }
    BoardWire::Call call;
    call.id = id;
    call.since = now.toUTC();
    call.text = displayText(text.trimmed(), maxText);
    call.caller = displayText(caller.trimmed(), maxCaller);
    m_currentCall = call;
    m_callToRetain = call;
    return true;
}

bool DeskCall::acknowledge(const BoardWire::Acknowledgement &acknowledgement, const QString &sa)
{
    if (!m_currentCall || acknowledgement.callId != m_currentCall->id || m_currentCall->state != BoardWire::CallState::Ringing) {
        return false;
    }
    m_currentCall->state = BoardWire::CallState::Acknowledged;
    m_currentCall->acknowledgerName = DeskWatchers::nameOf(sa, acknowledgement.astronomerName);
    m_callToRetain = m_currentCall;
    return true;
}

bool DeskCall::endCall(bool hasDeskSignedOff)
{
    if (!m_currentCall) {
        return false;
    }
    m_callToRetain = m_currentCall;
    m_callToRetain->state = BoardWire::CallState::Over;
    m_callToRetain->hasDeskSignedOff = hasDeskSignedOff;
    m_currentCall.reset();
    return true;
}

void DeskCall::confirmEndPublished()
{
    if (m_callToRetain && m_callToRetain->state == BoardWire::CallState::Over) {
        m_callToRetain.reset();
    }
}

bool DeskCall::adoptCall(const BoardWire::Call &call, const QDateTime &now)
{
    const bool isOld = !call.since.isValid() || call.since.addDuration(maxContinuedCallAge) < now;
    if (m_callToRetain || call.id.isEmpty() || call.state == BoardWire::CallState::Over || isOld) {
        return false;
    }
    m_currentCall = call;
    m_currentCall->stamp = {};
    m_callToRetain = m_currentCall;
    return true;
}

bool DeskCall::isOpen() const
{
    return m_currentCall.has_value();
}

const std::optional<BoardWire::Call> &DeskCall::call() const
{
    return m_currentCall;
}

const std::optional<BoardWire::Call> &DeskCall::callToRetain() const
{
    return m_callToRetain;
}
}
