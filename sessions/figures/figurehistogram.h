// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>
#include <optional>

namespace Nightdesk
{
/// A histogram of a figure's values, with bucket borders that grow by a constant factor: a distribution in 200 bytes, for any length of night. The
/// histograms of two parts of a night can be added. It has only counts, and no information about what was typed or where. Pure. Owned by
/// FigureDistributions.
class FigureHistogram
{
public:
    enum class Scale : quint8 {
        Milliseconds, ///< from 0.09 ms to 27,700 ms, with four buckets per factor of 3, so that 50 and 150 are borders (Schmidt et al. 1999)
        PixelsOrBytes ///< each bucket twice as wide as the previous one; the first is for values below 2
    };
    static constexpr int bucketCount = 48;

    explicit FigureHistogram(Scale scale);

    Scale scale() const;
    /// Counts @p value. Values beyond the borders go to the first or last bucket; negative values and NaN are ignored.
    void add(double value, quint32 times = 1);
    /// Adds the counts of @p other, which must have the same scale.
    void merge(const FigureHistogram &other);

    bool isEmpty() const;
    quint64 totalCount() const;
    quint32 count(int bucket) const
    {
        return m_bucketCounts[static_cast<std::size_t>(bucket)];
    }
    double lowerBorder(int bucket) const; ///< lower border of the bucket
    double upperBorder(int bucket) const; ///< upper border of the bucket: the lower border of the next one
    /// The share of values below @p value, from 0 to 1: exact at a border, otherwise interpolated linearly in the bucket. Empty: there are no values.
    std::optional<double> shareBelow(double value) const;
    /// The value below which @p share of all values are, to the precision of a bucket. Empty: there are no values.
    std::optional<double> quantile(double share) const;

    /// Appends only the non-empty buckets: their number (1 byte), then for each its index (1 byte) and its count (7 bits per byte, lowest first).
    void write(QByteArray &bytes) const;
    /// Reads a histogram from the front of @p bytes and removes its bytes. Empty: not a valid histogram.
    static std::optional<FigureHistogram> read(Scale scale, QByteArrayView &bytes);

    bool operator==(const FigureHistogram &) const = default;

private:
    Scale m_scale;
    std::array<quint32, bucketCount> m_bucketCounts{};
};

/// The distributions of one desktop over some time. A value; a member of DisplayMonitor and of FigureSeries.
class FigureDistributions
{
public:
    enum Kind : quint8 {
        InputToChange, ///< time from a key or click to the first change near the pointer
        InputToQuiet, ///< time from a key or click until the image near the pointer stops changing
        PixelsPerInput,
        BytesPerInput,
        Decoding, ///< decoding time of an update, as the mean of one second
        Painting, ///< duration of each painting of the view
        KindCount
    };

    FigureDistributions();

    FigureHistogram &operator[](Kind kind);
    const FigureHistogram &operator[](Kind kind) const;
    bool isEmpty() const; ///< all distributions are empty
    void merge(const FigureDistributions &other);
    /// The bytes of all non-empty distributions: for each its kind (1 byte), then the histogram.
    QByteArray toBytes() const;
    /// Empty: @p bytes are not valid and complete distributions.
    static std::optional<FigureDistributions> read(QByteArrayView bytes);

    bool operator==(const FigureDistributions &) const = default;

private:
    std::array<FigureHistogram, KindCount> m_histograms;
};
}
