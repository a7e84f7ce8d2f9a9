// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/board.h"

#include "monitors/board/acknowledgedcalls.h"
#include "monitors/board/boardattendance.h"
#include "monitors/board/boardversions.h"
#include "monitors/board/deskrecord.h"
#include "monitors/board/keptnotes.h"
#include "monitors/board/seenids.h"
#include "sessions/broker/brokerclient.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <unordered_map>

namespace Nightdesk
{
using namespace std::chrono_literals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
constexpr auto lookEvery = 2s;
constexpr auto tellEvery = 100ms;
}

class Board::Private
{
    struct NameHash {
        std::size_t operator()(const DeskName &name) const
        {
            return qHash(name, 0);
        }
    };

public:
    Private(Board *board, const QString &facility, const Clocks &clocks);

    DeskRecord::Moment now() const;
    void applyMessage(const BrokerMessage &message);
    void takeFromDesk(const BoardTopics::ParsedTopic &topic, BoardWire::Message message, bool isRetained, std::chrono::steady_clock::time_point at);
    void takeFromSa(const BoardTopics::ParsedTopic &topic, const BoardWire::Message &message, bool isRetained);
    void noteHeard(const DeskName &name);
    void removeRetained(const BoardTopics::ParsedTopic &topic);
    void drop(const std::optional<BoardTopics::ParsedTopic> &topic);
    DeskRecord *record(const DeskName &name); ///< null: not known, or already removed
    bool add(const DeskName &name); ///< adds the record if it is missing; false: there are too many desks
    void reportCall(const DeskName &name);
    void judge(DeskRecord &record, const DeskRecord::Moment &moment);
    void noteVersions(const QList<DeskName> &changed);
    void change(DeskRecord &record);
    void emitChanges();

    Board *const q;
    const QString facility;
    Clocks clocks;
    QList<DeskName> names;
    std::unordered_map<DeskName, std::unique_ptr<DeskRecord>, NameHash> records;
    BoardAttendance attendance;
    BoardVersions versions{QVersionNumber::fromString(QCoreApplication::applicationVersion())};
    AcknowledgedCalls heard;
    SeenIds calls;
    SeenIds notes;
    Counters counters;
    quint64 tooLongMessages = 0;
    std::optional<std::chrono::microseconds> roundTrip;
    bool isConnected = false;
    QList<DeskName> changed; ///< not yet emitted by desksChanged()
    QSet<DeskName> isChanged;
    QTimer reportTimer;
    QTimer lookTimer;
    QElapsedTimer told;
};

Board::Private::Private(Board *board, const QString &facility, const Clocks &clocks)
    : q(board)
    , facility(facility)
    , clocks(clocks)
{
    if (!this->clocks.steady) {
        this->clocks.steady = &std::chrono::steady_clock::now;
    }
    if (!this->clocks.utc) {
        this->clocks.utc = &QDateTime::currentDateTimeUtc;
    }
    reportTimer.setSingleShot(true);
    lookTimer.setInterval(lookEvery);
    lookTimer.setTimerType(Qt::CoarseTimer);
}

DeskRecord::Moment Board::Private::now() const
{
    return {.at = clocks.steady(), .utc = clocks.utc()};
}

DeskRecord *Board::Private::record(const DeskName &name)
{
    const auto found = records.find(name);
    return found == records.end() ? nullptr : found->second.get();
}

bool Board::Private::add(const DeskName &name)
{
    if (records.contains(name)) {
        return true;
    }
    if (names.size() >= AcknowledgedCalls::maxDesks) {
        return false;
    }
    names.append(name);
    records.emplace(name, std::make_unique<DeskRecord>(name, now()));
    if (!lookTimer.isActive()) {
        lookTimer.start();
    }
    Q_EMIT q->deskAdded(name);
    return true;
}

void Board::Private::judge(DeskRecord &record, const DeskRecord::Moment &moment)
{
    record.judge(moment, isConnected);
    noteVersions(versions.setDeskGone(record.desk.name, record.desk.health == DeskHealth::Gone));
}

void Board::Private::drop(const std::optional<BoardTopics::ParsedTopic> &topic)
{
    ++counters.droppedMessages;
    if (topic && topic->fromDesk
        && (counters.droppedMessagesByDesk.contains(*topic->fromDesk) || counters.droppedMessagesByDesk.size() < AcknowledgedCalls::maxDesks)) {
        ++counters.droppedMessagesByDesk[*topic->fromDesk];
    }
}

void Board::Private::applyMessage(const BrokerMessage &message)
{
    const auto topic = BoardTopics::facilityOf(message.topic) == facility ? BoardTopics::parse(message.topic) : std::nullopt;
    const auto read = BoardWire::read(message.topic, message.payload);
    if (topic && !read && read.error() == BoardWire::MessageFault::Empty) {
        removeRetained(*topic);
    } else if (!topic || !read) {
        drop(topic);
    } else if (topic->fromDesk) {
        takeFromDesk(*topic, *read, message.isRetained, message.arrivedAt);
    } else {
        takeFromSa(*topic, *read, message.isRetained);
    }
}

void Board::Private::takeFromDesk(const BoardTopics::ParsedTopic &topic, BoardWire::Message message, bool isRetained, std::chrono::steady_clock::time_point at)
{
    if (topic.sort == MessageKind::Layout || topic.sort == MessageKind::TakeoverNotice) {
        return; // desks exchange these messages among themselves; the board ignores them
    }
    const DeskName name = *topic.fromDesk;
    if (!add(name)) {
        drop(topic);
        return;
    }
    DeskRecord *known = record(name);
    if (!known) {
        return; // a slot of deskAdded() removed the record
    }
    DeskRecord::Moment moment = now();
    // The time in the local queue is not part of the network delay; limited in case of an implausible time.
    const auto waited = std::clamp<std::chrono::steady_clock::duration>(moment.at - at, 0s, 10s);
    moment.at -= waited;
    moment.utc = moment.utc.addMSecs(-std::chrono::round<std::chrono::milliseconds>(waited).count());
    if (const auto *note = std::get_if<BoardWire::Note>(&message)) {
        if (!notes.addIfNew(note->id)) {
            ++counters.staleMessages;
            return;
        }
        ++counters.acceptedMessages;
        Q_EMIT q->deskNoteArrived(name, *note, isRetained);
        return;
    }
    auto *call = std::get_if<BoardWire::Call>(&message);
    const bool rings = call && call->state == BoardWire::CallState::Ringing;
    const bool isLeft = call && call->hasDeskSignedOff && known->desk.call && known->desk.call->id == call->id;
    if (call) {
        *call = heard.withAcknowledgement(name, *call);
    }
    if (!known->applyMessage(topic.sort, message, isRetained, moment, roundTrip)) {
        ++counters.staleMessages;
        return;
    }
    ++counters.acceptedMessages;
    if (const auto *state = std::get_if<BoardWire::DeskState>(&message)) {
        noteVersions(versions.setReportedVersions(name, *state, moment.utc));
    }
    if (call) {
        known->desk.isAcknowledgementPending = rings && call->state != BoardWire::CallState::Ringing;
    }
    judge(*known, moment);
    change(*known);
    if (call) {
        const BoardWire::Call told = *call;
        reportCall(name);
        if (isLeft && told.state == BoardWire::CallState::Over) {
            Q_EMIT q->callerSignedOff(name, told);
        }
    }
}

void Board::Private::reportCall(const DeskName &name)
{
    const DeskRecord *known = record(name);
    const std::optional<BoardWire::Call> call = known ? known->desk.call : std::nullopt; // a copy: a slot may remove the record
    if (call && call->state == BoardWire::CallState::Ringing && calls.addIfNew(call->id)) {
        Q_EMIT q->callStarted(name, *call);
    }
    Q_EMIT q->callChanged(name);
}

/// Does not wait for the desk's report, because the desk may be offline.
void Board::Private::noteHeard(const DeskName &name)
{
    DeskRecord *known = record(name);
    if (!known || !known->desk.call || heard.withAcknowledgement(name, *known->desk.call) == *known->desk.call) {
        return;
    }
    known->desk.call = heard.withAcknowledgement(name, *known->desk.call);
    known->desk.isAcknowledgementPending = true;
    judge(*known, now());
    change(*known);
    reportCall(name);
}

void Board::Private::takeFromSa(const BoardTopics::ParsedTopic &topic, const BoardWire::Message &message, bool isRetained)
{
    const QString &name = topic.sendingSa;
    bool isNews = false;
    if (const auto *presence = std::get_if<BoardWire::Presence>(&message)) {
        isNews = attendance.applyPresence(name, *presence);
        if (isNews) {
            Q_EMIT q->supportAstronomersChanged();
        }
    } else if (const auto *note = std::get_if<BoardWire::Note>(&message)) {
        isNews = notes.addIfNew(note->id);
        if (isNews) {
            Q_EMIT q->saNoteArrived(name, *note, isRetained);
        }
    } else if (const auto *ack = std::get_if<BoardWire::Acknowledgement>(&message); ack && topic.to && heard.applyAcknowledgement(*topic.to, name, *ack)) {
        isNews = true;
        noteHeard(*topic.to);
    }
    ++(isNews ? counters.acceptedMessages : counters.staleMessages);
}

void Board::Private::removeRetained(const BoardTopics::ParsedTopic &topic)
{
    if (topic.sort == MessageKind::Presence && !topic.sendingSa.isEmpty()) {
        if (attendance.removeBoard(topic.sendingSa, topic.run)) {
            Q_EMIT q->supportAstronomersChanged();
        }
        return;
    }
    const auto found = topic.fromDesk ? records.find(*topic.fromDesk) : records.end();
    if (found == records.end()) {
        return;
    }
    if (topic.sort == MessageKind::Presence) {
        q->removeDesk(*topic.fromDesk); // an administrator deleted the desk's retained presence
    } else if (topic.sort == MessageKind::Call && found->second->endCall()) {
        judge(*found->second, now());
        change(*found->second);
        reportCall(*topic.fromDesk);
    }
}

void Board::Private::noteVersions(const QList<DeskName> &changed)
{
    for (const DeskName &name : changed) {
        if (const auto found = records.find(name); found != records.end()) {
            found->second->desk.hasOldProfile = versions.hasOldProfile(name);
            found->second->desk.hasOldProgram = versions.hasOldProgram(name);
            change(*found->second);
        }
    }
}

void Board::Private::change(DeskRecord &record)
{
    ++record.desk.revision;
    if (!isChanged.contains(record.desk.name)) {
        isChanged.insert(record.desk.name);
        changed.append(record.desk.name);
    }
    if (!reportTimer.isActive()) {
        const std::chrono::milliseconds since(told.isValid() ? told.elapsed() : 1000);
        reportTimer.start(std::max<std::chrono::milliseconds>(0ms, tellEvery - since));
    }
}

void Board::Private::emitChanges()
{
    told.start();
    isChanged.clear();
    Q_EMIT q->desksChanged(std::exchange(changed, {}));
}

Board::Board(const QString &facility, QObject *parent, const Clocks &clocks)
    : QObject(parent)
    , d(std::make_unique<Private>(this, facility, clocks))
{
    connect(&d->reportTimer, &QTimer::timeout, this, [this] {
        d->emitChanges();
    });
    connect(&d->lookTimer, &QTimer::timeout, this, &Board::updateForElapsedTime);
}

Board::~Board() = default;

void Board::applyMessages(const QList<BrokerMessage> &messages)
{
    const QList<BrokerMessage> inOrder = withKeptNotesInOrder(messages);
    for (const BrokerMessage &message : inOrder) {
        d->applyMessage(message);
    }
}

void Board::setBrokerRoundTrip(std::optional<std::chrono::microseconds> roundTrip)
{
    d->roundTrip = roundTrip;
}

void Board::setConnected(bool connected)
{
    if (d->isConnected == connected) {
        return;
    }
    d->isConnected = connected;
    const DeskRecord::Moment now = d->now();
    for (const auto &[name, record] : d->records) {
        record->setConnected(connected, now);
        d->change(*record);
    }
    if (connected) {
        d->attendance.handleConnectionRestored();
        Q_EMIT supportAstronomersChanged();
    }
    Q_EMIT connectedChanged(connected);
}

bool Board::isConnected() const
{
    return d->isConnected;
}

const QList<DeskName> &Board::desks() const
{
    return d->names;
}

const BoardDesk *Board::desk(const DeskName &name) const
{
    const auto found = d->records.find(name);
    return found == d->records.end() ? nullptr : &found->second->desk;
}

const QList<BoardSa> &Board::supportAstronomers() const
{
    return d->attendance.openBoardSas();
}

void Board::setOversizeMessageCount(quint64 count)
{
    d->tooLongMessages = count;
}

Board::Counters Board::counters() const
{
    Counters all = d->counters;
    all.droppedMessages += d->tooLongMessages;
    return all;
}

void Board::updateForElapsedTime()
{
    const DeskRecord::Moment now = d->now();
    QList<DeskName> forgotten;
    for (const auto &[name, record] : d->records) {
        const bool isForgotten = record->endExpiredCall(now);
        if (isForgotten) {
            forgotten.append(name);
        }
        const DeskHealth before = record->desk.health;
        if (record->updateState(now, d->isConnected) || isForgotten) {
            d->change(*record);
        }
        if (isForgotten || record->desk.health != before) {
            d->judge(*record, now);
        }
    }
    for (const DeskName &name : std::as_const(forgotten)) {
        d->reportCall(name);
    }
}

void Board::removeDesk(const DeskName &desk)
{
    const auto found = d->records.find(desk);
    if (found == d->records.end()) {
        return;
    }
    const DeskName name = desk; // copied, because @p desk may be part of the record
    d->records.erase(found);
    d->names.removeOne(name);
    d->changed.removeOne(name);
    d->isChanged.remove(name);
    d->counters.droppedMessagesByDesk.remove(name);
    d->noteVersions(d->versions.remove(name));
    Q_EMIT deskRemoved(name);
}
}
