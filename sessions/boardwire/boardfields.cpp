// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardfields.h"

#include "sessions/boardwire/boardlimits.h"
#include "sessions/common/displaytext.h"

#include <QTimeZone>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
bool isLowerCaseToken(QStringView text)
{
    return std::ranges::all_of(text, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    });
}

bool isHexadecimal(QStringView text)
{
    return std::ranges::all_of(text, [](QChar c) {
        return (c >= u'a' && c <= u'f') || (c >= u'0' && c <= u'9');
    });
}
}

FieldReader::FieldReader(const QJsonObject &object)
    : m_object(object)
{
}

bool FieldReader::isObjectValid() const
{
    return m_isObjectValid;
}

FieldReader &FieldReader::refuse(QLatin1StringView key)
{
    m_isObjectValid = m_isObjectValid && !m_object.contains(key);
    return *this;
}

FieldReader &FieldReader::text(QLatin1StringView key, QString &value, qsizetype maxLength, FieldNeed need)
{
    const QJsonValue given = m_object.value(key);
    value = displayText(given.toString(), maxLength);
    m_isObjectValid = m_isObjectValid && (given.isString() || given.isUndefined()) && (need == FieldNeed::Optional || !value.isEmpty());
    return *this;
}

FieldReader &FieldReader::texts(QLatin1StringView key, QStringList &values, qsizetype maxCount, qsizetype maxLength)
{
    for (const QJsonValue &given : array(key, maxCount)) {
        m_isObjectValid = m_isObjectValid && given.isString();
        if (const QString one = displayText(given.toString(), maxLength); !one.isEmpty()) {
            values.append(one);
        }
    }
    return *this;
}

FieldReader &FieldReader::word(QLatin1StringView key, QString &value)
{
    const QJsonValue given = m_object.value(key);
    value = given.toString();
    m_isObjectValid = m_isObjectValid && (given.isString() || given.isUndefined()) && value.size() <= BoardLimits::word && isLowerCaseToken(value);
    return *this;
}

FieldReader &FieldReader::digits(QLatin1StringView key, QString &value, qsizetype fewest, qsizetype most)
{
    const QJsonValue given = m_object.value(key);
    value = given.toString();
    m_isObjectValid = m_isObjectValid && (given.isString() || given.isUndefined()) && value.size() >= fewest && value.size() <= most && isHexadecimal(value);
    return *this;
}

FieldReader &FieldReader::bytes(QLatin1StringView key, QByteArray &value, qsizetype maxLength)
{
    const QJsonValue given = m_object.value(key);
    const auto result = QByteArray::fromBase64Encoding(given.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    value = result.decoded;
    m_isObjectValid = m_isObjectValid && given.isString() && result && value.size() <= maxLength;
    return *this;
}

std::optional<qint64> FieldReader::optionalInteger(QLatin1StringView key, qint64 least, qint64 most)
{
    const QJsonValue given = m_object.value(key);
    if (given.isUndefined()) {
        return {};
    }
    // toInteger() returns least - 1, which is not valid, if the value is not a number or has a fraction
    const qint64 result = given.toInteger(least - 1);
    m_isObjectValid = m_isObjectValid && result >= least && result <= most;
    return result;
}

FieldReader &FieldReader::integer(QLatin1StringView key, std::optional<qint64> &value, qint64 most)
{
    value = optionalInteger(key, 0, most);
    return *this;
}

FieldReader &FieldReader::count(QLatin1StringView key, int &value, int most)
{
    value = static_cast<int>(optionalInteger(key, 0, most).value_or(0));
    return *this;
}

FieldReader &FieldReader::sequence(QLatin1StringView key, quint64 &value)
{
    value = static_cast<quint64>(requiredInteger(key, 1, BoardLimits::sequence));
    return *this;
}

qint64 FieldReader::requiredInteger(QLatin1StringView key, qint64 least, qint64 most)
{
    const auto result = optionalInteger(key, least, most);
    m_isObjectValid = m_isObjectValid && result;
    return result.value_or(least);
}

FieldReader &FieldReader::number(QLatin1StringView key, std::optional<double> &value, double maxValue, double stepsPerUnit)
{
    if (const QJsonValue given = m_object.value(key); !given.isUndefined()) {
        const double result = given.toDouble(-1);
        const bool isIn = std::isfinite(result) && result >= 0 && result <= maxValue;
        m_isObjectValid = m_isObjectValid && isIn;
        value = isIn ? std::round(result * stepsPerUnit) / stepsPerUnit : 0;
    }
    return *this;
}

FieldReader &FieldReader::flag(QLatin1StringView key, bool &value, FieldNeed /*need*/)
{
    const QJsonValue given = m_object.value(key);
    m_isObjectValid = m_isObjectValid && (given.isBool() || given.isUndefined());
    value = given.toBool();
    return *this;
}

FieldReader &FieldReader::time(QLatin1StringView key, QDateTime &value, FieldNeed need)
{
    const auto since1970 = optionalInteger(key, 0, BoardLimits::time);
    value = since1970 && m_isObjectValid ? QDateTime::fromMSecsSinceEpoch(*since1970, QTimeZone::UTC) : QDateTime();
    m_isObjectValid = m_isObjectValid && (need == FieldNeed::Optional || value.isValid());
    return *this;
}

QJsonArray FieldReader::array(QLatin1StringView key, qsizetype maxCount)
{
    const QJsonValue value = m_object.value(key);
    const QJsonArray result = value.toArray();
    if (value.isUndefined() || (value.isArray() && result.size() <= maxCount)) {
        return result;
    }
    m_isObjectValid = false;
    return {};
}

FieldWriter &FieldWriter::refuse(QLatin1StringView /*key*/)
{
    return *this;
}

FieldWriter &FieldWriter::text(QLatin1StringView key, QStringView value, qsizetype maxLength, FieldNeed /*need*/)
{
    return word(key, displayText(value, maxLength));
}

FieldWriter &FieldWriter::texts(QLatin1StringView key, const QStringList &values, qsizetype maxCount, qsizetype maxLength)
{
    QJsonArray array;
    for (const QString &value : values) {
        const QString one = displayText(value, maxLength);
        if (!one.isEmpty() && array.size() < maxCount) {
            array.append(one);
        }
    }
    return array.isEmpty() ? *this : this->value(key, array);
}

FieldWriter &FieldWriter::word(QLatin1StringView key, const QString &value)
{
    return value.isEmpty() ? *this : this->value(key, value);
}

FieldWriter &FieldWriter::digits(QLatin1StringView key, const QString &value, qsizetype /*fewest*/, qsizetype /*most*/)
{
    return word(key, value);
}

FieldWriter &FieldWriter::bytes(QLatin1StringView key, const QByteArray &value, qsizetype /*maxLength*/)
{
    return this->value(key, QString::fromLatin1(value.toBase64()));
}

FieldWriter &FieldWriter::integer(QLatin1StringView key, std::optional<qint64> value, qint64 most)
{
    return value ? this->value(key, std::clamp<qint64>(*value, 0, most)) : *this;
}

FieldWriter &FieldWriter::count(QLatin1StringView key, int value, int most)
{
    return value > 0 ? integer(key, value, most) : *this;
}

FieldWriter &FieldWriter::sequence(QLatin1StringView key, quint64 value)
{
    return integer(key, static_cast<qint64>(value), BoardLimits::sequence);
}

FieldWriter &FieldWriter::number(QLatin1StringView key, std::optional<double> value, double maxValue, double stepsPerUnit)
{
    if (!value || !std::isfinite(*value)) {
        return *this;
    }
    return this->value(key, std::round(std::clamp(*value, 0.0, maxValue) * stepsPerUnit) / stepsPerUnit);
}

FieldWriter &FieldWriter::flag(QLatin1StringView key, bool value, FieldNeed need)
{
    return value || need == FieldNeed::Required ? this->value(key, value) : *this;
}

FieldWriter &FieldWriter::time(QLatin1StringView key, const QDateTime &value, FieldNeed /*need*/)
{
    return value.isValid() ? integer(key, value.toMSecsSinceEpoch(), BoardLimits::time) : *this;
}

FieldWriter &FieldWriter::value(QLatin1StringView key, const QJsonValue &value)
{
    m_object.insert(key, value);
    return *this;
}

QJsonObject FieldWriter::object() const
{
    return m_object;
}
}
