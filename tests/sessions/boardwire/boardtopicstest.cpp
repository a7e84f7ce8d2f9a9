// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardtopics.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
const DeskName left{.site = u"santa-cruz"_s, .desk = u"left"_s};
const DeskName right{.site = u"waimea"_s, .desk = u"desk-2"_s};

/// As a broker does it.
bool matches(const QString &filter, const QString &topic)
{
    const QStringList wanted = filter.split(u'/');
    const QStringList parts = topic.split(u'/');
    if (wanted.size() != parts.size()) {
        return false;
    }
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (wanted.at(i) != u"+"_s && wanted.at(i) != parts.at(i)) {
            return false;
        }
    }
    return true;
}
}

class BoardTopicsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsMadeIsUnderstood_data();
    void whatIsMadeIsUnderstood();
    void othersAreNone_data();
    void othersAreNone();
    void deskNames_data();
    void deskNames();
    void filtersTakeWhatTheyAreFor();
    void theSamePeopleAreTheSameKey();
};

void BoardTopicsTest::whatIsMadeIsUnderstood_data()
{
    QTest::addColumn<QString>("topic");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<BoardTopics::ParsedTopic>("parsed");
    const BoardTopics topics(u"keck"_s);
    const auto fromDesk = [](MessageKind sort) {
        return BoardTopics::ParsedTopic{.kind = sort, .fromDesk = left, .sendingSa = {}, .toDesk = {}, .observersKey = {}};
    };
    const QString desk = u"nightdesk/1/keck/desk/santa-cruz/left/"_s;
    QTest::newRow("presence") << topics.deskTopic(left, MessageKind::Presence) << desk + u"presence"_s << fromDesk(MessageKind::Presence);
    QTest::newRow("state") << topics.deskTopic(left, MessageKind::State) << desk + u"state"_s << fromDesk(MessageKind::State);
    QTest::newRow("numbers") << topics.deskTopic(left, MessageKind::Numbers) << desk + u"numbers"_s << fromDesk(MessageKind::Numbers);
    QTest::newRow("history") << topics.deskTopic(left, MessageKind::History) << desk + u"history"_s << fromDesk(MessageKind::History);
    QTest::newRow("call") << topics.deskTopic(left, MessageKind::Call) << desk + u"call"_s << fromDesk(MessageKind::Call);
    QTest::newRow("note") << topics.deskTopic(left, MessageKind::Note) << desk + u"note"_s << fromDesk(MessageKind::Note);
    BoardTopics::ParsedTopic parsed = fromDesk(MessageKind::Layout);
    parsed.observersKey = u"0123456789abcdef"_s;
    QTest::newRow("layout") << topics.layoutTopic(left, parsed.observersKey) << desk + u"person/0123456789abcdef"_s << parsed;
    parsed = fromDesk(MessageKind::TakeoverNotice);
    parsed.toDesk = right;
    QTest::newRow("move") << topics.takeoverNoticeTopic(left, right) << desk + u"to/waimea/desk-2/move"_s << parsed;

    const QString sa = u"nightdesk/1/keck/sa/ann/"_s;
    const QString run = u"0123456789abcdef"_s;
    parsed = {.kind = MessageKind::Presence, .fromDesk = {}, .sendingSa = u"ann"_s, .toDesk = {}, .observersKey = {}, .boardRunId = run};
    QTest::newRow("an SA's presence") << topics.saPresenceTopic(u"ann"_s, run) << sa + u"presence/"_s + run << parsed;
    parsed.boardRunId.clear();
    parsed.kind = MessageKind::Note;
    QTest::newRow("an SA's note to all") << topics.saTopic(u"ann"_s, MessageKind::Note) << sa + u"note"_s << parsed;
    parsed.noteId = run;
    QTest::newRow("one of an SA's notes to all") << topics.saNoteTopic(u"ann"_s, run) << sa + u"note/"_s + run << parsed;
    parsed.noteId.clear();
    parsed.toDesk = right;
    QTest::newRow("an SA's note") << topics.saToDeskTopic(u"ann"_s, right, MessageKind::Note) << sa + u"to/waimea/desk-2/note"_s << parsed;
    parsed.kind = MessageKind::Acknowledgement;
    QTest::newRow("acknowledgement") << topics.saToDeskTopic(u"ann"_s, right, MessageKind::Acknowledgement) << sa + u"to/waimea/desk-2/ack"_s << parsed;
    parsed.kind = MessageKind::Watching;
    parsed.boardRunId = run;
    QTest::newRow("watching") << topics.watchingTopic(u"ann"_s, right, run) << sa + u"to/waimea/desk-2/watch/"_s + run << parsed;
}

void BoardTopicsTest::whatIsMadeIsUnderstood()
{
    QFETCH(QString, topic);
    QFETCH(QString, expected);
    QFETCH(BoardTopics::ParsedTopic, parsed);
    QCOMPARE(topic, expected);
    const auto read = BoardTopics::parse(topic);
    QVERIFY(read);
    QVERIFY(*read == parsed);
    QCOMPARE(BoardTopics::facilityOf(topic), u"keck"_s);
}

void BoardTopicsTest::othersAreNone_data()
{
    QTest::addColumn<QString>("topic");
    QTest::newRow("nothing") << QString();
    QTest::newRow("the root") << u"nightdesk/1/"_s;
    QTest::newRow("another program's") << u"house/1/keck/desk/a/b/state"_s;
    QTest::newRow("another version's") << u"nightdesk/2/keck/desk/a/b/state"_s;
    QTest::newRow("no facility") << u"nightdesk/1//desk/a/b/state"_s;
    QTest::newRow("a facility with a capital") << u"nightdesk/1/Keck/desk/a/b/state"_s;
    QTest::newRow("another room") << u"nightdesk/1/keck/dome/a/b/state"_s;
    QTest::newRow("another word") << u"nightdesk/1/keck/desk/a/b/mood"_s;
    QTest::newRow("no word") << u"nightdesk/1/keck/desk/a/b"_s;
    QTest::newRow("an empty word") << u"nightdesk/1/keck/desk/a/b/"_s;
    QTest::newRow("more behind it") << u"nightdesk/1/keck/desk/a/b/state/x"_s;
    QTest::newRow("a desk's acknowledgement") << u"nightdesk/1/keck/desk/a/b/ack"_s;
    QTest::newRow("a desk called sa") << u"nightdesk/1/keck/desk/a/sa/state"_s;
    QTest::newRow("a wildcard") << u"nightdesk/1/keck/desk/+/b/state"_s;
    QTest::newRow("a desk with a dot") << u"nightdesk/1/keck/desk/a/b.c/state"_s;
    QTest::newRow("a layout of a name in clear") << u"nightdesk/1/keck/desk/a/b/person/ann"_s;
    QTest::newRow("a move to nowhere") << u"nightdesk/1/keck/desk/a/b/to/c/move"_s;
    QTest::newRow("a move to an SA") << u"nightdesk/1/keck/desk/a/b/to/sa/ann/move"_s;
    QTest::newRow("a desk's note to a desk") << u"nightdesk/1/keck/desk/a/b/to/c/d/note"_s;
    QTest::newRow("an SA's state") << u"nightdesk/1/keck/sa/ann/state"_s;
    QTest::newRow("an SA's presence for one desk") << u"nightdesk/1/keck/sa/ann/to/a/b/presence"_s;
    QTest::newRow("an SA's note to a site") << u"nightdesk/1/keck/sa/ann/to/a/note"_s;
    QTest::newRow("an SA's presence of no board") << u"nightdesk/1/keck/sa/ann/presence"_s;
    QTest::newRow("a note of what is no id") << u"nightdesk/1/keck/sa/ann/note/hello"_s;
    QTest::newRow("what stands below a note") << u"nightdesk/1/keck/sa/ann/note/0123456789abcdef/x"_s;
    QTest::newRow("a desk's note with an id") << u"nightdesk/1/keck/desk/a/b/note/0123456789abcdef"_s;
    QTest::newRow("an SA's presence of what is no run") << u"nightdesk/1/keck/sa/ann/presence/home"_s;
    QTest::newRow("what no board looks at") << u"nightdesk/1/keck/sa/ann/to/a/b/watch"_s;
    QTest::newRow("a note of a board") << u"nightdesk/1/keck/sa/ann/to/a/b/note/0123456789abcdef"_s;
    QTest::newRow("an SA without a name") << u"nightdesk/1/keck/sa//note"_s;
    QTest::newRow("a name of 33 letters") << u"nightdesk/1/keck/sa/%1/note"_s.arg(QString(33, u'a'));
    QTest::newRow("a long one") << u"nightdesk/1/keck/desk/a/b/state"_s + QString(2000, u'/');
}

void BoardTopicsTest::othersAreNone()
{
    QFETCH(QString, topic);
    QVERIFY(!BoardTopics::parse(topic));
}

void BoardTopicsTest::deskNames_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("site and desk") << u"santa-cruz/left"_s << true;
    QTest::newRow("digits") << u"2/2"_s << true;
    QTest::newRow("the longest") << QString(32, u'a') + u'/' + QString(32, u'b') << true;
    QTest::newRow("nothing") << QString() << false;
    QTest::newRow("no desk") << u"santa-cruz"_s << false;
    QTest::newRow("an empty desk") << u"santa-cruz/"_s << false;
    QTest::newRow("three parts") << u"a/b/c"_s << false;
    QTest::newRow("a capital") << u"Santa-cruz/left"_s << false;
    QTest::newRow("an underscore") << u"santa_cruz/left"_s << false;
    QTest::newRow("a space") << u"santa cruz/left"_s << false;
    QTest::newRow("a wildcard") << u"#/left"_s << false;
    QTest::newRow("another script") << u"сайт/left"_s << false;
    QTest::newRow("a site called sa") << u"sa/left"_s << false;
    QTest::newRow("too long") << QString(33, u'a') + u"/b"_s << false;
}

void BoardTopicsTest::deskNames()
{
    QFETCH(QString, text);
    QFETCH(bool, isOne);
    const auto name = DeskName::fromText(text);
    QCOMPARE(name.has_value(), isOne);
    if (name) {
        QCOMPARE(name->text(), text);
    }
}

void BoardTopicsTest::filtersTakeWhatTheyAreFor()
{
    const BoardTopics topics(u"keck"_s);
    const QString key = topics.observersKey({u"Ann"_s});
    const auto taken = [](const QStringList &filters, const QString &topic) {
        return std::ranges::count_if(filters, [&topic](const QString &filter) {
            return matches(filter, topic);
        });
    };
    const QStringList board = topics.boardFilters();
    for (const MessageKind sort :
         {MessageKind::Presence, MessageKind::State, MessageKind::Numbers, MessageKind::History, MessageKind::Call, MessageKind::Note}) {
        QCOMPARE(taken(board, topics.deskTopic(left, sort)), 1); // once: a broker may send what two filters take twice
        QCOMPARE(taken(topics.deskFilters(left), topics.deskTopic(right, sort)), 0);
    }
    QCOMPARE(taken(board, topics.layoutTopic(left, key)), 0);
    QCOMPARE(taken(board, topics.takeoverNoticeTopic(left, right)), 0);
    const QStringList desk = topics.deskFilters(right);
    const QString run = u"0123456789abcdef"_s;
    for (const QString &topic : {topics.saPresenceTopic(u"ann"_s, run), topics.saNoteTopic(u"ann"_s, run), topics.saTopic(u"ann"_s, MessageKind::Note)}) {
        QCOMPARE(taken(board, topic), 1);
        QCOMPARE(taken(desk, topic), 1);
    }
    for (const MessageKind sort : {MessageKind::Note, MessageKind::Acknowledgement}) {
        QCOMPARE(taken(desk, topics.saToDeskTopic(u"ann"_s, right, sort)), 1);
        QCOMPARE(taken(desk, topics.saToDeskTopic(u"ann"_s, left, sort)), 0);
    }
    QCOMPARE(taken(board, topics.saToDeskTopic(u"ann"_s, right, MessageKind::Acknowledgement)), 1);
    QCOMPARE(taken(topics.pagerFilters(), topics.saToDeskTopic(u"ann"_s, right, MessageKind::Acknowledgement)), 1);
    QCOMPARE(taken(topics.pagerFilters(), topics.deskTopic(right, MessageKind::Call)), 1);
    QCOMPARE(taken(topics.pagerFilters(), topics.deskTopic(right, MessageKind::State)), 0);
    QCOMPARE(taken(desk, topics.watchingTopic(u"ann"_s, right, run)), 1);
    QCOMPARE(taken(desk, topics.watchingTopic(u"ann"_s, left, run)), 0);
    QCOMPARE(taken(desk, topics.takeoverNoticeTopic(left, right)), 1);
    QCOMPARE(taken(desk, topics.takeoverNoticeTopic(right, left)), 0);
    QCOMPARE(taken({topics.layoutFilter(key)}, topics.layoutTopic(left, key)), 1);
    QCOMPARE(taken({topics.layoutFilter(key)}, topics.layoutTopic(left, topics.observersKey({u"Bob"_s}))), 0);
}

void BoardTopicsTest::theSamePeopleAreTheSameKey()
{
    const BoardTopics topics(u"keck"_s);
    const QString key = topics.observersKey({u"Ann Lee"_s, u"Bob"_s});
    QCOMPARE(key.size(), 16);
    QCOMPARE(topics.observersKey({u" bob"_s, u"ANN  Lee "_s}), key);
    QCOMPARE(topics.observersKey({u"Bob"_s, u"bob"_s, QString(), u"Ann Lee"_s}), key);
    QVERIFY(topics.observersKey({u"Ann Lee"_s}) != key);
    QVERIFY(BoardTopics(u"palomar"_s).observersKey({u"Ann Lee"_s, u"Bob"_s}) != key);
    QCOMPARE(topics.observersKey({}), QString());
    QCOMPARE(topics.observersKey({u" "_s}), QString());
    QVERIFY(BoardTopics::parse(topics.layoutTopic(left, key)));
}

NIGHTDESK_GUILESS_TEST(BoardTopicsTest)
#include "boardtopicstest.moc"
