// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaType>
#include <QTimeZone>

Q_DECLARE_METATYPE(Nightdesk::BoardWire::Message)

/// What a desk could say. Of the protocol's tests.
namespace Nightdesk::Test
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using MessageKind = BoardTopics::MessageKind;

inline const DeskName desk{.site = u"santa-cruz"_s, .desk = u"left"_s};
inline const BoardTopics topics(u"keck"_s);
inline const QString stateTopic = topics.deskTopic(desk, MessageKind::State);

inline QDateTime utc(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(1'795'347'135'000 + ms, QTimeZone::UTC);
}

inline BoardWire::MessageStamp stamp()
{
    return {.runId = u"0123456789abcdef"_s, .runBeganAt = utc(0), .sequence = 17, .sentAt = utc(4711)};
}

inline BoardWire::DeskState state()
{
    return {.stamp = stamp(),
            .people = {u"Ann"_s, u"Bjørn"_s},
            .programVersion = u"0.1.0"_s,
            .instruments = {{.id = u"lris"_s, .name = u"LRIS"_s, .since = utc(1), .version = u"0123456789ab"_s, .profileFilesChangedAt = utc(-7)},
                            {.id = u"nires"_s, .name = {}, .since = {}, .version = {}, .profileFilesChangedAt = {}}},
            .links = {{.id = u"lris/summit"_s, .state = u"live"_s, .isCompressed = true}},
            .displays = {{.key = u"lris/control0"_s,
                          .title = u"Control \"0\""_s,
                          .kind = BoardWire::DisplayKind::Desktop,
                          .topology = u"vnc"_s,
                          .state = u"live"_s,
                          .answering = u"yes"_s,
                          .isViewOnly = true,
                          .problemText = {},
                          .liveSince = utc(9)},
                         {.key = u"lris/ds9"_s,
                          .title = {},
                          .kind = BoardWire::DisplayKind::Window,
                          .topology = u"x11"_s,
                          .state = u"retrying"_s,
                          .answering = {},
                          .isViewOnly = false,
                          .problemText = u"It ended."_s,
                          .liveSince = {},
                          .vncServerSocket = u"/tmp/nightdesk-1000/0.lris.ds9/rfb"_s}},
            .lastTrouble = BoardWire::Trouble{.at = utc(3), .health = BoardWire::Health::Poor, .subjectKey = u"lris/ds9"_s, .what = u"It ended."_s},
            .omittedDisplayCount = 0};
}

inline QByteArray json(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

inline QJsonObject stateObject()
{
    return QJsonDocument::fromJson(BoardWire::write(state())).object();
}
}
