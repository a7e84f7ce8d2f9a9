// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/boardfeed.h"

#include "sessions/broker/brokerclient.h"

#include <QSignalSpy>
#include <QTest>

namespace Nightdesk::Test
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

BoardFeed::BoardFeed(std::chrono::milliseconds ago)
    : m_steady(std::chrono::steady_clock::now() - ago)
    , m_utc(QDateTime::currentDateTimeUtc().addMSecs(-ago.count()))
    , m_board(std::make_unique<Board>(u"keck"_s,
                                      nullptr,
                                      Board::ClockFunctions{[this] {
                                                                return m_steady;
                                                            },
                                                            [this] {
                                                                return m_utc;
                                                            }}))
{
    m_board->setConnected(true);
}

BoardFeed::~BoardFeed() = default;

Board &BoardFeed::board()
{
    return *m_board;
}

QDateTime BoardFeed::now() const
{
    return m_utc;
}

DeskName BoardFeed::name(const QString &text)
{
    return DeskName::fromText(text).value_or(DeskName());
}

BoardWire::DeskState BoardFeed::state(const QString &instrument, const QStringList &people, int displays)
{
    const QDateTime since = QDateTime::currentDateTimeUtc().addSecs(-3600);
    BoardWire::DeskState state;
    state.people = people;
    state.programVersion = u"1.9.0"_s;
    state.instruments = {
        {.id = instrument, .name = instrument.toUpper(), .since = since, .version = u"0123456789ab"_s, .profileFilesChangedAt = since.addDays(-3)}};
    state.links = {{.id = instrument + u"/summit"_s, .state = u"live"_s, .isCompressed = true}};
    for (int i = 0; i < displays; ++i) {
        state.displays.append({.key = u"%1/control%2"_s.arg(instrument).arg(i),
                               .title = u"Control %1"_s.arg(i),
                               .kind = BoardWire::DisplayKind::Desktop,
                               .topology = u"vnc"_s,
                               .state = u"live"_s,
                               .answering = u"yes"_s,
                               .isViewOnly = false,
                               .problemText = {},
                               .liveSince = since});
    }
    return state;
}

void BoardFeed::take(const QString &desk, BoardTopics::MessageKind sort, BoardWire::Message message)
{
    std::visit(
        [this](auto &one) {
            one.stamp = {.runId = u"0123456789abcdef"_s, .runBeganAt = m_utc.addSecs(-7200), .sequence = ++m_sequence, .sentAt = m_utc};
        },
        message);
    m_board->applyMessages({BrokerMessage{BoardTopics(u"keck"_s).deskTopic(name(desk), sort), BoardWire::write(message), false, m_steady}});
}

void BoardFeed::say(const QString &desk, const BoardWire::DeskState &state)
{
    take(desk,
         BoardTopics::MessageKind::Presence,
         BoardWire::Presence{.stamp = {}, .isOnline = true, .isFarewell = false, .people = state.people, .programVersion = state.programVersion});
    take(desk, BoardTopics::MessageKind::State, state);
}

void BoardFeed::say(const QString &desk, const BoardWire::DeskMeasurements &numbers)
{
    take(desk, BoardTopics::MessageKind::Numbers, numbers);
}

void BoardFeed::say(const QString &desk, const BoardWire::DeskHistory &history)
{
    take(desk, BoardTopics::MessageKind::History, history);
}

void BoardFeed::leave(const QString &desk, bool inOrder)
{
    if (inOrder) { // nothing is connected there any more
        take(desk, BoardTopics::MessageKind::State, BoardWire::DeskState{});
    }
    take(desk,
         BoardTopics::MessageKind::Presence,
         BoardWire::Presence{.stamp = {}, .isOnline = false, .isFarewell = inOrder, .people = {}, .programVersion = u"1.9.0"_s});
}

void BoardFeed::settle()
{
    QSignalSpy changed(m_board.get(), &Board::desksChanged);
    changed.wait(500);
}

void BoardFeed::pass(std::chrono::milliseconds time)
{
    m_steady += time;
    m_utc = m_utc.addMSecs(time.count());
}

void BoardFeed::fill()
{
    const auto numbers = [](const QString &instrument, std::chrono::microseconds roundTrip, qint64 rate, std::chrono::milliseconds age) {
        return BoardWire::DeskMeasurements{.stamp = {},
                                           .links = {{.id = instrument + u"/summit"_s,
                                                      .roundTrip = roundTrip,
                                                      .bytesInPerSecond = rate,
                                                      .bytesOutPerSecond = 900,
                                                      .compressionRatio = 2.8,
                                                      .flowLimit = u"receive-window"_s}},
                                           .displays = {{.key = instrument + u"/control0"_s, .imageAge = age, .framesPerSecond = 12}}};
    };
    say(u"waimea/remote1"_s, state(u"lris"_s, {u"A. Teal"_s, u"T. Jet"_s}, 4));
    say(u"waimea/remote1"_s, numbers(u"lris"_s, 21ms, 850'000, 18ms));
    say(u"santa-cruz/left"_s, state(u"deimos"_s, {u"S. Umber"_s}, 5));
    say(u"santa-cruz/left"_s, numbers(u"deimos"_s, 62ms, 230'000, 41ms));
    say(u"swinburne/desk"_s, state(u"nires"_s, {u"K. Aquamarine"_s}, 3));
    say(u"swinburne/desk"_s, numbers(u"nires"_s, 214ms, 96'000, 130ms));
    BoardWire::DeskState ill = state(u"hires"_s, {u"G. Ochre"_s}, 4);
    ill.programVersion = u"1.8.0"_s;
    ill.displays[1].state = u"failed"_s;
    ill.displays[1].problemText = u"The desktop’s server ended"_s;
    ill.displays[2].answering = u"input-held"_s;
    ill.displays.append({.key = u"hires/xterm"_s,
                         .title = u"Terminal"_s,
                         .kind = BoardWire::DisplayKind::Window,
                         .topology = u"x11"_s,
                         .state = u"live"_s,
                         .answering = u"yes"_s,
                         .isViewOnly = false,
                         .problemText = {},
                         .liveSince = ill.instruments.constFirst().since});
    ill.lastTrouble = {.at = m_utc.addSecs(-240), .health = BoardWire::Health::Bad, .subjectKey = u"hires/control1"_s, .what = u"The desktop’s server ended"_s};
    say(u"caltech/right"_s, ill);
    say(u"caltech/right"_s, numbers(u"hires"_s, 88ms, 12'000, 5200ms));
    say(u"caltech/right"_s,
        BoardWire::DeskHistory{
            .stamp = {},
            .entries = {{.at = m_utc.addSecs(-3000), .health = BoardWire::Health::Poor, .subjectKey = u"hires/summit"_s, .what = u"No answer for 4 s"_s},
                        {.at = m_utc.addSecs(-2990), .health = BoardWire::Health::Good, .subjectKey = u"hires/summit"_s, .what = u"Answers again"_s},
                        *ill.lastTrouble}});
    say(u"santa-cruz/right"_s, state(u"esi"_s, {u"J. Vermilion"_s}, 2));
    leave(u"santa-cruz/right"_s, false);
    settle();
}
}
