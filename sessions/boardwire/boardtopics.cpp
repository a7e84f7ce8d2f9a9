// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardtopics.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype longestName = 32;
constexpr qsizetype longestTopic = 512;
constexpr qsizetype keyDigits = 16;
constexpr QLatin1StringView root = "nightdesk/1/"_L1;

struct TopicLevel {
    BoardTopics::MessageKind kind;
    QLatin1StringView text;
    bool isUnderDeskName; ///< true: the topic is directly below a desk's name
    bool isUnderAstronomerName; ///< true: the topic is directly below an SA's name
    bool isFromAstronomerToDesk; ///< true: the topic is for messages from an SA to one desk
};
constexpr std::array topicLevels{
    TopicLevel{BoardTopics::MessageKind::Presence, "presence"_L1, true, false, false},
    TopicLevel{BoardTopics::MessageKind::State, "state"_L1, true, false, false},
    TopicLevel{BoardTopics::MessageKind::Numbers, "numbers"_L1, true, false, false},
    TopicLevel{BoardTopics::MessageKind::History, "history"_L1, true, false, false},
    TopicLevel{BoardTopics::MessageKind::Call, "call"_L1, true, false, false},
    TopicLevel{BoardTopics::MessageKind::Note, "note"_L1, true, true, true},
    TopicLevel{BoardTopics::MessageKind::Acknowledgement, "ack"_L1, false, false, true},
};

bool isTopicName(QStringView text)
{
    return !text.isEmpty() && text.size() <= longestName && std::ranges::all_of(text, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    });
}

bool isHexadecimalId(QStringView text)
{
    return text.size() == keyDigits && std::ranges::all_of(text, [](QChar c) {
               return (c >= u'a' && c <= u'f') || (c >= u'0' && c <= u'9');
           });
}

std::optional<DeskName> deskName(QStringView site, QStringView desk)
{
    if (!isTopicName(site) || !isTopicName(desk) || site == "sa"_L1 || desk == "sa"_L1) {
        return {};
    }
    return DeskName{.site = site.toString(), .desk = desk.toString()};
}

QLatin1StringView topicLevelOf(BoardTopics::MessageKind kind, bool TopicLevel::*place)
{
    const auto found = std::ranges::find_if(topicLevels, [kind, place](const TopicLevel &level) {
        return level.kind == kind && level.*place;
    });
    Q_ASSERT(found != topicLevels.end());
    return found == topicLevels.end() ? QLatin1StringView() : found->text;
}

std::optional<BoardTopics::MessageKind> kindOf(QStringView text, bool TopicLevel::*place)
{
    const auto found = std::ranges::find_if(topicLevels, [text, place](const TopicLevel &level) {
        return text == level.text && level.*place;
    });
    return found == topicLevels.end() ? std::nullopt : std::optional(found->kind);
}

/// Parses the part of a topic that follows "desk/SITE/DESK/".
std::optional<BoardTopics::MessageKind> parseFromDesk(const QList<QStringView> &rest, BoardTopics::ParsedTopic &parsed)
{
    if (rest.size() == 1) {
        return kindOf(rest.at(0), &TopicLevel::isUnderDeskName);
    }
    if (rest.size() == 2 && rest.at(0) == "person"_L1 && isHexadecimalId(rest.at(1))) {
        parsed.observersKey = rest.at(1).toString();
        return BoardTopics::MessageKind::Layout;
    }
    if (rest.size() == 4 && rest.at(0) == "to"_L1 && rest.at(3) == "move"_L1) {
        parsed.toDesk = deskName(rest.at(1), rest.at(2));
    }
    return parsed.toDesk ? std::optional(BoardTopics::MessageKind::TakeoverNotice) : std::nullopt;
}

/// Parses the part of a topic that follows "sa/NAME/".
std::optional<BoardTopics::MessageKind> parseFromSa(const QList<QStringView> &rest, BoardTopics::ParsedTopic &parsed)
{
    if (rest.size() == 1) {
        return kindOf(rest.at(0), &TopicLevel::isUnderAstronomerName);
    }
    if (rest.size() == 2 && rest.at(0) == "presence"_L1 && isHexadecimalId(rest.at(1))) {
        parsed.boardRunId = rest.at(1).toString();
        return BoardTopics::MessageKind::Presence;
    }
    if (rest.size() == 2 && rest.at(0) == "note"_L1 && isHexadecimalId(rest.at(1))) {
        parsed.noteId = rest.at(1).toString();
        return BoardTopics::MessageKind::Note;
    }
    if (rest.size() >= 4 && rest.at(0) == "to"_L1) {
        parsed.toDesk = deskName(rest.at(1), rest.at(2));
    }
    if (parsed.toDesk && rest.size() == 4) {
        return kindOf(rest.at(3), &TopicLevel::isFromAstronomerToDesk);
    }
    if (parsed.toDesk && rest.size() == 5 && rest.at(3) == "watch"_L1 && isHexadecimalId(rest.at(4))) {
        parsed.boardRunId = rest.at(4).toString();
        return BoardTopics::MessageKind::Watching;
    }
    return {};
}

QString pathOf(const DeskName &desk)
{
    return "desk/"_L1 + desk.site + u'/' + desk.desk + u'/';
}
}

std::optional<DeskName> DeskName::fromText(const QString &text)
{
    const auto parts = QStringView(text).split(u'/');
    return parts.size() == 2 ? deskName(parts.at(0), parts.at(1)) : std::nullopt;
}

BoardTopics::BoardTopics(const QString &facility)
    : m_topicPrefix(root + facility + u'/')
    , m_facility(facility)
{
}

const QString &BoardTopics::facility() const
{
    return m_facility;
}

QString BoardTopics::deskTopic(const DeskName &desk, MessageKind kind) const
{
    return m_topicPrefix + pathOf(desk) + topicLevelOf(kind, &TopicLevel::isUnderDeskName);
}

QString BoardTopics::layoutTopic(const DeskName &desk, const QString &observersKey) const
{
    return m_topicPrefix + pathOf(desk) + "person/"_L1 + observersKey;
}

QString BoardTopics::takeoverNoticeTopic(const DeskName &from, const DeskName &to) const
{
    return m_topicPrefix + pathOf(from) + "to/"_L1 + to.site + u'/' + to.desk + "/move"_L1;
}

QString BoardTopics::saTopic(const QString &name, MessageKind kind) const
{
    return m_topicPrefix + "sa/"_L1 + name + u'/' + topicLevelOf(kind, &TopicLevel::isUnderAstronomerName);
}

QString BoardTopics::saNoteTopic(const QString &name, const QString &id) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/note/"_L1 + id;
}

QString BoardTopics::saPresenceTopic(const QString &name, const QString &run) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/presence/"_L1 + run;
}

QString BoardTopics::watchingTopic(const QString &name, const DeskName &desk, const QString &run) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/to/"_L1 + desk.site + u'/' + desk.desk + "/watch/"_L1 + run;
}

QString BoardTopics::saToDeskTopic(const QString &name, const DeskName &desk, MessageKind kind) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/to/"_L1 + desk.site + u'/' + desk.desk + u'/' + topicLevelOf(kind, &TopicLevel::isFromAstronomerToDesk);
}

QStringList BoardTopics::boardFilters() const
{
    return {m_topicPrefix + "sa/+/to/+/+/ack"_L1,
            m_topicPrefix + "desk/+/+/+"_L1,
            saPresenceTopic(u"+"_s, u"+"_s),
            saNoteTopic(u"+"_s, u"+"_s),
            saTopic(u"+"_s, MessageKind::Note)};
}

QStringList BoardTopics::pagerFilters() const
{
    return {m_topicPrefix + "sa/+/to/+/+/ack"_L1, m_topicPrefix + "desk/+/+/call"_L1};
}

QStringList BoardTopics::deskFilters(const DeskName &desk) const
{
    const QString to = "to/"_L1 + desk.site + u'/' + desk.desk + u'/';
    return {saPresenceTopic(u"+"_s, u"+"_s),
            saNoteTopic(u"+"_s, u"+"_s),
            saTopic(u"+"_s, MessageKind::Note),
            m_topicPrefix + "sa/+/"_L1 + to + u'+',
            watchingTopic(u"+"_s, desk, u"+"_s),
            m_topicPrefix + "desk/+/+/"_L1 + to + "move"_L1};
}

QString BoardTopics::layoutFilter(const QString &observersKey) const
{
    return m_topicPrefix + "desk/+/+/person/"_L1 + observersKey;
}

std::optional<BoardTopics::ParsedTopic> BoardTopics::parse(const QString &topic)
{
    if (facilityOf(topic).isEmpty()) {
        return {};
    }
    const auto parts = QStringView(topic).split(u'/');
    ParsedTopic parsed{.kind = {}, .fromDesk = {}, .sendingSa = {}, .toDesk = {}, .observersKey = {}};
    std::optional<MessageKind> kind;
    if (parts.size() >= 7 && parts.at(3) == "desk"_L1) {
        parsed.fromDesk = deskName(parts.at(4), parts.at(5));
        kind = parsed.fromDesk ? parseFromDesk(parts.sliced(6), parsed) : std::nullopt;
    } else if (parts.size() >= 6 && parts.at(3) == "sa"_L1 && isTopicName(parts.at(4))) {
        parsed.sendingSa = parts.at(4).toString();
        kind = parseFromSa(parts.sliced(5), parsed);
    }
    parsed.kind = kind.value_or(MessageKind::Presence);
    return kind ? std::optional(parsed) : std::nullopt;
}

QString BoardTopics::facilityOf(const QString &topic)
{
    if (topic.size() > longestTopic || !topic.startsWith(root)) {
        return {};
    }
    const QStringView rest = QStringView(topic).sliced(root.size());
    const QStringView facility = rest.first(qMax<qsizetype>(0, rest.indexOf(u'/')));
    return isTopicName(facility) ? facility.toString() : QString();
}

QString BoardTopics::observersKey(const QStringList &people) const
{
    QStringList names;
    for (const QString &person : people) {
        if (const QString name = person.normalized(QString::NormalizationForm_KC).simplified().toLower(); !name.isEmpty()) {
            names.append(name);
        }
    }
    if (names.isEmpty()) {
        return {};
    }
    names.sort();
    names.removeDuplicates();
    const QByteArray text = (QStringList{m_facility} + names).join(u'\n').toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().first(keyDigits));
}
}
