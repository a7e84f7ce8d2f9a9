// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/board.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
QList<BoardWire::LinkMeasurements> linksOf(const std::optional<BoardWire::DeskMeasurements> &numbers)
{
    return numbers ? numbers->links : QList<BoardWire::LinkMeasurements>();
}

QList<BoardWire::DisplayMeasurements> displaysOf(const std::optional<BoardWire::DeskMeasurements> &numbers)
{
    return numbers ? numbers->displays : QList<BoardWire::DisplayMeasurements>();
}

/// The row with this id or key; without values if there is none.
template<typename Measurements>
Measurements rowOf(const QList<Measurements> &rows, QString Measurements::*id, const QString &wanted)
{
    const auto found = std::ranges::find(rows, wanted, id);
    return found == rows.end() ? Measurements() : *found;
}

/// The highest of the known values; empty: none is known.
template<typename Measurements, typename Value>
std::optional<Value> highest(const QList<Measurements> &rows, std::optional<Value> Measurements::*value)
{
    std::optional<Value> result;
    for (const Measurements &row : rows) {
        result = std::max(result, row.*value); // unknown values are ignored: an empty optional is less than any value
    }
    return result;
}

/// The value of the link that carries the most bytes, of those links of which it is known.
template<typename Value>
Value ofBusiestLink(const QList<BoardWire::LinkMeasurements> &links, Value BoardWire::LinkMeasurements::*value)
{
    const Value unknown{};
    BoardWire::LinkMeasurements busiest;
    for (const BoardWire::LinkMeasurements &link : links) {
        if (link.*value != unknown && (busiest.*value == unknown || link.bytesInPerSecond > busiest.bytesInPerSecond)) {
            busiest = link;
        }
    }
    return busiest.*value;
}
}

std::optional<std::chrono::microseconds> BoardDesk::worstRoundTrip() const
{
    return highest(linksOf(numbers), &BoardWire::LinkMeasurements::roundTrip);
}

std::optional<qint64> BoardDesk::bytesInPerSecond() const
{
    std::optional<qint64> sum;
    for (const BoardWire::LinkMeasurements &link : linksOf(numbers)) {
        if (link.bytesInPerSecond) {
            sum = sum.value_or(0) + *link.bytesInPerSecond;
        }
    }
    return sum;
}

std::optional<double> BoardDesk::compressionRatio() const
{
    return ofBusiestLink(linksOf(numbers), &BoardWire::LinkMeasurements::compressionRatio);
}

QString BoardDesk::flowLimit() const
{
    return ofBusiestLink(linksOf(numbers), &BoardWire::LinkMeasurements::flowLimit);
}

std::optional<double> BoardDesk::highestFrameRate() const
{
    return highest(displaysOf(numbers), &BoardWire::DisplayMeasurements::framesPerSecond);
}

std::optional<std::chrono::milliseconds> BoardDesk::oldestImageAge() const
{
    return highest(displaysOf(numbers), &BoardWire::DisplayMeasurements::imageAge);
}

BoardWire::LinkMeasurements BoardDesk::numbersOf(const BoardWire::LinkReport &link) const
{
    return rowOf(linksOf(numbers), &BoardWire::LinkMeasurements::id, link.id);
}

BoardWire::DisplayMeasurements BoardDesk::numbersOf(const BoardWire::DisplayReport &display) const
{
    return rowOf(displaysOf(numbers), &BoardWire::DisplayMeasurements::key, display.key);
}

QStringList BoardDesk::people() const
{
    if (state) {
        return state->people;
    }
    return presence ? presence->people : QStringList();
}

QDateTime BoardDesk::firstInstrumentConnectedAt() const
{
    QDateTime first;
    for (const BoardWire::InstrumentReport &instrument : state ? state->instruments : QList<BoardWire::InstrumentReport>()) {
        if (instrument.since.isValid() && (!first.isValid() || instrument.since < first)) {
            first = instrument.since;
        }
    }
    return first;
}
}
