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
}

std::optional<std::chrono::microseconds> BoardDesk::worstRoundTrip() const
{
    std::optional<std::chrono::microseconds> worst;
    for (const BoardWire::LinkMeasurements &link : linksOf(numbers)) {
        // links without a round trip are ignored: an empty optional is less than any value
        worst = std::max(worst, link.roundTrip);
    }
    return worst;
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
    std::optional<double> compressionRatio;
    std::optional<qint64> most;
    for (const BoardWire::LinkMeasurements &link : linksOf(numbers)) {
        if (link.compressionRatio && (!compressionRatio || link.bytesInPerSecond > most)) {
            compressionRatio = link.compressionRatio;
            most = link.bytesInPerSecond;
        }
    }
    return compressionRatio;
}

QString BoardDesk::flowLimit() const
{
    QString flowLimit;
    std::optional<qint64> most;
    for (const BoardWire::LinkMeasurements &link : linksOf(numbers)) {
        if (!link.flowLimit.isEmpty() && (flowLimit.isEmpty() || link.bytesInPerSecond > most)) {
            flowLimit = link.flowLimit;
            most = link.bytesInPerSecond;
        }
    }
    return flowLimit;
}

std::optional<double> BoardDesk::highestFrameRate() const
{
    std::optional<double> most;
    for (const BoardWire::DisplayMeasurements &display : numbers ? numbers->displays : QList<BoardWire::DisplayMeasurements>()) {
        most = std::max(most, display.framesPerSecond);
    }
    return most;
}

std::optional<std::chrono::milliseconds> BoardDesk::oldestImageAge() const
{
    std::optional<std::chrono::milliseconds> worst;
    for (const BoardWire::DisplayMeasurements &display : numbers ? numbers->displays : QList<BoardWire::DisplayMeasurements>()) {
        worst = std::max(worst, display.imageAge);
    }
    return worst;
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
