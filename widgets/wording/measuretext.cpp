// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/measuretext.h"

#include "monitors/figures/distributionsjson.h"
#include "monitors/figuresjson.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/texttable.h"
#include "widgets/wording/distributionwording.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QJsonArray>
#include <QLocale>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
using FigureWords = QString (*)(double value);

QString rateText(double value)
{
    return Wording::rate(Bytes{static_cast<std::int64_t>(value)});
}

QString ratioText(double value)
{
    return i18nc("@info a ratio of bytes, as 31 : 1", "%1 : 1", QLocale().toString(value, 'f', value < 10 ? 1 : 0));
}

QString percentText(double value)
{
    return i18nc("@info a percentage", "%1 %", QLocale().toString(value * 100, 'f', value < 0.0995 ? 1 : 0));
}

QString numberText(double value)
{
    return QLocale().toString(value, 'f', 1);
}

QString estimatedTimeText(double milliseconds)
{
    return i18nc("@info an estimated duration", "≈ %1", Wording::duration(std::chrono::microseconds(static_cast<std::int64_t>(milliseconds * 1000))));
}

TextTable tableOfFigures()
{
    TextTable table({QString(),
                     i18nc("@title:column a time at this moment", "Now"),
                     i18nc("@title:column the least of some times", "Min."),
                     i18nc("@title:column the median", "p50"),
                     i18nc("@title:column the 95th percentile", "p95"),
                     i18nc("@title:column measured or estimated", "Kind")});
    table.setLeftAlignedColumns({5});
    return table;
}

void addRoundTripLayers(TextTable &table, const QJsonObject &object, const QString &host)
{
    const QList<RoundTripLayer> layers = FiguresJson::layersOf(object);
    for (const RoundTripLayer &layer : layers) {
        const DurationFigure &figure = layer.figure;
        table.add({FigureWording::title(layer, host),
                   FigureWording::time(figure, figure.now),
                   FigureWording::time(figure, figure.least),
                   FigureWording::time(figure, figure.median),
                   FigureWording::time(figure, figure.p95),
                   FigureWording::certainty(figure.certainty)});
    }
}

/// Adds a row for one figure. @p path: the keys that lead to the figure in @p object, joined by dots.
void addFigure(TextTable &table,
               const QJsonObject &object,
               const QString &path,
               const QString &title,
               FigureWords words,
               Certainty certainty = Certainty::Measured)
{
    QJsonValue now = object;
    for (const QString &key : path.split(u'.')) {
        now = now[key];
    }
    const QJsonObject sampled = object.value("sampled"_L1).toObject().value(path).toObject();
    const auto cell = [words](const QJsonValue &value) {
        return value.isDouble() ? words(value.toDouble()) : QString();
    };
    table.add({title,
               now.isDouble() ? words(now.toDouble()) : Wording::rate({}),
               cell(sampled.value("min"_L1)),
               cell(sampled.value("p50"_L1)),
               cell(sampled.value("p95"_L1)),
               FigureWording::certainty(now.isDouble() || !sampled.isEmpty() ? certainty : Certainty::Unknown)});
}

QString linkText(const QJsonObject &link)
{
    const QString host = displayText(link.value("host"_L1).toString());
    const QString title =
        i18nc("@info:shell a connection; %1: a host, %2: its state, such as live", "Connection to %1 (%2)", host, link.value("state"_L1).toString());
    QString text = title + u'\n';
    if (!link.contains("layers"_L1)) {
        return text + u"  "_s + i18nc("@info:shell of a connection", "No figures yet.") + u'\n';
    }
    TextTable table = tableOfFigures();
    addRoundTripLayers(table, link, host);
    addFigure(table, link, u"inBytesPerSecond"_s, i18nc("@info:shell a data rate", "Received from the network"), rateText);
    addFigure(table, link, u"outBytesPerSecond"_s, i18nc("@info:shell a data rate", "Sent to the network"), rateText);
    addFigure(table, link, u"compression.received.ratio10s"_s, i18nc("@info:shell a ratio: what ssh compression does", "ssh compression, received"), ratioText);
    addFigure(table, link, u"compression.sent.ratio10s"_s, i18nc("@info:shell a ratio: what ssh compression does", "ssh compression, sent"), ratioText);
    addFigure(table, link, u"compression.sshCpuShare"_s, i18nc("@item a figure", "CPU of ssh"), percentText);
    text += table.text();
    QStringList sentences;
    for (const FlowDirection direction : {FlowDirection::Received, FlowDirection::Sent}) {
        sentences.append(FigureWording::flow(direction, FiguresJson::flowOf(link, direction)));
    }
    sentences.append(FigureWording::compressionAdvice(FiguresJson::adviceOf(link)));
    sentences.removeAll(QString());
    return text + u"  "_s + sentences.join("\n  "_L1) + u'\n';
}

QString distributionValueText(FigureDistributions::Kind kind, double value)
{
    if (kind == FigureDistributions::PixelsPerInput) {
        return QLocale().toString(static_cast<qint64>(value));
    }
    return kind == FigureDistributions::BytesPerInput ? FigureWording::bytes(Bytes{static_cast<std::int64_t>(value)})
                                                      : Wording::duration(std::chrono::microseconds(static_cast<std::int64_t>(value * 1000)));
}

/// The table of a desktop's distributions of the whole night; empty: none.
QString distributionsTable(const QJsonObject &display)
{
    TextTable table({i18nc("@title:column distributions of figures, of the whole night", "Tonight"),
                     i18nc("@title:column how many there are", "Values"),
                     i18nc("@title:column the median", "p50"),
                     i18nc("@title:column the 95th percentile", "p95"),
                     i18nc("@title:column a percentage", "Below 50 ms"),
                     i18nc("@title:column a percentage", "Below 150 ms")});
    const QList<DistributionsJson::DistributionSummary> summaries = DistributionsJson::summariesOf(display.value("distributions"_L1).toArray());
    for (const DistributionsJson::DistributionSummary &each : summaries) {
        table.add({DistributionWording::title(each.kind),
                   QLocale().toString(each.count),
                   distributionValueText(each.kind, each.median),
                   distributionValueText(each.kind, each.p95),
                   each.shareBelow50Ms ? percentText(*each.shareBelow50Ms) : QString(),
                   each.shareBelow150Ms ? percentText(*each.shareBelow150Ms) : QString()});
    }
    return table.isEmpty() ? QString() : table.text();
}

/// The text for an X program.
QString programText(const QJsonObject &display, const QString &host)
{
    TextTable table = tableOfFigures();
    addRoundTripLayers(table, display.value("figures"_L1).toObject(), host);
    return i18nc("@info:shell %1: an X program’s title, %2: its host", "Program %1 on %2", displayText(display.value("title"_L1).toString()), host) + u'\n'
        + table.text();
}

QString desktopText(const QJsonObject &display, const QString &host)
{
    const QJsonObject figures = display.value("figures"_L1).toObject();
    TextTable table = tableOfFigures();
    addRoundTripLayers(table, figures, host);
    addFigure(table, figures, u"framesPerSecond"_s, i18nc("@info:shell a figure", "Frames per second"), numberText);
    addFigure(table, figures, u"bytesPerSecond"_s, i18nc("@item:inlistbox a data rate", "Received, before ssh"), rateText);
    addFigure(table, figures, u"ratio"_s, i18nc("@item:inlistbox a ratio", "Raw pixels to bytes received"), ratioText);
    addFigure(table, figures, u"ageMs"_s, i18nc("@info:shell a time", "Age of the image"), estimatedTimeText, Certainty::Estimated);
    QString text = i18nc("@info:shell %1: a desktop’s title, %2: its host", "Desktop %1 on %2", displayText(display.value("title"_L1).toString()), host) + u'\n'
        + table.text();
    TextTable encodings({i18nc("@title:column", "Encoding"), i18nc("@title:column a share", "Pixels, 10 s"), i18nc("@title:column a share", "Bytes, 10 s")});
    const QList<FiguresJson::PixelKindShares> shares = FiguresJson::sharesOf(figures);
    for (const FiguresJson::PixelKindShares &each : shares) {
        encodings.add({FigureWording::encodingName(each.kind), percentText(each.pixelShare), percentText(each.byteShare)});
    }
    return text + (encodings.isEmpty() ? QString() : encodings.text()) + distributionsTable(display);
}
}

QString MeasureText::figuresText(const QJsonObject &result)
{
    QStringList parts;
    QHash<QString, QString> hosts; // name of the host, by profile and connection
    const auto ownerOf = [](const QJsonValue &part, const QString &id) {
        return part["profile"_L1].toString() + u'/' + part[id].toString();
    };
    const QJsonArray links = result.value("links"_L1).toArray();
    for (const QJsonValue &link : links) {
        hosts.insert(ownerOf(link, u"id"_s), displayText(link["host"_L1].toString()));
        parts.append(linkText(link.toObject()));
    }
    const QJsonArray displays = result.value("displays"_L1).toArray();
    for (const QJsonValue &display : displays) {
        const QString host = hosts.value(ownerOf(display, u"link"_s));
        parts.append(display["kind"_L1] == "window"_L1 ? programText(display.toObject(), host) : desktopText(display.toObject(), host));
    }
    return parts.join(u'\n');
}
}
