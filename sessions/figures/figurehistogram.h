// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>
#include <optional>

namespace Nightdesk
{
/// How often a figure had which value, in buckets whose borders grow by one factor: a distribution in 200 bytes, however long the night is.
/// Histograms of two halves of a night add up to that of the whole. It holds counts alone: nothing of what was typed, nor where. Pure. Held
/// by FigureDistributions.
class FigureHistogram
{
public:
    enum class Scale : quint8 {
        Time, ///< milliseconds, from 0.09 to 27,700 and four buckets to a factor of 3: 50 and 150 are borders (Schmidt et al. 1999)
        Amount ///< pixels or bytes, each bucket twice as wide as the one before; the first has what is below 2
    };
    static constexpr int bucketCount = 48;

    explicit FigureHistogram(Scale scale);

    Scale scale() const;
    /// @p value may be beyond the buckets: the first and the last one take it. Negative or not a number: left out.
    void add(double value, quint32 times = 1);
    /// @p other is of the same scale.
    void merge(const FigureHistogram &other);

    bool isEmpty() const;
    quint64 total() const;
    quint32 count(int bucket) const;
    double from(int bucket) const; ///< its lower border
    double to(int bucket) const; ///< its upper border, which is the next one's
    /// The part of all values below @p value, from 0 to 1: exact at a border, else as if they were spread evenly in their bucket. Empty:
    /// there are none.
    std::optional<double> below(double value) const;
    /// The value that @p share of all are below. Within its bucket. Empty: there are none.
    std::optional<double> quantile(double share) const;

    /// Only buckets that are not empty: their number (1 byte), then for each its place (1 byte) and its count (7 bits a byte, the lowest
    /// first).
    void write(QByteArray &bytes) const;
    /// Takes it from the front of @p bytes. Empty: these are not the bytes of one.
    static std::optional<FigureHistogram> read(Scale scale, QByteArrayView &bytes);

    bool operator==(const FigureHistogram &) const = default;

private:
    Scale m_scale;
    std::array<quint32, bucketCount> m_counts{};
};

/// The distributions of one desktop over some time. A value. DisplayMonitor and FigureSeries hold one each.
class FigureDistributions
{
public:
    enum Kind : quint8 {
        InputToChange, ///< from a key or click to the first change near the pointer
        InputToQuiet, ///< from a key or click to the last change near the pointer before it rests
        PixelsPerInput,
        BytesPerInput,
        Decoding, ///< of an update: the mean of its second
        Painting, ///< of the view, each time
        KindCount
    };

    FigureDistributions();

    FigureHistogram &operator[](Kind kind);
    const FigureHistogram &operator[](Kind kind) const;
    bool isEmpty() const; ///< all of them are
    void merge(const FigureDistributions &other);
    /// Of each that is not empty its kind (1 byte), then itself.
    QByteArray write() const;
    /// Empty: @p bytes are not those of some, whole.
    static std::optional<FigureDistributions> read(QByteArrayView bytes);

    bool operator==(const FigureDistributions &) const = default;

private:
    std::array<FigureHistogram, KindCount> m_kinds;
};
}
