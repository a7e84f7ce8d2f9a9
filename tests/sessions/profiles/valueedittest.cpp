// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One value of a text is changed without its person: that value, and no other byte.
#include "sessions/profiles/editing/valueedit.h"
#include "sessions/profiles/editing/displayedit.h"
#include "sessions/profiles/editing/draft.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QString applied(QString text, const std::optional<TextChange> &change)
{
    return change ? text.replace(change->begin, change->end - change->begin, change->text) : u"(nothing)"_s;
}

/// The value with this whole name.
QString valueAt(const QString &text, const QStringList &path, bool *hasNoErrors)
{
    Problems problems;
    const std::optional<TomlNode> root = TomlDocument::read(text.toUtf8(), {}, problems);
    *hasNoErrors = problems.sorted().isEmpty();
    const TomlNode *node = root ? &*root : nullptr;
    for (const QString &name : path) {
        const TomlEntry *entry = node ? node->find(name) : nullptr;
        node = entry ? &entry->value : nullptr;
    }
    return node ? node->text : u"(none)"_s;
}

const QStringList sitePath{u"site"_s, u"hq"_s, u"window"_s, u"ds9"_s, u"geometry"_s};
}

class ValueEditTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aValueIsReplaced_data();
    void aValueIsReplaced();
    void aKeyIsAdded_data();
    void aKeyIsAdded();
    void aSiteIsGivenAValue_data();
    void aSiteIsGivenAValue();
    void whatIsNotThereIsLeft();
    void anotherTextIsNeverTouched();
    void everyValueOfTheExampleCanBeReplaced();
    void aSiteGoesBeforeAGroup();
};

void ValueEditTest::aValueIsReplaced_data()
{
    QTest::addColumn<QString>("text"); // the value begins at |
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a text") << u"a = |\"x\"\nb = 1\n"_s << u"y"_s << u"a = \"y\"\nb = 1\n"_s;
    QTest::newRow("before a comment") << u"a = |\"x\"   # \"x\" 'x'\n"_s << u"y"_s << u"a = \"y\"   # \"x\" 'x'\n"_s;
    QTest::newRow("with a # in it") << u"a = |\"x # y\" # z\n"_s << u"y"_s << u"a = \"y\" # z\n"_s;
    QTest::newRow("single quotes stay") << u"a = |'x'\n"_s << u"y"_s << u"a = 'y'\n"_s;
    QTest::newRow("single quotes cannot stay") << u"a = |'x'\n"_s << u"y's"_s << u"a = \"y's\"\n"_s;
    QTest::newRow("what needs escapes") << u"a = |\"x\"\n"_s << u"y\"\\"_s << u"a = \"y\\\"\\\\\"\n"_s;
    QTest::newRow("escapes in the old one") << u"a = |\"x\\\"y\" # z\n"_s << u"y"_s << u"a = \"y\" # z\n"_s;
    QTest::newRow("over several lines") << u"a = |\"\"\"x\ny\"\"\"\nb = 1\n"_s << u"y"_s << u"a = \"y\"\nb = 1\n"_s;
    QTest::newRow("DOS lines") << u"a = |\"x\"\r\nb = 1\r\n"_s << u"y"_s << u"a = \"y\"\r\nb = 1\r\n"_s;
    QTest::newRow("letters outside of ASCII before it") << u"\"Rotación 𝄞\" = |\"é𝄞\" # 𝄞\n"_s << u"ü"_s << u"\"Rotación 𝄞\" = \"ü\" # 𝄞\n"_s;
    QTest::newRow("in a table in braces") << u"a = { b = |\"x\", c = 'x' }\n"_s << u"y"_s << u"a = { b = \"y\", c = 'x' }\n"_s;
    QTest::newRow("the last of a table in braces") << u"a = { b = |'x'} # }\n"_s << u"y"_s << u"a = { b = 'y'} # }\n"_s;
    QTest::newRow("in a list") << u"a = [|\"x\", \"z\"]\n"_s << u"y"_s << u"a = [\"y\", \"z\"]\n"_s;
    QTest::newRow("of a dotted key") << u"[site.hq]\nwindow.ds9.geometry=|\"x\"#c\n"_s << u"y"_s << u"[site.hq]\nwindow.ds9.geometry=\"y\"#c\n"_s;
    QTest::newRow("a number") << u"a = |12 # n\n"_s << u"y"_s << u"a = \"y\" # n\n"_s;
    QTest::newRow("at the end without a line end") << u"a = |\"x\""_s << u"y"_s << u"a = \"y\""_s;
    QTest::newRow("a whole list") << u"a = |[\"]\", 'x', # ]\n 2]\nb = 1\n"_s << u"y"_s << u"a = \"y\"\nb = 1\n"_s;
}

void ValueEditTest::aValueIsReplaced()
{
    QFETCH(QString, text);
    QFETCH(QString, value);
    QFETCH(QString, expected);
    const qsizetype at = text.indexOf(u'|');
    const QString before = text.first(at);
    const SourcePlace place{.file = {},
                            .line = static_cast<int>(before.count(u'\n')) + 1,
                            .column = static_cast<int>(before.sliced(before.lastIndexOf(u'\n') + 1).toUcs4().size()) + 1};
    text.remove(at, 1);
    QCOMPARE(applied(text, ValueEdit::changeValue(text, place, value)), expected);
}

void ValueEditTest::aKeyIsAdded_data()
{
    QTest::addColumn<QString>("text"); // the id's value is "ds9"
    QTest::addColumn<QString>("expected");
    QTest::newRow("a line of its own") << u"[[window]]\nid = \"ds9\"\nlink = 1\n"_s << u"[[window]]\nid = \"ds9\"\ngeometry = \"1x1\"\nlink = 1\n"_s;
    QTest::newRow("behind a comment") << u"[[window]]\n  id = \"ds9\" # x, y\n"_s << u"[[window]]\n  id = \"ds9\" # x, y\n  geometry = \"1x1\"\n"_s;
    QTest::newRow("without a line end") << u"[[window]]\nid=\"ds9\""_s << u"[[window]]\nid=\"ds9\"\ngeometry = \"1x1\""_s;
    QTest::newRow("DOS lines") << u"[[window]]\r\nid = \"ds9\"\r\nx = 1\r\n"_s << u"[[window]]\r\nid = \"ds9\"\r\ngeometry = \"1x1\"\r\nx = 1\r\n"_s;
    QTest::newRow("a table in braces") << u"window = [{ link = 1, id = \"ds9\" }]\n"_s << u"window = [{ link = 1, id = \"ds9\", geometry = \"1x1\" }]\n"_s;
    QTest::newRow("the first of a table in braces") << u"window = [{id = \"ds9\", link = 1}]\n"_s
                                                    << u"window = [{id = \"ds9\", geometry = \"1x1\", link = 1}]\n"_s;
}

void ValueEditTest::aKeyIsAdded()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QString before = text.first(text.indexOf(u"\"ds9\""));
    const SourcePlace place{.file = {},
                            .line = static_cast<int>(before.count(u'\n')) + 1,
                            .column = static_cast<int>(before.size() - before.lastIndexOf(u'\n') - 1) + 1};
    QCOMPARE(applied(text, ValueEdit::addKey(text, place, u"geometry"_s, u"1x1"_s)), expected);
}

void ValueEditTest::aSiteIsGivenAValue_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no site") << u"a = 1\n"_s << u"a = 1\n\n[site.hq]\nwindow.ds9.geometry = \"1x1\"\n"_s;
    QTest::newRow("no line end") << u"a = 1"_s << u"a = 1\n\n[site.hq]\nwindow.ds9.geometry = \"1x1\"\n"_s;
    QTest::newRow("DOS lines") << u"a = 1\r\n"_s << u"a = 1\r\n\r\n[site.hq]\r\nwindow.ds9.geometry = \"1x1\"\r\n"_s;
    QTest::newRow("nothing at all") << u""_s << u"[site.hq]\nwindow.ds9.geometry = \"1x1\"\n"_s;
    QTest::newRow("another site") << u"[site.home]\nwindow.ds9.geometry = \"2x2\"\n"_s
                                  << u"[site.home]\nwindow.ds9.geometry = \"2x2\"\n\n[site.hq]\nwindow.ds9.geometry = \"1x1\"\n"_s;
    QTest::newRow("it is there") << u"[site.hq]\nwindow.ds9.geometry = '2x2' # why\n"_s << u"[site.hq]\nwindow.ds9.geometry = '1x1' # why\n"_s;
    QTest::newRow("it is there as a header") << u"[site.hq.window.ds9]\ngeometry = \"2x2\"\n"_s << u"[site.hq.window.ds9]\ngeometry = \"1x1\"\n"_s;
    QTest::newRow("another key of the window")
        << u"[site.hq]\n  window.ds9.topology = \"x11\" # near\n\n# more\n[site.home]\nlink.a.host = \"b\"\n"_s
        << u"[site.hq]\n  window.ds9.topology = \"x11\" # near\n  window.ds9.geometry = \"1x1\"\n\n# more\n[site.home]\nlink.a.host = \"b\"\n"_s;
    QTest::newRow("another table") << u"[site.hq]\ndesktop.a.screen = \"b\"\n"_s << u"[site.hq]\ndesktop.a.screen = \"b\"\nwindow.ds9.geometry = \"1x1\"\n"_s;
    QTest::newRow("an empty header") << u"[site.hq] # here\n[link.a]\n"_s << u"[site.hq] # here\nwindow.ds9.geometry = \"1x1\"\n[link.a]\n"_s;
    QTest::newRow("a header of the window") << u"[site.hq.window.ds9]\ntopology = \"x11\"\n[link.a]\n"_s
                                            << u"[site.hq.window.ds9]\ntopology = \"x11\"\ngeometry = \"1x1\"\n[link.a]\n"_s;
    QTest::newRow("a header of another window") << u"[site.hq.window.log]\nscreen = \"b\"\n"_s
                                                << u"[site.hq.window.log]\nscreen = \"b\"\n\n[site.hq.window.ds9]\ngeometry = \"1x1\"\n"_s;
    QTest::newRow("a header of all windows") << u"[site.hq.window]\nlog.screen = \"b\"\n"_s
                                             << u"[site.hq.window]\nlog.screen = \"b\"\nds9.geometry = \"1x1\"\n"_s;
    QTest::newRow("a table in braces") << u"site.hq = { name = \"x\" }\nb = 1\n"_s << u"site.hq = { name = \"x\", window.ds9.geometry = \"1x1\" }\nb = 1\n"_s;
    QTest::newRow("an empty table in braces") << u"[site]\nhq = {}\n"_s << u"[site]\nhq = { window.ds9.geometry = \"1x1\" }\n"_s;
    QTest::newRow("braces of the window") << u"[site.hq]\nwindow.ds9 = { screen = \"b\" }\n"_s
                                          << u"[site.hq]\nwindow.ds9 = { screen = \"b\", geometry = \"1x1\" }\n"_s;
    QTest::newRow("dotted keys in braces") << u"[site]\nhq = { window.ds9.screen = \"b\" }\n"_s
                                           << u"[site]\nhq = { window.ds9.screen = \"b\", window.ds9.geometry = \"1x1\" }\n"_s;
    QTest::newRow("a value over lines is the last") << u"[site.hq]\nlink.a.jump = [\n\"b\", # c\n]\n# end\n"_s
                                                    << u"[site.hq]\nlink.a.jump = [\n\"b\", # c\n]\nwindow.ds9.geometry = \"1x1\"\n# end\n"_s;
    QTest::newRow("at the top") << u"site.hq.window.ds9.screen = \"b\"\n[link.a]\n"_s
                                << u"site.hq.window.ds9.screen = \"b\"\nsite.hq.window.ds9.geometry = \"1x1\"\n[link.a]\n"_s;
}

void ValueEditTest::aSiteIsGivenAValue()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QString result = applied(text, ValueEdit::setKey(text, sitePath, u"1x1"_s));
    QCOMPARE(result, expected);
    bool hasNoErrors = false;
    QCOMPARE(valueAt(result, sitePath, &hasNoErrors), u"1x1"_s);
    QVERIFY(hasNoErrors);
}

void ValueEditTest::whatIsNotThereIsLeft()
{
    const QString text = u"a = 1\nb = \"x\n"_s;
    QVERIFY(!ValueEdit::changeValue(text, {{}, 9, 1}, u"y"_s));
    QVERIFY(!ValueEdit::changeValue(text, {{}, 1, 40}, u"y"_s));
    QVERIFY(!ValueEdit::changeValue(text, {{}, 0, 0}, u"y"_s));
    QVERIFY(!ValueEdit::changeValue(text, {{}, 2, 5}, u"y"_s)); // not closed
    QVERIFY(!ValueEdit::setKey(u"site = 1\n"_s, sitePath, u"y"_s));
    QVERIFY(!ValueEdit::setKey(u"[site.hq]\nwindow.ds9 = \"x\"\n"_s, sitePath, u"y"_s));
    // A name with a blank stays one name.
    QCOMPARE(applied({}, ValueEdit::setKey({}, {u"site"_s, u"a b"_s, u"window"_s, u"ds9"_s, u"screen"_s}, u"y"_s)),
             u"[site.\"a b\"]\nwindow.ds9.screen = \"y\"\n"_s);
}

void ValueEditTest::anotherTextIsNeverTouched()
{
    const QString text = u"a = \"x\"\nb = 'é'\n"_s;
    const EditTarget target{.place = {{}, 1, 5}, .keyToAdd = {}, .expectedText = u"x"_s, .origin = {}};
    QCOMPARE(applied(text, DisplayEdits::changeAt(text, target, u"y"_s)), u"a = \"y\"\nb = 'é'\n"_s);
    QVERIFY(!DisplayEdits::changeAt(QString(u"# more\n"_s + text), target, u"y"_s)); // it has moved
    QVERIFY(!DisplayEdits::changeAt(u"a = \"z\"\n"_s, target, u"y"_s));
    QVERIFY(!DisplayEdits::changeAt({}, target, u"y"_s));
    const EditTarget added{.place = {{}, 2, 5}, .keyToAdd = u"c"_s, .expectedText = u"é"_s, .origin = {}};
    QCOMPARE(applied(text, DisplayEdits::changeAt(text, added, u"y"_s)), u"a = \"x\"\nb = 'é'\nc = \"y\"\n"_s);
}

/// Every geometry and screen of the example facility, at each site: the value is another one, and every other byte is what it was.
void ValueEditTest::everyValueOfTheExampleCanBeReplaced()
{
    const QString directory = qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/example-facility"_s;
    int replaced = 0;
    for (const QString &name : QDir(directory + u"/profiles"_s).entryList({u"*.toml"_s})) {
        const QString file = directory + u"/profiles/"_s + name;
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        const QByteArray bytes = read.readAll();
        const QString text = QString::fromUtf8(bytes);
        const Draft draft = Draft::forFile(file);
        const QStringList sites = draft.effect(bytes, {}).siteIds;
        for (const QString &site : sites) {
            const DraftEffectSelection choice{.profileFile = {}, .site = site, .siteToCompare = {}};
            const DraftEffect effect = draft.effect(bytes, choice);
            for (const WindowSpec &window : effect.profile.windows) {
                const DisplayEdit edit{.table = u"window"_s, .id = window.id, .key = u"geometry"_s, .value = u"123x45+6+7"_s};
                const EditTarget target = DisplayEdits::targetOf(effect, edit);
                // Where the profile has the value itself, there; what groups give, at the site.
                const auto change = target.place.file == file ? DisplayEdits::changeAt(text, target, edit.value) : DisplayEdits::changeAtSite(text, site, edit);
                QVERIFY2(change, qPrintable(name + u' ' + site + u' ' + window.id));
                const QString result = applied(text, change);
                QCOMPARE(result.first(change->begin), text.first(change->begin));
                QCOMPARE(result.sliced(change->begin + change->text.size()), text.sliced(change->end));
                const DraftEffect after = draft.effect(result.toUtf8(), choice);
                QVERIFY(after.hasNoErrors);
                QCOMPARE(after.value(u"window"_s, window.id, u"geometry"_s)->value.text, edit.value);
                ++replaced;
            }
        }
    }
    QVERIFY(replaced > 20);
}

void ValueEditTest::aSiteGoesBeforeAGroup()
{
    Test::FacilityDirectory facility;
    facility.write(u"facility.toml"_s,
                   "format = 1\nname = \"x\"\n[group.common]\n[[group.common.window]]\nid = \"clock\"\nlink = \"a\"\ncommand = [\"c\"]\n[site.hq]\nscreens = "
                   "[\"left\"]\n[site.home]\nscreens = [\"left\"]\n[link.a]\nhost = \"h\"\n");
    const QByteArray text = "format = 1\nid = \"b\"\nname = \"B\"\ninclude = [\"common\"]\n[link.a]\nhost = \"h\"\n";
    facility.write(u"profiles/b.toml"_s, text);
    const Draft draft = Draft::forFile(facility.path() + u"/profiles/b.toml"_s);
    const DisplayEdit edit{.table = u"window"_s, .id = u"clock"_s, .key = u"geometry"_s, .value = u"100x100-0+0"_s};
    const DraftEffect before = draft.effect(text, {.profileFile = {}, .site = u"hq"_s, .siteToCompare = {}});
    QVERIFY(before.hasNoErrors);
    const EditTarget target = DisplayEdits::targetOf(before, edit);
    QCOMPARE(target.keyToAdd, u"geometry"_s);
    QCOMPARE(target.place.file, facility.path() + u"/facility.toml"_s);
    const QString result = applied(QString::fromUtf8(text), DisplayEdits::changeAtSite(QString::fromUtf8(text), u"hq"_s, edit));
    const auto geometryAt = [&](const QString &site) {
        const DraftEffect effect = draft.effect(result.toUtf8(), {.profileFile = {}, .site = site, .siteToCompare = {}});
        const EffectiveValue *value = effect.value(u"window"_s, u"clock"_s, u"geometry"_s);
        return value ? value->value.text : QString();
    };
    QCOMPARE(geometryAt(u"hq"_s), edit.value);
    QCOMPARE(geometryAt(u"home"_s), QString());
}

NIGHTDESK_GUILESS_TEST(ValueEditTest)

#include "valueedittest.moc"
