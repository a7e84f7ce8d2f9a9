// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figureseries.h"

#include <algorithm>

namespace Nightdesk
{
int FigureColumn::count(FigureSource::Kind kind)
{
    return kind == FigureSource::Kind::Connection ? static_cast<int>(ConnectionCount) : static_cast<int>(DesktopCount);
}

FigureSeries::FigureSeries(const FigureSource &source)
    : m_source(source)
    , m_columns(FigureColumn::count(source.kind))
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

bool FigureSeries::append(quint32 at, std::span<const float> values)
{
    if (values.size() != static_cast<std::size_t>(m_columns) || (!m_times.empty() && at <= m_times.back())) {
        return false;
    }
    m_times.push_back(at);
    m_values.insert(m_values.end(), values.begin(), values.end());
    return true;
}

std::size_t FigureSeries::size() const
{
    return m_times.size();
}

std::span<const quint32> FigureSeries::times() const
{
    return m_times;
}

std::span<const float> FigureSeries::row(std::size_t row) const
{
    const auto columns = static_cast<std::size_t>(m_columns);
    return std::span(m_values).subspan(row * columns, columns);
}

float FigureSeries::value(std::size_t row, int column) const
{
    return this->row(row)[static_cast<std::size_t>(column)];
}

std::size_t FigureSeries::rowAt(quint32 at) const
{
    return static_cast<std::size_t>(std::ranges::lower_bound(m_times, at) - m_times.begin());
}

std::size_t FigureSeries::bytes() const
{
    return m_times.capacity() * sizeof(quint32) + m_values.capacity() * sizeof(float);
}
}
