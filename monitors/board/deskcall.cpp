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
    if (m_call) {
        return false;
    }
    BoardWire::Call call;
    call.id = id;
    call.since = now.toUTC();
    call.text = displayText(text.trimmed(), maxText);
    call.caller = displayText(caller.trimmed(), maxCaller);
    m_call = call;
    m_publishedCall = call;
    return true;
}

bool DeskCall::acknowledge(const BoardWire::Acknowledgement &heard, const QString &sa)
{
    if (!m_call || heard.call != m_call->id || m_call->state != BoardWire::CallState::Ringing) {
        return false;
    }
    m_call->state = BoardWire::CallState::Acknowledged;
    m_call->acknowledgedBy = DeskWatchers::nameOf(sa, heard.name);
    m_publishedCall = m_call;
    return true;
}

bool DeskCall::end()
{
    return end(false);
}

bool DeskCall::leave()
{
    return end(true);
}

bool DeskCall::end(bool hasDeskSignedOff)
{
    if (!m_call) {
        return false;
    }
    m_publishedCall = m_call;
    m_publishedCall->state = BoardWire::CallState::Over;
    m_publishedCall->hasDeskSignedOff = hasDeskSignedOff;
    m_call.reset();
    return true;
}

void DeskCall::confirmEndPublished()
{
    if (m_publishedCall && m_publishedCall->state == BoardWire::CallState::Over) {
        m_publishedCall.reset();
    }
}

bool DeskCall::adopt(const BoardWire::Call &call, const QDateTime &now)
{
    const bool isOld = !call.since.isValid() || call.since.addDuration(maxAdoptionAge) < now;
    if (m_publishedCall || call.id.isEmpty() || call.state == BoardWire::CallState::Over || isOld) {
        return false;
    }
    m_call = call;
    m_call->stamp = {};
    m_publishedCall = m_call;
    return true;
}

bool DeskCall::isOpen() const
{
    return m_call.has_value();
}

const std::optional<BoardWire::Call> &DeskCall::call() const
{
    return m_call;
}

const std::optional<BoardWire::Call> &DeskCall::publishedCall() const
{
    return m_publishedCall;
}
}
