// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
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
/// Limit of a payload in bytes. A longer one is never sent, and is dropped without parsing when it is received.
inline constexpr qsizetype maxPayload = 32 * 1024;

/// Orders the messages of one writer. Each run of a console has a new run id; within a run the sequence number increases with every message, whatever
/// its topic.
struct MessageStamp {
    QString runId; ///< id of the run: 16 random hexadecimal digits
    QDateTime runBeganAt; ///< time when the run started, UTC
    quint64 sequence = 0; ///< number of the message in this run, from 1
    QDateTime sentAt; ///< time of sending: UTC, to the millisecond
    bool operator==(const MessageStamp &) const = default;
};

/// Retained, and also the last will (not online, same run, sequence number above that of the connection's presence). Contains little more than
/// who is online. Sent once per connection, so its observers may be outdated: DeskState has the current ones.
struct Presence {
    MessageStamp stamp;
    bool isOnline = false;
    bool isFarewell = false; ///< the desk signed off properly; not set in a last will
    QStringList people; ///< the observers at this desk; if an SA sent it, the SA's name
    QString programVersion; ///< version of Nightdesk
    bool operator==(const Presence &) const = default;
};

enum class DisplayKind {
    Desktop,
    Window
};

enum class Health { ///< ordered, the worst last
    Good,
    Poor, ///< works, but worse than usual
    Bad ///< the workstation, display or link does not work
};

struct DisplayReport {
    QString key; ///< key of the display, as returned by Session::key(), for example "lris/control0"
    QString title;
    DisplayKind kind = DisplayKind::Desktop;
    QString topology; ///< the topology as in profiles, such as "vnc" or "x11"
    QString state; ///< word for the display's state, as returned by DeskStatus::name(), for example "live" or "retrying"
    QString answering; ///< whether the display's server answers, as a word of DeskStatus::name(), for example "yes" or "stalled"
    bool isViewOnly = false;
    /// Description of the display's failure, as in Failure::what, in the sender's language; empty: no failure.
    QString problemText;
    QDateTime liveSince; ///< time since when the display is live, UTC; invalid: not live
    QString vncServerSocket = {}; ///< the socket of a vnc-app's VNC server at the summit, which others may join; empty: none, or joining is not allowed
    bool operator==(const DisplayReport &) const = default;
};

struct LinkReport {
    QString id; ///< id of the link, such as "lris/summit"
    QString state; ///< state of the link, as in DeskStatus::name()
    bool isCompressed = false;
    bool operator==(const LinkReport &) const = default;
};

struct InstrumentReport {
    QString id;
    QString name;
    QDateTime since; ///< time when the instrument was connected, UTC
    QString version; ///< version of the effective profile: the first 12 hexadecimal digits of a SHA-256 hash
    QDateTime profileFilesChangedAt; ///< time of the newest change to the profile's files, UTC; invalid: not known
    bool operator==(const InstrumentReport &) const = default;
};

struct Trouble {
    QDateTime at; ///< time when the problem began or ended, UTC
    Health health = Health::Bad; ///< how bad the problem is; Good: the problem is over
    QString subjectKey; ///< key of the display or link with the problem; empty: the whole desk
    QString what; ///< description of the problem in the sender's language, safe to show
    bool operator==(const Trouble &) const = default;
};

/// The desk's whole state except numbers. Retained; sent immediately when it changes, and every 60 s.
struct DeskState {
    MessageStamp stamp;
    QStringList people;
    QString programVersion;
    QList<InstrumentReport> instruments;
    QList<LinkReport> links;
    QList<DisplayReport> displays;
    std::optional<Trouble> lastTrouble;
    int omittedDisplayCount = 0; ///< number of displays that did not fit into the message
    bool operator==(const DeskState &) const = default;
};

struct LinkMeasurements {
    QString id;
    std::optional<std::chrono::microseconds> roundTrip;
    std::optional<qint64> bytesInPerSecond; ///< received bytes per second on the network
    std::optional<qint64> bytesOutPerSecond;
    /// Compression ratio: payload divided by bytes on the network; 3: a third is transmitted.
    std::optional<double> compressionRatio;
    QString flowLimit = {}; ///< what limits the rate of received data, as a word of DeskStatus; empty: not known
    bool operator==(const LinkMeasurements &) const = default;
};

struct DisplayMeasurements {
    QString key;
    /// Age of the displayed image: half a round trip plus the queueing time; if no data arrives, the time since the last data. Empty: not known.
    std::optional<std::chrono::milliseconds> imageAge;
    std::optional<double> framesPerSecond;
    bool operator==(const DisplayMeasurements &) const = default;
};

/// The desk's measured figures. Not retained; sent every 5 s at most, and only if a value has changed enough (left its
/// dead band).
struct DeskMeasurements {
    MessageStamp stamp;
    QList<LinkMeasurements> links;
    QList<DisplayMeasurements> displays;
    bool operator==(const DeskMeasurements &) const = default;
};

/// The desk's problems of this night, at most 60, newest last. Retained; sent soon after an entry was added.
struct DeskHistory {
    MessageStamp stamp;
    QList<Trouble> entries;
    bool operator==(const DeskHistory &) const = default;
};

/// A short message. The last note of each writer and every note of an SA to all desks are retained for a night. The topic
/// shows who wrote the note.
struct Note {
    MessageStamp stamp;
    QString id; ///< id of the note: 16 random hexadecimal digits
    QString text; ///< text of 1 to 500 characters, safe to show
    QString signature; ///< the writer's name as users read it
    /// When the note was written, UTC by the clock that also set stamp.sentAt; invalid: at the time of sending.
    QDateTime writtenAt = {};
    bool operator==(const Note &) const = default;
};

enum class CallState {
    Ringing,
    Acknowledged,
    Over ///< the call was canceled or completed
};

/// A desk calls the support astronomer (SA). Retained below the desk's name until the call is over.
struct Call {
    MessageStamp stamp;
    QString id;
    QDateTime since; ///< time when the call began, UTC
    QString text; ///< what the caller wrote; may be empty
    QString caller; ///< the caller's name as users read it
    CallState state = CallState::Ringing;
    QString acknowledgerName; ///< name of the person who acknowledged the call; empty: not acknowledged yet
    /// True: the call is Over because its desk signed off from the broker before anyone canceled the call.
    bool hasDeskSignedOff = false;
    bool operator==(const Call &) const = default;
};

/// An SA has acknowledged a call; retained below the SA's name for a night, because the desk may be offline now.
struct Acknowledgement {
    MessageStamp stamp;
    QString callId; ///< id of the acknowledged call
    QString astronomerName; ///< name of the support astronomer (SA) who acknowledged the call
    bool operator==(const Acknowledgement &) const = default;
};

/// What an SA is viewing; retained below the SA's name, addressed to one desk.
struct Watching {
    MessageStamp stamp;
    QString astronomerName; ///< name of the support astronomer (SA) who is viewing the displays
    bool hasPageOpen = false; ///< whether the SA's board shows the page of the desk
    QStringList displays; ///< keys of the desk's displays that the SA views
    bool operator==(const Watching &) const = default;
};

/// The arrangement of a desk, for the same observers at another desk; retained below the desk's name.
struct Layout {
    MessageStamp stamp;
    QStringList people;
    QByteArray encodedNightState; ///< the arrangement as written by NightStateText::write(), without window geometry
    bool operator==(const Layout &) const = default;
};

/// Sent to another desk of the same observers. The instruments that were connected at that desk are now connected at
/// the sending desk.
struct TakeoverNotice {
    MessageStamp stamp;
    QStringList people;
    QStringList profiles = {}; ///< ids of the instruments' profiles, at most 16
    bool operator==(const TakeoverNotice &) const = default;
};

using Message = std::variant<Presence, DeskState, DeskMeasurements, DeskHistory, Note, Call, Acknowledgement, Watching, Layout, TakeoverNotice>;

/// The stamp of any message.
const MessageStamp &stampOf(const Message &message);

/// Why a received message was dropped.
enum class MessageFault {
    Empty, ///< not an error: an empty payload means that the retained message was deleted
    TooLong,
    NotJson, ///< not JSON; or not an object, or nested deeper than 8 levels
    OtherVersion, ///< the message has a newer version of the protocol than this program supports
    Malformed, ///< a required field is missing, or a field has the wrong type or is out of bounds
    WrongTopic ///< the topic does not belong to this protocol, or the message is of another kind than the topic says
};

/// Writes @p message as compact JSON of at most maxPayload bytes. If it is longer, list entries are left out: the oldest problems, the last displays.
/// DeskState::omittedDisplayCount counts missing displays. Texts are made safe to show and cut to their limits (boardlimits.h). The result is empty
/// if a Layout is too long.
QByteArray write(Message message);
/// Reads the message that belongs to @p topic. Unknown fields are ignored. Texts are made safe to show and cut to their
/// limits.
std::expected<Message, MessageFault> read(const QString &topic, const QByteArray &payload);
}
}
