// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskrecord.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
/// Round trip of the fastest link: the broker is reached through that link or one about as fast.
std::chrono::microseconds roundTripOf(const BoardDesk &desk)
{
    std::optional<std::chrono::microseconds> least;
    for (const BoardWire::LinkMeasurements &link : desk.numbers ? desk.numbers->links : QList<BoardWire::LinkMeasurements>()) {
        if (link.roundTrip && (!least || *link.roundTrip < *least)) {
            least = link.roundTrip;
        }
    }
    return least.value_or(0us);
}

DeskHealth healthOf(BoardWire::Health health)
{
    switch (health) {
    case BoardWire::Health::Good:
        return DeskHealth::Good;
    case BoardWire::Health::Poor:
        return DeskHealth::Poor;
    case BoardWire::Health::Bad:
        break;
    }
    return DeskHealth::Bad;
}
}

DeskRecord::DeskRecord(const DeskName &name, const ClockReading &now)
    : m_silenceCountedFrom(now.at)
    // 500 desks may become known at once: their plots then get new points at different times.
    , m_nextPlotPointAt(now.at + std::chrono::milliseconds(qHash(name, 0) % 10'000))
{
    desk.name = name;
}

bool DeskRecord::applyMessage(MessageKind kind,
                              const BoardWire::Message &message,
                              bool isRetained,
                              const ClockReading &now,
                              std::optional<std::chrono::microseconds> brokerRoundTrip)
{
    const auto *presence = std::get_if<BoardWire::Presence>(&message);
    const auto *call = std::get_if<BoardWire::Call>(&message);
    if (call) {
        // A call rings until it is over, even if the console closed or crashed. Nor does a call show that the desk is online: a desk with
        // nothing connected may still end its call.
        return applyCall(*call, isRetained, now);
    }
    const CurrentRunTracker::Verdict verdict = m_currentRunTracker.classifyMessage(kind, message, isRetained);
    if (verdict == CurrentRunTracker::Verdict::Stale) {
        const bool isSame = presence && presence->isOnline && isRetained && desk.presence == *presence;
        if (isSame && m_onlineState == OnlineState::Online && !desk.isStateCurrent) {
            // the desk is still connected to the broker; otherwise the broker would have sent its MQTT last will
            m_silenceCountedFrom = now.at;
            desk.isStateCurrent = true;
            return true;
        }
        return false;
    }
    if (verdict == CurrentRunTracker::Verdict::NewRun) {
        desk.presence.reset();
        desk.state.reset();
        desk.numbers.reset();
        desk.clockOffset.reset();
        m_healthPolicy.clear();
        m_clockOffset.clear();
        m_onlineState = OnlineState::Online;
    }
    if (presence) {
        desk.presence = *presence;
        m_onlineState = presence->isOnline ? OnlineState::Online : presence->isFarewell ? OnlineState::SignedOff : OnlineState::Lost;
    } else if (!isRetained) {
        m_onlineState = OnlineState::Online;
    }
    if (const auto *state = std::get_if<BoardWire::DeskState>(&message)) {
        desk.state = *state;
    } else if (const auto *numbers = std::get_if<BoardWire::DeskMeasurements>(&message)) {
        desk.numbers = *numbers;
        m_lastNumbersArrivedAt = now.at;
    } else if (const auto *history = std::get_if<BoardWire::DeskHistory>(&message)) {
        desk.history = *history;
    }
    recordArrival(message, isRetained, now, brokerRoundTrip);
    return true;
}

void DeskRecord::recordArrival(const BoardWire::Message &message,
                               bool isRetained,
                               const ClockReading &now,
                               std::optional<std::chrono::microseconds> brokerRoundTrip)
{
    const auto *presence = std::get_if<BoardWire::Presence>(&message);
    // a will is sent by the broker; its stamp is from the time when the desk connected
    const bool isWill = presence && !presence->isOnline && !presence->isFarewell;
    const BoardWire::MessageStamp &stamp = BoardWire::stampOf(message);
    if (isRetained) {
        desk.lastMessageAt = desk.lastMessageAt.isValid() ? std::max(desk.lastMessageAt, std::min(stamp.sentAt, now.utc)) : std::min(stamp.sentAt, now.utc);
        desk.isStateCurrent = desk.isStateCurrent || (presence && presence->isOnline);
        m_silenceCountedFrom = presence && presence->isOnline ? now.at : m_silenceCountedFrom;
        return;
    }
    desk.isStateCurrent = true;
    if (isWill) {
        return;
    }
    m_silenceCountedFrom = now.at;
    desk.lastMessageAt = now.utc;
    m_clockOffset.addSample(stamp.sentAt, now.at);
    desk.clockOffset = m_clockOffset.offset(roundTripOf(desk) + brokerRoundTrip.value_or(0us), now.utc, now.at);
}

bool DeskRecord::applyCall(const BoardWire::Call &call, bool isRetained, const ClockReading &now)
{
    const bool isSameRun = m_lastCallStamp && m_lastCallStamp->runId == call.stamp.runId;
    // Within a run, the sequence number decides. Between runs, a retained message does not replace a live one.
    if (isSameRun ? call.stamp.sequence <= m_lastCallStamp->sequence : isRetained && m_isLastCallMessageLive) {
        return false;
    }
    const bool isOver = call.state == BoardWire::CallState::Over;
    if (isOver && desk.call && desk.call->id != call.id) {
        return false; // ignored: the message ends an earlier call, which another console of this desk made
    }
    m_lastCallStamp = call.stamp;
    m_isLastCallMessageLive = !isRetained;
    // The age of a retained call is taken from its stamp, but limited, so that a wrong clock cannot end a call before an SA sees it.
    const auto age = isRetained ? std::chrono::milliseconds(call.stamp.sentAt.msecsTo(now.utc)) : 0ms;
    m_lastCallMessageAt = now.at - std::clamp<std::chrono::milliseconds>(age, 0ms, maxSilenceDuringCall - 1h);
    desk.call = isOver ? std::nullopt : std::optional(call);
    return true;
}

bool DeskRecord::endExpiredCall(const ClockReading &now)
{
    return desk.call && now.at - m_lastCallMessageAt > maxSilenceDuringCall && endCall();
}

bool DeskRecord::endCall()
{
    const bool wasThere = desk.call.has_value();
    desk.call.reset();
    return wasThere;
}

void DeskRecord::setConnected(bool connected, const ClockReading &now)
{
    desk.isStateCurrent = false;
    if (connected) {
        m_silenceCountedFrom = now.at; // messages during the interruption were missed, so the desk's silence is counted from now
        m_currentRunTracker.handleConnectionRestored();
        m_isLastCallMessageLive = false;
        if (!hasFreshNumbers(now)) {
            desk.numbers.reset(); // the broker retains no numbers, so these are from before the interruption
        }
    }
    ++desk.revision;
}

bool DeskRecord::isDeskSilent(const ClockReading &now) const
{
    return now.at - m_silenceCountedFrom > maxSilence;
}

bool DeskRecord::hasFreshNumbers(const ClockReading &now) const
{
    return desk.numbers && now.at - m_lastNumbersArrivedAt <= maxSilence;
}

bool DeskRecord::updateHealth(const ClockReading &now, bool isConnected)
{
    DeskHealth health = desk.health;
    QString healthReason = desk.healthReason;
    const bool isLong = desk.lastMessageAt.isValid() && desk.lastMessageAt.msecsTo(now.utc) > std::chrono::milliseconds(maxSilenceDuringCall).count();
    if (desk.call && desk.call->state == BoardWire::CallState::Ringing) {
        health = DeskHealth::Calling;
        healthReason = desk.call->text.isEmpty()
            ? i18nc("@info why a workstation is marked", "Calls the support astronomer")
            : i18nc("@info why a workstation is marked; what its observers wrote", "Calls the support astronomer: %1", desk.call->text);
    } else if (m_onlineState == OnlineState::SignedOff || m_currentRunTracker.currentRunId().isEmpty()) { // no run yet: the desk has sent only a call
        health = DeskHealth::Gone;
        healthReason.clear();
    } else if (m_onlineState == OnlineState::Lost) {
        health = isLong ? DeskHealth::Gone : DeskHealth::Lost;
        healthReason = i18nc("@info why a workstation is marked", "Connection lost");
    } else if (isConnected && isDeskSilent(now)) {
        health = isLong ? DeskHealth::Gone : DeskHealth::Lost;
        healthReason = i18nc("@info why a workstation is marked", "Not responding");
    } else if (isConnected || health == DeskHealth::Calling) {
        const auto verdict = m_healthPolicy.evaluate(desk.state ? &*desk.state : nullptr, hasFreshNumbers(now) ? &*desk.numbers : nullptr, now.at);
        health = healthOf(verdict.health);
        healthReason = verdict.healthReason;
    }
    if (health == desk.health && healthReason == desk.healthReason) {
        return false;
    }
    desk.health = health;
    desk.healthReason = healthReason;
    return true;
}

bool DeskRecord::updateState(const ClockReading &now, bool isConnected)
{
    bool isChanged = false;
    if (isConnected && now.at >= m_nextPlotPointAt) {
        addPlotPoint(now);
        isChanged = desk.health != DeskHealth::Gone; // the plots of a desk that is gone are not shown
    }
    const bool isDue = isDeskSilent(now) || (m_healthPolicy.nextCheckAt() && now.at >= *m_healthPolicy.nextCheckAt()) || desk.health == DeskHealth::Lost;
    return (isDue && updateHealth(now, isConnected)) || isChanged;
}

void DeskRecord::addPlotPoint(const ClockReading &now)
{
    m_nextPlotPointAt += plotPointInterval;
    if (m_nextPlotPointAt <= now.at) {
        m_nextPlotPointAt = now.at + plotPointInterval; // skips the points that were missed while the computer was suspended
    }
    DeskPlotPoint point{.at = now.at, .roundTripMs = {}, .bytesInPerSecond = {}, .oldestImageAgeMs = {}};
    const bool isHere = desk.health != DeskHealth::Gone && desk.health != DeskHealth::Lost && hasFreshNumbers(now);
    if (const auto roundTrip = desk.worstRoundTrip(); isHere && roundTrip) {
        point.roundTripMs = static_cast<double>(roundTrip->count()) / 1000;
    }
    if (const auto in = desk.bytesInPerSecond(); isHere && in) {
        point.bytesInPerSecond = static_cast<double>(*in);
    }
    if (const auto age = desk.oldestImageAge(); isHere && age) {
        point.oldestImageAgeMs = static_cast<double>(age->count());
    }
    desk.plotPoints.push_back(point);
    while (now.at - desk.plotPoints.front().at > plotSpan) {
        desk.plotPoints.pop_front();
    }
}
}
