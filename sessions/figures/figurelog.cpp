// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurelog.h"

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
void add(QByteArray &bytes, Number number)
{
    const Number little = qToLittleEndian(number);
    bytes.append(reinterpret_cast<const char *>(&little), sizeof(little));
}

void addText(QByteArray &bytes, const QString &text)
{
    QByteArray utf8 = text.toUtf8();
    if (utf8.size() > FigureLog::maxText) {
        qsizetype end = FigureLog::maxText;
        while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xC0) == 0x80) { // do not cut within a UTF-8 character
            --end;
        }
        utf8.truncate(end);
    }
    add(bytes, static_cast<quint16>(utf8.size()));
    bytes.append(utf8);
}

/// Reads values from the front of the bytes. isOver() is true after a read beyond the end.
class Taker
{
public:
    explicit Taker(QByteArrayView bytes)
        : m_rest(bytes)
    {
    }
    template<typename Number>
    Number take()
    {
        if (m_rest.size() < static_cast<qsizetype>(sizeof(Number))) {
            m_isOver = true;
            return {};
        }
        const auto number = qFromLittleEndian<Number>(m_rest.data());
        m_rest = m_rest.sliced(sizeof(Number));
        return number;
    }
    QString takeText()
    {
        const auto size = take<quint16>();
        if (size > FigureLog::maxText || m_rest.size() < size) {
            m_isOver = true;
            return {};
        }
        const QString text = QString::fromUtf8(m_rest.first(size));
        m_rest = m_rest.sliced(size);
        return text;
    }
    QByteArrayView takeBytes()
    {
        const auto size = take<quint16>();
        if (m_rest.size() < size) {
            m_isOver = true;
            return {};
        }
        const QByteArrayView bytes = m_rest.first(size);
        m_rest = m_rest.sliced(size);
        return bytes;
    }
    bool isOver() const
    {
        return m_isOver;
    }
    qsizetype left() const
    {
        return m_rest.size();
    }

private:
    QByteArrayView m_rest;
    bool m_isOver = false;
};

bool takeSource(Taker &taker, std::vector<FigureSeries> &series)
{
    const auto number = taker.take<quint16>();
    const auto kind = taker.take<quint8>();
    const FigureSource source{static_cast<FigureSource::Kind>(kind), taker.takeText(), taker.takeText(), taker.takeText()};
    const bool isKind = FigureColumn::count(source.kind) > 0;
    if (taker.isOver() || !isKind || number != series.size() || number >= FigureLog::maxSources) {
        return false;
    }
    series.emplace_back(source);
    return true;
}

bool takeRow(Taker &taker, bool isOlderFormatVersion, std::vector<FigureSeries> &series)
{
    const auto number = taker.take<quint16>();
    const auto at = taker.take<quint32>();
    if (taker.isOver() || number >= series.size()) {
        return false;
    }
    const FigureSource::Kind kind = series[number].source().kind;
    std::vector<float> values(static_cast<std::size_t>(FigureColumn::count(kind)), std::numeric_limits<float>::quiet_NaN());
    static_assert(FigureColumn::XRoundTrips + 1 == FigureColumn::ConnectionCount);
    const bool isShorter = isOlderFormatVersion && kind == FigureSource::Kind::Connection;
    for (float &value : std::span(values).first(values.size() - (isShorter ? 1 : 0))) {
        value = FigureCode::value(taker.take<quint16>());
    }
    if (taker.isOver()) {
        return false;
    }
    series[number].append(at, values);
    return true;
}

bool takeDistributions(Taker &taker, std::vector<FigureSeries> &series)
{
    const auto number = taker.take<quint16>();
    const QByteArrayView bytes = taker.takeBytes();
    if (taker.isOver() || number >= series.size() || series[number].source().kind != FigureSource::Kind::Desktop) {
        return false;
    }
    const auto more = FigureDistributions::read(bytes);
    if (more) {
        series[number].merge(*more);
    }
    return more.has_value();
}

bool takeRecord(Taker &taker, bool isOlderFormatVersion, std::vector<FigureSeries> &series)
{
    switch (static_cast<char>(taker.take<quint8>())) {
    case sourceMark:
        return takeSource(taker, series);
    case rowMark:
        return takeRow(taker, isOlderFormatVersion, series);
    case distributionsMark:
        return takeDistributions(taker, series);
    default:
        return false;
    }
}
}

QByteArray FigureLog::head()
{
    return headText.toByteArray();
}

QByteArray FigureLog::source(int number, const FigureSource &source)
{
    QByteArray bytes(1, sourceMark);
    add(bytes, static_cast<quint16>(number));
    add(bytes, static_cast<quint8>(source.kind));
    addText(bytes, source.id);
    addText(bytes, source.title);
    addText(bytes, source.connection);
    return bytes;
}

QByteArray FigureLog::row(int number, quint32 at, std::span<const float> values)
{
    QByteArray bytes(1, rowMark);
    add(bytes, static_cast<quint16>(number));
    add(bytes, at);
    for (const float value : values) {
        add(bytes, FigureCode::of(value));
    }
    return bytes;
}

QByteArray FigureLog::distributions(int number, const FigureDistributions &more)
{
    const QByteArray counts = more.write();
    QByteArray bytes(1, distributionsMark);
    add(bytes, static_cast<quint16>(number));
    add(bytes, static_cast<quint16>(counts.size()));
    return bytes + counts;
}

QByteArray FigureLog::all(const std::vector<FigureSeries> &series)
{
    QByteArray bytes = head();
    for (std::size_t i = 0; i < series.size(); ++i) {
        const auto number = static_cast<int>(i);
        bytes += source(number, series[i].source());
        for (std::size_t row = 0; row < series[i].size(); ++row) {
            bytes += FigureLog::row(number, series[i].times()[row], series[i].row(row));
        }
        if (!series[i].distributions().isEmpty()) {
            bytes += distributions(number, series[i].distributions());
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
    Taker taker(bytes.sliced(headText.size()));
    while (taker.left() > 0) {
        if (!takeRecord(taker, contents.isOlderFormatVersion, contents.series)) {
            break;
        }
        contents.validBytes = bytes.size() - taker.left();
    }
    return contents;
}
}
