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
/// What desks and boards tell each other by way of the facility's broker; docs/developer/protocols/board.md has it in words. Plain values:
/// no socket, no clock. Times are UT of the sender's clock.
namespace BoardWire
{
inline constexpr int version = 1;
/// Of a payload; a longer one is dropped unread, and none is sent.
inline constexpr qsizetype maxPayload = 32 * 1024;

/// Orders what one writer says. A new run of a console has a new run id; in a run the sequence grows with every message,
/// whatever its topic.
struct Stamp {
    QString run; ///< random, 16 hexadecimal digits
    QDateTime began; ///< UTC; when the run did
    quint64 sequence = 0; ///< from 1
    QDateTime at; ///< UTC, to the millisecond; when it was sent
    bool operator==(const Stamp &) const = default;
};

/// Retained, and the last will (not online, the same run, a sequence above that of its connection's presence). The least there is to
/// say of who is there. Once for each connection: who observes may be another by then, the state tells.
struct Presence {
    Stamp stamp;
    bool isOnline = false;
    bool isFarewell = false; ///< it goes in order; a will does not say so
    QStringList people; ///< who observes here; of an SA: the SA's name
    QString program; ///< Nightdesk's version
    bool operator==(const Presence &) const = default;
};

enum class DisplayKind {
    Desktop,
    Window
};

enum class Health { ///< worst last
    Good,
    Poor, ///< it works, and somebody notices
    Bad ///< it does not work
};

struct DisplayReport {
    QString key; ///< Session::key(): "lris/control0"
    QString title;
    DisplayKind kind = DisplayKind::Desktop;
    QString topology; ///< as profiles have it: "vnc", "x11"
    QString state; ///< DeskStatus::name(): "live", "retrying"
    QString answering; ///< the same: "yes", "stalled"
    bool isViewOnly = false;
    QString trouble; ///< Failure::what while it fails, in the sender's language; empty: none
    QDateTime liveSince; ///< UTC; invalid: it is not
    QString socket = {}; ///< of a vnc-app's VNC server at the summit, where others may join it; empty: there is none, or nobody may
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
    QString version; ///< of the profile in force: the first 12 hexadecimal digits of a SHA-256
    QDateTime changed; ///< UTC; of the newest file that it comes from; invalid: not known
    bool operator==(const InstrumentReport &) const = default;
};

struct Trouble {
    QDateTime at; ///< UTC
    Health health = Health::Bad; ///< Good: it is over
    QString about; ///< a display's or link's key; empty: the desk
    QString what; ///< in the sender's language, display-safe
    bool operator==(const Trouble &) const = default;
};

/// Everything but numbers. Retained; at once when it changes, and every 60 s.
struct DeskState {
    Stamp stamp;
    QStringList people;
    QString program;
    QList<InstrumentReport> instruments;
    QList<LinkReport> links;
    QList<DisplayReport> displays;
    std::optional<Trouble> lastTrouble;
    int leftOut = 0; ///< displays that found no room in the message
    bool operator==(const DeskState &) const = default;
};

struct LinkNumbers {
    QString id;
    std::optional<std::chrono::microseconds> roundTrip;
    std::optional<qint64> inPerSecond; ///< bytes on the wire
    std::optional<qint64> outPerSecond;
    std::optional<double> ratio; ///< payload over wire; 3: a third travels
    QString bound = {}; ///< what limits what is received, a word as in the status; empty: nothing that is known
    bool operator==(const LinkNumbers &) const = default;
};

struct DisplayNumbers {
    QString key;
    std::optional<std::chrono::milliseconds> age; ///< of the picture: what the newest update waited (round trip/2 + queue); of a dead one since it was heard of
    std::optional<double> framesPerSecond;
    bool operator==(const DisplayNumbers &) const = default;
};

/// Not retained; every 5 s at most, and only where something left its dead band.
struct DeskNumbers {
    Stamp stamp;
    QList<LinkNumbers> links;
    QList<DisplayNumbers> displays;
    bool operator==(const DeskNumbers &) const = default;
};

/// The night so far as the desk saw it, the newest last; retained, soon after it grew. Bounded: 60 entries.
struct DeskHistory {
    Stamp stamp;
    QList<Trouble> entries;
    bool operator==(const DeskHistory &) const = default;
};

/// A short message; retained for a night: the last one, of an SA's to all each. Its writer is who the topic says.
struct Note {
    Stamp stamp;
    QString id; ///< random, 16 hexadecimal digits
    QString text; ///< 1 to 500 characters, display-safe
    QString signature; ///< who wrote it, as people read it
    QDateTime written = {}; ///< UTC by the same clock as the stamp; invalid: when it was sent
    bool operator==(const Note &) const = default;
};

enum class CallState {
    Ringing,
    Acknowledged,
    Over ///< taken back, or done
};

/// "Call the SA"; retained below the desk's name for as long as it is not over.
struct Call {
    Stamp stamp;
    QString id;
    QDateTime since; ///< UTC
    QString text; ///< may be empty
    QString caller; ///< who called, as people read it
    CallState state = CallState::Ringing;
    QString acknowledgedBy; ///< a name; empty: nobody yet
    bool hasLeft = false; ///< of Over: nobody took it back, the desk went in order
    bool operator==(const Call &) const = default;
};

/// An SA has heard a call; retained below the SA's name for a night, for the desk may not be there.
struct Acknowledgement {
    Stamp stamp;
    QString call; ///< its id
    QString name; ///< of the SA
    bool operator==(const Acknowledgement &) const = default;
};

/// What an SA looks at; retained below the SA's name, for that desk alone.
struct Watching {
    Stamp stamp;
    QString name; ///< of the SA
    bool opensPage = false; ///< the desk's page is open
    QStringList displays; ///< keys of what is shown view-only
    bool operator==(const Watching &) const = default;
};

/// How a desk is arranged, for the same people at another desk; retained below the desk's name.
struct Layout {
    Stamp stamp;
    QStringList people;
    QByteArray state; ///< NightStateText::write() without window geometry
    bool operator==(const Layout &) const = default;
};

/// To another desk of the same people: what it has is shown here now.
struct Move {
    Stamp stamp;
    QStringList people;
    QStringList profiles = {}; ///< the instruments, by their profiles' ids; at most 16
    bool operator==(const Move &) const = default;
};

using Message = std::variant<Presence, DeskState, DeskNumbers, DeskHistory, Note, Call, Acknowledgement, Watching, Layout, Move>;

/// Why a payload was dropped.
enum class Fault {
    Empty, ///< no error: what was retained there was taken back
    TooLong,
    NotJson, ///< also: not an object, deeper than 8
    OtherVersion, ///< a newer one
    Malformed, ///< a field that is needed is missing; one is of another type or out of its bounds
    WrongTopic ///< no topic of ours, or a message of another sort than the topic says
};

/// Compact JSON. Never longer than maxPayload: lists are cut, the oldest or last first (a state tells how many displays were); texts
/// are made display-safe and cut to their bounds (boardlimits.h). Empty: a layout that is longer than it may be.
QByteArray write(const Message &message);
/// As what the topic says. Unknown fields are ignored; texts are made display-safe and cut to their bounds.
std::expected<Message, Fault> read(const QString &topic, const QByteArray &payload);
}
}

Q_DECLARE_METATYPE(Nightdesk::BoardWire::DeskState)
