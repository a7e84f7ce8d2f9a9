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
/// What a row of figures is about.
struct FigureSource {
    enum class Kind : quint8 {
        Connection = 1,
        Desktop = 2,
        Encodings = 3, ///< of a desktop's pixels; a row every 10 s
        Program = 4 ///< an X program whose windows are here
    };
    Kind kind = Kind::Connection;
    QString id; ///< the same after a restart of the console: "profile/connection" or Session::key()
    QString title; ///< as people know it
    QString connection; ///< id of the connection that a desktop or program is in; empty: none. Encodings: of the desktop's
    bool operator==(const FigureSource &) const = default;
};

/// The columns of a row. Times in milliseconds, rates in bytes a second, shares from 0 to 1; unknown is a NaN.
namespace FigureColumn
{
enum Connection : int {
    Leg1, ///< network without queues, nearest first
    Leg2,
    Leg3, ///< and all that follow
    Queue,
    Tcp,
    TcpVariation,
    Retransmits, ///< TCP segments sent again, per second
    Ssh,
    WireIn,
    WireOut,
    PayloadIn, ///< the same before ssh compresses
    PayloadOut,
    CompressionIn, ///< bytes before ssh over bytes on the wire, of the last 10 s
    CompressionOut,
    Cpu, ///< of ssh, share of a core
    BoundIn, ///< a FlowBound, as its number
    BoundOut,
    AllowedIn, ///< what that bound lets through
    AllowedOut,
    XRoundTrips, ///< what its X programs wait for one, estimated
    ConnectionCount
};
enum Desktop : int {
    RemoteMachine,
    ThisMachine,
    Fence,
    InputToChange,
    Frames, ///< per second
    RfbIn,
    RawOverRfb, ///< raw pixels over bytes of RFB, of the last 10 s
    Age,
    JpegQuality, ///< 0 to 9; unknown: lossless
    DesktopCount
};
enum Program : int {
    XServer, ///< the X server's time for a request
    XRoundTrip, ///< what the program waits for one, estimated
    XRoundTripRate, ///< per second
    XWaiting, ///< share of the time, estimated
    ProgramCount
};
/// Shares of the last 10 s: first of pixels, then of bytes, each by RfbWire::PixelKind in its order.
inline constexpr int kindCount = 8;
inline constexpr int EncodingsCount = 2 * kindCount;
int count(FigureSource::Kind kind);
/// Seconds between two rows.
quint32 period(FigureSource::Kind kind);
}

/// A figure in 16 bits: 10 of them are its digits, so it is within 0.05 %, from 1e-7 to 5e11. Not negative. Pure.
namespace FigureCode
{
quint16 of(float value);
float value(quint16 code);
}

/// The figures of one source over a night, a row a second at most, oldest first. Pure. Owned by FigureRecorder.
class FigureSeries
{
public:
    explicit FigureSeries(const FigureSource &source);

    const FigureSource &source() const;
    void setSource(const FigureSource &source); ///< of the same kind and id
    /// @p at: seconds since 1970, UT. Not later than the last row: left out, as after a clock was set back. False: left out.
    bool append(quint32 at, std::span<const float> values);

    std::size_t size() const;
    std::span<const quint32> times() const;
    std::vector<float> row(std::size_t row) const;
    float value(std::size_t row, int column) const;
    /// The first row that is not before @p at; size() if there is none.
    std::size_t rowAt(quint32 at) const;
    /// Of a desktop, over the whole night; of other kinds always empty.
    const FigureDistributions &distributions() const;
    void merge(const FigureDistributions &more);
    std::size_t bytes() const; ///< of memory, about

private:
    FigureSource m_source;
    int m_columns;
    std::vector<quint32> m_times;
    std::vector<quint16> m_values; ///< FigureCode, row by row
    FigureDistributions m_distributions;
};
}
