// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/plotdata.h"

#include "widgets/diagnostics/plotaxis.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/wording.h"

#include <KFormat>
#include <KLocalizedString>

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
using Style = PlotData::Style;
using Unit = PlotData::Unit;

constexpr double leastOfNextUnit = 1000; ///< an axis up to 1,000 KiB/s is in MiB/s

struct Ends {
    const FigureSeries *source = nullptr;
    const FigureSeries *connection = nullptr; ///< figures of the connection; null: not known
    const FigureSeries *encodings = nullptr; ///< encodings of a desktop; null: no figures yet
    FigureTimeRange span;
    int columns = 1;
};

PlotData::Curve curve(const FigureSeries &series, const Ends &ends, int column, const QString &title, Style style)
{
    return {title, style, FigureBuckets::of(series, column, ends.span, ends.columns)};
}

QString number(Unit unit, double value, int decimals)
{
    const QString digits = QLocale().toString(unit == Unit::Share ? value * 100 : value, 'f', decimals);
    switch (unit) {
    case Unit::Share:
        return i18nc("@info a percentage", "%1 %", digits);
    case Unit::Ratio:
        return i18nc("@info a ratio of bytes, as 31 : 1", "%1 : 1", digits);
    case Unit::Milliseconds:
    case Unit::BytesPerSecond:
    case Unit::PerSecond:
    case Unit::Number:
    case Unit::State:
        break;
    }
    return digits;
}

bool hasValues(const PlotData::Curve &curve)
{
    return std::ranges::any_of(curve.buckets, &FigureBucket::isKnown);
}

PlotData roundTrips(const Ends &ends)
{
    PlotData plot{i18nc("@title:group of a plot", "Round Trip by Layer"), Unit::Milliseconds, {}, {}, {}};
    const auto add = [&](const FigureSeries &series, int column, const QString &title, Style style = Style::Stack) {
        if (PlotData::Curve added = curve(series, ends, column, title, style); hasValues(added)) {
            plot.curves.append(std::move(added));
        }
    };
    if (ends.connection) {
        const bool hasLegs = hasValues(curve(*ends.connection, ends, FigureColumn::Leg2, {}, Style::Stack));
        add(*ends.connection,
            FigureColumn::Leg1,
            hasLegs ? i18nc("@item:inlistbox a layer of the round-trip time", "Network, first leg")
                    : i18nc("@item:inlistbox a layer of the round-trip time", "Network"));
        add(*ends.connection, FigureColumn::Leg2, i18nc("@item:inlistbox a layer of the round-trip time", "Network, second leg"));
        add(*ends.connection, FigureColumn::Leg3, i18nc("@item:inlistbox a layer of the round-trip time", "Network, further legs"));
        add(*ends.connection, FigureColumn::Queue, i18nc("@item:inlistbox a layer of the round-trip time", "Queue"));
    }
    if (ends.source->source().kind == FigureSource::Kind::Desktop) {
        add(*ends.source, FigureColumn::RemoteMachine, i18nc("@item:inlistbox a layer of the round-trip time", "Remote host"));
        add(*ends.source, FigureColumn::ThisMachine, i18nc("@item:inlistbox a layer of the round-trip time", "This computer"));
        add(*ends.source, FigureColumn::Fence, i18nc("@item:inlistbox a round-trip time", "VNC fence"), Style::Line);
    } else if (ends.source->source().kind == FigureSource::Kind::Program) {
        add(*ends.source, FigureColumn::XServer, i18nc("@item:inlistbox a layer of the round-trip time", "X server of this computer"));
        add(*ends.source, FigureColumn::XRoundTrip, i18nc("@item:inlistbox a round-trip time", "X program, estimated"), Style::Line);
    } else {
        add(*ends.source, FigureColumn::Ssh, i18nc("@item:inlistbox a round-trip time", "ssh reply"), Style::Line);
        add(*ends.source, FigureColumn::Tcp, i18nc("@item:inlistbox a round-trip time", "TCP, smoothed"), Style::Line);
        add(*ends.source, FigureColumn::TcpVariation, i18nc("@item:inlistbox of a round-trip time", "TCP, variation"), Style::Line);
        add(*ends.source, FigureColumn::XRoundTrips, i18nc("@item:inlistbox a round-trip time", "X programs, estimated"), Style::Line);
    }
    return plot;
}

PlotData single(const Ends &ends, int column, Unit unit, const QString &title, const QString &curveTitle, Style style = Style::Line)
{
    return {title, unit, {}, {curve(*ends.source, ends, column, curveTitle, style)}, {}};
}

void addConnection(QList<PlotData> &plots, const Ends &ends)
{
    const FigureSeries &source = *ends.source;
    const QString received = i18nc("@item:inlistbox a data rate", "Received");
    const QString sent = i18nc("@item:inlistbox a data rate", "Sent");
    const auto states = [&](int column, const QString &title) {
        return PlotData::Curve{title, Style::Band, FigureBuckets::dominantStates(source, column, ends.span, ends.columns)};
    };
    plots.append({i18nc("@title:group of a plot: bandwidth, windows and so on", "What Limits the Data Rate"),
                  Unit::State,
                  {},
                  {states(FigureColumn::BoundIn, received), states(FigureColumn::BoundOut, sent)},
                  {}});
    plots.append(single(ends, FigureColumn::WireIn, Unit::BytesPerSecond, i18nc("@title:group of a plot: bytes on the network", "Data Rate"), received));
    plots.last().curves.append(curve(source, ends, FigureColumn::WireOut, sent, Style::Line));
    plots.append(single(ends, FigureColumn::CompressionIn, Unit::Ratio, i18nc("@title:group of a plot", "Compression by ssh"), received));
    plots.last().curves.append(curve(source, ends, FigureColumn::CompressionOut, sent, Style::Line));
    plots.append(single(ends,
                        FigureColumn::Retransmits,
                        Unit::PerSecond,
                        i18nc("@title:group of a plot", "TCP Segments Sent Again per Second"),
                        i18nc("@item:inlistbox of a rate", "By this computer")));
    plots.append(single(ends,
                        FigureColumn::Cpu,
                        Unit::Share,
                        i18nc("@title:group of a plot", "CPU of ssh"),
                        i18nc("@item:inlistbox a share of one core", "Encryption and compression, of one core")));
}

void addProgram(QList<PlotData> &plots, const Ends &ends)
{
    plots.append(single(ends,
                        FigureColumn::XRoundTripRate,
                        Unit::PerSecond,
                        i18nc("@title:group of a plot: of an X program", "X Round Trips per Second"),
                        i18nc("@item:inlistbox of a rate", "Replies the program waited for")));
    plots.append(single(ends,
                        FigureColumn::XWaiting,
                        Unit::Share,
                        i18nc("@title:group of a plot: of an X program", "Time Spent Waiting for X"),
                        i18nc("@item:inlistbox a share of the time", "Share of the time, estimated")));
}

/// Adds two plots of a desktop's encodings: the shares of pixels, and the shares of bytes, each by kind of encoding.
void addEncodings(QList<PlotData> &plots, const FigureSeries &encodings, const Ends &ends)
{
    const auto shares = [&](int first, const QString &title) {
        PlotData plot{title, Unit::Share, {}, {}, {}, FigureColumn::period(encodings.source().kind)};
        for (int kind = 0; kind < FigureColumn::kindCount; ++kind) {
            PlotData::Curve added = curve(encodings, ends, first + kind, FigureWording::kind(static_cast<RfbWire::PixelKind>(kind)), Style::Stack);
            const bool isThere = std::ranges::any_of(added.buckets, [](const FigureBucket &bucket) {
                return bucket.high > 0;
            });
            if (isThere) {
                plot.curves.append(std::move(added));
            }
        }
        return plot;
    };
    plots.append(shares(0, i18nc("@title:group of a plot", "Pixels by Encoding")));
    plots.append(shares(FigureColumn::kindCount, i18nc("@title:group of a plot", "Bytes by Encoding")));
}

void addDesktop(QList<PlotData> &plots, const Ends &ends)
{
    plots.append(single(ends,
                        FigureColumn::InputToChange,
                        Unit::Milliseconds,
                        i18nc("@title:group of a plot", "Key or Click to First Change"),
                        i18nc("@item:inlistbox a time, estimated", "First change near the pointer, estimated"),
                        Style::Dots));
    // Milliseconds; Schmidt et al. 1999: below 50 nobody notices a delay, above 150 everybody does.
    plots.last().referenceLineValues = {50, 150};
    plots.append(single(ends,
                        FigureColumn::Frames,
                        Unit::PerSecond,
                        i18nc("@title:group of a plot", "Frames per Second"),
                        i18nc("@item:inlistbox", "Updates of the VNC server")));
    plots.append(single(ends,
                        FigureColumn::RfbIn,
                        Unit::BytesPerSecond,
                        i18nc("@title:group of a plot: bytes of a desktop", "Data Rate of the Desktop"),
                        i18nc("@item:inlistbox a data rate", "Received, before ssh")));
    plots.append(single(ends,
                        FigureColumn::RawOverRfb,
                        Unit::Ratio,
                        i18nc("@title:group of a plot", "Compression of the Image"),
                        i18nc("@item:inlistbox a ratio", "Raw pixels to bytes received")));
    if (ends.encodings) {
        addEncodings(plots, *ends.encodings, ends);
    }
    plots.append(single(ends,
                        FigureColumn::JpegQuality,
                        Unit::Number,
                        i18nc("@title:group of a plot", "JPEG Quality"),
                        i18nc("@item:inlistbox of JPEG", "Level of 9; none while lossless")));
    plots.append(single(ends,
                        FigureColumn::Age,
                        Unit::Milliseconds,
                        i18nc("@title:group of a plot", "Age of the Image"),
                        i18nc("@item:inlistbox a time, estimated", "Age, estimated")));
}
}

bool PlotData::isEmpty() const
{
    return std::ranges::none_of(curves, hasValues);
}

double PlotData::axisMaximum() const
{
    if (unit == Unit::Number) {
        return 9; // highest quality level of JPEG
    }
    const bool isWhole = unit == Unit::State || (unit == Unit::Share && !curves.isEmpty() && curves.first().style == Style::Stack);
    if (isWhole) {
        return 1;
    }
    // The axis does not end below these values, so that tiny values look tiny.
    double most = unit == Unit::PerSecond ? 1 : unit == Unit::Share ? 0.05 : 0;
    const std::size_t columns = curves.isEmpty() ? 0 : curves.first().buckets.size();
    for (std::size_t column = 0; column < columns; ++column) {
        double sum = 0;
        for (const Curve &curve : curves) {
            const FigureBucket &bucket = curve.buckets[column];
            if (!bucket.isKnown) {
                continue;
            }
            if (curve.style == Style::Stack) {
                sum += bucket.median;
                most = std::max(most, sum);
            } else {
                most = std::max(most, static_cast<double>(bucket.high));
            }
        }
    }
    return most > 0 ? most : 1; // 1 for an empty plot, so that its axis has numbers, too
}

std::optional<double> PlotData::value(qsizetype curve, int column) const
{
    const std::vector<FigureBucket> &buckets = curves[curve].buckets;
    if (column < 0 || static_cast<std::size_t>(column) >= buckets.size() || !buckets[static_cast<std::size_t>(column)].isKnown) {
        return {};
    }
    return buckets[static_cast<std::size_t>(column)].median;
}

QList<PlotData> Plots::of(const std::vector<FigureSeries> &series, std::size_t index, const FigureTimeRange &span, int columns)
{
    Ends ends{&series[index], nullptr, nullptr, span, columns};
    const FigureSource &source = series[index].source();
    const auto find = [&series](FigureSource::Kind kind, const QString &id) {
        const auto found = std::ranges::find_if(series, [&](const FigureSeries &other) {
            return other.source().kind == kind && other.source().id == id;
        });
        return found == series.end() ? nullptr : &*found;
    };
    const bool isConnection = source.kind == FigureSource::Kind::Connection;
    ends.connection = find(FigureSource::Kind::Connection, isConnection ? source.id : source.connection);
    const bool isProgram = source.kind == FigureSource::Kind::Program;
    ends.encodings = isConnection || isProgram ? nullptr : find(FigureSource::Kind::Encodings, source.id);

    QList<PlotData> plots{roundTrips(ends)};
    if (isConnection) {
        addConnection(plots, ends);
    } else if (isProgram) {
        addProgram(plots, ends);
    } else {
        addDesktop(plots, ends);
    }
    QList<FigureTimeRange> outages = FigureBuckets::outages(*ends.source, span);
    if (ends.connection && !isConnection) { // while that is interrupted, a desktop has a frame rate of 0, as if its image did not change
        outages += FigureBuckets::outages(*ends.connection, span);
    }
    for (PlotData &plot : plots) {
        plot.outages = outages;
    }
    return plots;
}

QList<double> Plots::lines(PlotData::Unit unit, double axisMaximum, int most)
{
    double factor = 1;
    QList<double> lines = PlotAxis::values(axisMaximum, most);
    while (unit == PlotData::Unit::BytesPerSecond && lines.last() >= leastOfNextUnit) {
        factor *= 1024;
        lines = PlotAxis::values(axisMaximum / factor, most);
    }
    for (double &line : lines) {
        line *= factor;
    }
    return lines;
}

QString Plots::text(PlotData::Unit unit, double value)
{
    if (unit == Unit::State) {
        return FigureWording::flowLimit(static_cast<FlowLimit>(std::clamp(static_cast<int>(value), 0, static_cast<int>(FlowLimit::ChannelWindow))));
    }
    if (value == 0 && unit != Unit::BytesPerSecond) {
        return QLocale().toString(0);
    }
    switch (unit) {
    case Unit::Milliseconds:
        return Wording::duration(std::chrono::microseconds(static_cast<std::int64_t>(value * 1000)));
    case Unit::BytesPerSecond:
        return Wording::rate(Bytes{static_cast<std::int64_t>(value)});
    case Unit::PerSecond:
    case Unit::Ratio:
        return number(unit, value, value < 10 ? 1 : 0);
    case Unit::Share:
        return number(unit, value, value < 0.0995 ? 1 : 0);
    case Unit::Number:
        return number(unit, value, 0);
    case Unit::State:
        break;
    }
    return {};
}

QStringList Plots::axisTexts(PlotData::Unit unit, const QList<double> &values)
{
    double one = unit == Unit::Share ? 0.01 : 1; // what is written as 1
    int binaryUnit = KFormat::UnitByte;
    while (unit == Unit::BytesPerSecond && values.last() / one >= leastOfNextUnit) {
        one *= 1024;
        ++binaryUnit;
    }
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(values[1] / one) - 1e-9)), 0, 3);
    QStringList texts;
    for (const double value : values) {
        if (value == 0 || unit == Unit::Milliseconds || unit == Unit::State) {
            texts.append(text(unit, value));
        } else if (unit == Unit::BytesPerSecond) {
            texts.append(i18nc("@info:status bytes a second, e.g. 1.2 MiB/s",
                               "%1/s",
                               KFormat().formatByteSize(value, decimals, KFormat::DefaultBinaryDialect, static_cast<KFormat::BinarySizeUnits>(binaryUnit))));
        } else {
            texts.append(number(unit, value, decimals));
        }
    }
    return texts;
}
}
