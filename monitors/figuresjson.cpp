// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figuresjson.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"

#include <QJsonArray>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString name(RoundTripLayer::Part part)
{
    using enum RoundTripLayer::Part;
    switch (part) {
    case Network:
        return u"network"_s;
    case Queue:
        return u"queue"_s;
    case RemoteMachine:
        return u"remote-machine"_s;
    case ThisMachine:
        return u"this-machine"_s;
    case Tcp:
        return u"tcp"_s;
    case Ssh:
        return u"ssh"_s;
    case Fence:
        return u"vnc-fence"_s;
    case InputToChange:
        return u"input-to-change"_s;
    }
    return {};
}

QString name(Certainty certainty)
{
    switch (certainty) {
    case Certainty::Measured:
        return u"measured"_s;
    case Certainty::Estimated:
        return u"estimated"_s;
    case Certainty::Unknown:
        return u"unknown"_s;
    }
    return {};
}

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
        QJsonObject object{{u"layer"_s, name(layer.part)}, {u"certainty"_s, name(layer.figure.certainty)}};
        if (!layer.from.isEmpty()) {
            object.insert(u"from"_s, layer.from);
        }
        if (!layer.to.isEmpty()) {
            object.insert(u"to"_s, layer.to);
        }
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

void FiguresJson::add(QJsonObject &object, Link &link)
{
    const LinkHistory &history = LinkMonitor::of(&link)->history();
    const LinkSample *newest = history.newest();
    if (!newest) {
        return;
    }
    object.insert(u"layers"_s, layersArray(history.layers()));
    addTime(object, u"tcpVariationMs"_s, newest->tcpRoundTripVariation);
    if (newest->retransmits) {
        object.insert(u"tcpRetransmits"_s, static_cast<qint64>(*newest->retransmits));
    }
    addRate(object, u"inBytesPerSecond"_s, history.wireInPerSecond());
    addRate(object, u"outBytesPerSecond"_s, history.wireOutPerSecond());
    if (const auto ratio = history.compressionRatio()) {
        object.insert(u"compressionRatio"_s, *ratio);
    }
}

QJsonObject FiguresJson::of(DesktopSession &desktop)
{
    const DisplayMonitor *monitor = DisplayMonitor::of(&desktop);
    const DisplayHistory &history = monitor->history();
    QJsonObject object{{u"layers"_s, layersArray(history.layers())}};
    if (const auto frames = history.framesPerSecond()) {
        object.insert(u"framesPerSecond"_s, *frames);
    }
    addRate(object, u"bytesPerSecond"_s, history.bytesPerSecond());
    if (const auto ratio = history.ratio()) {
        object.insert(u"ratio"_s, *ratio);
    }
    addTime(object, u"ageMs"_s, history.age());
    if (const QString encoding = desktop.stats().encoding; !encoding.isEmpty()) {
        object.insert(u"encoding"_s, encoding);
    }
    return object;
}
}
