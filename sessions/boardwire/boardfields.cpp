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

void FieldReader::markInvalid()
{
    m_isObjectValid = false;
}

void FieldReader::markInvalid(QLatin1StringView key)
{
    m_isObjectValid = m_isObjectValid && !m_object.contains(key);
}

QString FieldReader::text(QLatin1StringView key, qsizetype maxLength)
{
    const QJsonValue value = m_object.value(key);
    m_isObjectValid = m_isObjectValid && (value.isString() || value.isUndefined());
    return displayText(value.toString(), maxLength);
}

QString FieldReader::requiredText(QLatin1StringView key, qsizetype maxLength)
{
    const QString result = text(key, maxLength);
    m_isObjectValid = m_isObjectValid && !result.isEmpty();
    return result;
}

QStringList FieldReader::texts(QLatin1StringView key, qsizetype maxCount, qsizetype maxLength)
{
    QStringList result;
    for (const QJsonValue &value : array(key, maxCount)) {
        m_isObjectValid = m_isObjectValid && value.isString();
        if (const QString one = displayText(value.toString(), maxLength); !one.isEmpty()) {
            result.append(one);
        }
    }
    return result;
}

QString FieldReader::word(QLatin1StringView key)
{
    const QJsonValue value = m_object.value(key);
    const QString result = value.toString();
    m_isObjectValid = m_isObjectValid && (value.isString() || value.isUndefined()) && result.size() <= BoardLimits::word && isLowerCaseToken(result);
    return result;
}

QString FieldReader::digits(QLatin1StringView key, qsizetype fewest, qsizetype most)
{
    const QJsonValue value = m_object.value(key);
    const QString result = value.toString();
    m_isObjectValid = m_isObjectValid && (value.isString() || value.isUndefined()) && result.size() >= fewest && result.size() <= most && isHexadecimal(result);
    return result;
}

QByteArray FieldReader::bytes(QLatin1StringView key, qsizetype maxLength)
{
    const QJsonValue value = m_object.value(key);
    const auto decoded = QByteArray::fromBase64Encoding(value.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    m_isObjectValid = m_isObjectValid && value.isString() && decoded && decoded.decoded.size() <= maxLength;
    return decoded.decoded;
}

std::optional<qint64> FieldReader::integer(QLatin1StringView key, qint64 least, qint64 most)
{
    const QJsonValue value = m_object.value(key);
    if (value.isUndefined()) {
        return {};
    }
    // toInteger() returns least - 1, which is not valid, if the value is not a number or has a fraction
    const qint64 result = value.toInteger(least - 1);
    m_isObjectValid = m_isObjectValid && result >= least && result <= most;
    return result;
}

qint64 FieldReader::requiredInteger(QLatin1StringView key, qint64 least, qint64 most)
{
    const auto result = integer(key, least, most);
    m_isObjectValid = m_isObjectValid && result;
    return result.value_or(least);
}

std::optional<double> FieldReader::number(QLatin1StringView key, double maxValue, double stepsPerUnit)
{
    const QJsonValue value = m_object.value(key);
    if (value.isUndefined()) {
        return {};
    }
    const double result = value.toDouble(-1);
    const bool isIn = std::isfinite(result) && result >= 0 && result <= maxValue;
    m_isObjectValid = m_isObjectValid && isIn;
    return isIn ? std::round(result * stepsPerUnit) / stepsPerUnit : 0;
}

bool FieldReader::flag(QLatin1StringView key)
{
    const QJsonValue value = m_object.value(key);
    m_isObjectValid = m_isObjectValid && (value.isBool() || value.isUndefined());
    return value.toBool();
}

QDateTime FieldReader::time(QLatin1StringView key)
{
    const auto since1970 = integer(key, 0, BoardLimits::time);
    return since1970 && m_isObjectValid ? QDateTime::fromMSecsSinceEpoch(*since1970, QTimeZone::UTC) : QDateTime();
}

QDateTime FieldReader::requiredTime(QLatin1StringView key)
{
    const QDateTime result = time(key);
    m_isObjectValid = m_isObjectValid && result.isValid();
    return result;
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

FieldWriter &FieldWriter::text(QLatin1StringView key, QStringView value, qsizetype maxLength)
{
    return safeText(key, displayText(value, maxLength));
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

FieldWriter &FieldWriter::safeText(QLatin1StringView key, const QString &value)
{
    return value.isEmpty() ? *this : this->value(key, value);
}

FieldWriter &FieldWriter::bytes(QLatin1StringView key, const QByteArray &value)
{
    return this->value(key, QString::fromLatin1(value.toBase64()));
}

FieldWriter &FieldWriter::integer(QLatin1StringView key, std::optional<qint64> value, qint64 most)
{
    return value ? this->value(key, std::clamp<qint64>(*value, 0, most)) : *this;
}

FieldWriter &FieldWriter::number(QLatin1StringView key, std::optional<double> value, double maxValue, double stepsPerUnit)
{
    if (!value || !std::isfinite(*value)) {
        return *this;
    }
    return this->value(key, std::round(std::clamp(*value, 0.0, maxValue) * stepsPerUnit) / stepsPerUnit);
}

FieldWriter &FieldWriter::flag(QLatin1StringView key, bool value)
{
    return value ? this->value(key, true) : *this;
}

FieldWriter &FieldWriter::time(QLatin1StringView key, const QDateTime &value)
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
