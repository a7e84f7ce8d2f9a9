// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Documents read by our reader, statement by statement, and by toml++ as a whole: what both accept is the same, and what
// toml++ accepts is refused by a rule of ours alone.
#include "sessions/profiles/toml/tomldocument.h"

#include "tests/sessions/profiles/texts.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <toml++/toml.hpp>

#include <cmath>
#include <random>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
/// Where the two trees differ; empty: nowhere.
QString difference(const TomlNode &ours, const toml::node &theirs, const QString &path)
{
    const auto differs = [&](const QString &what) {
        return u"%1: %2"_s.arg(path, what);
    };
    const auto kindIs = [&](TomlNode::Kind kind) {
        return ours.kind == kind ? QString() : differs(u"kind %1, not %2"_s.arg(QString::number(int(ours.kind)), QString::number(int(kind))));
    };
    if (const toml::table *table = theirs.as_table()) {
        if (!ours.isTable() || ours.entries().size() != table->size()) {
            return differs(u"no table of %1 keys"_s.arg(table->size()));
        }
        for (const auto &[key, value] : *table) {
            const QString name = QString::fromUtf8(key.str());
            const TomlEntry *entry = ours.find(name);
            const QString found = entry ? difference(entry->value, value, path + u'/' + name) : differs(u"no key %1"_s.arg(name));
            if (!found.isEmpty()) {
                return found;
            }
        }
        return {};
    }
    if (const toml::array *list = theirs.as_array()) {
        if (ours.kind != TomlNode::Kind::Array || ours.items.size() != list->size()) {
            return differs(u"no list of %1 values"_s.arg(list->size()));
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            const QString found = difference(ours.items[i], (*list)[i], path + u'/' + QString::number(i));
            if (!found.isEmpty()) {
                return found;
            }
        }
        return {};
    }
    if (const auto *text = theirs.as_string()) {
        return ours.text == QString::fromUtf8(text->get()) ? kindIs(TomlNode::Kind::Text) : differs(u"the text \"%1\""_s.arg(ours.text));
    }
    if (const auto *integer = theirs.as_integer()) {
        return ours.integer == integer->get() ? kindIs(TomlNode::Kind::Integer) : differs(u"the number %1"_s.arg(ours.integer));
    }
    if (const auto *number = theirs.as_floating_point()) {
        const double value = ours.text.toDouble();
        const bool isSame = value == number->get() || (std::isnan(value) && std::isnan(number->get()));
        return isSame ? kindIs(TomlNode::Kind::Float) : differs(u"the number %1"_s.arg(ours.text));
    }
    if (const auto *boolean = theirs.as_boolean()) {
        return ours.boolean == boolean->get() ? kindIs(TomlNode::Kind::Boolean) : differs(u"the other truth"_s);
    }
    return kindIs(TomlNode::Kind::DateTime);
}

/// Makes documents of all that TOML has. Most of them are good; in the others keys and tables come twice.
class Documents
{
public:
    explicit Documents(quint32 seed)
        : m_random(seed)
    {
    }

    QByteArray next()
    {
        m_hasKeysTwice = below(4) == 0;
        const QByteArray lineEnd = below(4) == 0 ? "\r\n" : "\n";
        QByteArray text;
        for (int statements = 3 + below(25); statements > 0; --statements) {
            switch (below(8)) {
            case 0:
                text += blanks() + "[" + blanks() + path() + blanks() + "]" + end();
                break;
            case 1:
                text += "[[" + path() + "]]" + end();
                break;
            case 2:
                text += end();
                break;
            default:
                text += blanks() + path() + blanks() + "=" + blanks() + value(0) + end();
            }
        }
        return text.replace("\n", lineEnd);
    }

private:
    int below(int limit)
    {
        return static_cast<int>(m_random() / 7 % static_cast<quint32>(limit));
    }

    QByteArray oneOf(const QList<QByteArray> &words)
    {
        return words.at(below(static_cast<int>(words.size())));
    }

    QByteArray blanks()
    {
        return oneOf({"", "", " ", "\t", "  "});
    }

    QByteArray end()
    {
        return blanks() + oneOf({"\n", "\n", "\n", "# a comment: [x] \"'''\n", "# 観測 y = 1\n", "\n\n"});
    }

    QByteArray key()
    {
        const QByteArray number = m_hasKeysTwice ? QByteArray::number(below(3)) : QByteArray::number(++m_keys);
        return oneOf({"a" + number,
                      number,
                      "-" + number,
                      "B_" + number,
                      "\"q " + number + "\"",
                      "'l." + number + "'",
                      "\"\\u00e9\\\"\\\\" + number + "\"",
                      "\"観測" + number + "\"",
                      "\"#[=" + number + "\""});
    }

    QByteArray path()
    {
        QByteArray result = key();
        for (int more = below(8) < 6 ? 0 : 1 + below(3); more > 0; --more) {
            result += blanks() + "." + blanks() + key();
        }
        return result;
    }

    QByteArray value(int depth)
    {
        switch (below(depth < 4 ? 14 : 10)) {
        case 0:
            return oneOf({"true", "false"});
        case 1:
            return oneOf({"0", "-17", "+99", "1_000", "9223372036854775807", "-9223372036854775808", "0xDEAD_beef", "0o755", "0b1101", "-0"});
        case 2:
            return oneOf({"1.0", "-0.5", "6.626e-34", "5e+22", "1E06", "+1.0", "224_617.445_991", "inf", "-inf", "nan", "0.0"});
        case 3:
            return oneOf({"1979-05-27", "07:32:00", "00:32:00.999999", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00", "1979-05-27t00:32:00.5-07:00"});
        case 4:
        case 5:
            return "\"" + words() + oneOf({"", "\\n\\t\\b\\f\\r\\\"\\\\", "\\u00E9", "\\U0001F52D", "'", "# no comment", "[x] = {"}) + words() + "\"";
        case 6:
            return "'" + words() + oneOf({"", "\\n", "\"", "C:\\keys\\", "# no comment", "]]"}) + "'";
        case 7:
            return "\"\"\"" + oneOf({"", "\n"}) + words() + oneOf({"", "\n", "\"", "\"\"", " \\\n   ", "\\\n\n\t", "\\\"\"\"", "\n[x]\ny = 1\n"}) + words()
                + oneOf({"", "\"", "\"\""}) + "\"\"\"";
        case 8:
            return "'''" + oneOf({"", "\n"}) + words() + oneOf({"", "\n", "'", "''", "\\", "\n# a = ["}) + words() + "'''";
        case 9:
            return "[]";
        case 10:
        case 11:
            return list(depth);
        default:
            return table(depth);
        }
    }

    QByteArray words()
    {
        return oneOf({"", "a", "two words", "観測", "\xf0\x9f\x94\xad", "m\xc3\xa9ridien\t", "x=y", "a, b"});
    }

    QByteArray list(int depth)
    {
        const QByteArray space = oneOf({"", " ", "\n  ", " # a comment ]\n  "});
        QByteArray result = "[" + space;
        for (int values = 1 + below(4); values > 0; --values) {
            result += value(depth + 1) + blanks() + (values > 1 ? "," + space : oneOf({"", ",", ",\n"}));
        }
        return result + "]";
    }

    QByteArray table(int depth)
    {
        QByteArray result = "{" + blanks();
        for (int keys = below(4); keys > 0; --keys) {
            result += path() + blanks() + "=" + blanks() + value(depth + 1) + blanks() + (keys > 1 ? "," + blanks() : QByteArray());
        }
        return result + "}";
    }

    std::minstd_rand m_random;
    int m_keys = 0;
    bool m_hasKeysTwice = false;
};

QString messages(const Problems &problems)
{
    QStringList result;
    for (const ProfileError &problem : problems.sorted()) {
        result.append(problem.place.toString() + u' ' + problem.message);
    }
    return result.join(u'\n');
}

toml::parse_result parsed(const QByteArray &text)
{
    return toml::parse(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}
}

class TomlDifferentialTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bothReadTheSame_data();
    void bothReadTheSame();
    void rulesOfOurs_data();
    void rulesOfOurs();
    void generatedDocumentsAreGoodAndBad();
};

namespace
{
constexpr quint32 seed = 20261124;
constexpr int generatedDocuments = 400;
}

void TomlDifferentialTest::bothReadTheSame_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("the sketch") << Test::sketch();
    QTest::newRow("a facility") << Test::facilityToml();
    QDirIterator files(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources"_s, {u"*.toml"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTest::newRow(qPrintable(file.fileName().section(u'/', -3))) << file.readAll();
    }
    const auto row = [](const char *name, const QByteArray &text) {
        QTest::newRow(name) << text;
        if (text.contains('\n')) {
            QTest::addRow("%s, CRLF", name) << QByteArray(text).replace("\n", "\r\n");
        }
    };
    row("nothing", "");
    row("blank lines", "\n \n\t\n");
    row("no line end at the end", "a = 1");
    row("a comment without a line end", "# a = 1");
    row("a byte order mark",
        "\xEF\xBB\xBF"
        "a = 1\n");
    row("an empty key", "\"\" = 1\n'' . \"\" = 2\n");
    row("the empty key twice", "\"\" = 1\n'' = 2\n");
    row("a key with an escape", "\"a\\u0062\" = 1\n\"tab\\there\".\"q\\\"\" = 2\n");
    row("a key with an escape is that without", "\"a\\u0062\" = 1\nab = 2\n");
    row("a header with an escape", "[\"a\\u0062\".'c\\u0062']\nx = 1\n");
    row("a key of lines", "\"\"\"a\"\"\" = 1\n");
    row("an escape in a key that means nothing", "\"a\\k\" = 1\n");
    row("keys like values", "true = 1\n1979-05-27 = 2\n3.14 = \"pi\"\ninf = 4\n");
    row("blanks around dots", "a . b\t.\tc = 1\n[ d . e ]\nf = 1\n");
    row("dotted keys out of order", "apple.type = 1\norange.type = 2\napple.skin = 3\norange.skin = 4\n");
    row("a dotted key below a value", "a = 1\na.b = 2\n");
    row("a value above a dotted key", "a.b = 2\na = 1\n");
    row("a table above its own", "[a.b]\nx = 1\n[a]\ny = 2\n");
    row("a table between others", "[a.b]\n[c]\n[a.d]\n[a]\nx = 1\n");
    row("a table twice", "[a]\nx = 1\n[a]\ny = 2\n");
    row("a table that a dotted key made", "a.b = 1\n[a]\nc = 2\n");
    row("a table below one that a dotted key made", "[a]\nb.c = 1\n[a.b.d]\ne = 2\n");
    row("lists of tables", "[[a]]\nx = 1\n[[a]]\n[[a]]\nx = 3\n");
    row("lists of tables in lists of tables", "[[a]]\n[a.b]\nc = 1\n[[a.d]]\ne = 1\n[[a.d]]\ne = 2\n[[a]]\n[[a.d]]\ne = 3\n");
    row("a list of tables after a table of its name", "[a]\n[[a]]\n");
    row("a table after a list of tables of its name", "[[a]]\n[a]\n");
    row("a list of tables after a list", "a = []\n[[a]]\n");
    row("a table below an inline table", "a = { b = 1 }\n[a.c]\n");
    row("a dotted key into an inline table", "a = { b = 1 }\na.c = 2\n");
    row("dotted keys in an inline table", "a = { b.c = 1, b.d = 2, e = { f.g = 3 } }\n");
    row("a key twice in an inline table", "a = { b = 1, b = 2 }\n");
    row("a dotted key twice in an inline table", "a = { b.c = 1, b.c.d = 2 }\n");
    row("a key in quotes and without in an inline table", "a = { \"b\" = 1, b = 2 }\n");
    row("lists of all kinds", "a = [1, 2.0, \"three\", [4, [5]], { six = 7 }, 1979-05-27, true]\n");
    row("a list over lines", "a = [ # one\n  1,\n\n  # two\n  2\n  , 3,\n]\nb = 1\n");
    row("lists that look like headers", "a = [\n  [\"b\"],\n  [true],\n  [ inf ],\n  [1]\n]\n");
    row("texts over lines", "a = \"\"\"\none\n\ntwo \\\n   three\"\"\"\nb = '''\n\\n'''\nc = \"\"\"\"quoted\"\"\"\"\"\n");
    row("a text of lines that quotes a file", "a = \"\"\"\n[b]\nc = \"d\"\n\"\"\"\ne = 1\n");
    row("texts in a list over lines", "a = [\"\"\"\n[b]\n\"\"\", '''\nc = 1\n''']\n");
    row("a comment behind each", "a = 1 # 1\n[b] # 2\n[[c]] # 3\nd = [ # 4\n] # 5\n");
    row("the largest numbers", "a = 9223372036854775807\nb = -9223372036854775808\nc = 0x7FFFFFFFFFFFFFFF\n");
    row("a number that is too large", "a = 9223372036854775808\n");
    row("a day that is not there", "a = 2026-02-30\n");
    row("a leap day", "a = 2024-02-29\n");
    row("sixteen levels", "a = " + QByteArray(16, '[') + QByteArray(16, ']') + "\n");
    row("sixteen parts of a key", "a" + QByteArray(".a").repeated(15) + " = 1\n");
    row("characters of four bytes", "a = \"\xf0\x9f\x94\xad\"\n\"\xf0\x9f\x94\xad\" = '\xf0\x9f\x94\xad'\n");
    row("characters that are no text elsewhere", "a = \"\xEF\xBB\xBF\xC2\xA0\xEF\xBF\xBD\"\n# \xEF\xAC\x86\n");
    Documents documents(seed);
    for (int i = 0; i < generatedDocuments; ++i) {
        QTest::addRow("generated %d", i) << documents.next();
    }
}

void TomlDifferentialTest::bothReadTheSame()
{
    QFETCH(QByteArray, text);
    Problems problems;
    const std::optional<TomlNode> ours = TomlDocument::read(text, u"f"_s, problems);
    const toml::parse_result theirs = parsed(text);
    const QByteArray told = text + "\n" + messages(problems).toUtf8();
    QVERIFY2(ours, told.constData());
    if (theirs) {
        QVERIFY2(!problems.hasErrors(), told.constData());
        QCOMPARE(difference(*ours, theirs.table(), u"f"_s), QString());
    } else {
        QVERIFY2(problems.hasErrors(), QByteArray(text + "\n" + QByteArray(theirs.error().description())).constData());
    }
}

void TomlDifferentialTest::rulesOfOurs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule"); // what our reader says of a document that toml++ accepts
    QTest::newRow("at most 16 levels of values") << QByteArray("a = " + QByteArray(17, '[') + QByteArray(17, ']')) << u"this is nested too deeply"_s;
    QTest::newRow("at most 16 parts of a key") << QByteArray("a" + QByteArray(".a").repeated(16) + " = 1") << u"this is nested too deeply"_s;
    QTest::newRow("at most 16 parts of a header") << QByteArray("[a" + QByteArray(".a").repeated(16) + "]") << u"this is nested too deeply"_s;
    QTest::newRow("a text that ends where another one seems to begin, behind a header, is not closed")
        << QByteArray("a = '''one\n[b]\nc = '''\n") << u"the quotation mark ' is not closed"_s;
    QTest::newRow("at most a megabyte") << QByteArray("a = '" + QByteArray(1024 * 1024, 'b') + "'") << u"the file is too large"_s;
    QTest::newRow("numbers of at most 100 characters") << QByteArray("a = 0." + QByteArray(99, '1')) << u"is not a valid number"_s;
}

void TomlDifferentialTest::rulesOfOurs()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, rule);
    QVERIFY(parsed(text));
    Problems problems;
    const std::optional<TomlNode> ours = TomlDocument::read(text, u"f"_s, problems);
    QVERIFY2(problems.hasErrors() && messages(problems).contains(rule), qPrintable(messages(problems)));
}

void TomlDifferentialTest::generatedDocumentsAreGoodAndBad()
{
    Documents documents(seed);
    int good = 0;
    for (int i = 0; i < generatedDocuments; ++i) {
        good += parsed(documents.next()) ? 1 : 0;
    }
    QVERIFY2(good > generatedDocuments / 2 && good < generatedDocuments - 30, qPrintable(QString::number(good)));
}

NIGHTDESK_GUILESS_TEST(TomlDifferentialTest)
#include "tomldifferentialtest.moc"
