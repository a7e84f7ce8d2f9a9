// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/figurerecorder.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/figures/figurelog.h"
#include "sessions/links/hop/link.h"

#include <algorithm>
#include <limits>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
using Part = RoundTripLayer::Part;

float milliseconds(std::optional<std::chrono::microseconds> time)
{
    return time ? std::chrono::duration<float, std::milli>(*time).count() : unknown;
}

float rate(std::optional<Bytes> perSecond)
{
    return perSecond ? static_cast<float>(perSecond->count) : unknown;
}

float number(std::optional<double> value)
{
    return value ? static_cast<float>(*value) : unknown;
}

std::array<float, FigureColumn::ConnectionCount> rowOf(const LinkHistory &history)
{
    std::array<float, FigureColumn::ConnectionCount> row{};
    row.fill(unknown);
    int leg = FigureColumn::Leg1;
    for (const RoundTripLayer &layer : history.layers()) {
        const float now = milliseconds(layer.figure.now);
        if (layer.part == Part::Network) {
            float &place = row[static_cast<std::size_t>(std::min<int>(leg, FigureColumn::Leg3))];
            place = leg > FigureColumn::Leg3 ? place + now : now;
            ++leg;
        } else if (layer.part == Part::Queue) {
            row[FigureColumn::Queue] = now;
        } else if (layer.part == Part::Tcp) {
            row[FigureColumn::Tcp] = now;
        } else if (layer.part == Part::Ssh) {
            row[FigureColumn::Ssh] = now;
        }
    }
    row[FigureColumn::WireIn] = rate(history.wireInPerSecond());
    row[FigureColumn::WireOut] = rate(history.wireOutPerSecond());
    row[FigureColumn::Compression] = number(history.recentCompressionRatio());
    return row;
}

std::array<float, FigureColumn::DesktopCount> rowOf(const DisplayHistory &history)
{
    std::array<float, FigureColumn::DesktopCount> row{};
    row.fill(unknown);
    for (const RoundTripLayer &layer : history.layers()) {
        const float now = milliseconds(layer.figure.now);
        if (layer.part == Part::RemoteMachine) {
            row[FigureColumn::RemoteMachine] = now;
        } else if (layer.part == Part::ThisMachine) {
            row[FigureColumn::ThisMachine] = now;
        } else if (layer.part == Part::Fence) {
            row[FigureColumn::Fence] = now;
        }
    }
    row[FigureColumn::InputToChange] = milliseconds(history.newResponse());
    row[FigureColumn::Frames] = number(history.framesPerSecond());
    row[FigureColumn::RfbIn] = rate(history.bytesPerSecond());
    row[FigureColumn::RawOverRfb] = number(history.ratio());
    row[FigureColumn::Age] = milliseconds(history.age());
    return row;
}
}

FigureRecorder::FigureRecorder(const Desk *desk, const QString &directory, QObject *parent, std::function<QDateTime()> now)
    : QObject(parent)
    , m_desk(desk)
    , m_now(now ? std::move(now) : &QDateTime::currentDateTimeUtc)
    , m_store(directory)
{
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &FigureRecorder::record);
    connect(&m_store, &FigureStore::opened, this, &FigureRecorder::restore);
    connect(&m_store, &FigureStore::troubleChanged, this, &FigureRecorder::troubleChanged);
}

void FigureRecorder::setNight(const QDate &night)
{
    m_series.clear();
    m_store.setNight(night);
    m_second.start();
    Q_EMIT recorded();
}

const std::vector<FigureSeries> &FigureRecorder::series() const
{
    return m_series;
}

QString FigureRecorder::trouble() const
{
    return m_store.trouble();
}

FigureSource FigureRecorder::sourceOf(const Link *link) const
{
    const InstrumentProfile profile = m_desk->profileOf(link);
    const LinkSpec &spec = link->target().spec;
    return {FigureSource::Kind::Connection, profile.id + u'/' + spec.id, profile.name + u" – "_s + spec.host, {}};
}

void FigureRecorder::record()
{
    const auto at = static_cast<quint32>(m_now().toSecsSinceEpoch());
    m_records.clear();
    for (Link *link : m_desk->links()) {
        if (link->state() != LinkState::Idle) {
            append(sourceOf(link), at, rowOf(LinkMonitor::of(link)->history()));
        }
    }
    for (Session *session : m_desk->sessions()) {
        auto *desktop = qobject_cast<DesktopSession *>(session);
        if (desktop && desktop->link() && desktop->state() != SessionState::Idle && desktop->state() != SessionState::Ended) {
            append({FigureSource::Kind::Desktop, desktop->key(), desktop->label(), sourceOf(desktop->link()).id},
                   at,
                   rowOf(DisplayMonitor::of(desktop)->history()));
        }
    }
    if (!m_records.isEmpty()) {
        m_store.append(m_records);
    }
    Q_EMIT recorded();
}

std::optional<std::size_t> FigureRecorder::indexOf(const FigureSource &source)
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
    m_records.append(FigureLog::source(static_cast<int>(m_series.size() - 1), source));
    return m_series.size() - 1;
}

void FigureRecorder::append(const FigureSource &source, quint32 at, std::span<const float> values)
{
    const auto index = indexOf(source);
    if (index && m_series[*index].append(at, values)) {
        m_records.append(FigureLog::row(static_cast<int>(*index), at, values));
    }
}

/// An earlier console's sources keep their numbers; what was recorded here meanwhile goes behind them, into memory and file.
void FigureRecorder::restore(const FigureStore::Nights &found)
{
    const std::vector<FigureSeries> here = std::exchange(m_series, *found);
    m_records.clear();
    for (const FigureSeries &series : here) {
        for (std::size_t row = 0; row < series.size(); ++row) {
            append(series.source(), series.times()[row], series.row(row));
        }
    }
    m_store.append(m_records);
    Q_EMIT recorded();
}
}
