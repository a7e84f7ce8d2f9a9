// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figuresjson.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/common/enumtable.h"
#include "sessions/common/jsontexts.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"

#include <QJsonArray>

#include <cmath>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr EnumWords<RoundTripLayer::Part::XRoundTrip> partWords("network"_L1,
                                                                "queue"_L1,
                                                                "remote-machine"_L1,
                                                                "this-machine"_L1,
                                                                "tcp"_L1,
                                                                "ssh"_L1,
                                                                "vnc-fence"_L1,
                                                                "input-to-change"_L1,
                                                                "x-server"_L1,
                                                                "x-round-trip"_L1);
constexpr EnumWords<Certainty::Unknown> certaintyWords("measured"_L1, "estimated"_L1, "unknown"_L1);
constexpr EnumWords<FlowLimit::ChannelWindow>
    flowLimitWords("unknown"_L1, "idle"_L1, "program"_L1, "bandwidth"_L1, "receive-window"_L1, "send-buffer"_L1, "ssh-channel-window"_L1);
constexpr EnumWords<CompressionAdvice::TurnOn> adviceWords("unknown"_L1, "fits"_L1, "compressed-twice"_L1, "would-help"_L1);
constexpr EnumWords<RfbWire::PixelKind::Other> pixelKindWords("copy"_L1, "fill"_L1, "palette"_L1, "gradient"_L1, "jpeg"_L1, "zlib"_L1, "raw"_L1, "other"_L1);

void addTime(QJsonObject &object, const QString &key, std::optional<std::chrono::microseconds> time)
{
    if (time) {
        object.insert(key, static_cast<double>(time->count()) / 1000);
    }
}

QJsonArray layersArray(const QList<RoundTripLayer> &layers)
{
    QJsonArray array;
    for (const RoundTripLayer &layer : layers) {
        QJsonObject object{{u"layer"_s, partWords[layer.part]}, {u"certainty"_s, certaintyWords[layer.figure.certainty]}};
        insertIfNotEmpty(object, u"from"_s, layer.fromHost);
        insertIfNotEmpty(object, u"to"_s, layer.toHost);
        addTime(object, u"nowMs"_s, layer.figure.now);
        addTime(object, u"minMs"_s, layer.figure.least);
        addTime(object, u"p50Ms"_s, layer.figure.median);
        addTime(object, u"p95Ms"_s, layer.figure.p95);
        array.append(object);
    }
    return array;
}

void addRate(QJsonObject &object, const QString &key, std::optional<Bytes> perSecond)
{
    if (perSecond) {
        object.insert(key, static_cast<qint64>(perSecond->count));
    }
}
}

namespace
{
QJsonObject flowObject(const LinkFlow &flow, FlowDirection direction)
{
    const FlowVerdict &verdict = flow.verdict(direction);
    QJsonObject object{{u"bound"_s, flowLimitWords[verdict.flowLimit]}, {u"certainty"_s, certaintyWords[verdict.certainty]}};
    addRate(object, u"allowedBytesPerSecond"_s, verdict.allowedRate);
    addRate(object, u"windowBytes"_s, verdict.windowSize);
    addRate(object, u"bandwidthDelayBytes"_s, verdict.bandwidthDelayProduct);
    if (const auto senderFacts = flow.senderFacts(direction)) {
        addRate(object, u"inFlightBytes"_s, senderFacts->bytesInFlight);
        addRate(object, u"notSentBytes"_s, senderFacts->unsentBytes);
        addRate(object, u"congestionWindowBytes"_s, senderFacts->congestionWindow);
        addRate(object, u"deliveryBytesPerSecond"_s, senderFacts->deliveryRate);
        for (const auto &[key, count] : {std::pair(u"lost"_s, senderFacts->lostSegments),
                                         std::pair(u"reordered"_s, senderFacts->reorderedSegments),
                                         std::pair(u"retransmits"_s, senderFacts->retransmits)}) {
            if (count) {
                object.insert(key, static_cast<qint64>(*count));
            }
        }
    }
    return object;
}

QJsonObject transferredBytesObject(const LinkHistory &history, FlowDirection direction)
{
    QJsonObject object;
    if (const auto volume = history.recentVolume(direction)) {
        addRate(object, u"bytesBeforeSsh10s"_s, volume->payloadBytes);
        addRate(object, u"bytesOnNetwork10s"_s, volume->wireBytes);
    }
    insertIfKnown(object, u"ratio10s"_s, history.recentCompressionRatio(direction));
    const LinkSample *newest = history.newestSample();
    const bool isReceived = direction == FlowDirection::Received;
    addRate(object, u"bytesBeforeSsh"_s, isReceived ? newest->totalPayloadBytesReceived : newest->totalPayloadBytesSent);
    addRate(object, u"bytesOnNetwork"_s, isReceived ? newest->totalWireBytesReceived : newest->totalWireBytesSent);
    return object;
}

QJsonArray sharesArray(const EncodingShares &shares)
{
    QJsonArray array;
    for (std::size_t kind = 0; kind < RfbWire::pixelKinds; ++kind) {
        const EncodingShares::Share &share = shares.sharesByKind[kind];
        QJsonObject object{{u"kind"_s, pixelKindWords[static_cast<RfbWire::PixelKind>(kind)]}, {u"pixels"_s, share.pixels}, {u"bytes"_s, share.bytes}};
        addTime(object, u"decodeMsPerMegapixel"_s, share.decodingPerMegapixel);
        array.append(object);
    }
    return array;
}
}

void FiguresJson::add(QJsonObject &object, Link &link)
{
    const LinkMonitor *monitor = LinkMonitor::of(&link);
    const LinkHistory &history = monitor->history();
    const LinkSample *newest = history.newestSample();
    if (!newest) {
        return;
    }
    object.insert(u"layers"_s, layersArray(history.layers()));
    addTime(object, u"tcpVariationMs"_s, newest->tcpRoundTripVariation);
    if (newest->retransmits) {
        object.insert(u"tcpRetransmits"_s, static_cast<qint64>(*newest->retransmits));
    }
    addRate(object, u"inBytesPerSecond"_s, history.wireBytesInPerSecond());
    addRate(object, u"outBytesPerSecond"_s, history.wireBytesOutPerSecond());
    insertIfKnown(object, u"compressionRatio"_s, history.totalCompressionRatio());
    object.insert(u"flow"_s,
                  QJsonObject{{u"received"_s, flowObject(monitor->flow(), FlowDirection::Received)},
                              {u"sent"_s, flowObject(monitor->flow(), FlowDirection::Sent)},
                              {u"remoteHostTells"_s, monitor->flow().remoteReportState() == LinkFlow::RemoteReportState::ReportReceived},
                              {u"waitingInSshBytes"_s, static_cast<qint64>(monitor->flow().queues().waitingBytes.count)}});
    QJsonObject compression{{u"received"_s, transferredBytesObject(history, FlowDirection::Received)},
                            {u"sent"_s, transferredBytesObject(history, FlowDirection::Sent)},
                            {u"verdict"_s, adviceWords[monitor->compressionAdvice()]}};
    insertIfKnown(compression, u"sshCpuShare"_s, history.cpuShare());
    object.insert(u"compression"_s, compression);
}

QJsonObject FiguresJson::of(DesktopSession &desktop)
{
    const DisplayMonitor *monitor = DisplayMonitor::of(&desktop);
    const DisplayHistory &history = monitor->history();
    QJsonObject object{{u"layers"_s, layersArray(history.layers())}};
    insertIfKnown(object, u"framesPerSecond"_s, history.framesPerSecond());
    addRate(object, u"bytesPerSecond"_s, history.bytesPerSecond());
    insertIfKnown(object, u"ratio"_s, history.compressionRatio());
    addTime(object, u"ageMs"_s, history.imageAge());
    insertIfNotEmpty(object, u"encoding"_s, desktop.stats().encoding);
    insertIfKnown(object, u"encodings10s"_s, history.recentEncodingShares().transform(sharesArray));
    insertIfKnown(object, u"encodings"_s, history.encodingSharesSinceStart().transform(sharesArray));
    object.insert(u"qualityDecidedBy"_s, desktop.spec().quality == Quality::Auto ? u"nightdesk"_s : u"profile"_s);
    return object;
}

QJsonObject FiguresJson::of(const QList<RoundTripLayer> &program)
{
    return {{u"layers"_s, layersArray(program)}};
}

namespace
{
std::optional<std::chrono::microseconds> timeOf(const QJsonValue &milliseconds)
{
    return milliseconds.isDouble() ? std::optional(std::chrono::microseconds(std::llround(milliseconds.toDouble() * 1000))) : std::nullopt;
}

std::optional<Bytes> bytesOf(const QJsonValue &count)
{
    return count.isDouble() ? std::optional(Bytes{count.toInteger()}) : std::nullopt;
}
}

QList<RoundTripLayer> FiguresJson::layersOf(const QJsonObject &object)
{
    QList<RoundTripLayer> layers;
    const QJsonArray array = object.value("layers"_L1).toArray();
    for (const QJsonValue &value : array) {
        const auto part = partWords.find(value["layer"_L1].toString());
        if (!part) {
            continue; // skips an entry that a later version of the program wrote
        }
        RoundTripLayer layer;
        layer.part = *part;
        layer.figure.certainty = certaintyWords.find(value["certainty"_L1].toString()).value_or(Certainty::Unknown);
        layer.figure.now = timeOf(value["nowMs"_L1]);
        layer.figure.least = timeOf(value["minMs"_L1]);
        layer.figure.median = timeOf(value["p50Ms"_L1]);
        layer.figure.p95 = timeOf(value["p95Ms"_L1]);
        layer.fromHost = value["from"_L1].toString();
        layer.toHost = value["to"_L1].toString();
        layers.append(layer);
    }
    return layers;
}

QString FiguresJson::word(FlowLimit flowLimit)
{
    return flowLimitWords[flowLimit];
}

std::optional<FlowLimit> FiguresJson::flowLimitOf(const QString &word)
{
    return flowLimitWords.find(word);
}

FlowVerdict FiguresJson::flowOf(const QJsonObject &link, FlowDirection direction)
{
    const bool isReceived = direction == FlowDirection::Received;
    const QJsonObject flow = link.value("flow"_L1).toObject().value(isReceived ? "received"_L1 : "sent"_L1).toObject();
    FlowVerdict verdict;
    verdict.flowLimit = flowLimitWords.find(flow.value("bound"_L1).toString()).value_or(FlowLimit::Unknown);
    verdict.certainty = certaintyWords.find(flow.value("certainty"_L1).toString()).value_or(Certainty::Unknown);
    verdict.bytesPerSecond = bytesOf(link.value(isReceived ? "inBytesPerSecond"_L1 : "outBytesPerSecond"_L1));
    verdict.allowedRate = bytesOf(flow.value("allowedBytesPerSecond"_L1));
    verdict.windowSize = bytesOf(flow.value("windowBytes"_L1));
    verdict.bandwidthDelayProduct = bytesOf(flow.value("bandwidthDelayBytes"_L1));
    return verdict;
}

CompressionAdvice FiguresJson::adviceOf(const QJsonObject &link)
{
    return adviceWords.find(link.value("compression"_L1)["verdict"_L1].toString()).value_or(CompressionAdvice::Undecided);
}

QList<FiguresJson::PixelKindShares> FiguresJson::sharesOf(const QJsonObject &figures)
{
    QList<PixelKindShares> shares;
    const QJsonArray array = figures.value("encodings10s"_L1).toArray();
    for (const QJsonValue &value : array) {
        const auto kind = pixelKindWords.find(value["kind"_L1].toString());
        const PixelKindShares share{kind.value_or(RfbWire::PixelKind::Other), value["pixels"_L1].toDouble(), value["bytes"_L1].toDouble()};
        if (kind && (share.pixelShare > 0 || share.byteShare > 0)) {
            shares.append(share);
        }
    }
    return shares;
}
}
