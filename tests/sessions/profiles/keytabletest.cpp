// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keytable.h"

#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/suggestion.h"
#include "tests/support/testprogram.h"

#include <QSet>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class KeyTableTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isSound();
    void defaultsAreTheModels();
    void suggestions_data();
    void suggestions();
};

void KeyTableTest::isSound()
{
    QSet<QString> seen;
    for (const KeyInfo &key : keyTable()) {
        const QString name = tableSpelling(key.table) + u' ' + QString::number(int(key.table)) + u' ' + key.name;
        QVERIFY2(!seen.contains(name), qPrintable(name));
        seen.insert(name);
        QVERIFY2(!key.name.contains(u'_'), qPrintable(name)); // kebab-case
        QVERIFY2(!key.documentation.isEmpty(), qPrintable(name));
        const QString documentation = key.documentation.toString();
        QVERIFY2(documentation.endsWith(u'.') && !documentation.contains(u'\n'), qPrintable(name));
        QVERIFY2(!valueExpectation(key).isEmpty(), qPrintable(name));
        QCOMPARE(key.type == KeyType::Choice, !key.choices.empty());
        QCOMPARE(key.type == KeyType::Integer || key.type == KeyType::Longitude, key.max > key.min);
        QVERIFY2(!(key.isRequired && !key.defaultValue.isEmpty()), qPrintable(name));
        QVERIFY2(key.otherRequiredKey.isEmpty() || findKey(key.table, key.otherRequiredKey), qPrintable(name));
        QVERIFY(key.sinceFormat >= 1 && key.sinceFormat <= formatVersion);
        QVERIFY2(!key.mayChildTableBeIncomplete || key.type == KeyType::Table || key.type == KeyType::TablesById, qPrintable(name));
        QVERIFY2(!key.hasVariables || (key.type != KeyType::Identifier && key.type != KeyType::Geometry && key.type != KeyType::Integer), qPrintable(name));
        const bool structural = key.type == KeyType::FormatVersion || key.type == KeyType::Table || key.type == KeyType::TablesById
            || key.type == KeyType::TableList || key.type == KeyType::TextsByName || key.type == KeyType::GroupNames;
        QVERIFY2(structural == (key.store == nullptr), qPrintable(name));
    }
}

void KeyTableTest::defaultsAreTheModels()
{
    // A display that gives every default in words is the display that leaves them out.
    const auto defaultsOf = [](TableId table) {
        QByteArray lines;
        for (const KeyInfo *key : keysOf(table)) {
            if (!key->defaultValue.isEmpty() && key->otherRequiredKey.isEmpty()) {
                lines += QByteArray(key->name.data(), key->name.size()) + " = " + QByteArray(key->defaultValue.data(), key->defaultValue.size()) + '\n';
            }
        }
        return lines;
    };
    const auto text = [&](bool written) -> QByteArray {
        return "format = 1\nid = \"a\"\nname = \"A\"\n[link.l]\nhost = \"h\"\n" + (written ? defaultsOf(TableId::Link) : QByteArray())
            + "[[desktop]]\nid = \"d\"\nlink = \"l\"\nport = 5901\n" + (written ? defaultsOf(TableId::Desktop) + "host = \"127.0.0.1\"\n" : QByteArray())
            + "[[window]]\nid = \"w\"\nlink = \"l\"\ncommand = [\"x\"]\n"
            + (written ? defaultsOf(TableId::Window) + "[window.needs]\n" + defaultsOf(TableId::WindowNeeds) : QByteArray());
    };
    ParsedProfile with = ProfileReader::parse(text(true), u"/f"_s);
    const ParsedProfile without = ProfileReader::parse(text(false), u"/f"_s);
    QVERIFY2(with.problems.isEmpty(), qPrintable(with.problems.value(0).message));
    QVERIFY(without.problems.isEmpty());
    with.profile.links.first().place = without.profile.links.first().place;
    with.profile.desktops.first().place = without.profile.desktops.first().place;
    with.profile.windows.first().place = without.profile.windows.first().place;
    QVERIFY(with.profile == without.profile);
}

void KeyTableTest::suggestions_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a letter dropped") << u"scren"_s << u"screen"_s;
    QTest::newRow("a letter added") << u"sscreen"_s << u"screen"_s;
    QTest::newRow("two letters swapped") << u"screne"_s << u"screen"_s;
    QTest::newRow("another letter") << u"tytle"_s << u"title"_s;
    QTest::newRow("capitals") << u"Screen"_s << u"screen"_s;
    QTest::newRow("one letter") << u"x"_s << QString();
    QTest::newRow("another word") << u"font-size"_s << QString();
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("very long") << QString(100000, u'x') << QString();
    QTest::newRow("the word itself is no proposal") << u"screen"_s << QString();
}

void KeyTableTest::suggestions()
{
    QFETCH(QString, word);
    QTEST(suggestion(word, {u"title"_s, u"screen"_s, u"geometry"_s}), "expected");
}

NIGHTDESK_GUILESS_TEST(KeyTableTest)
#include "keytabletest.moc"
