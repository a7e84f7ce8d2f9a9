// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/linkmodel.h"

#include <algorithm>
#include <cmath>

using namespace std::chrono;

namespace Nightdesk
{
namespace
{
constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;

// splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): the same everywhere, unlike the
// distributions of <random>. From 0 to 1.
double mixed(std::uint64_t state)
{
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
    state ^= state >> 31;
    return static_cast<double>(state >> 11) * 0x1p-53;
}
}

LinkModel::LinkModel(const LinkSettings &settings, std::uint64_t seed)
    : m_settings(settings)
    , m_seed(seed)
    , m_random(seed)
{
}

double LinkModel::drawn()
{
    m_random += step;
    return mixed(m_random);
}

double LinkModel::wander(Time at) const
{
    const double position = duration<double>(at - m_firstArrival.value_or(at)) / duration<double>(m_settings.jitter * 4);
    const double knot = std::floor(position);
    const auto value = [this](double number) {
        return mixed(~m_seed + step * static_cast<std::uint64_t>(std::llround(number))) * 2 - 1;
    };
    return std::lerp(value(knot), value(knot + 1), position - knot);
}

bool LinkModel::hasRoomFor(std::int64_t bytes) const
{
    if (m_queue.size() + m_flight.size() >= mostPackets) {
        return false;
    }
    if (!m_settings.rate || m_queue.empty()) {
        return true;
    }
    if (const auto *limit = std::get_if<QueueBytes>(&m_settings.queue)) {
        return m_queuedBytes + bytes <= limit->count;
    }
    const double seconds = duration<double>(std::get<nanoseconds>(m_settings.queue)).count();
    return static_cast<double>(m_queuedBytes + bytes) * 8 <= seconds * static_cast<double>(m_settings.rate->bitsPerSecond);
}

LinkModel::Fate LinkModel::offer(PacketId id, std::int64_t bytes, Time at)
{
    const bool lost = drawn() < m_settings.loss;
    const double share = drawn() * 2 - 1;
    ++m_counters.packetsIn;
    m_counters.bytesIn += bytes;
    if (m_settings.cut) {
        ++m_counters.lostToCut;
        return Fate::Cut;
    }
    m_firstArrival = m_firstArrival.value_or(at);
    settle(at);
    if (!hasRoomFor(bytes)) {
        ++m_counters.lostToQueue;
        return Fate::QueueFull;
    }
    m_queue.push_back({.id = id, .bytes = bytes, .arrival = at, .share = share, .lost = lost});
    m_queuedBytes += bytes;
    if (m_queue.size() == 1) {
        startNext();
    }
    return Fate::Waiting;
}

void LinkModel::startNext()
{
    m_headBits = static_cast<double>(m_queue.front().bytes) * 8;
    m_headFrom = std::max(m_lineFree, m_queue.front().arrival);
}

LinkModel::Time LinkModel::headFinish() const
{
    if (!m_settings.rate) {
        return m_headFrom;
    }
    return m_headFrom + nanoseconds(std::llround(m_headBits * 1e9 / static_cast<double>(m_settings.rate->bitsPerSecond)));
}

LinkModel::Time LinkModel::dueAfter(Time finish, const Waiting &packet) const
{
    Time due = finish + m_settings.delay;
    if (m_settings.jitter > 0ns) {
        const double share = m_settings.reorder ? packet.share : wander(finish);
        due += nanoseconds(std::llround(static_cast<double>(m_settings.jitter.count()) * share));
    }
    if (!m_settings.reorder) {
        due = std::max(due, m_latestDue);
    }
    return due;
}

void LinkModel::settle(Time now)
{
    while (!m_queue.empty() && headFinish() <= now) {
        const Waiting packet = m_queue.front();
        m_lineFree = headFinish();
        m_queue.pop_front();
        m_queuedBytes -= packet.bytes;
        if (packet.lost) {
            m_lost.push_back({packet.id, Fate::Lost, m_lineFree});
            ++m_counters.lostByChance;
        } else {
            const Time due = dueAfter(m_lineFree, packet);
            m_latestDue = std::max(m_latestDue, due);
            // Nearly always the end: only jitter that may reorder puts one before others.
            const auto place = std::upper_bound(m_flight.begin(), m_flight.end(), due, [](Time time, const Flying &flying) {
                return time < flying.due;
            });
            m_flight.insert(place, {packet.id, packet.bytes, due});
        }
        if (!m_queue.empty()) {
            startNext();
        }
    }
}

void LinkModel::advance(Time now, std::vector<Outcome> &outcomes)
{
    settle(now);
    outcomes.insert(outcomes.end(), m_lost.begin(), m_lost.end());
    m_lost.clear();
    while (!m_flight.empty() && m_flight.front().due <= now) {
        const Flying &packet = m_flight.front();
        outcomes.push_back({packet.id, Fate::Delivered, packet.due});
        ++m_counters.packetsOut;
        m_counters.bytesOut += packet.bytes;
        m_flight.pop_front();
    }
}

std::optional<LinkModel::Time> LinkModel::nextDeparture() const
{
    std::optional<Time> next;
    if (!m_lost.empty()) {
        next = m_lost.front().at;
    }
    if (!m_flight.empty()) {
        next = std::min(next.value_or(Time::max()), m_flight.front().due);
    }
    if (!m_queue.empty()) {
        next = std::min(next.value_or(Time::max()), dueAfter(headFinish(), m_queue.front()));
    }
    return next;
}

void LinkModel::change(const LinkSettings &settings, Time now, std::vector<Outcome> &outcomes)
{
    advance(now, outcomes);
    if (!m_queue.empty() && m_headFrom < now) {
        // Part of the head is through at the old rate; without a rate it would have left the queue already.
        const double seconds = duration<double>(now - m_headFrom).count();
        m_headBits = std::max(0.0, m_headBits - seconds * static_cast<double>(m_settings.rate->bitsPerSecond));
        m_headFrom = now;
    }
    m_settings = settings;
    if (m_settings.cut) {
        for (const Flying &packet : m_flight) {
            outcomes.push_back({packet.id, Fate::Cut, now});
        }
        for (const Waiting &packet : m_queue) {
            outcomes.push_back({packet.id, Fate::Cut, now});
        }
        m_counters.lostToCut += static_cast<std::int64_t>(m_flight.size() + m_queue.size());
        m_flight.clear();
        m_queue.clear();
        m_queuedBytes = 0;
        m_lineFree = now;
        m_latestDue = now;
    }
}

const LinkSettings &LinkModel::settings() const
{
    return m_settings;
}

LinkModel::Counters LinkModel::counters() const
{
    Counters counters = m_counters;
    counters.queuedPackets = static_cast<std::int64_t>(m_queue.size());
    counters.queuedBytes = m_queuedBytes;
    counters.packetsOnTheWay = static_cast<std::int64_t>(m_flight.size());
    return counters;
}
}
