// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figureseries.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <ranges>

namespace Nightdesk
{
namespace
{
constexpr quint16 unknownCode = 0xffff;
constexpr quint32 droppedBits = 13; ///< dropped bits of a float's 23-bit mantissa
constexpr quint32 lowestBits = 103U << 23; ///< the bits of 2^-24: smaller values become 0
/// Memory grows by an eighth, not by a factor of 2, because a night has many rows.
constexpr std::size_t leastGrowth = 1024;
}

int FigureColumn::columnCount(FigureSource::Kind kind)
{
    switch (kind) {
    case FigureSource::Kind::Connection:
        return ConnectionColumnCount;
    case FigureSource::Kind::Desktop:
        return DesktopColumnCount;
    case FigureSource::Kind::Encodings:
        return EncodingsColumnCount;
    case FigureSource::Kind::Program:
        return ProgramColumnCount;
    }
    return 0;
}

quint32 FigureColumn::rowPeriod(FigureSource::Kind kind)
{
    return kind == FigureSource::Kind::Encodings ? 10 : 1;
}

quint16 FigureCode::encode(float value)
{
    if (!(value >= 0)) {
        return unknownCode;
    }
    const quint32 bits = std::bit_cast<quint32>(value) + (1U << (droppedBits - 1)); // rounds to nearest
    return bits <= lowestBits ? 0 : static_cast<quint16>(std::min<quint32>((bits - lowestBits) >> droppedBits, unknownCode - 1U));
}

float FigureCode::decode(quint16 code)
{
    return code == unknownCode ? std::numeric_limits<float>::quiet_NaN() : code == 0 ? 0.0F : std::bit_cast<float>((quint32{code} << droppedBits) + lowestBits);
}

FigureSeries::FigureSeries(const FigureSource &source)
    : m_source(source)
    , m_columnCount(FigureColumn::columnCount(source.kind))
{
}

const FigureSource &FigureSeries::source() const
{
    return m_source;
}

void FigureSeries::setSource(const FigureSource &source)
{
    m_source = source;
}

bool FigureSeries::addRow(quint32 at, std::span<const float> values)
{
    if (values.size() != static_cast<std::size_t>(m_columnCount) || (!m_rowTimes.empty() && at == m_rowTimes.back())) {
        return false;
    }
    const auto codes = values | std::views::transform(&FigureCode::encode);
    const std::size_t row = firstRowAtOrAfter(at);
    const auto firstValue = static_cast<std::ptrdiff_t>(row * values.size());
    if (row < m_rowTimes.size() && m_rowTimes[row] == at) {
        std::ranges::copy(codes, m_packedValues.begin() + firstValue);
        return true;
    }
    if (m_rowTimes.size() == m_rowTimes.capacity()) {
        const std::size_t rows = m_rowTimes.size() + std::max(leastGrowth, m_rowTimes.size() / 8);
        m_rowTimes.reserve(rows);
        m_packedValues.reserve(rows * values.size());
    }
    m_rowTimes.insert(m_rowTimes.begin() + static_cast<std::ptrdiff_t>(row), at);
    m_packedValues.insert(m_packedValues.begin() + firstValue, codes.begin(), codes.end());
    return true;
}

std::size_t FigureSeries::size() const
{
    return m_rowTimes.size();
}

std::span<const quint32> FigureSeries::times() const
{
    return m_rowTimes;
}

std::vector<float> FigureSeries::row(std::size_t row) const
{
    std::vector<float> values;
    for (int column = 0; column < m_columnCount; ++column) {
        values.push_back(value(row, column));
    }
    return values;
}

std::size_t FigureSeries::firstRowAtOrAfter(quint32 at) const
{
    return static_cast<std::size_t>(std::ranges::lower_bound(m_rowTimes, at) - m_rowTimes.begin());
}

const FigureDistributions &FigureSeries::distributions() const
{
    return m_distributions;
}

void FigureSeries::merge(const FigureDistributions &more)
{
    m_distributions.merge(more);
}

std::size_t FigureSeries::memoryBytes() const
{
    return sizeof(*this) + m_rowTimes.capacity() * sizeof(quint32) + m_packedValues.capacity() * sizeof(quint16);
}
}
