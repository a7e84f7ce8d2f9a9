// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <array>
#include <optional>
#include <type_traits>

namespace Nightdesk
{
enum class FieldNeed {
    Optional,
    Required ///< an object without this field is invalid
};

/// Reads the fields of a JSON object from a peer, and checks type and bounds of each field. A violation makes the whole
/// object invalid: call isObjectValid() after reading all fields. A missing field leaves its value empty. FieldWriter has the same functions, so one
/// visitFields() per type of object both reads and writes it. Pure. Made by BoardWire::read() for one object.
class FieldReader
{
public:
    explicit FieldReader(const QJsonObject &object);

    bool isObjectValid() const;
    FieldReader &refuse(QLatin1StringView key); ///< marks the object as invalid if it has this field

    /// A text that is safe to show, cut to @p maxLength.
    FieldReader &text(QLatin1StringView key, QString &value, qsizetype maxLength, FieldNeed need = FieldNeed::Optional);
    /// A list of texts; empty ones are left out.
    FieldReader &texts(QLatin1StringView key, QStringList &values, qsizetype maxCount, qsizetype maxLength);
    FieldReader &word(QLatin1StringView key, QString &value); ///< a word of a-z, 0-9 and '-'
    FieldReader &digits(QLatin1StringView key, QString &value, qsizetype fewest, qsizetype most); ///< lower-case hexadecimal digits
    FieldReader &bytes(QLatin1StringView key, QByteArray &value, qsizetype maxLength); ///< bytes, which the field contains in base64
    FieldReader &integer(QLatin1StringView key, std::optional<qint64> &value, qint64 most); ///< an integer from 0 to @p most
    FieldReader &count(QLatin1StringView key, int &value, int most);
    FieldReader &sequence(QLatin1StringView key, quint64 &value); ///< the number of a message, from 1; required
    qint64 requiredInteger(QLatin1StringView key, qint64 least, qint64 most);
    /// A number from 0 to @p maxValue, rounded to 1/@p stepsPerUnit.
    FieldReader &number(QLatin1StringView key, std::optional<double> &value, double maxValue, double stepsPerUnit);
    FieldReader &flag(QLatin1StringView key, bool &value, FieldNeed need = FieldNeed::Optional); ///< a boolean; false if the field is missing
    FieldReader &time(QLatin1StringView key, QDateTime &value, FieldNeed need = FieldNeed::Optional); ///< a time in UTC

    /// One of @p words; its index is the value of the Enum. @p ifUnknown: the value for any other word; empty: another word is not valid.
    template<typename Enum, std::size_t size>
    FieldReader &
    oneOf(QLatin1StringView key, Enum &value, const std::array<QLatin1StringView, size> &words, std::type_identity_t<std::optional<Enum>> ifUnknown = {})
    {
        QString given;
        word(key, given);
        for (std::size_t i = 0; i < size; ++i) {
            if (given == words[i]) {
                value = static_cast<Enum>(i);
                return *this;
            }
        }
        value = ifUnknown.value_or(Enum());
        m_isObjectValid = m_isObjectValid && ifUnknown && !given.isEmpty();
        return *this;
    }
    template<typename Duration>
    FieldReader &duration(QLatin1StringView key, std::optional<Duration> &value, qint64 most)
    {
        std::optional<qint64> ticks;
        integer(key, ticks, most);
        value = ticks ? std::optional(Duration(*ticks)) : std::nullopt;
        return *this;
    }
    /// A list of objects.
    template<typename T>
    FieldReader &list(QLatin1StringView key, QList<T> &values, qsizetype maxCount)
    {
        for (const QJsonValue &one : array(key, maxCount)) {
            FieldReader fields(one.toObject());
            visitFields(fields, values.emplaceBack());
            m_isObjectValid = m_isObjectValid && one.isObject() && fields.isObjectValid();
        }
        return *this;
    }
    template<typename T>
    FieldReader &object(QLatin1StringView key, std::optional<T> &value)
    {
        if (const QJsonValue given = m_object.value(key); !given.isUndefined()) {
            FieldReader fields(given.toObject());
            visitFields(fields, value.emplace());
            m_isObjectValid = m_isObjectValid && given.isObject() && fields.isObjectValid();
        }
        return *this;
    }

private:
    /// An array; empty if the field is missing or has too many entries.
    QJsonArray array(QLatin1StringView key, qsizetype maxCount);
    std::optional<qint64> optionalInteger(QLatin1StringView key, qint64 least, qint64 most);

    QJsonObject m_object;
    bool m_isObjectValid = true;
};

/// Builds the JSON object of a message, within the bounds that FieldReader checks. Empty and unknown values are left
/// out. Pure. Made by BoardWire::write() for one object.
class FieldWriter
{
public:
    FieldWriter &refuse(QLatin1StringView key); ///< adds nothing: only FieldReader refuses a field

    FieldWriter &text(QLatin1StringView key, QStringView value, qsizetype maxLength, FieldNeed need = FieldNeed::Optional);
    FieldWriter &texts(QLatin1StringView key, const QStringList &values, qsizetype maxCount, qsizetype maxLength);
    FieldWriter &word(QLatin1StringView key, const QString &value);
    FieldWriter &digits(QLatin1StringView key, const QString &value, qsizetype fewest, qsizetype most);
    FieldWriter &bytes(QLatin1StringView key, const QByteArray &value, qsizetype maxLength);
    FieldWriter &integer(QLatin1StringView key, std::optional<qint64> value, qint64 most); ///< adds an integer, limited to 0 to @p most
    FieldWriter &count(QLatin1StringView key, int value, int most); ///< adds a number above 0
    FieldWriter &sequence(QLatin1StringView key, quint64 value);
    FieldWriter &number(QLatin1StringView key, std::optional<double> value, double maxValue, double stepsPerUnit);
    FieldWriter &flag(QLatin1StringView key, bool value, FieldNeed need = FieldNeed::Optional); ///< adds a boolean; false only if it is required
    FieldWriter &time(QLatin1StringView key, const QDateTime &value, FieldNeed need = FieldNeed::Optional);
    FieldWriter &value(QLatin1StringView key, const QJsonValue &value);

    template<typename Enum, std::size_t size>
    FieldWriter &
    oneOf(QLatin1StringView key, Enum value, const std::array<QLatin1StringView, size> &words, std::type_identity_t<std::optional<Enum>> /*ifUnknown*/ = {})
    {
        return word(key, words[static_cast<std::size_t>(value)]);
    }
    template<typename Duration>
    FieldWriter &duration(QLatin1StringView key, const std::optional<Duration> &value, qint64 most)
    {
        return value ? integer(key, value->count(), most) : *this;
    }
    template<typename T>
    FieldWriter &list(QLatin1StringView key, const QList<T> &values, qsizetype maxCount)
    {
        QJsonArray array;
        for (qsizetype i = 0; i < qMin(values.size(), maxCount); ++i) {
            array.append(objectOf(values.at(i)));
        }
        return array.isEmpty() ? *this : this->value(key, array);
    }
    template<typename T>
    FieldWriter &object(QLatin1StringView key, const std::optional<T> &value)
    {
        return value ? this->value(key, objectOf(*value)) : *this;
    }
    QJsonObject object() const;

private:
    template<typename T>
    static QJsonObject objectOf(const T &value)
    {
        FieldWriter fields;
        visitFields(fields, value);
        return fields.object();
    }

    QJsonObject m_object;
};
}
