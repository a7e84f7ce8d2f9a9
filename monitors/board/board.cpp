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

#include <map>

namespace Nightdesk
{
using namespace std::chrono_literals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
constexpr auto healthCheckInterval = 2s;
constexpr auto changeReportInterval = 100ms;
}

class Board::Private
{
public:
    Private(Board *board, const QString &facility, const ClockFunctions &clocks);

    DeskRecord::ClockReading now() const;
    void applyMessage(const BrokerMessage &message);
    void applyDeskMessage(const BoardTopics::ParsedTopic &topic, BoardWire::Message message, bool isRetained, std::chrono::steady_clock::time_point at);
    void applySaMessage(const BoardTopics::ParsedTopic &topic, const BoardWire::Message &message, bool isRetained);
    void applyAcknowledgements(const DeskName &name);
    void removeRetained(const BoardTopics::ParsedTopic &topic);
    void countDroppedMessage(const std::optional<BoardTopics::ParsedTopic> &topic);
    DeskRecord *record(const DeskName &name); ///< null: not known, or already removed
    bool add(const DeskName &name); ///< adds the record if it is missing; false: there are too many desks
    void reportCall(const DeskName &name);
    void updateHealth(DeskRecord &record, const DeskRecord::ClockReading &moment);
    void updateOutdatedMarks(const QList<DeskName> &changed);
    void markChanged(DeskRecord &record);
    void emitChanges();

    Board *const q;
    const QString facility;
    ClockFunctions clocks;
    QList<DeskName> deskNames;
    std::map<DeskName, std::unique_ptr<DeskRecord>> records;
    BoardAttendance attendance;
    OutdatedDeskDetector outdatedDeskDetector{QVersionNumber::fromString(QCoreApplication::applicationVersion())};
    AcknowledgedCalls acknowledgedCalls;
    SeenIds seenCallIds;
    SeenIds seenNoteIds;
    Counters counters;
    quint64 oversizeMessageCount = 0;
    std::optional<std::chrono::microseconds> brokerRoundTrip;
    bool isConnected = false;
    QList<DeskName> unreportedDesks; ///< changed desks, not yet emitted by desksChanged()
    QSet<DeskName> changedDeskSet;
    QTimer changeReportTimer;
    QTimer healthCheckTimer;
    QElapsedTimer sinceLastReport;
};

Board::Private::Private(Board *board, const QString &facility, const ClockFunctions &clocks)
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
    changeReportTimer.setSingleShot(true);
    healthCheckTimer.setInterval(healthCheckInterval);
    healthCheckTimer.setTimerType(Qt::CoarseTimer);
}

DeskRecord::ClockReading Board::Private::now() const
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
    if (deskNames.size() >= AcknowledgedCalls::maxDesks) {
        return false;
    }
    deskNames.append(name);
    records.emplace(name, std::make_unique<DeskRecord>(name, now()));
    if (!healthCheckTimer.isActive()) {
        healthCheckTimer.start();
    }
    Q_EMIT q->deskAdded(name);
    return true;
}

void Board::Private::updateHealth(DeskRecord &record, const DeskRecord::ClockReading &moment)
{
    record.updateHealth(moment, isConnected);
    updateOutdatedMarks(outdatedDeskDetector.setDeskGone(record.desk.name, record.desk.health == DeskHealth::Gone));
}

void Board::Private::countDroppedMessage(const std::optional<BoardTopics::ParsedTopic> &topic)
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
        countDroppedMessage(topic);
    } else if (topic->fromDesk) {
        applyDeskMessage(*topic, *read, message.isRetained, message.arrivedAt);
    } else {
        applySaMessage(*topic, *read, message.isRetained);
    }
}

void Board::Private::applyDeskMessage(const BoardTopics::ParsedTopic &topic,
                                      BoardWire::Message message,
                                      bool isRetained,
                                      std::chrono::steady_clock::time_point at)
{
    if (topic.kind == MessageKind::Layout || topic.kind == MessageKind::TakeoverNotice) {
        return; // desks exchange these messages among themselves; the board ignores them
    }
    const DeskName name = *topic.fromDesk;
    if (!add(name)) {
        countDroppedMessage(topic);
        return;
    }
    DeskRecord *known = record(name);
    if (!known) {
        return; // a slot of deskAdded() removed the record
    }
    DeskRecord::ClockReading moment = now();
    // The time in the local queue is not part of the network delay. It is limited to 10 s, because @p at may be wrong.
    const auto waited = std::clamp<std::chrono::steady_clock::duration>(moment.at - at, 0s, 10s);
    moment.at -= waited;
    moment.utc = moment.utc.addMSecs(-std::chrono::round<std::chrono::milliseconds>(waited).count());
    if (const auto *note = std::get_if<BoardWire::Note>(&message)) {
        if (!seenNoteIds.addIfNew(note->id)) {
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
        *call = acknowledgedCalls.withAcknowledgement(name, *call);
    }
    if (!known->applyMessage(topic.kind, message, isRetained, moment, brokerRoundTrip)) {
        ++counters.staleMessages;
        return;
    }
    ++counters.acceptedMessages;
    if (const auto *state = std::get_if<BoardWire::DeskState>(&message)) {
        updateOutdatedMarks(outdatedDeskDetector.setReportedVersions(name, *state, moment.utc));
    }
    if (call) {
        known->desk.isAcknowledgementPending = rings && call->state != BoardWire::CallState::Ringing;
    }
    updateHealth(*known, moment);
    markChanged(*known);
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
    if (call && call->state == BoardWire::CallState::Ringing && seenCallIds.addIfNew(call->id)) {
        Q_EMIT q->callStarted(name, *call);
    }
    Q_EMIT q->callChanged(name);
}

/// Marks the desk's call as acknowledged, without waiting for the desk to report that, because the desk may be offline.
void Board::Private::applyAcknowledgements(const DeskName &name)
{
    DeskRecord *known = record(name);
    if (!known || !known->desk.call || acknowledgedCalls.withAcknowledgement(name, *known->desk.call) == *known->desk.call) {
        return;
    }
    known->desk.call = acknowledgedCalls.withAcknowledgement(name, *known->desk.call);
    known->desk.isAcknowledgementPending = true;
    updateHealth(*known, now());
    markChanged(*known);
    reportCall(name);
}

void Board::Private::applySaMessage(const BoardTopics::ParsedTopic &topic, const BoardWire::Message &message, bool isRetained)
{
    const QString &name = topic.sendingSa;
    bool isNews = false;
    if (const auto *presence = std::get_if<BoardWire::Presence>(&message)) {
        isNews = attendance.applyPresence(name, *presence);
        if (isNews) {
            Q_EMIT q->supportAstronomersChanged();
        }
    } else if (const auto *note = std::get_if<BoardWire::Note>(&message)) {
        isNews = seenNoteIds.addIfNew(note->id);
        if (isNews) {
            Q_EMIT q->saNoteArrived(name, *note, isRetained);
        }
    } else if (const auto *ack = std::get_if<BoardWire::Acknowledgement>(&message);
               ack && topic.toDesk && acknowledgedCalls.applyAcknowledgement(*topic.toDesk, name, *ack)) {
        isNews = true;
        applyAcknowledgements(*topic.toDesk);
    }
    ++(isNews ? counters.acceptedMessages : counters.staleMessages);
}

void Board::Private::removeRetained(const BoardTopics::ParsedTopic &topic)
{
    if (topic.kind == MessageKind::Presence && !topic.sendingSa.isEmpty()) {
        if (attendance.removeBoard(topic.sendingSa, topic.boardRunId)) {
            Q_EMIT q->supportAstronomersChanged();
        }
        return;
    }
    const auto found = topic.fromDesk ? records.find(*topic.fromDesk) : records.end();
    if (found == records.end()) {
        return;
    }
    if (topic.kind == MessageKind::Presence) {
        q->removeDesk(*topic.fromDesk); // an administrator deleted the desk's retained presence
    } else if (topic.kind == MessageKind::Call && found->second->endCall()) {
        updateHealth(*found->second, now());
        markChanged(*found->second);
        reportCall(*topic.fromDesk);
    }
}

void Board::Private::updateOutdatedMarks(const QList<DeskName> &changed)
{
    for (const DeskName &name : changed) {
        if (const auto found = records.find(name); found != records.end()) {
            found->second->desk.hasOutdatedProfile = outdatedDeskDetector.hasOutdatedProfile(name);
            found->second->desk.hasOutdatedProgram = outdatedDeskDetector.hasOutdatedProgram(name);
            markChanged(*found->second);
        }
    }
}

void Board::Private::markChanged(DeskRecord &record)
{
    ++record.desk.revision;
    if (!changedDeskSet.contains(record.desk.name)) {
        changedDeskSet.insert(record.desk.name);
        unreportedDesks.append(record.desk.name);
    }
    if (!changeReportTimer.isActive()) {
        const std::chrono::milliseconds since(sinceLastReport.isValid() ? sinceLastReport.elapsed() : 1000);
        changeReportTimer.start(std::max<std::chrono::milliseconds>(0ms, changeReportInterval - since));
    }
}

void Board::Private::emitChanges()
{
    sinceLastReport.start();
    changedDeskSet.clear();
    Q_EMIT q->desksChanged(std::exchange(unreportedDesks, {}));
}

Board::Board(const QString &facility, QObject *parent, const ClockFunctions &clocks)
    : QObject(parent)
    , d(std::make_unique<Private>(this, facility, clocks))
{
    connect(&d->changeReportTimer, &QTimer::timeout, this, [this] {
        d->emitChanges();
    });
    connect(&d->healthCheckTimer, &QTimer::timeout, this, &Board::updateForElapsedTime);
}

Board::~Board() = default;

void Board::applyMessages(const QList<BrokerMessage> &messages)
{
    for (const BrokerMessage &message : withKeptNotesInOrder(messages)) {
        d->applyMessage(message);
    }
}

void Board::setBrokerRoundTrip(std::optional<std::chrono::microseconds> roundTrip)
{
    d->brokerRoundTrip = roundTrip;
}

void Board::setConnected(bool connected)
{
    if (d->isConnected == connected) {
        return;
    }
    d->isConnected = connected;
    const DeskRecord::ClockReading now = d->now();
    for (const auto &[name, record] : d->records) {
        record->setConnected(connected, now);
        d->markChanged(*record);
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
    return d->deskNames;
}

const BoardDesk *Board::desk(const DeskName &name) const
{
    const auto found = d->records.find(name);
    return found == d->records.end() ? nullptr : &found->second->desk;
}

QList<BoardAstronomer> Board::supportAstronomers() const
{
    return d->attendance.astronomersWithOpenBoard();
}

void Board::setOversizeMessageCount(quint64 count)
{
    d->oversizeMessageCount = count;
}

Board::Counters Board::counters() const
{
    Counters all = d->counters;
    all.droppedMessages += d->oversizeMessageCount;
    return all;
}

void Board::updateForElapsedTime()
{
    const DeskRecord::ClockReading now = d->now();
    QList<DeskName> forgotten;
    for (const auto &[name, record] : d->records) {
        const bool isForgotten = record->endExpiredCall(now);
        if (isForgotten) {
            forgotten.append(name);
        }
        const DeskHealth before = record->desk.health;
        if (record->updateState(now, d->isConnected) || isForgotten) {
            d->markChanged(*record);
        }
        if (isForgotten || record->desk.health != before) {
            d->updateHealth(*record, now);
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
    const DeskName name = desk; // copied, because @p desk may refer into the record that is erased below
    d->records.erase(found);
    d->deskNames.removeOne(name);
    d->unreportedDesks.removeOne(name);
    d->changedDeskSet.remove(name);
    d->counters.droppedMessagesByDesk.remove(name);
    d->updateOutdatedMarks(d->outdatedDeskDetector.removeDesk(name));
    Q_EMIT deskRemoved(name);
}
}
