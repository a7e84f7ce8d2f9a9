// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
struct BrokerMessage;

/// What the board makes of one desk.
enum class DeskHealth { ///< what is to be looked at first comes last
    Gone, ///< ended in order, or not heard of for 12 hours
    Good,
    Poor,
    Bad, ///< a display or link does not work
    Lost, ///< it fell silent: its will was told, or nothing came for 90 s
    Calling ///< it calls the SA, and nobody has answered
};

/// A point of a desk's curves.
struct DeskPoint {
    std::chrono::steady_clock::time_point at;
    std::optional<double> roundTripMs; ///< of its worst link
    std::optional<double> inPerSecond; ///< bytes on the wire, all links
    std::optional<double> ageMs; ///< of its worst picture
};

/// One desk as the board knows it: what it said last, and what follows from that. Owned by Board.
struct BoardDesk {
    DeskName name;
    std::optional<BoardWire::Presence> presence;
    std::optional<BoardWire::DeskState> state;
    std::optional<BoardWire::DeskNumbers> numbers;
    std::optional<BoardWire::DeskHistory> history;
    std::optional<BoardWire::Call> call; ///< empty: none, or over; acknowledged as soon as an SA says so
    bool isAnswerUntold = false; ///< an SA has heard the call, and the desk has not said yet that it knows
    DeskHealth health = DeskHealth::Gone;
    QString why; ///< translated: what is worst of it; empty: all is well
    QDateTime heardAt; ///< UTC of our clock; of what was retained when it says that it was said
    bool isKnownNow = false; ///< it spoke, or was said to be there, since we are connected to the broker
    std::optional<std::chrono::milliseconds> clockOffset; ///< its clock less ours; within half a round trip
    bool hasOldProfile = false; ///< another desk has a newer one of the same instrument
    bool hasOldProgram = false;
    std::deque<DeskPoint> points; ///< the last 15 minutes, 10 s apart
    quint64 revision = 0; ///< grows with every change

    std::optional<std::chrono::microseconds> roundTrip() const; ///< of the worst link
    std::optional<qint64> inPerSecond() const;
    std::optional<double> ratio() const; ///< of the link that carries most
    QString bound() const; ///< of the one that carries most of those that a limit holds; empty: none
    std::optional<double> framesPerSecond() const; ///< of the display with most
    std::optional<std::chrono::milliseconds> age() const; ///< of the worst picture
    QStringList people() const;
    QDateTime since() const; ///< UTC; of its first instrument; invalid: nothing is connected
};

/// An SA whose board is open.
struct BoardSa {
    QString name;
    bool isOnline = false; ///< with any of several boards
    QStringList boards = {}; ///< the runs of those that are open
    bool operator==(const BoardSa &) const = default;
};

/// All desks of all sites, as what arrives says. Stale and reordered messages lose; payloads that are none are counted.
/// GUI thread; it has no socket and asks for the time through its clocks. Owned by BoardConsole.
class Board : public QObject
{
    Q_OBJECT
public:
    struct Clocks {
        std::function<std::chrono::steady_clock::time_point()> steady;
        std::function<QDateTime()> utc;
    };
    struct Counters {
        quint64 taken = 0;
        quint64 stale = 0; ///< older than what is known, or said twice
        quint64 dropped = 0; ///< too long, malformed, on a wrong topic
        QHash<DeskName, quint64> droppedOf;
    };
    explicit Board(const QString &facility, QObject *parent = nullptr, const Clocks &clocks = {});
    ~Board() override;

    void applyMessages(const QList<BrokerMessage> &messages);
    void setTooLong(quint64 count); ///< how many the broker client has dropped unread by now: dropped, nobody knows whose
    /// Our own round trip to the broker's host, for clock offsets.
    void setRoundTrip(std::optional<std::chrono::microseconds> roundTrip);
    /// Whether the broker is there; while it is not, desks keep their last state and are not known now.
    void setConnected(bool connected);
    bool isConnected() const;

    const QList<DeskName> &desks() const; ///< in the order of their coming
    const BoardDesk *desk(const DeskName &name) const; ///< null: not known; good until the next turn
    const QList<BoardSa> &supportAstronomers() const;
    Counters counters() const;
    void updateRecords(); ///< at the clock: what follows from silence; also done every few seconds
    /// Somebody removed it from the board: it comes back when it speaks.
    void forget(const DeskName &desk);

Q_SIGNALS:
    void deskAdded(const Nightdesk::DeskName &desk);
    void deskRemoved(const Nightdesk::DeskName &desk);
    /// At most once in a turn of the event loop, and ten times a second.
    void desksChanged(const QList<Nightdesk::DeskName> &desks);
    void called(const Nightdesk::DeskName &desk, const Nightdesk::BoardWire::Call &call); ///< a call that rings, once each
    void callChanged(const Nightdesk::DeskName &desk);
    void callerLeft(const Nightdesk::DeskName &desk, const Nightdesk::BoardWire::Call &call); ///< in order, with a call that was open here
    void noteArrived(const Nightdesk::DeskName &desk, const Nightdesk::BoardWire::Note &note, bool isRetained); ///< once each, from a desk
    void saNoteArrived(const QString &sa, const Nightdesk::BoardWire::Note &note, bool isRetained); ///< to all, another SA's
    void supportAstronomersChanged();
    void connectedChanged(bool connected);

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
