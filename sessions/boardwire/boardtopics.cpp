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

struct Word {
    BoardTopics::MessageKind sort;
    QLatin1StringView word;
    bool fromDesk; ///< true: the topic is directly below a desk's name
    bool sendingSa; ///< true: the topic is directly below an SA's name
    bool toDesk; ///< true: the topic is for messages from an SA to a desk
};
constexpr std::array words{
    Word{BoardTopics::MessageKind::Presence, "presence"_L1, true, false, false},
    Word{BoardTopics::MessageKind::State, "state"_L1, true, false, false},
    Word{BoardTopics::MessageKind::Numbers, "numbers"_L1, true, false, false},
    Word{BoardTopics::MessageKind::History, "history"_L1, true, false, false},
    Word{BoardTopics::MessageKind::Call, "call"_L1, true, false, false},
    Word{BoardTopics::MessageKind::Note, "note"_L1, true, true, true},
    Word{BoardTopics::MessageKind::Acknowledgement, "ack"_L1, false, false, true},
};

bool isName(QStringView text)
{
    return !text.isEmpty() && text.size() <= longestName && std::ranges::all_of(text, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    });
}

bool isKey(QStringView text)
{
    return text.size() == keyDigits && std::ranges::all_of(text, [](QChar c) {
               return (c >= u'a' && c <= u'f') || (c >= u'0' && c <= u'9');
           });
}

std::optional<DeskName> deskName(QStringView site, QStringView desk)
{
    if (!isName(site) || !isName(desk) || site == "sa"_L1 || desk == "sa"_L1) {
        return {};
    }
    return DeskName{.site = site.toString(), .desk = desk.toString()};
}

QLatin1StringView wordOf(BoardTopics::MessageKind sort, bool Word::*where)
{
    const auto found = std::ranges::find_if(words, [sort, where](const Word &word) {
        return word.sort == sort && word.*where;
    });
    Q_ASSERT(found != words.end());
    return found == words.end() ? QLatin1StringView() : found->word;
}

std::optional<BoardTopics::MessageKind> sortOf(QStringView text, bool Word::*where)
{
    const auto found = std::ranges::find_if(words, [text, where](const Word &word) {
        return text == word.word && word.*where;
    });
    return found == words.end() ? std::nullopt : std::optional(found->sort);
}

/// Parses the part of a topic that follows "desk/SITE/DESK/".
std::optional<BoardTopics::ParsedTopic> parseFromDesk(const DeskName &from, const QList<QStringView> &rest)
{
    BoardTopics::ParsedTopic parsed{.sort = {}, .fromDesk = from, .sendingSa = {}, .to = {}, .person = {}};
    if (rest.size() == 1) {
        const auto sort = sortOf(rest.at(0), &Word::fromDesk);
        parsed.sort = sort.value_or(BoardTopics::MessageKind::Presence);
        return sort ? std::optional(parsed) : std::nullopt;
    }
    if (rest.size() == 2 && rest.at(0) == "person"_L1 && isKey(rest.at(1))) {
        parsed.sort = BoardTopics::MessageKind::Layout;
        parsed.person = rest.at(1).toString();
        return parsed;
    }
    if (rest.size() == 4 && rest.at(0) == "to"_L1 && rest.at(3) == "move"_L1) {
        parsed.sort = BoardTopics::MessageKind::TakeoverNotice;
        parsed.to = deskName(rest.at(1), rest.at(2));
        return parsed.to ? std::optional(parsed) : std::nullopt;
    }
    return {};
}

/// Parses the part of a topic that follows "sa/NAME/".
std::optional<BoardTopics::ParsedTopic> parseFromSa(QStringView name, const QList<QStringView> &rest)
{
    BoardTopics::ParsedTopic parsed{.sort = {}, .fromDesk = {}, .sendingSa = name.toString(), .to = {}, .person = {}};
    std::optional<BoardTopics::MessageKind> sort;
    if (rest.size() == 1) {
        sort = sortOf(rest.at(0), &Word::sendingSa);
    } else if (rest.size() == 2 && rest.at(0) == "presence"_L1 && isKey(rest.at(1))) {
        sort = BoardTopics::MessageKind::Presence;
        parsed.run = rest.at(1).toString();
    } else if (rest.size() == 2 && rest.at(0) == "note"_L1 && isKey(rest.at(1))) {
        sort = BoardTopics::MessageKind::Note;
        parsed.id = rest.at(1).toString();
    } else if ((rest.size() == 4 || rest.size() == 5) && rest.at(0) == "to"_L1) {
        parsed.to = deskName(rest.at(1), rest.at(2));
        if (parsed.to && rest.size() == 4) {
            sort = sortOf(rest.at(3), &Word::toDesk);
        } else if (parsed.to && rest.at(3) == "watch"_L1 && isKey(rest.at(4))) {
            sort = BoardTopics::MessageKind::Watching;
            parsed.run = rest.at(4).toString();
        }
    }
    parsed.sort = sort.value_or(BoardTopics::MessageKind::Presence);
    return sort ? std::optional(parsed) : std::nullopt;
}

QString below(const DeskName &desk)
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

QString BoardTopics::deskTopic(const DeskName &desk, MessageKind sort) const
{
    return m_topicPrefix + below(desk) + wordOf(sort, &Word::fromDesk);
}

QString BoardTopics::layout(const DeskName &desk, const QString &observersKey) const
{
    return m_topicPrefix + below(desk) + "person/"_L1 + observersKey;
}

QString BoardTopics::move(const DeskName &from, const DeskName &to) const
{
    return m_topicPrefix + below(from) + "to/"_L1 + to.site + u'/' + to.desk + "/move"_L1;
}

QString BoardTopics::saTopic(const QString &name, MessageKind sort) const
{
    return m_topicPrefix + "sa/"_L1 + name + u'/' + wordOf(sort, &Word::sendingSa);
}

QString BoardTopics::saNoteTopic(const QString &name, const QString &id) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/note/"_L1 + id;
}

QString BoardTopics::saPresenceTopic(const QString &name, const QString &run) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/presence/"_L1 + run;
}

QString BoardTopics::watching(const QString &name, const DeskName &desk, const QString &run) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/to/"_L1 + desk.site + u'/' + desk.desk + "/watch/"_L1 + run;
}

QString BoardTopics::saToDeskTopic(const QString &name, const DeskName &desk, MessageKind sort) const
{
    return m_topicPrefix + "sa/"_L1 + name + "/to/"_L1 + desk.site + u'/' + desk.desk + u'/' + wordOf(sort, &Word::toDesk);
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
            watching(u"+"_s, desk, u"+"_s),
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
    if (parts.size() >= 7 && parts.at(3) == "desk"_L1) {
        const auto from = deskName(parts.at(4), parts.at(5));
        return from ? parseFromDesk(*from, parts.sliced(6)) : std::nullopt;
    }
    if (parts.size() >= 6 && parts.at(3) == "sa"_L1 && isName(parts.at(4))) {
        return parseFromSa(parts.at(4), parts.sliced(5));
    }
    return {};
}

QString BoardTopics::facilityOf(const QString &topic)
{
    if (topic.size() > longestTopic || !topic.startsWith(root)) {
        return {};
    }
    const QStringView rest = QStringView(topic).sliced(root.size());
    const QStringView facility = rest.first(qMax<qsizetype>(0, rest.indexOf(u'/')));
    return isName(facility) ? facility.toString() : QString();
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
