// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// Reads the fields of a JSON object from a peer, and checks type and bounds of each field. A violation makes the whole
/// object invalid: call isObjectValid() after reading all fields. Pure. Made by BoardWire::read() for one object.
class FieldReader
{
public:
    explicit FieldReader(const QJsonObject &object);

    bool isObjectValid() const;
    void markInvalid(); ///< makes isObjectValid() return false, whatever the fields contain
    void markInvalid(QLatin1StringView key); ///< marks the object as invalid if it has this field

    /// A text that is safe to show, cut to @p maxLength; empty if the field is missing.
    QString text(QLatin1StringView key, qsizetype maxLength);
    QString requiredText(QLatin1StringView key, qsizetype maxLength); ///< a text that may not be missing or empty
    /// A list of texts; empty ones are left out.
    QStringList texts(QLatin1StringView key, qsizetype maxCount, qsizetype maxLength);
    QString word(QLatin1StringView key); ///< a word of a-z, 0-9 and '-'; empty if the field is missing
    QString digits(QLatin1StringView key, qsizetype fewest, qsizetype most); ///< lower-case hexadecimal digits
    QByteArray bytes(QLatin1StringView key, qsizetype maxLength); ///< bytes, which the field contains in base64
    std::optional<qint64> integer(QLatin1StringView key, qint64 least, qint64 most);
    qint64 requiredInteger(QLatin1StringView key, qint64 least, qint64 most);
    /// A number from 0 to @p maxValue, rounded to 1/@p stepsPerUnit.
    std::optional<double> number(QLatin1StringView key, double maxValue, double stepsPerUnit);
    bool flag(QLatin1StringView key); ///< a boolean; false if the field is missing
    QDateTime time(QLatin1StringView key); ///< a time in UTC; invalid if the field is missing
    QDateTime requiredTime(QLatin1StringView key);

    /// A list of objects, each read by @p readOne.
    template<typename T>
    QList<T> list(QLatin1StringView key, qsizetype maxCount, T (*readOne)(FieldReader &))
    {
        QList<T> result;
        for (const QJsonValue &value : array(key, maxCount)) {
            FieldReader fields(value.toObject());
            if (!value.isObject()) {
                markInvalid();
            }
            result.append(readOne(fields));
            m_isObjectValid = m_isObjectValid && fields.isObjectValid();
        }
        return result;
    }
    template<typename T>
    std::optional<T> object(QLatin1StringView key, T (*readOne)(FieldReader &))
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return {};
        }
        FieldReader fields(value.toObject());
        const T result = readOne(fields);
        m_isObjectValid = m_isObjectValid && value.isObject() && fields.isObjectValid();
        return result;
    }

private:
    /// An array; empty if the field is missing or has too many entries.
    QJsonArray array(QLatin1StringView key, qsizetype maxCount);

    QJsonObject m_object;
    bool m_isObjectValid = true;
};

/// Builds the JSON object of a message, within the bounds that FieldReader checks. Empty and unknown values are left
/// out. Pure. Made by BoardWire::write() for one object.
class FieldWriter
{
public:
    FieldWriter &text(QLatin1StringView key, QStringView value, qsizetype maxLength);
    FieldWriter &texts(QLatin1StringView key, const QStringList &values, qsizetype maxCount, qsizetype maxLength);
    /// Adds a text that is known to be safe and short, such as a word or digits.
    FieldWriter &safeText(QLatin1StringView key, const QString &value);
    FieldWriter &bytes(QLatin1StringView key, const QByteArray &value);
    /// Adds an integer, limited to 0 to @p most.
    FieldWriter &integer(QLatin1StringView key, std::optional<qint64> value, qint64 most);
    FieldWriter &number(QLatin1StringView key, std::optional<double> value, double maxValue, double stepsPerUnit);
    FieldWriter &flag(QLatin1StringView key, bool value); ///< adds a boolean; left out if false
    FieldWriter &time(QLatin1StringView key, const QDateTime &value);
    FieldWriter &value(QLatin1StringView key, const QJsonValue &value);
    template<typename T>
    FieldWriter &list(QLatin1StringView key, const QList<T> &values, qsizetype maxCount, QJsonObject (*writeOne)(const T &))
    {
        QJsonArray array;
        for (qsizetype i = 0; i < qMin(values.size(), maxCount); ++i) {
            array.append(writeOne(values.at(i)));
        }
        if (!array.isEmpty()) {
            m_object.insert(key, array);
        }
        return *this;
    }
    QJsonObject object() const;

private:
    QJsonObject m_object;
};
}
