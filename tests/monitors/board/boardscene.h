// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "sessions/broker/brokerclient.h"

#include <QTimeZone>

/// What arrives at a board, by clocks of its own. Of the board's tests.
namespace Nightdesk::Test
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using MessageKind = BoardTopics::MessageKind;

inline const BoardTopics topics(u"keck"_s);
inline const DeskName left{.site = u"santa-cruz"_s, .desk = u"left"_s};
inline const DeskName right{.site = u"santa-cruz"_s, .desk = u"right"_s};
inline const QString callId = u"00000000000000ca"_s;

/// The clocks of the board, and what arrives at it.
struct Scene {
    std::chrono::steady_clock::time_point now{1000h};
    QDateTime utc = QDateTime::fromMSecsSinceEpoch(1'795'347'135'000, QTimeZone::UTC);
    Board board{u"keck"_s,
                nullptr,
                {.steady =
                     [this] {
                         return now;
                     },
                 .utc =
                     [this] {
                         return utc;
                     }}};

    Scene()
    {
        board.setConnected(true);
    }
    void pass(std::chrono::milliseconds time)
    {
        now += time;
        utc = utc.addMSecs(time.count());
        board.updateForElapsedTime();
    }
    void arrive(const QString &topic, const QByteArray &payload, bool isRetained = false)
    {
        board.applyMessages({{.topic = topic, .payload = payload, .isRetained = isRetained, .arrivedAt = now}});
    }
    const BoardDesk &at(const DeskName &name) const
    {
        static const BoardDesk none;
        const BoardDesk *desk = board.desk(name);
        return desk ? *desk : none;
    }
};

/// A console that runs at a desk.
struct Console {
    Scene &scene;
    DeskName name;
    QString run;
    QDateTime runBeganAt;
    std::chrono::milliseconds offset{}; ///< its clock is ahead
    quint64 sequence = 0;
    quint64 willSequence = 0;

    Console(Scene &scene, const DeskName &name, int number, std::chrono::milliseconds offset = {})
        : scene(scene)
        , name(name)
        , run(u"%1"_s.arg(number, 16, 16, QChar(u'0')))
        , runBeganAt(scene.utc.addMSecs(offset.count()))
        , offset(offset)
    {
    }
    BoardWire::MessageStamp stamp()
    {
        return {.runId = run, .runBeganAt = runBeganAt, .sequence = ++sequence, .sentAt = scene.utc.addMSecs(offset.count())};
    }
    QByteArray online()
    {
        const QByteArray payload =
            BoardWire::write(BoardWire::Presence{.stamp = stamp(), .isOnline = true, .isFarewell = false, .people = {u"Ann"_s}, .programVersion = u"0.1.0"_s});
        willSequence = ++sequence;
        return payload;
    }
    QByteArray will() const
    {
        const BoardWire::MessageStamp stamp{.runId = run, .runBeganAt = runBeganAt, .sequence = willSequence, .sentAt = runBeganAt};
        return BoardWire::write(BoardWire::Presence{.stamp = stamp, .isOnline = false, .isFarewell = false, .people = {}, .programVersion = {}});
    }
    QByteArray farewell()
    {
        return BoardWire::write(BoardWire::Presence{.stamp = stamp(), .isOnline = false, .isFarewell = true, .people = {}, .programVersion = {}});
    }
    QByteArray
    state(const QString &displayState = u"live"_s, const QString &version = u"aaaaaaaaaaaa"_s, int changedAt = 0, const QString &program = u"0.1.0"_s)
    {
        BoardWire::DeskState state;
        state.stamp = stamp();
        state.people = {u"Ann"_s};
        state.programVersion = program;
        state.instruments = {{.id = u"lris"_s,
                              .name = u"LRIS"_s,
                              .since = runBeganAt,
                              .version = version,
                              .profileFilesChangedAt = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + changedAt, QTimeZone::UTC)}};
        state.links = {{.id = u"lris/summit"_s, .state = u"live"_s, .isCompressed = true}};
        BoardWire::DisplayReport display;
        display.key = u"lris/control0"_s;
        display.state = displayState;
        state.displays = {display};
        return BoardWire::write(state);
    }
    QByteArray numbers(std::chrono::milliseconds roundTrip = 100ms)
    {
        BoardWire::DeskMeasurements numbers;
        numbers.stamp = stamp();
        numbers.links = {{.id = u"lris/summit"_s,
                          .roundTrip = roundTrip,
                          .bytesInPerSecond = 1000,
                          .bytesOutPerSecond = 10,
                          .compressionRatio = 2.5,
                          .flowLimit = u"bandwidth"_s}};
        numbers.displays = {{.key = u"lris/control0"_s, .imageAge = 60ms, .framesPerSecond = 20}};
        return BoardWire::write(numbers);
    }
    QByteArray call(BoardWire::CallState state, const QString &id = callId)
    {
        return BoardWire::write(BoardWire::Call{.stamp = stamp(),
                                                .id = id,
                                                .since = scene.utc,
                                                .text = u"No guider"_s,
                                                .caller = u"Ann"_s,
                                                .state = state,
                                                .acknowledgerName = {}});
    }
    void say(MessageKind sort, const QByteArray &payload, bool isRetained = false) const
    {
        scene.arrive(topics.deskTopic(name, sort), payload, isRetained);
    }
};
}
