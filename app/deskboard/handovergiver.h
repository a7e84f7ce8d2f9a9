// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "widgets/night/nightstate.h"

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
class DeskObserverNames;
class DeskMessenger;
class HandoverQuestionBar;

/// A handover, at the desk that observers leave: sends this desk's layout to other desks of the same observers while something is connected, and
/// shows when they continue there. Disconnects nothing here without a click: somebody may be watching. GUI thread. Owned by ConsoleBoard.
class HandoverGiver : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    HandoverGiver(Console &console, ConsoleNight *night, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent);

    HandoverQuestionBar *bar() const; ///< hidden while there is no question; the console's window owns and places it

    void withdrawOffer(); ///< removes the layout from the broker; call before the last instrument is disconnected, while the broker is connected
    bool isDisconnectingForHandover() const; ///< true while profiles are disconnected because their observers continue at another desk

private:
    void handleStateSaved(const std::optional<NightState> &state);
    void sendLayout();
    bool removeSentLayoutFromBroker();
    void handleTakeoverNotice(const DeskName &from, const BoardWire::TakeoverNotice &notice);
    /// Removes profiles from the open questions; false: no question was about them.
    bool removeFromOpenQuestions(const QStringList &profiles);
    void showBar();
    void handleAnswer(bool disconnects);
    int programCount(const QString &profile) const;

    Console &m_console;
    DeskMessenger *const m_messenger;
    DeskObserverNames *const m_deskObserverNames;
    HandoverQuestionBar *const m_questionBar;
    std::optional<NightState> m_lastLayout; ///< the last layout from ConsoleNight
    QByteArray m_sentLayout;
    QString m_sentLayoutTopicKey; ///< key of the observers for whom the layout m_sentLayout was published
    QTimer m_sendLayoutTimer;
    struct HandoverQuestion {
        DeskName continuedBy;
        QStringList otherDeskObservers;
        QStringList profiles;
    };
    QList<HandoverQuestion> m_openQuestions; ///< open questions, one per desk, each with at least one profile; the bar shows the last one
    QSet<std::pair<DeskName, QString>> m_shownContinuations; ///< desk and profile of each continuation that was already shown
    QSet<DeskName> m_desksNotToAskAbout; ///< desks that the user is not asked about again, after choosing to stay connected here
    bool m_haveObserversLeft = false; ///< the observers have left: no layout is sent any more
    bool m_isDisconnectingForHandover = false;
};
}
