// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"
#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QList>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <optional>
#include <utility>

namespace Nightdesk
{
class Console;
class ConsoleNight;
class DeskPeople;
class DeskPost;
class HandoverBar;

/// The desk that people leave: shows their other desks how it is arranged while something is connected, and says when they continue
/// there. Without a click nothing is disconnected here: somebody may be watching. GUI thread. Owned by ConsoleBoard.
class HandoverGiver : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    HandoverGiver(Console &console, ConsoleNight *night, DeskPost *post, DeskPeople *people, QObject *parent);

    HandoverBar *bar() const; ///< hidden until it asks; of the console's window, which places it

    void withdrawOffer(); ///< the last instrument goes, while the broker can still be reached
    bool isHandingOver() const; ///< what goes just now goes because its people continue elsewhere

private:
    void noted(const std::optional<NightState> &state);
    void sendLayout();
    bool clearLayout();
    void arrived(const DeskName &from, const BoardWire::Move &move);
    bool remove(const QStringList &profiles); ///< no desk is shown to continue with these; false: none was
    void showBar();
    void answer(bool disconnects);
    int programs(const QString &profile) const;

    Console &m_console;
    DeskPost *const m_post;
    DeskPeople *const m_people;
    HandoverBar *const m_bar;
    std::optional<NightState> m_state; ///< as noted last
    QByteArray m_sent;
    QString m_sentTo; ///< the key of the people it was sent to
    QTimer m_soon;
    struct Asked {
        DeskName by;
        QStringList people;
        QStringList profiles;
    };
    QList<Asked> m_asked; ///< one for each desk, each with some profile; the bar shows the last one
    QSet<std::pair<DeskName, QString>> m_announced; ///< which desk continues with which profile: announced once
    QSet<DeskName> m_answered; ///< desks for which a person keeps what is connected: not asked again
    bool m_hasLeft = false; ///< what is noted from now on goes
    bool m_isHandingOver = false;
};
}
