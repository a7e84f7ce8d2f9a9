// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xprogramhistories.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int format = 1;
/// Limit of a number: exact in a double, and the sum of several numbers is exact, too.
constexpr double mostNumber = 1e15;
/// Limit of a number of round trips: its product with longestRoundTrip fits into 64 bits.
constexpr std::int64_t mostSynchronous = 1LL << 31;
constexpr std::int64_t longestRoundTrip = 3'600'000'000; ///< limit of a round trip in microseconds: an hour

QJsonObject toJson(const XCost &cost)
{
    return {{u"synchronous"_s, qint64(std::min(cost.roundTripCount, mostSynchronous))},
            {u"bytesUp"_s, qint64(cost.bytesUp)},
            {u"bytesDown"_s, qint64(cost.bytesDown)},
            {u"localMicroseconds"_s, qint64(cost.nonNetworkTime)}};
}

QJsonArray toJson(const QList<XObservation> &list)
{
    QJsonArray array;
    for (const XObservation &observation : list) {
        QJsonObject object{{u"at"_s, observation.observedAt.toUTC().toString(Qt::ISODate)},
                           {u"roundTripMicroseconds"_s, qint64(std::min<std::int64_t>(observation.link.roundTrip.count(), longestRoundTrip))},
                           {u"bytesPerSecond"_s, observation.link.bytesPerSecond},
                           {u"seenMilliseconds"_s, qint64(observation.observedTime.count())}};
        if (observation.predictedTime) {
            object[u"predictedMilliseconds"_s] = qint64(observation.predictedTime->count());
        }
        array.append(object);
    }
    return array;
}

/// Reads only JSON that toJson() wrote, and keeps the first error.
class HistoryReader
{
public:
    QString error;

    QString name(const QJsonObject &object, const QString &key)
    {
        const QJsonValue value = object[key];
        if (!value.isString() || value.toString().size() > XProgramHistories::maxNameLength) {
            reportWrongEntry(key, u"a short text"_s);
        }
        return value.toString();
    }

    double number(const QJsonObject &object, const QString &key, double most = mostNumber)
    {
        const double value = object[key].toDouble(-1);
        if (!(value >= 0 && value <= most)) {
            reportWrongEntry(key, u"a number that is not negative"_s);
            return 0;
        }
        return value;
    }

    qint64 integer(const QJsonObject &object, const QString &key, double most = mostNumber)
    {
        return qRound64(number(object, key, most));
    }

    std::optional<XCost> cost(const QJsonObject &object, const QString &key)
    {
        if (!object.contains(key)) {
            return {};
        }
        if (!object[key].isObject()) {
            reportWrongEntry(key, u"an object"_s);
        }
        const QJsonObject cost = object[key].toObject();
        return XCost{.roundTripCount = integer(cost, u"synchronous"_s, mostSynchronous),
                     .bytesUp = integer(cost, u"bytesUp"_s),
                     .bytesDown = integer(cost, u"bytesDown"_s),
                     .nonNetworkTime = integer(cost, u"localMicroseconds"_s)};
    }

    QList<XObservation> observations(const QJsonObject &object, const QString &key)
    {
        QList<XObservation> list;
        for (const QJsonValue &value : array(object, key, XProgramHistories::maxObservations)) {
            const QJsonObject each = value.toObject();
            XObservation observation{.observedAt = QDateTime::fromString(each[u"at"_s].toString(), Qt::ISODate),
                                     .link = {.roundTrip = std::chrono::microseconds(integer(each, u"roundTripMicroseconds"_s, longestRoundTrip)),
                                              .bytesPerSecond = number(each, u"bytesPerSecond"_s)},
                                     .observedTime = std::chrono::milliseconds(integer(each, u"seenMilliseconds"_s))};
            if (!observation.observedAt.isValid()) {
                reportWrongEntry(u"at"_s, u"a time as ISO 8601 has it"_s);
            }
            if (each.contains(u"predictedMilliseconds"_s)) {
                observation.predictedTime = std::chrono::milliseconds(integer(each, u"predictedMilliseconds"_s));
            }
            list.push_back(observation);
        }
        return list;
    }

    QJsonArray array(const QJsonObject &object, const QString &key, qsizetype maxSize)
    {
        const QJsonArray array = object[key].toArray();
        if (!object[key].isArray() || array.size() > maxSize) {
            reportWrongEntry(key, u"a list of at most %1"_s.arg(maxSize));
            return {};
        }
        return array;
    }

    void reportWrongEntry(const QString &key, const QString &expected)
    {
        if (error.isEmpty()) {
            error = u"\"%1\" was expected to be %2"_s.arg(key, expected);
        }
    }
};
}

QByteArray XProgramHistories::toJson() const
{
    QJsonArray programs;
    for (const XProgramHistory &program : m_programs) {
        QJsonObject object{{u"program"_s, program.program},
                           {u"display"_s, program.display},
                           {u"topology"_s, program.topology},
                           {u"starts"_s, Nightdesk::toJson(program.lastStarts)},
                           {u"deeds"_s, Nightdesk::toJson(program.lastInteractions)}};
        if (program.startCost) {
            object[u"start"_s] = Nightdesk::toJson(*program.startCost);
        }
        if (program.interactionCost) {
            object[u"deed"_s] = Nightdesk::toJson(*program.interactionCost);
        }
        programs.append(object);
    }
    return QJsonDocument(QJsonObject{{u"format"_s, format}, {u"programs"_s, programs}}).toJson(QJsonDocument::Compact);
}

std::expected<XProgramHistories, QString> XProgramHistories::fromJson(const QByteArray &text)
{
    if (text.size() > maxJsonBytes) {
        return std::unexpected(u"longer than %1 bytes"_s.arg(maxJsonBytes));
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (!document.isObject()) {
        return std::unexpected(error.error == QJsonParseError::NoError ? u"no JSON object"_s : u"%1 at byte %2"_s.arg(error.errorString()).arg(error.offset));
    }
    const QJsonObject root = document.object();
    if (root[u"format"_s].toInt() != format) {
        return std::unexpected(u"\"format\" was expected to be %1"_s.arg(format));
    }
    HistoryReader reader;
    XProgramHistories programHistories;
    for (const QJsonValue &value : reader.array(root, u"programs"_s, maxPrograms)) {
        const QJsonObject object = value.toObject();
        programHistories.m_programs.push_back({.program = reader.name(object, u"program"_s),
                                               .display = reader.name(object, u"display"_s),
                                               .topology = reader.name(object, u"topology"_s),
                                               .startCost = reader.cost(object, u"start"_s),
                                               .interactionCost = reader.cost(object, u"deed"_s),
                                               .lastStarts = reader.observations(object, u"starts"_s),
                                               .lastInteractions = reader.observations(object, u"deeds"_s)});
    }
    if (!reader.error.isEmpty()) {
        return std::unexpected(reader.error);
    }
    return programHistories;
}

const XProgramHistories &XKnownPrograms::all()
{
    static const XProgramHistories shipped = [] {
        QFile file(u":/xprograms/xprograms.json"_s);
        return file.open(QIODevice::ReadOnly) ? XProgramHistories::fromJson(file.readAll()).value_or(XProgramHistories()) : XProgramHistories();
    }();
    return shipped;
}
}
