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

/// The board's verdict on one desk.
enum class DeskHealth { ///< in rising order of urgency
    Gone, ///< closed normally, or no message for 12 hours
    Good,
    Poor,
    Bad, ///< a display or link does not work
    Lost, ///< unexpectedly silent: the broker sent its last will, or no message arrived for 90 s
    Calling ///< the desk calls the support astronomer (SA), and nobody has acknowledged the call
};

/// The values of a desk at one time, for the plots of its page.
struct DeskPlotPoint {
    std::chrono::steady_clock::time_point at;
    std::optional<double> roundTripMs; ///< round-trip time of the desk's worst link
    std::optional<double> bytesInPerSecond; ///< bytes received per second over all links, as on the wire
    std::optional<double> oldestImageAgeMs; ///< age of the desk's oldest image
};

/// One desk as the board knows it: its last messages, and what follows from them. Owned by Board.
struct BoardDesk {
    DeskName name;
    std::optional<BoardWire::Presence> presence;
    std::optional<BoardWire::DeskState> state;
    std::optional<BoardWire::DeskMeasurements> numbers;
    std::optional<BoardWire::DeskHistory> history;
    /// The desk's open call; empty: none. It counts as acknowledged as soon as an SA has acknowledged it, even if the desk has not yet reported that.
    std::optional<BoardWire::Call> call;
    bool isAcknowledgementPending = false; ///< an SA has acknowledged the call, but the desk has not yet reported the acknowledgement
    DeskHealth health = DeskHealth::Gone;
    QString healthReason; ///< the desk's worst problem, translated; empty: no problem
    QDateTime lastMessageAt; ///< when the last message arrived, UTC by the local clock; for a retained message, its own time stamp
    /// Since the current connection to the broker, the desk sent a message, or its retained presence says that it is online.
    bool isStateCurrent = false;
    /// the desk's clock minus the local clock, with an error of up to half a round trip
    std::optional<std::chrono::milliseconds> clockOffset;
    bool hasOutdatedProfile = false; ///< another desk has a newer version of the same profile
    bool hasOutdatedProgram = false;
    std::deque<DeskPlotPoint> plotPoints; ///< points of the plots for the last 15 minutes, 10 s apart
    quint64 revision = 0; ///< is incremented at every change of this desk

    std::optional<std::chrono::microseconds> worstRoundTrip() const; ///< round-trip time of the desk's worst link
    std::optional<qint64> bytesInPerSecond() const;
    std::optional<double> compressionRatio() const; ///< compression ratio of the link that carries the most bytes
    QString flowLimit() const; ///< name of the FlowLimit of the busiest link that has one, for example the window; empty: nothing limits the traffic
    std::optional<double> highestFrameRate() const; ///< highest frame rate of the desk's displays
    std::optional<std::chrono::milliseconds> oldestImageAge() const; ///< age of the desk's oldest image
    BoardWire::LinkMeasurements numbersOf(const BoardWire::LinkReport &link) const; ///< the link's last numbers; without values if there are none
    BoardWire::DisplayMeasurements numbersOf(const BoardWire::DisplayReport &display) const;
    QStringList people() const;
    QDateTime firstInstrumentConnectedAt() const; ///< UTC; when the desk's first instrument was connected; invalid: nothing is connected
};

/// A support astronomer (SA) whose board is open.
struct BoardAstronomer {
    QString name;
    bool isOnline = false; ///< at least one of the SA's boards is open
    QStringList openBoardRunIds = {}; ///< run identifiers of the open boards
    bool operator==(const BoardAstronomer &) const = default;
};

/// All desks of all sites, as reported by arriving messages. Outdated messages are ignored; malformed payloads are counted.
/// GUI thread; has no socket, and reads the time from the clocks passed to it. Owned by BoardConsole.
class Board : public QObject
{
    Q_OBJECT
public:
    struct ClockFunctions {
        std::function<std::chrono::steady_clock::time_point()> steady;
        std::function<QDateTime()> utc;
    };
    struct Counters {
        quint64 acceptedMessages = 0;
        quint64 staleMessages = 0; ///< outdated or repeated messages
        quint64 droppedMessages = 0; ///< messages that were too long, malformed or on a wrong topic
        QHash<DeskName, quint64> droppedMessagesByDesk;
    };
    explicit Board(const QString &facility, QObject *parent = nullptr, const ClockFunctions &clocks = {});
    ~Board() override;

    void applyMessages(const QList<BrokerMessage> &messages);
    /// number of messages that the broker client dropped unread, because they were too long; their senders are unknown
    void setOversizeMessageCount(quint64 count);
    /// The local round trip to the broker's host, used for clock offsets.
    void setBrokerRoundTrip(std::optional<std::chrono::microseconds> roundTrip);
    /// Whether the broker is connected. While it is not, desks keep their last state, and their isStateCurrent is false.
    void setConnected(bool connected);
    bool isConnected() const;

    const QList<DeskName> &desks() const; ///< the names of all desks, in the order in which the desks became known
    /// the desk; null: not known. Valid until control returns to the event loop
    const BoardDesk *desk(const DeskName &name) const;
    QList<BoardAstronomer> supportAstronomers() const;
    Counters counters() const;
    void updateForElapsedTime(); ///< applies what follows from elapsed time, such as silence; also called every few seconds by a timer
    /// A user removed the desk from the board; its next message adds it again.
    void removeDesk(const DeskName &desk);

Q_SIGNALS:
    void deskAdded(const Nightdesk::DeskName &desk);
    void deskRemoved(const Nightdesk::DeskName &desk);
    /// Emitted at most once per turn of the event loop, and at most ten times a second.
    void desksChanged(const QList<Nightdesk::DeskName> &desks);
    void callStarted(const Nightdesk::DeskName &desk, const Nightdesk::BoardWire::Call &call); ///< emitted once for each ringing call
    void callChanged(const Nightdesk::DeskName &desk);
    void callerSignedOff(const Nightdesk::DeskName &desk, const Nightdesk::BoardWire::Call &call); ///< the desk signed off while its call was open
    /// emitted once for each note from a desk
    void deskNoteArrived(const Nightdesk::DeskName &desk, const Nightdesk::BoardWire::Note &note, bool isRetained);
    void saNoteArrived(const QString &sa, const Nightdesk::BoardWire::Note &note, bool isRetained); ///< a note from another SA to all
    void supportAstronomersChanged();
    void connectedChanged(bool connected);

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
