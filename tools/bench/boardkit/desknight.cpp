// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/bench/boardkit/desknight.h"

#include <QTimeZone>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
constexpr qsizetype mostHistory = 60;
/// Somebody left the console on: a night that goes on for days is not played second by second.
constexpr qint64 mostSeconds = 600;

struct Instrument {
    QLatin1StringView id;
    QLatin1StringView name;
};
constexpr std::array instruments{Instrument{"lris"_L1, "LRIS"_L1},
                                 Instrument{"deimos"_L1, "DEIMOS"_L1},
                                 Instrument{"hires"_L1, "HIRES"_L1},
                                 Instrument{"mosfire"_L1, "MOSFIRE"_L1},
                                 Instrument{"nirspec"_L1, "NIRSPEC"_L1}};
constexpr std::array people{"A. Observer"_L1, "B. Astronomer"_L1, "C. Student"_L1, "D. Visitor"_L1};
constexpr std::array titles{"control0"_L1, "control1"_L1, "control2"_L1, "status"_L1, "ds9"_L1, "xterm"_L1};
}

DeskNight::DeskNight(const DeskName &name, unsigned seed, const QDateTime &began, const Pace &pace)
    : m_random(static_cast<unsigned>(qHash(name, seed)) | 1U)
    , m_pace(pace)
    , m_now(began)
{
    m_random.discard(8); // the first numbers of neighbouring seeds are neighbours
    const Instrument &instrument = instruments[static_cast<size_t>(random() * instruments.size())];
    m_state.people = {people[static_cast<size_t>(random() * people.size())], u"Guest of %1"_s.arg(name.text())};
    m_state.programVersion = u"0.1.0"_s;
    const bool isOld = random() < 0.1; // an older profile than the others'
    m_state.instruments = {BoardWire::InstrumentReport{
        .id = instrument.id,
        .name = instrument.name,
        .since = began,
        .version = isOld ? u"0123456789ab"_s : u"fedcba987654"_s,
        .profileFilesChangedAt = QDateTime(QDate(2026, isOld ? 9 : 11, 1), QTime(12, 0), QTimeZone::UTC),
    }};
    const QString prefix = instrument.id + u'/';
    const double usual = 5 + random() * random() * 240; // most are near, some are beyond an ocean
    for (const auto &id : {"summit"_L1, "dome"_L1}) {
        const double each = usual + 4 * random();
        m_lines.push_back({.id = prefix + id, .usualMs = each, .ms = each, .bytesInPerSecond = 20e3 + random() * 400e3});
    }
    for (size_t i = 0; i < m_displays.size(); ++i) {
        m_displays[i] = {.key = prefix + titles[i],
                         .title = u"%1 %2"_s.arg(instrument.name, titles[i]),
                         .isWindow = i >= 4,
                         .line = i == 3 ? 1 : 0,
                         .framesPerSecond = 1 + random() * 8,
                         .queuedMs = 5 + random() * 20,
                         .liveSince = began.addSecs(static_cast<qint64>(2 + random() * 20)),
                         .failedAt = {}};
    }
}

DeskNight::Change DeskNight::advanceTo(const QDateTime &now)
{
    Change change;
    if (m_now.secsTo(now) > mostSeconds) {
        m_now = now.addSecs(-mostSeconds);
    }
    while (m_now.secsTo(now) >= 1) {
        m_now = m_now.addSecs(1);
        wander();
        const double ends = 1.0 / static_cast<double>(std::max<qint64>(m_pace.troubleLasts.count(), 1));
        const double begins = 1.0 / static_cast<double>(std::max<qint64>(m_pace.betweenTroubles.count(), 1)) / displays;
        for (Shown &display : m_displays) {
            const bool isLive = display.liveSince.isValid();
            if (random() < (isLive ? begins : ends)) {
                isLive ? fail(display) : mend(display);
                change = {.isOfState = true, .isOfHistory = true};
            }
        }
    }
    return change;
}

DeskFigures DeskNight::figures() const
{
    DeskFigures figures{.state = m_state, .numbers = {}, .history = {}};
    for (const Line &line : m_lines) {
        figures.state.links << BoardWire::LinkReport{.id = line.id, .state = u"live"_s, .isCompressed = false};
        figures.numbers.links << BoardWire::LinkMeasurements{.id = line.id,
                                                             .roundTrip = std::chrono::microseconds(std::llround(line.ms * 1000)),
                                                             .bytesInPerSecond = std::llround(line.bytesInPerSecond),
                                                             .bytesOutPerSecond = std::llround(line.bytesInPerSecond / 40),
                                                             .compressionRatio = 1.0};
    }
    for (const Shown &display : m_displays) {
        const bool isLive = display.liveSince.isValid();
        figures.state.displays << BoardWire::DisplayReport{
            .key = display.key,
            .title = display.title,
            .kind = display.isWindow ? BoardWire::DisplayKind::Window : BoardWire::DisplayKind::Desktop,
            .topology = display.isWindow ? u"x11"_s : u"vnc"_s,
            .state = isLive ? u"live"_s : u"retrying"_s,
            .answering = isLive ? u"yes"_s : u"waiting"_s,
            .isViewOnly = false,
            .problemText = isLive ? QString() : u"The connection to the desktop was lost."_s,
            .liveSince = display.liveSince,
        };
        const double age = m_lines[static_cast<size_t>(display.line)].ms / 2 + display.queuedMs;
        figures.numbers.displays << BoardWire::DisplayMeasurements{
            .key = display.key,
            .imageAge = isLive ? std::chrono::milliseconds(std::llround(age)) : std::chrono::milliseconds(display.failedAt.msecsTo(m_now)),
            .framesPerSecond = isLive ? std::optional(display.framesPerSecond) : std::nullopt,
        };
    }
    if (!m_history.isEmpty()) {
        figures.state.lastTrouble = m_history.constLast();
    }
    return figures;
}

const QList<BoardWire::Trouble> &DeskNight::history() const
{
    return m_history;
}

/// A line's round trip comes back to what is usual there; traffic goes by factors, as people's work does.
void DeskNight::wander()
{
    for (Line &line : m_lines) {
        line.ms = std::max(0.5, line.ms + 0.05 * (line.usualMs - line.ms) + 0.03 * line.usualMs * swing());
        line.bytesInPerSecond = std::clamp(line.bytesInPerSecond * std::exp(0.1 * swing()), 500.0, 4e6);
    }
    for (Shown &display : m_displays) {
        display.framesPerSecond = std::clamp(display.framesPerSecond + 0.3 * swing(), 0.0, 25.0);
        display.queuedMs = std::clamp(display.queuedMs + 2 * swing(), 1.0, 80.0);
    }
}

void DeskNight::fail(Shown &display)
{
    display.liveSince = {};
    display.failedAt = m_now;
    note({.at = m_now, .health = BoardWire::Health::Bad, .subjectKey = display.key, .what = u"The connection to the desktop was lost."_s});
}

void DeskNight::mend(Shown &display)
{
    display.liveSince = m_now;
    note({.at = m_now, .health = BoardWire::Health::Good, .subjectKey = display.key, .what = u"It works again."_s});
}

void DeskNight::note(const BoardWire::Trouble &trouble)
{
    m_history << trouble;
    if (m_history.size() > mostHistory) {
        m_history.removeFirst();
    }
}

double DeskNight::random()
{
    return std::uniform_real_distribution<double>(0, 1)(m_random);
}

double DeskNight::swing()
{
    return std::normal_distribution<double>(0, 1)(m_random);
}
}
