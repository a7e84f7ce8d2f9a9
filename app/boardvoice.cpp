// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/boardvoice.h"

#include <QRandomGenerator>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const BrokerDelivery kept{.qos = 1, .isRetained = true, .expiry = {}};
}

BoardVoice::BoardVoice(BrokerClient *client, const QString &facility, const QString &sa, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_topics(facility)
    , m_sa(sa)
    , m_run(u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0')))
    , m_began(QDateTime::currentDateTimeUtc())
{
    connect(client, &BrokerClient::connected, this, &BoardVoice::tellAll);
}

const BoardTopics &BoardVoice::topics() const
{
    return m_topics;
}

QString BoardVoice::sa() const
{
    return m_sa;
}

BoardWire::Stamp BoardVoice::stamp()
{
    return {.run = m_run, .began = m_began, .sequence = ++m_sequence, .at = QDateTime::currentDateTimeUtc()};
}

QByteArray BoardVoice::presence(bool isOnline, bool isFarewell, quint64 sequence) const
{
    const BoardWire::Stamp stamp{.run = m_run, .began = m_began, .sequence = sequence, .at = QDateTime::currentDateTimeUtc()};
    return BoardWire::write(
        BoardWire::Presence{.stamp = stamp, .isOnline = isOnline, .isFarewell = isFarewell, .people = {m_sa}, .program = u"" NIGHTDESK_VERSION ""_s});
}

void BoardVoice::open(const BrokerCredential &credential)
{
    m_client->open(credential, [this] {
        m_presence = ++m_sequence;
        return BrokerWill{m_topics.ofSa(m_sa, BoardTopics::Sort::Presence), presence(false, false, ++m_sequence)};
    });
}

void BoardVoice::close()
{
    const QList<DeskName> desks = m_watched.keys();
    for (const DeskName &desk : desks) {
        watch(desk, false, {});
    }
    m_client->close(BrokerWill{m_topics.ofSa(m_sa, BoardTopics::Sort::Presence), presence(false, true, ++m_sequence)});
}

void BoardVoice::watch(const DeskName &desk, bool opensPage, const QStringList &displays)
{
    const Watched wanted{opensPage, displays};
    if (m_watched.value(desk) == wanted) {
        return;
    }
    if (wanted == Watched()) {
        m_watched.remove(desk);
    } else {
        m_watched.insert(desk, wanted);
    }
    tell(desk);
}

bool BoardVoice::send(const QString &topic, BoardWire::Message message, const BrokerDelivery &delivery)
{
    std::visit(
        [this](auto &one) {
            one.stamp = stamp();
        },
        message);
    return m_client->publish(topic, BoardWire::write(message), delivery);
}

void BoardVoice::tell(const DeskName &desk)
{
    const QString topic = m_topics.fromSaTo(m_sa, desk, BoardTopics::Sort::Watching);
    const auto watched = m_watched.constFind(desk);
    if (watched == m_watched.constEnd()) {
        m_client->publish(topic, {}, kept); // an empty one ends what the broker keeps
        return;
    }
    send(topic, BoardWire::Watching{.stamp = {}, .name = m_sa, .opensPage = watched->opensPage, .displays = watched->displays}, kept);
}

void BoardVoice::tellAll()
{
    m_client->publish(m_topics.ofSa(m_sa, BoardTopics::Sort::Presence), presence(true, false, m_presence), kept);
    for (const DeskName &desk : m_watched.keys()) {
        tell(desk);
    }
}
}
