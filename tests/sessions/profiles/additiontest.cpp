// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A desktop, a program or a site that is added to a text: where it goes, that nothing else changes, and that it is right.
#include "sessions/profiles/editing/tomladdition.h"
#include "sessions/profiles/facility/facilitychecker.h"
#include "sessions/profiles/facility/facilitydocument.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const NamesInUse facilityNames{.sites = {u"waimea"_s, u"santa-cruz"_s},
                               .screens = {u"left"_s, u"right"_s},
                               .links = {u"shared"_s},
                               .groups = {},
                               .hosts = {u"lris"_s},
                               .displays = {u"status"_s}};

TomlAddition::Answers newDesktop()
{
    return {.name = u"Control"_s,
            .id = u"control"_s,
            .host = u"summit"_s,
            .user = {},
            .displayNumberOrPort = u":1"_s,
            .command = {},
            .screen = {},
            .screens = {}};
}

TomlAddition::Answers newProgram()
{
    return {.name = u"Image display"_s,
            .id = u"ds9"_s,
            .host = u"summit"_s,
            .user = {},
            .displayNumberOrPort = {},
            .command = u"ds9 -title 'Low “res” image' \"a\\\"b\""_s,
            .screen = u"right"_s,
            .screens = {},
            .displayMode = u"vnc-app"_s};
}

TomlAddition::Answers newSite()
{
    return {.name = u"Kāneʻohe"_s,
            .id = u"kaneohe"_s,
            .host = {},
            .user = {},
            .displayNumberOrPort = {},
            .command = {},
            .screen = {},
            .screens = u"left, right"_s};
}

const QString headText = u"format = 1\nid = \"lris\"\nname = \"LRIS\"\n"_s;
const QString linkText = u"[link.summit]\nhost = \"h.example\"\n"_s;
const QString addedText = u"[[desktop]]\nid = \"control\"\ntitle = \"Control\"\nlink = \"summit\"\ndisplay = \":1\"\n"_s;
const QString otherText = u"[[desktop]]\nid = \"other\"\nlink = \"summit\"\ndisplay = \":2\"\n"_s;
const QString windowText = u"[[window]]\nid = \"w\"\nlink = \"summit\"\ncommand = [\"xterm\"]\n"_s;

/// The insertions alone, as an editor makes them.
QString withInsertions(const TomlAddition &addition, QString text)
{
    for (qsizetype i = addition.insertions().size(); i-- > 0;) {
        text.insert(addition.insertions()[i].offset, addition.insertions()[i].text);
    }
    return text;
}

QStringList messagesOf(const QList<ProfileError> &problems)
{
    QStringList result;
    for (const ProfileError &problem : problems) {
        result.append(QString::number(problem.place.line) + u": "_s + problem.message);
    }
    return result;
}
}

Q_DECLARE_METATYPE(Nightdesk::TomlAddition::Kind)
Q_DECLARE_METATYPE(Nightdesk::TomlAddition::Field)

class AdditionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goesToTheRightPlace_data();
    void goesToTheRightPlace();
    void aProgramAndASite();
    void aHostWithoutAConnectionGetsOne();
    void aConnectionThatLeadsThereIsUsed();
    void displaysAndPorts_data();
    void displaysAndPorts();
    void whatIsWrongIsFoundAtItsField_data();
    void whatIsWrongIsFoundAtItsField();
    void anOpenQuoteIsSaid();
    void aFreeIdIsProposed_data();
    void aFreeIdIsProposed();
    void inAnyTextNothingElseChanges();
};

void AdditionTest::goesToTheRightPlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const QString head = headText + linkText;
    QTest::newRow("at the end") << head << head + u'\n' + addedText;
    QTest::newRow("at the end behind a blank line") << head + u'\n' << head + u'\n' + addedText;
    QTest::newRow("without a line end at the end") << head.chopped(1) << head + u'\n' + addedText;
    QTest::newRow("behind comments at the end") << head + u"\n# To do:\n# a desktop"_s << head + u"\n# To do:\n# a desktop\n\n"_s + addedText;
    QTest::newRow("behind the last desktop") << head + u'\n' + otherText + u'\n' + windowText
                                             << head + u'\n' + otherText + u'\n' + addedText + u'\n' + windowText;
    QTest::newRow("behind its own table") << head + otherText + u"[desktop.expect]\nsize = \"10x10\"\n\n"_s + windowText
                                          << head + otherText + u"[desktop.expect]\nsize = \"10x10\"\n\n"_s + addedText + u'\n' + windowText;
    QTest::newRow("behind a comment that belongs to it") << head + otherText + u"# quality = \"low\"\n\n# Programs\n"_s + windowText
                                                         << head + otherText + u"# quality = \"low\"\n\n"_s + addedText + u"\n# Programs\n"_s + windowText;
    QTest::newRow("before the comment of what follows")
        << head + otherText + u"# Programs\n"_s + windowText << head + otherText + u'\n' + addedText + u"\n# Programs\n"_s + windowText;
    QTest::newRow("before programs and sites") << head + u'\n' + windowText + u"\n[site.waimea]\nwindow.w.screen = \"left\"\n"_s
                                               << head + u'\n' + addedText + u'\n' + windowText + u"\n[site.waimea]\nwindow.w.screen = \"left\"\n"_s;
    QTest::newRow("between blank lines") << head + otherText + u"\n\n\n"_s + windowText << head + otherText + u'\n' + addedText + u"\n\n\n"_s + windowText;
    QTest::newRow("behind a list of several lines") << head + windowText.chopped(1).replace(u"[\"xterm\"]"_s, u"[\n  \"xterm\",\n  # all\n]\n"_s)
                                                    << head + u'\n' + addedText + u'\n'
            + windowText.chopped(1).replace(u"[\"xterm\"]"_s, u"[\n  \"xterm\",\n  # all\n]\n"_s);
    QTest::newRow("behind a text that ends like a comment") << head + otherText + u"title = \"\"\"\n# a \"\"\"\n"_s + windowText
                                                            << head + otherText + u"title = \"\"\"\n# a \"\"\"\n\n"_s + addedText + u'\n' + windowText;
    QString dos = head + u"\n# Programs\n"_s + windowText;
    QString expected = head + u'\n' + addedText + u"\n# Programs\n"_s + windowText;
    QTest::newRow("lines that end as in DOS") << dos.replace(u'\n', u"\r\n"_s) << expected.replace(u'\n', u"\r\n"_s);
}

void AdditionTest::goesToTheRightPlace()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const TomlAddition addition(TomlAddition::Kind::Desktop, newDesktop(), text, facilityNames);
    QCOMPARE(addition.textWithInsertions(), expected);
    QCOMPARE(withInsertions(addition, text), expected);
    QVERIFY(!addition.addsConnection());
    QCOMPARE(expected.split(u'\n').value(addition.firstAddedLine() - 1).trimmed(), u"[[desktop]]"_s);
    QCOMPARE(messagesOf(FacilityChecker::checkWithoutFacility(expected.toUtf8(), u"/f/lris.toml"_s)), QStringList());
}

void AdditionTest::aProgramAndASite()
{
    const TomlAddition withProgram(TomlAddition::Kind::Program, newProgram(), headText + linkText, facilityNames);
    QCOMPARE(withProgram.textWithInsertions(),
             headText + linkText
                 + u"\n[[window]]\nid = \"ds9\"\ntitle = \"Image display\"\nlink = \"summit\"\n"_s
                   u"command = [\"ds9\", \"-title\", \"Low “res” image\", \"a\\\"b\"]\ntopology = \"vnc-app\"\nscreen = \"right\"\n"_s);
    QCOMPARE(messagesOf(FacilityChecker::checkWithoutFacility(withProgram.textWithInsertions().toUtf8(), u"/f/lris.toml"_s)), QStringList());

    const QString facility = QString::fromUtf8(Test::facilityHead());
    const TomlAddition withSite(TomlAddition::Kind::Site, newSite(), facility, facilityNames);
    QCOMPARE(withSite.textWithInsertions(), facility + u"\n[site.kaneohe]\nname = \"Kāneʻohe\"\nscreens = [\"left\", \"right\"]\n"_s);
    QCOMPARE(FacilityDocument(withSite.textWithInsertions().toUtf8(), u"/f/facility.toml"_s).sites().last().screens, (QStringList{u"left"_s, u"right"_s}));
}

void AdditionTest::aHostWithoutAConnectionGetsOne()
{
    TomlAddition::Answers answers = newDesktop();
    answers.host = u"lris.summit.example"_s;
    answers.user = u"{account}"_s;
    const QString connection = u"[link.lris]\nhost = \"lris.summit.example\"\nuser = \"{account}\"\n"_s;
    const QString its = QString(addedText).replace(u"\"summit\""_s, u"\"lris\""_s);

    const TomlAddition empty(TomlAddition::Kind::Desktop, answers, headText, facilityNames);
    QVERIFY(empty.addsConnection());
    QCOMPARE(empty.textWithInsertions(), headText + u'\n' + connection + u'\n' + its);
    QCOMPARE(withInsertions(empty, headText), empty.textWithInsertions());
    QCOMPARE(messagesOf(FacilityChecker::checkWithoutFacility(empty.textWithInsertions().toUtf8(), u"/f/lris.toml"_s)), QStringList());
    QCOMPARE(empty.fieldOfLine(6), TomlAddition::Field::Host);
    QCOMPARE(empty.fieldOfLine(7), TomlAddition::Field::User);
    QCOMPARE(empty.firstAddedLine(), 9);
    QCOMPARE(empty.fieldOfLine(13), TomlAddition::Field::Display);

    // Each at its place, and the id of the connection is a free one.
    const QString text =
        headText + QString(linkText).replace(u"summit"_s, u"lris"_s) + u"\n# Windows\n"_s + QString(windowText).replace(u"summit"_s, u"lris"_s);
    const TomlAddition both(TomlAddition::Kind::Desktop, answers, text, facilityNames);
    QCOMPARE(both.textWithInsertions(),
             headText + QString(linkText).replace(u"summit"_s, u"lris"_s) + u'\n' + QString(connection).replace(u"link.lris"_s, u"link.lris-2"_s) + u'\n'
                 + QString(addedText).replace(u"\"summit\""_s, u"\"lris-2\""_s) + u"\n# Windows\n"_s + QString(windowText).replace(u"summit"_s, u"lris"_s));
    QCOMPARE(withInsertions(both, text), both.textWithInsertions());
    answers.host = u"192.0.2.7"_s;
    QVERIFY(TomlAddition(TomlAddition::Kind::Desktop, answers, headText, facilityNames).textWithInsertions().contains(u"[link.summit]"_s));
}

void AdditionTest::aConnectionThatLeadsThereIsUsed()
{
    TomlAddition::Answers answers = newDesktop();
    answers.host = u"h.example"_s;
    QVERIFY(!TomlAddition(TomlAddition::Kind::Desktop, answers, headText + linkText, facilityNames).addsConnection());
    answers.user = u"somebody"_s; // as whom that connection does not log in
    QVERIFY(TomlAddition(TomlAddition::Kind::Desktop, answers, headText + linkText, facilityNames).addsConnection());
    answers.host = u"shared"_s; // the facility's
    QVERIFY(!TomlAddition(TomlAddition::Kind::Desktop, answers, headText, facilityNames).addsConnection());
    QCOMPARE(TomlAddition::connectionIds(headText + linkText, facilityNames), (QStringList{u"summit"_s, u"shared"_s}));
}

void AdditionTest::displaysAndPorts_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a display") << u" :3 "_s << u"display = \":3\""_s;
    QTest::newRow("a number") << u"3"_s << u"display = \":3\""_s;
    QTest::newRow("a port") << u"5903"_s << u"port = 5903"_s;
    QTest::newRow("nothing") << u""_s << u"display = \"\""_s;
}

void AdditionTest::displaysAndPorts()
{
    QFETCH(QString, typed);
    QFETCH(QString, expected);
    TomlAddition::Answers answers = newDesktop();
    answers.displayNumberOrPort = typed;
    const TomlAddition addition(TomlAddition::Kind::Desktop, answers, headText + linkText, facilityNames);
    const QStringList lines = addition.textWithInsertions().split(u'\n');
    QVERIFY2(lines.contains(expected), qPrintable(lines.join(u'\n')));
}

void AdditionTest::whatIsWrongIsFoundAtItsField_data()
{
    using enum TomlAddition::Field;
    QTest::addColumn<TomlAddition::Kind>("kind");
    QTest::addColumn<TomlAddition::Field>("field");
    QTest::addColumn<QString>("typed");
    const auto onDesktop = TomlAddition::Kind::Desktop;
    QTest::newRow("no display") << onDesktop << Display << QString();
    QTest::newRow("a display that is none") << onDesktop << Display << u":x"_s;
    QTest::newRow("a port that is none") << onDesktop << Display << u"70000"_s;
    QTest::newRow("no host") << onDesktop << Host << QString();
    QTest::newRow("a host that is none") << onDesktop << Host << u"-x y"_s;
    QTest::newRow("a user that is none") << onDesktop << User << u"a b"_s;
    QTest::newRow("an id with capitals") << onDesktop << Id << u"Control"_s;
    QTest::newRow("no id") << onDesktop << Id << QString();
    QTest::newRow("no command") << TomlAddition::Kind::Program << Command << QString();
}

void AdditionTest::whatIsWrongIsFoundAtItsField()
{
    QFETCH(TomlAddition::Kind, kind);
    QFETCH(TomlAddition::Field, field);
    QFETCH(QString, typed);
    TomlAddition::Answers answers = kind == TomlAddition::Kind::Desktop ? newDesktop() : newProgram();
    if (field == TomlAddition::Field::User) {
        answers.host = u"new.example"_s;
    }
    (field == TomlAddition::Field::Display    ? answers.displayNumberOrPort
         : field == TomlAddition::Field::Host ? answers.host
         : field == TomlAddition::Field::User ? answers.user
         : field == TomlAddition::Field::Id   ? answers.id
                                              : answers.command) = typed;
    const TomlAddition addition(kind, answers, headText + linkText, facilityNames);
    const QList<ProfileError> problems = FacilityChecker::checkWithoutFacility(addition.textWithInsertions().toUtf8(), u"/f/lris.toml"_s);
    QVERIFY(!problems.isEmpty());
    for (const ProfileError &problem : problems) {
        QVERIFY2(addition.isAddedLine(problem.place.line), qPrintable(problem.message));
    }
    QVERIFY2(std::ranges::any_of(problems,
                                 [&](const ProfileError &problem) {
                                     return addition.fieldOfLine(problem.place.line) == field;
                                 }),
             qPrintable(messagesOf(problems).join(u'\n') + u'\n' + addition.textWithInsertions()));
}

void AdditionTest::anOpenQuoteIsSaid()
{
    TomlAddition::Answers answers = newProgram();
    QVERIFY(TomlAddition(TomlAddition::Kind::Program, answers, headText + linkText, facilityNames).commandError().isEmpty());
    answers.command = u"xterm -title 'a"_s;
    QVERIFY(TomlAddition(TomlAddition::Kind::Program, answers, headText + linkText, facilityNames).commandError().contains(u"quote"_s));
}

void AdditionTest::aFreeIdIsProposed_data()
{
    QTest::addColumn<TomlAddition::Kind>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("free") << TomlAddition::Kind::Desktop << u"Cámara 2"_s << u"camara-2"_s;
    QTest::newRow("of a desktop there") << TomlAddition::Kind::Desktop << u"Other"_s << u"other-2"_s;
    QTest::newRow("of a program there") << TomlAddition::Kind::Desktop << u"W"_s << u"w-2"_s;
    QTest::newRow("of the facility") << TomlAddition::Kind::Program << u"Status"_s << u"status-2"_s;
    QTest::newRow("of a site") << TomlAddition::Kind::Site << u"Waimea"_s << u"waimea-2"_s;
    QTest::newRow("nothing of it can be one") << TomlAddition::Kind::Site << u"山"_s << QString();
}

void AdditionTest::aFreeIdIsProposed()
{
    QFETCH(TomlAddition::Kind, kind);
    QFETCH(QString, name);
    QTEST(TomlAddition::unusedId(kind, name, headText + linkText + otherText + windowText, facilityNames), "expected");
}

/// Every profile of mistakes.txt, broken as they are: each byte of it is still there, in its order.
void AdditionTest::inAnyTextNothingElseChanges()
{
    int asked = 0;
    for (const Test::Case &one : Test::readCases()) {
        const QString text = QString::fromUtf8(one.profile.left(20000));
        for (const TomlAddition::Kind kind : {TomlAddition::Kind::Desktop, TomlAddition::Kind::Program, TomlAddition::Kind::Site}) {
            TomlAddition::Answers answers = kind == TomlAddition::Kind::Site ? newSite() : kind == TomlAddition::Kind::Desktop ? newDesktop() : newProgram();
            answers.host = u"new.example"_s;
            const TomlAddition addition(kind, answers, text, facilityNames);
            QString rest = addition.textWithInsertions();
            for (const TomlAddition::Insertion &insertion : addition.insertions()) {
                QCOMPARE(rest.sliced(insertion.offset, insertion.text.size()), insertion.text);
                rest.remove(insertion.offset, insertion.text.size());
            }
            QCOMPARE(rest, text);
            ++asked;
        }
    }
    QVERIFY(asked > 300);
}

NIGHTDESK_GUILESS_TEST(AdditionTest)

#include "additiontest.moc"
