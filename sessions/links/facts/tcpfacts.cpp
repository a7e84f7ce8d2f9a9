// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/tcpfacts.h"

#include <QByteArrayList>
#include <QHash>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr double maxValue = 1e15; ///< upper limit of every parsed value: a petabyte, or 31 years in microseconds
constexpr qsizetype longestText = 8192;

/// A number and the text after it: "8.5ms(3.4%)" is 8.5 and "ms(3.4%)".
struct NumberWithUnit {
    double value = 0;
    QByteArrayView unit;
};

std::optional<NumberWithUnit> parseNumber(QByteArrayView text)
{
    qsizetype end = 0;
    while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == '.')) {
        ++end;
    }
    bool isNumber = false;
    const double value = text.first(end).toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value) || value > maxValue) {
        return {};
    }
    return NumberWithUnit{value, text.sliced(end)};
}

std::optional<double> parseUnitlessNumber(QByteArrayView text)
{
    const auto read = parseNumber(text);
    return read && read->unit.isEmpty() ? std::optional(read->value) : std::nullopt;
}

std::optional<quint32> parseCount(QByteArrayView text)
{
    const auto read = parseUnitlessNumber(text);
    return read && *read <= 0xffffffffU ? std::optional(static_cast<quint32>(*read)) : std::nullopt;
}

/// Reads "1.5s", "30ms(2.0%)", "250us"; without a unit the value is in milliseconds, as ss prints round trips.
std::optional<std::chrono::microseconds> parseDuration(QByteArrayView text)
{
    const auto read = parseNumber(text);
    if (!read) {
        return {};
    }
    const qsizetype bracket = read->unit.indexOf('(');
    const QByteArrayView unit = bracket < 0 ? read->unit : read->unit.first(bracket);
    double microseconds = read->value * 1000;
    if (unit == "s") {
        microseconds = read->value * 1e6;
    } else if (unit == "us") {
        microseconds = read->value;
    } else if (unit != "ms" && !unit.isEmpty()) {
        return {};
    }
    return microseconds <= maxValue ? std::optional(std::chrono::microseconds(static_cast<std::int64_t>(microseconds))) : std::nullopt;
}

/// Reads "231.7Mbps" as bytes per second.
std::optional<Bytes> parseRate(QByteArrayView text)
{
    const auto read = parseNumber(text);
    if (!read) {
        return {};
    }
    double factor = 1;
    if (read->unit == "Kbps") {
        factor = 1e3;
    } else if (read->unit == "Mbps") {
        factor = 1e6;
    } else if (read->unit == "Gbps") {
        factor = 1e9;
    } else if (read->unit != "bps") {
        return {};
    }
    const double bits = read->value * factor;
    return bits <= maxValue ? std::optional(Bytes{static_cast<std::int64_t>(bits / 8)}) : std::nullopt;
}

std::optional<Bytes> toBytes(std::optional<double> number)
{
    return number && *number <= maxValue ? std::optional(Bytes{static_cast<std::int64_t>(*number)}) : std::nullopt;
}
}

std::optional<TcpFacts> TcpFacts::parseSsOutput(QByteArrayView text)
{
    if (text.size() > longestText) {
        return {};
    }
    TcpFacts facts;
    int connections = 0;
    QHash<QByteArrayView, QByteArrayView> values; // by name, of words such as "mss:1448"
    const QByteArrayList words = text.toByteArray().simplified().split(' ');
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QByteArrayView word = words[i];
        if (word == "ESTAB") {
            ++connections;
        } else if (word == "delivery_rate" && i + 1 < words.size()) {
            facts.deliveryRate = parseRate(words[i + 1]);
        } else if (const qsizetype colon = word.indexOf(':'); colon > 0) {
            values.insert(word.first(colon), word.sliced(colon + 1));
        }
    }
    const auto number = [&values](QByteArrayView name) {
        return parseUnitlessNumber(values.value(name));
    };
    const std::optional<double> window = number("cwnd");
    if (connections != 1 || !window) {
        return {};
    }
    facts.unsentBytes = toBytes(number("notsent"));
    facts.peerReceiveWindow = toBytes(number("snd_wnd"));
    facts.ownReceiveWindow = toBytes(number("rcv_wnd"));
    facts.minimumRoundTrip = parseDuration(values.value("minrtt"));
    const QByteArrayView roundTrip = values.value("rtt"); // "smoothed round trip/variance"
    facts.smoothedRoundTrip = parseDuration(roundTrip.first(qMax(roundTrip.indexOf('/'), 0)));
    facts.busySendingTime = parseDuration(values.value("busy"));
    facts.receiveWindowLimitedTime = parseDuration(values.value("rwnd_limited"));
    facts.sendBufferLimitedTime = parseDuration(values.value("sndbuf_limited"));
    facts.sentSegments = parseCount(values.value("segs_out"));
    const QByteArrayView retransmits = values.value("retrans"); // "current/total"
    facts.retransmits = parseCount(retransmits.sliced(retransmits.indexOf('/') + 1));
    facts.reorderedSegments = parseCount(values.value("reord_seen"));
    facts.lostSegments = parseCount(values.value("lost"));
    const std::optional<double> segmentSize = number("mss");
    const std::optional<double> sent = number("bytes_sent");
    const std::optional<double> acknowledged = number("bytes_acked");
    facts.segmentSize = toBytes(segmentSize);
    if (segmentSize) {
        facts.congestionWindow = toBytes(*window * *segmentSize);
        // The output of ss omits a number of unacknowledged segments that is 0.
        facts.bytesInFlight = toBytes(number("unacked").value_or(0) * *segmentSize);
    }
    if (sent && acknowledged) { // segments may be far from full; the acknowledged bytes include the SYN
        facts.bytesInFlight = toBytes(std::max(0.0, *sent - number("bytes_retrans").value_or(0) - std::max(0.0, *acknowledged - 1)));
    }
    const auto none = [](auto &time) {
        time = time.value_or(std::chrono::microseconds(0));
    };
    if (facts.busySendingTime || sent) { // this kernel reports these times, but ss does not print those that are 0
        none(facts.busySendingTime);
        none(facts.receiveWindowLimitedTime);
        none(facts.sendBufferLimitedTime);
    }
    facts.unsentBytes = facts.unsentBytes.value_or(Bytes{0});
    facts.retransmits = facts.retransmits.value_or(0);
    facts.lostSegments = facts.lostSegments.value_or(0);
    return facts;
}
}
