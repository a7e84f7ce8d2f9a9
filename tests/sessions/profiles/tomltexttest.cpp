// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomltext.h"

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
/// The value of x in a file that says nothing else.
std::optional<TomlNode> read(const QString &value)
{
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(u"x = %1\n"_s.arg(value).toUtf8(), u"/f"_s, problems);
    const TomlEntry *entry = root && !problems.hasErrors() ? root->find(u"x"_s) : nullptr;
    return entry ? std::optional(entry->value) : std::nullopt;
}
}

class TomlTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textsComeBack_data();
    void textsComeBack();
    void values_data();
    void values();
    void brokenValueIsNothing();
    void behindAJoinedLine_data();
    void behindAJoinedLine();
    void keys_data();
    void keys();
};

void TomlTextTest::textsComeBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    QTest::newRow("plain") << u"Image display"_s << u"\"Image display\""_s;
    QTest::newRow("empty") << QString() << u"\"\""_s;
    QTest::newRow("quotation marks") << u"a \"b\""_s << u"\"a \\\"b\\\"\""_s;
    QTest::newRow("a backslash at the end") << u"C:\\"_s << u"\"C:\\\\\""_s;
    QTest::newRow("lines and tabs") << u"a\nb\r\tc"_s << u"\"a\\nb\\r\\tc\""_s;
    QTest::newRow("an escape that would colour a terminal") << u"\u001b[31mred"_s << u"\"\\u001b[31mred\""_s;
    QTest::newRow("a mark that turns the line around") << u"a\u202eb"_s << u"\"a\\u202eb\""_s;
    QTest::newRow("a separator of lines") << u"a\u2028b"_s << u"\"a\\u2028b\""_s;
    QTest::newRow("other scripts stay") << u"Keola Mānoa, 望遠鏡 🔭"_s << u"\"Keola Mānoa, 望遠鏡 🔭\""_s;
    QTest::newRow("what would end a comment's line is in quotes") << u"# no comment"_s << u"\"# no comment\""_s;
}

void TomlTextTest::textsComeBack()
{
    QFETCH(QString, text);
    QTEST(TomlText::quotedString(text), "written");
    const std::optional<TomlNode> node = read(TomlText::quotedString(text));
    QVERIFY(node);
    QCOMPARE(node->kind, TomlNode::Kind::Text);
    QCOMPARE(node->text, text);
}

void TomlTextTest::values_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("written");
    QTest::newRow("a number in another base") << u"0x10"_s << u"16"_s;
    QTest::newRow("a number below zero") << u"-5"_s << u"-5"_s;
    QTest::newRow("true") << u"true"_s << u"true"_s;
    QTest::newRow("false") << u"false"_s << u"false"_s;
    QTest::newRow("an empty list") << u"[ ]"_s << u"[]"_s;
    QTest::newRow("a list over lines, with a comment") << u"[\n'a', # one\n\"b\",\n]"_s << u"[\"a\", \"b\"]"_s;
    QTest::newRow("a list in a list") << u"[[1], []]"_s << u"[[1], []]"_s;
    QTest::newRow("an empty table") << u"{}"_s << u"{}"_s;
    QTest::newRow("a table") << u"{ visual = \"TrueColor 24\", \"a b\".c = 1 }"_s << u"{ visual = \"TrueColor 24\", \"a b\" = { c = 1 } }"_s;
}

void TomlTextTest::values()
{
    QFETCH(QString, value);
    QFETCH(QString, written);
    const std::optional<TomlNode> node = read(value);
    QVERIFY(node);
    QCOMPARE(TomlText::formattedValue(*node), written);
    const std::optional<TomlNode> again = read(written);
    QVERIFY(again);
    QCOMPARE(TomlText::formattedValue(*again), written);
}

void TomlTextTest::brokenValueIsNothing()
{
    TomlNode node;
    node.kind = TomlNode::Kind::Broken;
    QCOMPARE(TomlText::formattedValue(node), QString());
}

void TomlTextTest::behindAJoinedLine_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("text"); // null: it is refused, with its place
    const QString refused;
    QTest::newRow("a letter of ASCII") << u"\"\"\"a \\\n  b\"\"\""_s << u"a b"_s;
    QTest::newRow("a letter with an accent") << u"\"\"\"a \\\n  \u00e9t\u00e9\"\"\""_s << refused;
    QTest::newRow("the same, spelled as a number") << u"\"\"\"a \\\n  \\u00e9t\u00e9\"\"\""_s << u"a \u00e9t\u00e9"_s;
    QTest::newRow("the same, not the first of its line") << u"\"\"\"a \\\n  t\u00e9\"\"\""_s << u"a t\u00e9"_s;
    QTest::newRow("the same, where the lines are not joined") << u"\"\"\"a\n\u00e9t\u00e9\"\"\""_s << u"a\n\u00e9t\u00e9"_s;
    QTest::newRow("the same in a literal") << u"'''a \\\n\u00e9'''"_s << u"a \\\n\u00e9"_s;
    QTest::newRow("a backslash that stands for one") << u"\"\"\"a \\\\\n\u00e9\"\"\""_s << u"a \\\n\u00e9"_s;
    QTest::newRow("behind empty lines") << u"\"\"\"a \\\r\n\r\n \u00e9\"\"\""_s << refused;
    QTest::newRow("an okina") << u"\"\"\"a \\\n\u02bboki\"\"\""_s << refused;
    QTest::newRow("a blank that TOML keeps") << u"\"\"\"a \\\n\u00a0b\"\"\""_s << refused;
    QTest::newRow("the last that is unreachable in the first block") << u"\"\"\"a \\\n\u0499\"\"\""_s << refused;
    QTest::newRow("the one after it") << u"\"\"\"a \\\n\u049a\"\"\""_s << u"a \u049a"_s;
    QTest::newRow("the first of the second block") << u"\"\"\"a \\\n\u2e1e\"\"\""_s << refused;
    QTest::newRow("the last of the second block") << u"\"\"\"a \\\n\u3217\"\"\""_s << refused;
    QTest::newRow("a letter of the third block") << u"\"\"\"a \\\n\ufb06\"\"\""_s << refused;
    QTest::newRow("a quotation mark") << u"\"\"\"a \\\n\u201cb\"\"\""_s << u"a \u201cb"_s;
    QTest::newRow("other scripts") << u"\"\"\"a \\\n\u671b\u9060\"\"\""_s << u"a \u671b\u9060"_s;
}

/// toml++ has undefined behavior for some characters there: they must not reach it.
void TomlTextTest::behindAJoinedLine()
{
    QFETCH(QString, value);
    QFETCH(QString, text);
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(u"x = %1\n"_s.arg(value).toUtf8(), u"/f"_s, problems);
    QCOMPARE(problems.hasErrors(), text.isNull());
    if (text.isNull()) {
        QCOMPARE(problems.sorted().constFirst().message, u"the character after this “\\” cannot be read; join the lines"_s);
        QCOMPARE(problems.sorted().constFirst().place.line, 1);
        return;
    }
    const TomlEntry *entry = root ? root->find(u"x"_s) : nullptr;
    QVERIFY(entry);
    QCOMPARE(entry->value.text, text);
}

void TomlTextTest::keys_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("written");
    QTest::newRow("plain") << u"known-hosts"_s << u"known-hosts"_s;
    QTest::newRow("capitals and digits") << u"A_1"_s << u"A_1"_s;
    QTest::newRow("a dot") << u"a.b"_s << u"\"a.b\""_s;
    QTest::newRow("a letter that TOML wants quoted") << u"schlüssel"_s << u"\"schlüssel\""_s;
    QTest::newRow("empty") << QString() << u"\"\""_s;
}

void TomlTextTest::keys()
{
    QFETCH(QString, key);
    QTEST(TomlText::formattedKey(key), "written");
}

NIGHTDESK_GUILESS_TEST(TomlTextTest)
#include "tomltexttest.moc"
