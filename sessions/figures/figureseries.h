// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QString>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace Nightdesk
{
/// The connection, desktop or program that a row of figures describes.
struct FigureSource {
    enum class Kind : quint8 {
        Connection = 1,
        Desktop = 2,
        Encodings = 3, ///< encodings of a desktop's pixels; a row every 10 s
        Program = 4 ///< an X program whose windows are shown here
    };
    Kind kind = Kind::Connection;
    QString id; ///< stays the same after a restart of the console: "profile/connection" or Session::key()
    QString title; ///< the name that users see
    QString connection; ///< id of the connection that the desktop or program uses; empty: none. For Encodings: the desktop's connection
    bool operator==(const FigureSource &) const = default;
};

/// The columns of a row. Times are in milliseconds, rates in bytes per second, shares from 0 to 1; NaN means not known.
namespace FigureColumn
{
enum ConnectionColumn : int {
    Leg1RoundTrip, ///< round trip of the first leg (network section between two hops) of the route, nearest first, without queues
    Leg2RoundTrip, ///< round trip of the second leg
    Leg3RoundTrip, ///< sum of the round trips of the third and all further legs
    QueueTime,
    TcpRoundTrip,
    TcpRoundTripVariation,
    RetransmitRate, ///< retransmitted TCP segments per second
    SshRoundTrip,
    WireRateIn,
    WireRateOut,
    PayloadRateIn, ///< rate before compression by ssh
    PayloadRateOut,
    CompressionRatioIn, ///< bytes before ssh divided by bytes on the wire, of the last 10 s
    CompressionRatioOut,
    SshCpuShare, ///< CPU time of ssh, as a share of a core
    FlowLimitIn, ///< what limits the rate: the value of a FlowLimit
    FlowLimitOut,
    AllowedRateIn, ///< the rate that the limit in FlowLimitIn allows
    AllowedRateOut, ///< the rate that the limit in FlowLimitOut allows
    XProgramsRoundTrip, ///< estimated round trip between this connection's X programs and the X server
    ConnectionColumnCount
};
enum DesktopColumn : int {
    TimeOnRemoteMachine,
    TimeOnThisMachine,
    FenceRoundTrip,
    InputToChange,
    FrameRate, ///< updates of the desktop's image per second
    RfbRateIn,
    RawToRfbRatio, ///< bytes of raw pixels divided by RFB bytes, of the last 10 s
    ImageAge,
    JpegQuality, ///< quality from 0 to 9; NaN: lossless
    DesktopColumnCount
};
enum ProgramColumn : int {
    XServerTime, ///< time that the X server takes for a request
    XRoundTrip, ///< round trip that the program waits for, estimated
    XRoundTripRate, ///< number of round trips per second that the program waits for
    XWaitingShare, ///< share of the time that the program waits, estimated
    ProgramColumnCount
};
/// Number of pixel kinds. A row of Encodings has the pixel share of each kind, then the byte share of each kind, in the order of
/// RfbWire::PixelKind, over the last 10 s.
inline constexpr int kindCount = 8;
inline constexpr int EncodingsColumnCount = 2 * kindCount;
int columnCount(FigureSource::Kind kind);
/// Seconds between two rows of a source.
quint32 rowPeriod(FigureSource::Kind kind);
}

/// Encodes a figure in 16 bits, 10 of them for the mantissa: precise to 0.05 %, from 1e-7 to 5e11. Not negative. Pure.
namespace FigureCode
{
quint16 encode(float value);
float decode(quint16 code);
}

/// The figures of one source over a night, at most one row per second, oldest first. Pure. Owned by FigureRecorder.
class FigureSeries
{
public:
    explicit FigureSeries(const FigureSource &source);

    const FigureSource &source() const;
    void setSource(const FigureSource &source); ///< @p source must have the kind and id of the previous source
    /// Adds a row for the time @p at (seconds since 1970, UT): after the others, or, if the clock was set back, between them or in place of the row of
    /// that time, which the clock gave too early. False: the row was ignored because the last one has the same time.
    bool addRow(quint32 at, std::span<const float> values);

    std::size_t size() const;
    std::span<const quint32> times() const;
    std::vector<float> row(std::size_t row) const;
    float value(std::size_t row, int column) const
    {
        return FigureCode::decode(m_packedValues[row * static_cast<std::size_t>(m_columnCount) + static_cast<std::size_t>(column)]);
    }
    /// Index of the first row at or after @p at; size() if there is none.
    std::size_t firstRowAtOrAfter(quint32 at) const;
    /// The distributions of a desktop over the whole night; for other kinds always empty.
    const FigureDistributions &distributions() const;
    void merge(const FigureDistributions &more);
    std::size_t memoryBytes() const; ///< approximate memory use

private:
    FigureSource m_source;
    int m_columnCount;
    std::vector<quint32> m_rowTimes;
    std::vector<quint16> m_packedValues; ///< values as FigureCode, row by row
    FigureDistributions m_distributions;
};
}
