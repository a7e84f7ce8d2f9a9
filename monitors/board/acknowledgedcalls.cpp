// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/acknowledgedcalls.h"

#include "monitors/board/deskwatchers.h"

namespace Nightdesk
{
namespace
{
constexpr qsizetype mostSas = 64; ///< limit of support astronomers (SAs) per desk; a facility has only a few
}

bool AcknowledgedCalls::applyAcknowledgement(const DeskName &desk, const QString &sa, const BoardWire::Acknowledgement &acknowledgement)
{
    if (!m_acknowledgements.contains(desk) && m_acknowledgements.size() >= maxDesks) {
        return false;
    }
    auto &deskTopic = m_acknowledgements[desk];
    if ((!deskTopic.contains(sa) && deskTopic.size() >= mostSas) || deskTopic.value(sa).callId == acknowledgement.callId) {
        return false;
    }
    deskTopic.insert(sa, acknowledgement);
    return true;
}

BoardWire::Call AcknowledgedCalls::withAcknowledgement(const DeskName &desk, BoardWire::Call call) const
{
    const auto deskTopic = m_acknowledgements.constFind(desk);
    if (call.state != BoardWire::CallState::Ringing || deskTopic == m_acknowledgements.constEnd()) {
        return call;
    }
    for (const auto &[sa, acknowledgement] : deskTopic->asKeyValueRange()) {
        if (acknowledgement.callId == call.id) {
            call.state = BoardWire::CallState::Acknowledged;
            call.acknowledgerName = DeskWatchers::nameOf(sa, acknowledgement.astronomerName);
        }
    }
    return call;
}
}
