// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <chrono>
#include <expected>
#include <optional>
#include <variant>

namespace Nightdesk
{
/// The messages that desks and boards exchange through the facility's broker, as specified in docs/developer/protocols/board.md. Plain values: no
/// socket, no clock. Times are UT of the sender's clock.
namespace BoardWire
{
inline constexpr int version = 1;
/// Of a payload in bytes; a longer one is dropped without parsing, and never sent.
inline constexpr qsizetype maxPayload = 32 * 1024;

/// Orders the messages of one writer. Each run of a console has a new run id; within a run the sequence number increases with every message, whatever
/// its topic.
struct Stamp {
    QString run; ///< random, 16 hexadecimal digits
    QDateTime began; ///< UTC; when the run started
    quint64 sequence = 0; ///< from 1
    QDateTime at; ///< UTC, to the millisecond; when it was sent
    bool operator==(const Stamp &) const = default;
};

/// Retained, and also the last will (not online, same run, sequence number above that of the connection's presence). Contains only the minimum about
/// who is online. Sent once per connection, so its observers may be outdated: DeskState has the current ones.
struct Presence {
    Stamp stamp;
    bool isOnline = false;
    bool isFarewell = false; ///< the desk signs off properly; a will does not set this
    QStringList people; ///< the observers at this desk; from an SA: the SA's name
    QString program; ///< Nightdesk's version
    bool operator==(const Presence &) const = default;
};

enum class DisplayKind {
    Desktop,
    Window
};

enum class Health { ///< the worst last
    Good,
    Poor, ///< it works, but worse than usual
    Bad ///< it does not work
};

struct DisplayReport {
    QString key; ///< Session::key(): "lris/control0"
    QString title;
    DisplayKind kind = DisplayKind::Desktop;
    QString topology; ///< as in profiles: "vnc", "x11"
    QString state; ///< from DeskStatus::name(): "live", "retrying"
    QString answering; ///< from DeskStatus::name(): "yes", "stalled"
    bool isViewOnly = false;
    QString trouble; ///< Failure::what while the display has a failure, in the sender's language; empty: none
    QDateTime liveSince; ///< UTC; invalid: not live
    QString socket = {}; ///< the socket of a vnc-app's VNC server at the summit, which others may join; empty: none, or joining is not allowed
    bool operator==(const DisplayReport &) const = default;
};

struct LinkReport {
    QString id; ///< "lris/summit"
    QString state; ///< DeskStatus::name()
    bool isCompressed = false;
    bool operator==(const LinkReport &) const = default;
};

struct InstrumentReport {
    QString id;
    QString name;
    QDateTime since; ///< UTC; when it was connected
    QString version; ///< of the effective profile: the first 12 hexadecimal digits of a SHA-256
    QDateTime changed; ///< UTC; the newest change of the profile's files; invalid: not known
    bool operator==(const InstrumentReport &) const = default;
};

struct Trouble {
    QDateTime at; ///< UTC; when the problem began, or ended
    Health health = Health::Bad; ///< Good: the problem is over
    QString about; ///< a display's or link's key; empty: the desk
    QString what; ///< the problem in the sender's language, display-safe
    bool operator==(const Trouble &) const = default;
};

/// The desk's whole state except numbers. Retained; sent immediately when it changes, and every 60 s.
struct DeskState {
    Stamp stamp;
    QStringList people;
    QString program;
    QList<InstrumentReport> instruments;
    QList<LinkReport> links;
    QList<DisplayReport> displays;
    std::optional<Trouble> lastTrouble;
    int leftOut = 0; ///< displays that did not fit into the message
    bool operator==(const DeskState &) const = default;
};

struct LinkNumbers {
    QString id;
    std::optional<std::chrono::microseconds> roundTrip;
    std::optional<qint64> inPerSecond; ///< bytes per second on the network
    std::optional<qint64> outPerSecond;
    std::optional<double> ratio; ///< payload divided by bytes on the network; 3: a third is transmitted
    QString bound = {}; ///< what limits the received rate, a word as in DeskStatus; empty: not known
    bool operator==(const LinkNumbers &) const = default;
};

struct DisplayNumbers {
    QString key;
    /// of the image: delay of the newest update (round trip/2 + queue); for a display without data, the time since its last data
    std::optional<std::chrono::milliseconds> age;
    std::optional<double> framesPerSecond;
    bool operator==(const DisplayNumbers &) const = default;
};

/// Not retained; every 5 s at most, and only if a value has left its dead band.
struct DeskNumbers {
    Stamp stamp;
    QList<LinkNumbers> links;
    QList<DisplayNumbers> displays;
    bool operator==(const DeskNumbers &) const = default;
};

/// The desk's history of this night, newest last; retained, sent soon after an entry was added. At most 60 entries.
struct DeskHistory {
    Stamp stamp;
    QList<Trouble> entries;
    bool operator==(const DeskHistory &) const = default;
};

/// A short message; retained for a night: the last note of each writer, and every note of an SA to all. The topic says who wrote it.
struct Note {
    Stamp stamp;
    QString id; ///< random, 16 hexadecimal digits
    QString text; ///< 1 to 500 characters, display-safe
    QString signature; ///< the writer's name as users read it
    QDateTime written = {}; ///< UTC by the same clock as the stamp; invalid: the time of sending
    bool operator==(const Note &) const = default;
};

enum class CallState {
    Ringing,
    Acknowledged,
    Over ///< canceled, or done
};

/// "Call the SA"; retained below the desk's name until it is over.
struct Call {
    Stamp stamp;
    QString id;
    QDateTime since; ///< UTC
    QString text; ///< may be empty
    QString caller; ///< the caller's name as users read it
    CallState state = CallState::Ringing;
    QString acknowledgedBy; ///< a name; empty: not acknowledged yet
    bool hasLeft = false; ///< only if Over: the call was not canceled, but the desk signed off properly
    bool operator==(const Call &) const = default;
};

/// An SA has acknowledged a call; retained below the SA's name for a night, because the desk may be offline now.
struct Acknowledgement {
    Stamp stamp;
    QString call; ///< the call's id
    QString name; ///< of the SA
    bool operator==(const Acknowledgement &) const = default;
};

/// What an SA is viewing; retained below the SA's name, addressed to one desk.
struct Watching {
    Stamp stamp;
    QString name; ///< the SA's name
    bool opensPage = false; ///< the desk's page is open
    QStringList displays; ///< keys of the displays that are viewed
    bool operator==(const Watching &) const = default;
};

/// The arrangement of a desk, for the same observers at another desk; retained below the desk's name.
struct Layout {
    Stamp stamp;
    QStringList people;
    QByteArray state; ///< NightStateText::write() without window geometry
    bool operator==(const Layout &) const = default;
};

/// Sent to another desk of the same observers: what was connected there is now connected here.
struct Move {
    Stamp stamp;
    QStringList people;
    QStringList profiles = {}; ///< the instruments, by their profiles' ids; at most 16
    bool operator==(const Move &) const = default;
};

using Message = std::variant<Presence, DeskState, DeskNumbers, DeskHistory, Note, Call, Acknowledgement, Watching, Layout, Move>;

/// Why a payload was dropped.
enum class Fault {
    Empty, ///< not an error: the retained message was deleted
    TooLong,
    NotJson, ///< also: not an object, or nested deeper than 8 levels
    OtherVersion, ///< a newer one
    Malformed, ///< a required field is missing, or a field has the wrong type or is out of bounds
    WrongTopic ///< not a topic of this protocol, or a message of another sort than the topic says
};

/// Compact JSON, never longer than maxPayload: lists are shortened, from the oldest or last entry (a DeskState says how many displays are missing);
/// texts are made display-safe and cut to their limits (boardlimits.h). Empty: a Layout that is too long.
QByteArray write(const Message &message);
/// Reads the message that belongs to the topic. Unknown fields are ignored; texts are made display-safe and cut to their limits.
std::expected<Message, Fault> read(const QString &topic, const QByteArray &payload);
}
}

Q_DECLARE_METATYPE(Nightdesk::BoardWire::DeskState)
