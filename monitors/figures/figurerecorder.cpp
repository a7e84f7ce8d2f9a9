// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/figurerecorder.h"

#include "monitors/figures/distributionsjson.h"
#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/figures/figurelog.h"
#include "sessions/links/hop/link.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
/// Seconds between two records: a crash loses at most this much, plus what the store has not written yet.
constexpr quint32 distributionsPeriod = 5;
constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
using Part = RoundTripLayer::Part;

float toMilliseconds(std::optional<std::chrono::microseconds> time)
{
    return time ? std::chrono::duration<float, std::milli>(*time).count() : unknown;
}

float toRate(std::optional<Bytes> perSecond)
{
    return perSecond ? static_cast<float>(perSecond->count) : unknown;
}

float toFloat(std::optional<double> value)
{
    return value ? static_cast<float>(*value) : unknown;
}

std::array<float, FigureColumn::ConnectionColumnCount> figureRowOf(const LinkMonitor &monitor)
{
    const LinkHistory &history = monitor.history();
    std::array<float, FigureColumn::ConnectionColumnCount> row{};
    row.fill(unknown);
    int leg = FigureColumn::Leg1RoundTrip;
    for (const RoundTripLayer &layer : history.layers()) {
        const float now = toMilliseconds(layer.figure.now);
        if (layer.part == Part::Network) {
            float &place = row[static_cast<std::size_t>(std::min<int>(leg, FigureColumn::Leg3RoundTrip))];
            place = leg > FigureColumn::Leg3RoundTrip ? place + now : now;
            ++leg;
        } else if (layer.part == Part::Queue) {
            row[FigureColumn::QueueTime] = now;
        } else if (layer.part == Part::Tcp) {
            row[FigureColumn::TcpRoundTrip] = now;
        } else if (layer.part == Part::Ssh) {
            row[FigureColumn::SshRoundTrip] = now;
        }
    }
    row[FigureColumn::WireRateIn] = toRate(history.wireBytesInPerSecond());
    row[FigureColumn::WireRateOut] = toRate(history.wireBytesOutPerSecond());
    row[FigureColumn::PayloadRateIn] = toRate(history.payloadBytesPerSecond(FlowDirection::Received));
    row[FigureColumn::PayloadRateOut] = toRate(history.payloadBytesPerSecond(FlowDirection::Sent));
    row[FigureColumn::CompressionRatioIn] = toFloat(history.recentCompressionRatio(FlowDirection::Received));
    row[FigureColumn::CompressionRatioOut] = toFloat(history.recentCompressionRatio(FlowDirection::Sent));
    row[FigureColumn::SshCpuShare] = toFloat(history.cpuShare());
    row[FigureColumn::RetransmitRate] = toFloat(history.retransmitsPerSecond());
    if (const LinkSample *newest = history.newestSample()) {
        row[FigureColumn::TcpRoundTripVariation] = toMilliseconds(newest->tcpRoundTripVariation);
        row[FigureColumn::XProgramsRoundTrip] = toMilliseconds(history.xWaits().currentMedian(newest->takenAt));
    }
    const auto addFlow = [&row](const FlowVerdict &flow, int flowLimit, int allowedRate) {
        if (flow.flowLimit != FlowLimit::Unknown) {
            row[static_cast<std::size_t>(flowLimit)] = static_cast<float>(flow.flowLimit);
            row[static_cast<std::size_t>(allowedRate)] = toRate(flow.allowedRate);
        }
    };
    addFlow(monitor.flow().verdict(FlowDirection::Received), FigureColumn::FlowLimitIn, FigureColumn::AllowedRateIn);
    addFlow(monitor.flow().verdict(FlowDirection::Sent), FigureColumn::FlowLimitOut, FigureColumn::AllowedRateOut);
    if (std::isnan(row[FigureColumn::SshRoundTrip])) { // without ssh replies, these figures are from the time before the last reply
        using enum FigureColumn::ConnectionColumn;
        for (const int column : {Leg1RoundTrip,
                                 Leg2RoundTrip,
                                 Leg3RoundTrip,
                                 QueueTime,
                                 TcpRoundTrip,
                                 TcpRoundTripVariation,
                                 FlowLimitIn,
                                 FlowLimitOut,
                                 AllowedRateIn,
                                 AllowedRateOut}) {
            row[static_cast<std::size_t>(column)] = unknown;
        }
    }
    return row;
}

/// Whether the connection has received an ssh reply in the last seconds.
bool hasRecentSshReply(Link *link)
{
    const QList<RoundTripLayer> layers = LinkMonitor::of(link)->history().layers();
    return std::ranges::any_of(layers, [](const RoundTripLayer &layer) {
        return layer.part == Part::Ssh && layer.figure.now;
    });
}

std::array<float, FigureColumn::DesktopColumnCount> figureRowOf(const DisplayHistory &history, const DesktopStats &stats)
{
    std::array<float, FigureColumn::DesktopColumnCount> row{};
    row.fill(unknown);
    for (const RoundTripLayer &layer : history.layers()) {
        const float now = toMilliseconds(layer.figure.now);
        if (layer.part == Part::RemoteMachine) {
            row[FigureColumn::TimeOnRemoteMachine] = now;
        } else if (layer.part == Part::ThisMachine) {
            row[FigureColumn::TimeOnThisMachine] = now;
        } else if (layer.part == Part::Fence) {
            row[FigureColumn::FenceRoundTrip] = now;
        }
    }
    row[FigureColumn::InputToChange] = toMilliseconds(history.recentResponseTime());
    row[FigureColumn::FrameRate] = toFloat(history.framesPerSecond());
    row[FigureColumn::RfbRateIn] = toRate(history.bytesPerSecond());
    row[FigureColumn::RawToRfbRatio] = toFloat(history.compressionRatio());
    row[FigureColumn::ImageAge] = toMilliseconds(history.imageAge());
    row[FigureColumn::JpegQuality] = stats.jpegQuality ? static_cast<float>(*stats.jpegQuality) : unknown;
    return row;
}
}

FigureRecorder::FigureRecorder(const Desk *desk, const QString &directory, QObject *parent, std::function<QDateTime()> now)
    : QObject(parent)
    , m_desk(desk)
    , m_clockFunction(now ? std::move(now) : &QDateTime::currentDateTimeUtc)
    , m_store(directory)
{
    m_oneSecondTimer.setInterval(1s);
    connect(&m_oneSecondTimer, &QTimer::timeout, this, &FigureRecorder::recordRows);
    connect(&m_store, &FigureStore::opened, this, &FigureRecorder::restoreRows);
    connect(&m_store, &FigureStore::problemChanged, this, &FigureRecorder::problemChanged);
}

void FigureRecorder::setTrafficWatch(const XTrafficWatch *watch)
{
    m_trafficWatch = watch;
}

void FigureRecorder::setNight(const QDate &night)
{
    if (night == m_night) {
        return; // told again, because the time zone changed: the store stays open, and its sources keep their numbers
    }
    m_night = night;
    m_series.clear();
    m_store.setNight(night);
    m_oneSecondTimer.start();
    Q_EMIT rowsAdded();
}

const std::vector<FigureSeries> &FigureRecorder::series() const
{
    return m_series;
}

QString FigureRecorder::writeProblem() const
{
    return m_store.writeProblem();
}

FigureSource FigureRecorder::sourceOf(const Link *link) const
{
    const InstrumentProfile profile = m_desk->profileOf(link);
    const LinkSpec &spec = link->target().spec;
    return {FigureSource::Kind::Connection, profile.id + u'/' + spec.id, profile.name + u" – "_s + spec.host, {}};
}

void FigureRecorder::recordRows()
{
    const auto at = static_cast<quint32>(m_clockFunction().toSecsSinceEpoch());
    m_unsavedRecords.clear();
    for (Link *link : m_desk->links()) {
        if (link->state() != LinkState::Idle) {
            append(sourceOf(link), at, figureRowOf(*LinkMonitor::of(link)));
        }
    }
    for (Session *session : m_desk->sessions()) {
        auto *desktop = qobject_cast<DesktopSession *>(session);
        if (desktop && desktop->link() && desktop->state() != SessionState::Idle && desktop->state() != SessionState::Ended) {
            const FigureSource source{FigureSource::Kind::Desktop, desktop->key(), desktop->label(), sourceOf(desktop->link()).id};
            auto row = figureRowOf(DisplayMonitor::of(desktop)->history(), desktop->stats());
            if (!hasRecentSshReply(desktop->link())) { // the desktop's times are those of an update before the connection stopped responding
                for (const int column : {FigureColumn::TimeOnRemoteMachine, FigureColumn::TimeOnThisMachine, FigureColumn::FenceRoundTrip}) {
                    row[static_cast<std::size_t>(column)] = unknown;
                }
            }
            append(source, at, row);
            addEncodingSharesRow(desktop, source, at);
            if (at % distributionsPeriod == 0) {
                append(source, DisplayMonitor::of(desktop)->takeDistributions());
            }
        } else {
            addProgramRow(session, at);
        }
    }
    if (!m_unsavedRecords.isEmpty()) {
        m_store.append(m_unsavedRecords);
    }
    Q_EMIT rowsAdded();
}

void FigureRecorder::addProgramRow(const Session *session, quint32 at)
{
    const auto figures = m_trafficWatch ? m_trafficWatch->figures(session) : std::nullopt;
    const QList<RoundTripLayer> layers = figures && figures->liveRates ? m_trafficWatch->layers(session) : QList<RoundTripLayer>();
    if (layers.isEmpty()) {
        return;
    }
    std::array<float, FigureColumn::ProgramColumnCount> row{};
    row.fill(unknown);
    for (const RoundTripLayer &layer : layers) {
        const int column = layer.part == Part::XServer ? FigureColumn::XServerTime : FigureColumn::XRoundTrip;
        row[static_cast<std::size_t>(column)] = toMilliseconds(layer.figure.now);
    }
    row[FigureColumn::XRoundTripRate] = toFloat(figures->liveRates->roundTripsPerSecond);
    row[FigureColumn::XWaitingShare] = toFloat(figures->liveRates->waitingShare);
    append({FigureSource::Kind::Program, session->key(), session->label(), session->link() ? sourceOf(session->link()).id : QString()}, at, row);
}

/// Called every 10 s, because the encoding shares cover the last 10 s.
void FigureRecorder::addEncodingSharesRow(DesktopSession *session, const FigureSource &source, quint32 at)
{
    FigureSource encodings = source;
    encodings.kind = FigureSource::Kind::Encodings;
    if (at % FigureColumn::rowPeriod(encodings.kind) != 0) {
        return;
    }
    static_assert(FigureColumn::kindCount == RfbWire::pixelKinds);
    std::array<float, FigureColumn::EncodingsColumnCount> row{};
    row.fill(unknown);
    if (const auto shares = DisplayMonitor::of(session)->history().recentEncodingShares()) {
        for (std::size_t kind = 0; kind < RfbWire::pixelKinds; ++kind) {
            row[kind] = static_cast<float>(shares->sharesByKind[kind].pixels);
            row[FigureColumn::kindCount + kind] = static_cast<float>(shares->sharesByKind[kind].bytes);
        }
        append(encodings, at, row);
    }
}

const LinkMonitor *FigureRecorder::linkMonitor(const QString &id) const
{
    const QList<Link *> links = m_desk->links();
    const auto found = std::ranges::find_if(links, [&](const Link *link) {
        return link->isLive() && sourceOf(link).id == id;
    });
    return found == links.end() ? nullptr : LinkMonitor::of(*found);
}

bool FigureRecorder::isHostNotAnswering(const QString &id) const
{
    const QList<Link *> links = m_desk->links();
    return std::ranges::any_of(links, [&](const Link *link) {
        return link->state() != LinkState::Idle && !link->isLive() && sourceOf(link).id == id;
    });
}

DesktopSession *FigureRecorder::desktopSession(const QString &id) const
{
    auto *session = qobject_cast<DesktopSession *>(m_desk->session(id));
    return session && session->link() && session->state() == SessionState::Live ? session : nullptr;
}

const DisplayMonitor *FigureRecorder::displayMonitor(const QString &id) const
{
    DesktopSession *session = desktopSession(id);
    return session ? DisplayMonitor::of(session) : nullptr;
}

QList<RoundTripLayer> FigureRecorder::programLayers(const QString &id) const
{
    return m_trafficWatch ? m_trafficWatch->layers(m_desk->session(id)) : QList<RoundTripLayer>();
}

std::optional<XLiveRates> FigureRecorder::liveProgramRates(const QString &id) const
{
    const auto figures = m_trafficWatch ? m_trafficWatch->figures(m_desk->session(id)) : std::nullopt;
    return figures ? figures->liveRates : std::nullopt;
}

std::optional<bool> FigureRecorder::isQualityFixed(const QString &id) const
{
    const DesktopSession *session = desktopSession(id);
    return session ? std::optional(session->spec().quality != Quality::Auto) : std::nullopt;
}

std::optional<std::size_t> FigureRecorder::findOrAddSeries(const FigureSource &source)
{
    const auto known = std::ranges::find_if(m_series, [&source](const FigureSeries &series) {
        return series.source().kind == source.kind && series.source().id == source.id;
    });
    if (known != m_series.end()) {
        known->setSource(source);
        return static_cast<std::size_t>(known - m_series.begin());
    }
    if (m_series.size() >= FigureLog::maxSources) {
        return {};
    }
    m_series.emplace_back(source);
    m_unsavedRecords.append(FigureLog::sourceRecord(static_cast<int>(m_series.size() - 1), source));
    return m_series.size() - 1;
}

void FigureRecorder::append(const FigureSource &source, quint32 at, std::span<const float> values)
{
    const auto index = findOrAddSeries(source);
    if (index && m_series[*index].addRow(at, values)) {
        m_unsavedRecords.append(FigureLog::rowRecord(static_cast<int>(*index), at, values));
    }
}

void FigureRecorder::append(const FigureSource &source, const FigureDistributions &more)
{
    if (const auto index = more.isEmpty() ? std::nullopt : findOrAddSeries(source)) {
        m_series[*index].merge(more);
        m_unsavedRecords.append(FigureLog::distributionsRecord(static_cast<int>(*index), more));
    }
}

void FigureRecorder::addDistributionsTo(QJsonObject &state) const
{
    QJsonArray displays = state.value("displays"_L1).toArray();
    for (QJsonValueRef value : displays) {
        QJsonObject display = value.toObject();
        const Session *session = m_desk->session(display.value("profile"_L1).toString() + u'/' + display.value("id"_L1).toString());
        const auto series = std::ranges::find_if(m_series, [session](const FigureSeries &each) {
            return session && each.source().kind == FigureSource::Kind::Desktop && each.source().id == session->key();
        });
        if (series != m_series.end() && !series->distributions().isEmpty()) {
            display.insert(u"distributions"_s, DistributionsJson::of(series->distributions()));
            value = display;
        }
    }
    state.insert(u"displays"_s, displays);
}

/// Sources that an earlier console process recorded keep their numbers. Sources recorded meanwhile by this process are
/// appended, in memory and in the file.
void FigureRecorder::restoreRows(const FigureStore::Nights &found)
{
    const std::vector<FigureSeries> here = std::exchange(m_series, *found);
    m_unsavedRecords.clear();
    for (const FigureSeries &series : here) {
        for (std::size_t row = 0; row < series.size(); ++row) {
            append(series.source(), series.times()[row], series.row(row));
        }
        append(series.source(), series.distributions());
    }
    m_store.append(m_unsavedRecords);
    Q_EMIT rowsAdded();
}
}
