// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurelog.h"

#include "sessions/base/utf8.h"

#include <QtEndian>

#include <limits>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr QByteArrayView headText = "nightdesk figures 4\n";
constexpr QByteArrayView olderHeadText = "nightdesk figures 3\n"; ///< in this version, rows of connections end before XRoundTrips
static_assert(headText.size() == olderHeadText.size());
constexpr char sourceMark = 1;
constexpr char rowMark = 2;
constexpr char distributionsMark = 3;

template<typename Number>
void appendNumber(QByteArray &bytes, Number number)
{
    const Number little = qToLittleEndian(number);
    bytes.append(reinterpret_cast<const char *>(&little), sizeof(little));
}

void appendText(QByteArray &bytes, const QString &text)
{
    QByteArray utf8 = text.toUtf8();
    utf8.truncate(static_cast<qsizetype>(utf8PrefixLength({utf8.constData(), static_cast<std::size_t>(utf8.size())}, FigureLog::maxText)));
    appendNumber(bytes, static_cast<quint16>(utf8.size()));
    bytes.append(utf8);
}

/// Reads values from the front of the bytes. hasReadPastEnd() is true after a read beyond the end.
class FigureRecordReader
{
public:
    explicit FigureRecordReader(QByteArrayView bytes)
        : m_remainingBytes(bytes)
    {
    }
    template<typename Number>
    Number readNumber()
    {
        const QByteArrayView bytes = take(sizeof(Number), sizeof(Number));
        return bytes.isEmpty() ? Number() : qFromLittleEndian<Number>(bytes.data());
    }
    QString readText()
    {
        return QString::fromUtf8(take(readNumber<quint16>(), FigureLog::maxText));
    }
    QByteArrayView readBytes()
    {
        return take(readNumber<quint16>(), std::numeric_limits<quint16>::max());
    }
    bool hasReadPastEnd() const
    {
        return m_hasReadPastEnd;
    }
    qsizetype remainingSize() const
    {
        return m_remainingBytes.size();
    }

private:
    QByteArrayView take(qsizetype size, qsizetype most)
    {
        if (size > most || m_remainingBytes.size() < size) {
            m_hasReadPastEnd = true;
            return {};
        }
        const QByteArrayView bytes = m_remainingBytes.first(size);
        m_remainingBytes = m_remainingBytes.sliced(size);
        return bytes;
    }

    QByteArrayView m_remainingBytes;
    bool m_hasReadPastEnd = false;
};

bool readSource(FigureRecordReader &reader, std::vector<FigureSeries> &series)
{
    const auto number = reader.readNumber<quint16>();
    const auto kind = reader.readNumber<quint8>();
    const FigureSource source{static_cast<FigureSource::Kind>(kind), reader.readText(), reader.readText(), reader.readText()};
    const bool isKind = FigureColumn::columnCount(source.kind) > 0;
    if (reader.hasReadPastEnd() || !isKind || number != series.size() || number >= FigureLog::maxSources) {
        return false;
    }
    series.emplace_back(source);
    return true;
}

bool readRow(FigureRecordReader &reader, bool isOlderFormatVersion, std::vector<FigureSeries> &series)
{
    const auto number = reader.readNumber<quint16>();
    const auto at = reader.readNumber<quint32>();
    if (reader.hasReadPastEnd() || number >= series.size()) {
        return false;
    }
    const FigureSource::Kind kind = series[number].source().kind;
    std::vector<float> values(static_cast<std::size_t>(FigureColumn::columnCount(kind)), std::numeric_limits<float>::quiet_NaN());
    static_assert(FigureColumn::XProgramsRoundTrip + 1 == FigureColumn::ConnectionColumnCount);
    const bool isShorter = isOlderFormatVersion && kind == FigureSource::Kind::Connection;
    for (float &value : std::span(values).first(values.size() - (isShorter ? 1 : 0))) {
        value = FigureCode::decode(reader.readNumber<quint16>());
    }
    if (reader.hasReadPastEnd()) {
        return false;
    }
    series[number].addRow(at, values);
    return true;
}

bool readDistributions(FigureRecordReader &reader, std::vector<FigureSeries> &series)
{
    const auto number = reader.readNumber<quint16>();
    const QByteArrayView bytes = reader.readBytes();
    if (reader.hasReadPastEnd() || number >= series.size() || series[number].source().kind != FigureSource::Kind::Desktop) {
        return false;
    }
    const auto more = FigureDistributions::read(bytes);
    if (more) {
        series[number].merge(*more);
    }
    return more.has_value();
}

bool readRecord(FigureRecordReader &reader, bool isOlderFormatVersion, std::vector<FigureSeries> &series)
{
    switch (static_cast<char>(reader.readNumber<quint8>())) {
    case sourceMark:
        return readSource(reader, series);
    case rowMark:
        return readRow(reader, isOlderFormatVersion, series);
    case distributionsMark:
        return readDistributions(reader, series);
    default:
        return false;
    }
}
}

QByteArray FigureLog::fileHeader()
{
    return headText.toByteArray();
}

QByteArray FigureLog::sourceRecord(int sourceNumber, const FigureSource &source)
{
    QByteArray bytes(1, sourceMark);
    appendNumber(bytes, static_cast<quint16>(sourceNumber));
    appendNumber(bytes, static_cast<quint8>(source.kind));
    appendText(bytes, source.id);
    appendText(bytes, source.title);
    appendText(bytes, source.connection);
    return bytes;
}

QByteArray FigureLog::rowRecord(int sourceNumber, quint32 at, std::span<const float> values)
{
    QByteArray bytes(1, rowMark);
    appendNumber(bytes, static_cast<quint16>(sourceNumber));
    appendNumber(bytes, at);
    for (const float value : values) {
        appendNumber(bytes, FigureCode::encode(value));
    }
    return bytes;
}

QByteArray FigureLog::distributionsRecord(int sourceNumber, const FigureDistributions &more)
{
    const QByteArray counts = more.toBytes();
    QByteArray bytes(1, distributionsMark);
    appendNumber(bytes, static_cast<quint16>(sourceNumber));
    appendNumber(bytes, static_cast<quint16>(counts.size()));
    return bytes + counts;
}

QByteArray FigureLog::fileContents(const std::vector<FigureSeries> &series)
{
    QByteArray bytes = fileHeader();
    for (std::size_t i = 0; i < series.size(); ++i) {
        const auto number = static_cast<int>(i);
        bytes += sourceRecord(number, series[i].source());
        for (std::size_t row = 0; row < series[i].size(); ++row) {
            bytes += FigureLog::rowRecord(number, series[i].times()[row], series[i].row(row));
        }
        if (!series[i].distributions().isEmpty()) {
            bytes += distributionsRecord(number, series[i].distributions());
        }
    }
    return bytes;
}

FigureLog::Contents FigureLog::read(QByteArrayView bytes)
{
    Contents contents;
    contents.isOlderFormatVersion = bytes.startsWith(olderHeadText);
    if (!contents.isOlderFormatVersion && !bytes.startsWith(headText)) {
        return contents;
    }
    contents.validBytes = headText.size();
    FigureRecordReader reader(bytes.sliced(headText.size()));
    while (reader.remainingSize() > 0) {
        if (!readRecord(reader, contents.isOlderFormatVersion, contents.series)) {
            break;
        }
        contents.validBytes = bytes.size() - reader.remainingSize();
    }
    return contents;
}
}
