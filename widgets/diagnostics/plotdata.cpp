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

/// The figures from which the plots of one source are made, and the time span and number of pixel columns of the plots.
struct PlotSources {
    const FigureSeries *plottedSeries = nullptr;
    const FigureSeries *connection = nullptr; ///< figures of the connection; null: not known
    const FigureSeries *encodings = nullptr; ///< encodings of a desktop; null: no figures yet
    FigureTimeRange span;
    int pixelColumnCount = 1;
};

PlotData::Curve makeCurve(const FigureSeries &series, const PlotSources &sources, int column, const QString &title, Style style)
{
    return {title, style, FigureBuckets::of(series, column, sources.span, sources.pixelColumnCount)};
}

QString numberText(Unit unit, double value, int decimals)
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
    case Unit::FlowLimitNumber:
        break;
    }
    return digits;
}

bool hasValues(const PlotData::Curve &curve)
{
    return std::ranges::any_of(curve.buckets, &FigureBucket::isKnown);
}

PlotData roundTripPlot(const PlotSources &sources)
{
    PlotData plot{i18nc("@title:group of a plot", "Round Trip by Layer"), Unit::Milliseconds, {}, {}, {}};
    const auto add = [&](const FigureSeries &series, int column, const QString &title, Style style = Style::Stack) {
        if (PlotData::Curve added = makeCurve(series, sources, column, title, style); hasValues(added)) {
            plot.curves.append(std::move(added));
        }
    };
    if (sources.connection) {
        const bool hasLegs = hasValues(makeCurve(*sources.connection, sources, FigureColumn::Leg2RoundTrip, {}, Style::Stack));
        add(*sources.connection,
            FigureColumn::Leg1RoundTrip,
            hasLegs ? i18nc("@item:inlistbox a layer of the round-trip time", "Network, first leg")
                    : i18nc("@item:inlistbox a layer of the round-trip time", "Network"));
        add(*sources.connection, FigureColumn::Leg2RoundTrip, i18nc("@item:inlistbox a layer of the round-trip time", "Network, second leg"));
        add(*sources.connection, FigureColumn::Leg3RoundTrip, i18nc("@item:inlistbox a layer of the round-trip time", "Network, further legs"));
        add(*sources.connection, FigureColumn::QueueTime, i18nc("@item:inlistbox a layer of the round-trip time", "Queue"));
    }
    if (sources.plottedSeries->source().kind == FigureSource::Kind::Desktop) {
        add(*sources.plottedSeries, FigureColumn::TimeOnRemoteMachine, i18nc("@item:inlistbox a layer of the round-trip time", "Remote host"));
        add(*sources.plottedSeries, FigureColumn::TimeOnThisMachine, i18nc("@item:inlistbox a layer of the round-trip time", "This computer"));
        add(*sources.plottedSeries, FigureColumn::FenceRoundTrip, i18nc("@item:inlistbox a round-trip time", "VNC fence"), Style::Line);
    } else if (sources.plottedSeries->source().kind == FigureSource::Kind::Program) {
        add(*sources.plottedSeries, FigureColumn::XServerTime, i18nc("@item:inlistbox a layer of the round-trip time", "X server of this computer"));
        add(*sources.plottedSeries, FigureColumn::XRoundTrip, i18nc("@item:inlistbox a round-trip time", "X program, estimated"), Style::Line);
    } else {
        add(*sources.plottedSeries, FigureColumn::SshRoundTrip, i18nc("@item:inlistbox a round-trip time", "ssh reply"), Style::Line);
        add(*sources.plottedSeries, FigureColumn::TcpRoundTrip, i18nc("@item:inlistbox a round-trip time", "TCP, smoothed"), Style::Line);
        add(*sources.plottedSeries, FigureColumn::TcpRoundTripVariation, i18nc("@item:inlistbox of a round-trip time", "TCP, variation"), Style::Line);
        add(*sources.plottedSeries, FigureColumn::XProgramsRoundTrip, i18nc("@item:inlistbox a round-trip time", "X programs, estimated"), Style::Line);
    }
    return plot;
}

PlotData singleCurvePlot(const PlotSources &sources, int column, Unit unit, const QString &title, const QString &curveTitle, Style style = Style::Line)
{
    return {title, unit, {}, {makeCurve(*sources.plottedSeries, sources, column, curveTitle, style)}, {}};
}

void addConnectionPlots(QList<PlotData> &plots, const PlotSources &sources)
{
    const FigureSeries &source = *sources.plottedSeries;
    const QString received = i18nc("@item:inlistbox a data rate", "Received");
    const QString sent = i18nc("@item:inlistbox a data rate", "Sent");
    const auto states = [&](int column, const QString &title) {
        return PlotData::Curve{title, Style::Band, FigureBuckets::dominantStates(source, column, sources.span, sources.pixelColumnCount)};
    };
    plots.append({i18nc("@title:group of a plot: bandwidth, windows and so on", "What Limits the Data Rate"),
                  Unit::FlowLimitNumber,
                  {},
                  {states(FigureColumn::FlowLimitIn, received), states(FigureColumn::FlowLimitOut, sent)},
                  {}});
    plots.append(
        singleCurvePlot(sources, FigureColumn::WireRateIn, Unit::BytesPerSecond, i18nc("@title:group of a plot: bytes on the network", "Data Rate"), received));
    plots.last().curves.append(makeCurve(source, sources, FigureColumn::WireRateOut, sent, Style::Line));
    plots.append(singleCurvePlot(sources, FigureColumn::CompressionRatioIn, Unit::Ratio, i18nc("@title:group of a plot", "Compression by ssh"), received));
    plots.last().curves.append(makeCurve(source, sources, FigureColumn::CompressionRatioOut, sent, Style::Line));
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::RetransmitRate,
                                 Unit::PerSecond,
                                 i18nc("@title:group of a plot", "TCP Segments Sent Again per Second"),
                                 i18nc("@item:inlistbox of a rate", "By this computer")));
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::SshCpuShare,
                                 Unit::Share,
                                 i18nc("@title:group of a plot", "CPU of ssh"),
                                 i18nc("@item:inlistbox a share of one core", "Encryption and compression, of one core")));
}

void addProgramPlots(QList<PlotData> &plots, const PlotSources &sources)
{
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::XRoundTripRate,
                                 Unit::PerSecond,
                                 i18nc("@title:group of a plot: of an X program", "X Round Trips per Second"),
                                 i18nc("@item:inlistbox of a rate", "Replies the program waited for")));
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::XWaitingShare,
                                 Unit::Share,
                                 i18nc("@title:group of a plot: of an X program", "Time Spent Waiting for X"),
                                 i18nc("@item:inlistbox a share of the time", "Share of the time, estimated")));
}

/// Adds two plots of a desktop's encodings: the shares of pixels, and the shares of bytes, each by kind of encoding.
void addEncodingPlots(QList<PlotData> &plots, const FigureSeries &encodings, const PlotSources &sources)
{
    const auto shares = [&](int first, const QString &title) {
        PlotData plot{title, Unit::Share, {}, {}, {}, FigureColumn::rowPeriod(encodings.source().kind)};
        for (int kind = 0; kind < FigureColumn::kindCount; ++kind) {
            PlotData::Curve added =
                makeCurve(encodings, sources, first + kind, FigureWording::encodingName(static_cast<RfbWire::PixelKind>(kind)), Style::Stack);
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

void addDesktopPlots(QList<PlotData> &plots, const PlotSources &sources)
{
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::InputToChange,
                                 Unit::Milliseconds,
                                 i18nc("@title:group of a plot", "Key or Click to First Change"),
                                 i18nc("@item:inlistbox a time, estimated", "First change near the pointer, estimated"),
                                 Style::Dots));
    // Milliseconds; Schmidt et al. 1999: below 50 nobody notices a delay, above 150 everybody does.
    plots.last().referenceLineValues = {50, 150};
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::FrameRate,
                                 Unit::PerSecond,
                                 i18nc("@title:group of a plot", "Frames per Second"),
                                 i18nc("@item:inlistbox", "Updates of the VNC server")));
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::RfbRateIn,
                                 Unit::BytesPerSecond,
                                 i18nc("@title:group of a plot: bytes of a desktop", "Data Rate of the Desktop"),
                                 i18nc("@item:inlistbox a data rate", "Received, before ssh")));
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::RawToRfbRatio,
                                 Unit::Ratio,
                                 i18nc("@title:group of a plot", "Compression of the Image"),
                                 i18nc("@item:inlistbox a ratio", "Raw pixels to bytes received")));
    if (sources.encodings) {
        addEncodingPlots(plots, *sources.encodings, sources);
    }
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::JpegQuality,
                                 Unit::Number,
                                 i18nc("@title:group of a plot", "JPEG Quality"),
                                 i18nc("@item:inlistbox of JPEG", "Level of 9; none while lossless")));
    plots.append(singleCurvePlot(sources,
                                 FigureColumn::ImageAge,
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
    const bool isWhole = unit == Unit::FlowLimitNumber || (unit == Unit::Share && !curves.isEmpty() && curves.first().style == Style::Stack);
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

QList<PlotData> Plots::plotsOf(const std::vector<FigureSeries> &series, std::size_t index, const FigureTimeRange &span, int columns)
{
    PlotSources sources{&series[index], nullptr, nullptr, span, columns};
    const FigureSource &source = series[index].source();
    const auto find = [&series](FigureSource::Kind kind, const QString &id) {
        const auto found = std::ranges::find_if(series, [&](const FigureSeries &other) {
            return other.source().kind == kind && other.source().id == id;
        });
        return found == series.end() ? nullptr : &*found;
    };
    const bool isConnection = source.kind == FigureSource::Kind::Connection;
    sources.connection = find(FigureSource::Kind::Connection, isConnection ? source.id : source.connection);
    const bool isProgram = source.kind == FigureSource::Kind::Program;
    sources.encodings = isConnection || isProgram ? nullptr : find(FigureSource::Kind::Encodings, source.id);

    QList<PlotData> plots{roundTripPlot(sources)};
    if (isConnection) {
        addConnectionPlots(plots, sources);
    } else if (isProgram) {
        addProgramPlots(plots, sources);
    } else {
        addDesktopPlots(plots, sources);
    }
    QList<FigureTimeRange> outages = FigureBuckets::outages(*sources.plottedSeries, span);
    // A desktop's own figures do not show that its connection is interrupted: the frame rate is 0, as for an image that does not change.
    if (sources.connection && !isConnection) {
        outages += FigureBuckets::outages(*sources.connection, span);
    }
    for (PlotData &plot : plots) {
        plot.outages = outages;
    }
    return plots;
}

QList<double> Plots::gridLineValues(PlotData::Unit unit, double axisMaximum, int most)
{
    double factor = 1;
    QList<double> lines = PlotAxis::gridValues(axisMaximum, most);
    while (unit == PlotData::Unit::BytesPerSecond && lines.last() >= leastOfNextUnit) {
        factor *= 1024;
        lines = PlotAxis::gridValues(axisMaximum / factor, most);
    }
    for (double &line : lines) {
        line *= factor;
    }
    return lines;
}

QString Plots::valueText(PlotData::Unit unit, double value)
{
    if (unit == Unit::FlowLimitNumber) {
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
        return numberText(unit, value, value < 10 ? 1 : 0);
    case Unit::Share:
        return numberText(unit, value, value < 0.0995 ? 1 : 0);
    case Unit::Number:
        return numberText(unit, value, 0);
    case Unit::FlowLimitNumber:
        break;
    }
    return {};
}

QStringList Plots::axisTexts(PlotData::Unit unit, const QList<double> &values)
{
    double one = unit == Unit::Share ? 0.01 : 1; // the value that is labeled 1 on the axis, for example 1024 bytes per second
    int binaryUnit = KFormat::UnitByte;
    while (unit == Unit::BytesPerSecond && values.last() / one >= leastOfNextUnit) {
        one *= 1024;
        ++binaryUnit;
    }
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(values[1] / one) - 1e-9)), 0, 3);
    QStringList texts;
    for (const double value : values) {
        if (value == 0 || unit == Unit::Milliseconds || unit == Unit::FlowLimitNumber) {
            texts.append(valueText(unit, value));
        } else if (unit == Unit::BytesPerSecond) {
            texts.append(i18nc("@info:status bytes a second, e.g. 1.2 MiB/s",
                               "%1/s",
                               KFormat().formatByteSize(value, decimals, KFormat::DefaultBinaryDialect, static_cast<KFormat::BinarySizeUnits>(binaryUnit))));
        } else {
            texts.append(numberText(unit, value, decimals));
        }
    }
    return texts;
}
}
