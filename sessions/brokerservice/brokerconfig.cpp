// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerconfig.h"

#include "sessions/boardwire/boardtopics.h"

#include <QFile>

#include <array>
#include <span>

namespace Nightdesk::BrokerConfig
{
using namespace Qt::StringLiterals;

namespace
{
/// Size in bytes of the longest packet that Nightdesk's clients accept.
constexpr int maxPacketSize = 64 * 1024;
/// A board that connects when 500 desks are active gets 2500 messages, some MB, at once: messages beyond the queue are lost silently. The queue
/// holds only references. The in-flight limit is that of the clients: with 20, at a round trip of 100 ms, the last message would arrive after 12 s.
constexpr int maxInFlightMessages = 200;
constexpr int maxQueuedMessages = 20000;
constexpr int maxQueuedBytes = 32 * 1024 * 1024;
/// Limit for all stored messages: nothing else limits the number of topics with messages of one credential. 2000 desks were measured to need 20 MB.
constexpr int maxMemory = 256 * 1024 * 1024;

QString configurationLine(const QString &key, const QString &value)
{
    return key + u' ' + value + u'\n';
}

QString listenerLines(const BrokerListeners &listeners)
{
    QString text;
    if (listeners.port) {
        text += configurationLine(u"listener"_s, QString::number(*listeners.port) + u" 127.0.0.1"_s) + configurationLine(u"max_connections"_s, u"2000"_s);
    }
    if (!listeners.socket.isEmpty()) {
        text += configurationLine(u"listener 0"_s, listeners.socket) + configurationLine(u"max_connections"_s, u"2000"_s);
    }
    return text;
}

QString deskAccessRules(const QString &prefix, const DeskName &name)
{
    const QString own = prefix + u"/desk/"_s + name.text();
    QString text;
    for (const QLatin1StringView word : {"presence"_L1, "state"_L1, "numbers"_L1, "history"_L1, "call"_L1, "note"_L1}) {
        text += u"topic write %1/%2\n"_s.arg(own, word);
    }
    text += u"topic read %1/call\n"_s.arg(own); // allows a console that restarts after a crash to find its own calls
    text += u"topic write %1/person/+\n"_s.arg(own); // for layouts: the desk publishes one for each group of observers
    text += u"topic write %1/to/+/+/move\n"_s.arg(own);
    text += u"topic read %1/sa/+/presence/+\n"_s.arg(prefix);
    text += u"topic read %1/sa/+/note\n"_s.arg(prefix);
    text += u"topic read %1/sa/+/note/+\n"_s.arg(prefix);
    for (const QLatin1StringView word : {"note"_L1, "ack"_L1, "watch/+"_L1}) {
        text += u"topic read %1/sa/+/to/%2/%3\n"_s.arg(prefix, name.text(), word);
    }
    text += u"topic read %1/desk/+/+/to/%2/move\n"_s.arg(prefix, name.text());
    // For layouts that other desks publish. The last part of the topic is a hash of the observers' names.
    text += u"topic read %1/desk/+/+/person/+\n"_s.arg(prefix);
    return text;
}

QString supportAstronomerAccessRules(const QString &prefix, const QString &name)
{
    const QString own = prefix + u"/sa/"_s + name;
    QString text;
    text += u"topic write %1/presence/+\n"_s.arg(own); // each board has a topic of its own
    text += u"topic write %1/note\n"_s.arg(own);
    text += u"topic write %1/note/+\n"_s.arg(own); // each note of the night has a topic of its own
    for (const QLatin1StringView word : {"note"_L1, "ack"_L1, "watch/+"_L1}) {
        text += u"topic write %1/to/+/+/%2\n"_s.arg(own, word);
    }
    for (const QLatin1StringView word : {"presence"_L1, "state"_L1, "numbers"_L1, "history"_L1, "call"_L1, "note"_L1}) {
        text += u"topic read %1/desk/+/+/%2\n"_s.arg(prefix, word);
    }
    text += u"topic read %1/sa/+/presence/+\n"_s.arg(prefix);
    text += u"topic read %1/sa/+/note\n"_s.arg(prefix);
    text += u"topic read %1/sa/+/note/+\n"_s.arg(prefix);
    text += u"topic read %1/sa/+/to/+/+/ack\n"_s.arg(prefix); // for acknowledgements of calls
    text += u"topic read %1/sa/+/to/+/+/watch/+\n"_s.arg(prefix); // for reports on who watches a desk
    return text;
}

// Filters, below a desk's name, for topics that contain a key or the name of another desk: a desk can create any number of such topics.
constexpr std::array unlimitedDeskTopics{"person/+"_L1, "to/+/+/move"_L1};
constexpr std::array unlimitedAstronomerTopics{"presence/+"_L1, "note/+"_L1, "to/+/+/note"_L1, "to/+/+/ack"_L1, "to/+/+/watch/+"_L1};

QString topicPrefix(const QString &facility)
{
    return u"nightdesk/1/"_s + facility;
}
}

QByteArray configuration(const QString &directory, const BrokerListeners &listeners, const QString &account, const QString &limits)
{
    QString text = u"# Written by nightdesk broker; a change here is lost.\n"_s;
    text += configurationLine(u"user"_s, account);
    text += configurationLine(u"allow_anonymous"_s, u"false"_s);
    text += configurationLine(u"password_file"_s, directory + u'/' + passwordFile);
    text += configurationLine(u"acl_file"_s, directory + u'/' + accessFile);
    if (!limits.isEmpty()) {
        text += configurationLine(u"plugin"_s, limits);
    }
    text += configurationLine(u"persistence"_s, u"false"_s); // not needed, because clients publish their states again
    text += configurationLine(u"max_packet_size"_s, QString::number(maxPacketSize));
    text += configurationLine(u"memory_limit"_s, QString::number(maxMemory));
    // Slow clients must not fill the memory: messages beyond the queue are lost, and states are published again every minute.
    text += configurationLine(u"max_inflight_messages"_s, QString::number(maxInFlightMessages));
    text += configurationLine(u"max_queued_messages"_s, QString::number(maxQueuedMessages));
    text += configurationLine(u"max_queued_bytes"_s, QString::number(maxQueuedBytes));
    text += configurationLine(u"queue_qos0_messages"_s, u"false"_s);
    text += configurationLine(u"persistent_client_expiration"_s, u"1h"_s);
    // max_keepalive is not set: with 60 s, mosquitto 2.0.21 uses a timer wheel of 91 slots of one second, and a client that has not sent CONNECT
    // yet counts as one of 60 s and gets the slot that is due next: on a busy machine one of fifty new clients was disconnected as silent.
    text += configurationLine(u"set_tcp_nodelay"_s, u"true"_s);
    text += configurationLine(u"sys_interval"_s, u"0"_s);
    text += configurationLine(u"connection_messages"_s, u"true"_s);
    text += configurationLine(u"log_dest"_s, u"stderr"_s);
    for (const QLatin1StringView type : {"error"_L1, "warning"_L1, "notice"_L1, "information"_L1}) {
        text += configurationLine(u"log_type"_s, type);
    }
    text += configurationLine(u"log_timestamp"_s, u"false"_s); // the broker command adds the time to each line itself
    text += listenerLines(listeners);
    return QFile::encodeName(text);
}

QByteArray passwords(const QList<BrokerUser> &users)
{
    QString text;
    for (const BrokerUser &user : users) {
        text += user.user() + u':' + user.hash + u'\n';
    }
    return text.toUtf8();
}

QByteArray accessList(const QString &facility, const QList<BrokerUser> &users)
{
    const QString prefix = topicPrefix(facility);
    QString text = u"# Written by nightdesk broker; a change here is lost.\n"_s;
    for (const BrokerUser &user : users) {
        const auto name = user.role == BrokerRole::Desk ? DeskName::fromText(user.name) : std::nullopt;
        text += u"\nuser %1\n"_s.arg(user.user()) + (name ? deskAccessRules(prefix, *name) : supportAstronomerAccessRules(prefix, user.name));
    }
    return text.toUtf8();
}

QByteArray ownClientAccessList(const QString &facility, const QString &user, const QList<BrokerUser> &removed)
{
    QString text = u"\nuser %1\ntopic read %2/desk/+/+/call\ntopic read %2/sa/+/to/+/+/ack\n"_s.arg(user, topicPrefix(facility));
    for (const QString &filter : quotaFilters(facility)) {
        text += u"topic read %1\n"_s.arg(filter);
    }
    for (const BrokerUser &gone : removed) {
        for (const QString &topic : retainedTopics(facility, gone)) {
            text += u"topic write %1\n"_s.arg(topic);
        }
        for (const QString &filter : retainedFilters(facility, gone)) {
            text += u"topic read %1\ntopic write %1\n"_s.arg(filter);
        }
    }
    return text.toUtf8();
}

QStringList retainedTopics(const QString &facility, const BrokerUser &user)
{
    using MessageKind = BoardTopics::MessageKind;
    const BoardTopics topics(facility);
    if (user.role != BrokerRole::Desk) {
        return {topics.saTopic(user.name, MessageKind::Note)};
    }
    QStringList result;
    if (const auto name = DeskName::fromText(user.name)) {
        // Presence comes last, because a board forgets a desk without it
        for (const MessageKind sort : {MessageKind::State, MessageKind::History, MessageKind::Call, MessageKind::Note, MessageKind::Presence}) {
            result << topics.deskTopic(*name, sort);
        }
    }
    return result;
}

QStringList retainedFilters(const QString &facility, const BrokerUser &user)
{
    const QString own = topicPrefix(facility) + (user.role == BrokerRole::Desk ? u"/desk/"_s : u"/sa/"_s) + user.name + u'/';
    QStringList filters;
    for (const QLatin1StringView end : user.role == BrokerRole::Desk ? std::span<const QLatin1StringView>(unlimitedDeskTopics) : unlimitedAstronomerTopics) {
        filters << own + end;
    }
    return filters;
}

QStringList quotaFilters(const QString &facility)
{
    QStringList filters;
    for (const QLatin1StringView end : unlimitedDeskTopics) {
        filters << topicPrefix(facility) + u"/desk/+/+/"_s + end;
    }
    for (const QLatin1StringView end : unlimitedAstronomerTopics) {
        filters << topicPrefix(facility) + u"/sa/+/"_s + end;
    }
    return filters;
}
}
