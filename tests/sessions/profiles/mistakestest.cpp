// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitychecker.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/textfile.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/toml/tomldocument.h"

#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/sessions/profiles/texts.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QString profileFile = u"/facility/profiles/lris.toml"_s;
const QString facilityFilePath = u"/facility/facility.toml"_s;

/// "line:column: severity: message" of each, as a person would see them; the facility's with its name before it.
QStringList linesOf(const QList<ProfileError> &problems)
{
    QStringList result;
    for (const ProfileError &problem : problems) {
        result.append(u"%1%2:%3: %4: %5"_s.arg(problem.place.file == facilityFilePath ? u"facility.toml:"_s : QString(),
                                               QString::number(problem.place.line),
                                               QString::number(problem.place.column),
                                               problem.severity == Severity::Error ? u"error"_s : u"warning"_s,
                                               problem.message));
    }
    return result;
}

QStringList mistakesOf(const QByteArray &facilityText, const QByteArray &profileText, const QString &site)
{
    const FacilityDocument facility(facilityText, facilityFilePath);
    QList<ProfileError> problems = facility.problems();
    for (const ProfileError &problem : ProfileReader::parse(profileText, profileFile, facility, site).problems) {
        if (!problems.contains(problem)) {
            problems.append(problem); // what is wrong with facility.toml is told once
        }
    }
    return linesOf(problems);
}
}

class MistakesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void mistakes_data();
    void mistakes();
    void everyCaseHasWordsOfItsOwn();
    void everyKeyRefusesWhatItIsNot_data();
    void everyKeyRefusesWhatItIsNot();
    void bytes_data();
    void bytes();
    void windowsLineEndsChangeNothing_data();
    void windowsLineEndsChangeNothing();
    void files_data();
    void files();
    void aLargeFileIsNotRead();
};

void MistakesTest::mistakes_data()
{
    QTest::addColumn<QByteArray>("facility");
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<QString>("site");
    QTest::addColumn<QStringList>("expected");
    for (const Test::Case &one : Test::readCases()) {
        QTest::newRow(one.name.constData()) << one.facility << one.profile << one.site << one.expected;
    }
}

void MistakesTest::mistakes()
{
    QFETCH(QByteArray, facility);
    QFETCH(QByteArray, profile);
    QFETCH(QString, site);
    QFETCH(QStringList, expected);
    QVERIFY(!expected.isEmpty());
    const QStringList found = mistakesOf(facility, profile, site);
    QVERIFY2(found == expected, qPrintable(u"found:\n"_s + found.join(u'\n') + u"\nexpected:\n"_s + expected.join(u'\n')));
}

void MistakesTest::everyCaseHasWordsOfItsOwn()
{
    const QList<Test::Case> cases = Test::readCases();
    QVERIFY(cases.size() > 150);
    QSet<QByteArray> names;
    for (const Test::Case &one : cases) {
        QVERIFY2(!names.contains(one.name), one.name.constData());
        names.insert(one.name);
    }
}

void MistakesTest::everyKeyRefusesWhatItIsNot_data()
{
    QTest::addColumn<bool>("inFacility");
    QTest::addColumn<QByteArray>("text"); // its last line is "key = value" or holds it
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("expected");

    struct Home {
        bool inFacility = false;
        QList<QByteArray> lines; // of the table and before it; those of the key are left out
        QByteArray before; // the key
        QByteArray after;
    };
    const QList<QByteArray> facility{"format = 1", "name = \"F\""};
    const QList<QByteArray> profile{"format = 1", "id = \"p\"", "name = \"P\""};
    const QList<QByteArray> linked = profile + QList<QByteArray>{"link.summit.host = \"h\""};
    const QList<QByteArray> desktop = linked + QList<QByteArray>{"[[desktop]]", "id = \"d\"", "link = \"summit\"", "display = \":1\""};
    const QList<QByteArray> window = linked + QList<QByteArray>{"[[window]]", "id = \"w\"", "link = \"summit\"", "command = [\"w\"]"};
    const QHash<TableId, Home> homes{
        {TableId::Facility, {true, facility, {}, {}}},
        {TableId::FacilitySite, {true, facility + QList<QByteArray>{"[site.hilo]", "screens = [\"left\"]"}, {}, {}}},
        {TableId::Default, {true, facility + QList<QByteArray>{"[default]"}, {}, {}}},
        {TableId::FacilityGroup, {true, facility + QList<QByteArray>{"[group.g]"}, {}, {}}},
        {TableId::Person, {true, facility + QList<QByteArray>{"[[person]]", "name = \"K\"", "role = \"SA\""}, {}, {}}},
        {TableId::VideoRoom, {true, facility + QList<QByteArray>{"[[room]]", "name = \"R\"", "link = \"https://r.example\""}, {}, {}}},
        {TableId::Broker,
         {true, facility + QList<QByteArray>{"[link.summit]", "host = \"h\"", "[broker]", "id = \"b\"", "link = \"summit\"", "port = 1883"}, {}, {}}},
        {TableId::Profile, {false, profile, {}, {}}},
        {TableId::ProfileSite, {false, profile + QList<QByteArray>{"[site.waimea]"}, {}, {}}},
        {TableId::Link, {false, profile + QList<QByteArray>{"[link.summit]", "host = \"h\""}, {}, {}}},
        {TableId::Desktop, {false, desktop, {}, {}}},
        {TableId::Window, {false, window, {}, {}}},
        {TableId::DesktopExpect, {false, desktop, "expect = { ", " }"}},
        {TableId::WindowNeeds, {false, window, "needs = { ", " }"}},
        {TableId::DesktopViewer, {false, desktop, "viewer = { ", " }"}},
        {TableId::WindowViewer, {false, window, "viewer = { ", " }"}},
        {TableId::WindowServer, {false, window, "server = { ", " }"}},
        {TableId::WindowArguments, {false, window, "args = { ", " }"}},
        {TableId::LinkDiscover, {false, profile + QList<QByteArray>{"[link.summit]", "host = \"h\""}, "discover = { ", " }"}},
        {TableId::DesktopDiscover, {false, linked + QList<QByteArray>{"[[desktop]]", "id = \"d\"", "link = \"summit\""}, "discover = { ", " }"}},
        {TableId::LinkAlgorithms, {false, profile + QList<QByteArray>{"[link.summit]", "host = \"h\""}, "algorithms = { ", " }"}},
    };
    const QList<std::pair<const char *, QByteArray>> values{
        {"text", "\"\\u0001\""},
        {"a number", "-7"},
        {"a number with a point", "1.5"},
        {"true", "true"},
        {"a date", "2026-11-21"},
        {"a list of numbers", "[7]"},
        {"a table of a number", "{ q = 7 }"},
    };
    for (const KeyInfo &key : keyTable()) {
        QVERIFY2(homes.contains(key.table), qPrintable(tableSpelling(key.table)));
        const Home &home = homes[key.table];
        const QByteArray name = QString(key.name).toUtf8();
        for (const auto &[kind, value] : values) {
            const bool isText = key.type == KeyType::Text || key.type == KeyType::Texts || key.type == KeyType::Path || key.type == KeyType::RegularExpression;
            const bool isTable = key.type == KeyType::Table || key.type == KeyType::TablesById || key.type == KeyType::TextsByName;
            if ((isText && value.startsWith('"')) || (key.type == KeyType::Boolean && value == "true") || (isTable && value.startsWith('{'))
                || (key.type == KeyType::Longitude && (value == "-7" || value == "1.5"))) {
                continue; // that it is, or what stands in it is another key's matter
            }
            QByteArrayList lines;
            for (const QByteArray &line : home.lines) {
                if (!line.startsWith(QByteArray(name + " ="))) {
                    lines.append(line);
                }
            }
            lines.append(home.before + name + " = " + value + home.after);
            const QString row = u"%1 of %2 as %3"_s.arg(key.name, tableSpelling(key.table), QString::fromLatin1(kind));
            // A text may well be a name: there only is no such link or screen.
            const bool isName = (key.type == KeyType::LinkName || key.type == KeyType::ScreenName) && value.startsWith('"');
            const QString expected = !isName    ? valueExpectation(key)
                : key.type == KeyType::LinkName ? u"there is no connection "_s
                                                : u"no site has a screen "_s;
            QTest::newRow(qPrintable(row)) << home.inFacility << lines.join('\n') << int(lines.size()) << expected;
        }
    }
}

void MistakesTest::everyKeyRefusesWhatItIsNot()
{
    QFETCH(bool, inFacility);
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(QString, expected);
    const QStringList found = mistakesOf(inFacility ? text : Test::facilityHead(), inFacility ? Test::head() : text, {});
    const QString place = (inFacility ? u"facility.toml:"_s : QString()) + QString::number(line) + u':';
    const bool isReported = std::ranges::any_of(found, [&](const QString &told) {
        return told.startsWith(place) && told.contains(u": error: "_s) && told.contains(expected);
    });
    QVERIFY2(isReported, qPrintable(QString::fromUtf8(text) + u"\ntold:\n"_s + found.join(u'\n')));
}

void MistakesTest::bytes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << text << expected;
    };
    const QByteArray head = Test::head();
    const QByteArray start = "format = 1\nid = \"l\"\nname = \"L\"\n";
    row("a byte that is not UTF-8",
        head + "user = \"m\xE9\"\nport = 70000\n",
        {u"6:10: error: the byte 0xe9 is not UTF-8; save the file as UTF-8"_s,
         u"7:8: error: 70000 is not a valid value for “port”: expected a whole number from 1 to 65535"_s});
    row("a value that is refused anyway, with a byte that is not UTF-8",
        head + "host-key = 1\n[[desktop]]\nid = \"d\xE9\"\nlink = \"summit\"\ndisplay = \":\xE9\"\n",
        {u"6:1: error: “host-key” is not a key of [link.ID]: expected one of host, port, user, jump, identities, known-hosts, compression, algorithms, discover"_s,
         u"8:8: error: the byte 0xe9 is not UTF-8; save the file as UTF-8"_s});
    row("a byte that is not UTF-8 in a list", head + "jump = [\"g\xE9\"]\n", {u"6:11: error: the byte 0xe9 is not UTF-8; save the file as UTF-8"_s});
    row("the replacement character itself is UTF-8",
        head + "compression = \"\xEF\xBF\xBD\"\n",
        {u"6:15: error: “\uFFFD” is not a valid value for “compression”: expected \"off\", \"on\" or \"auto\""_s});
    row("a character that ends too early", head + "user = \"m\xE2\x98\"\n", {u"6:10: error: the byte 0xe2 is not UTF-8; save the file as UTF-8"_s});
    row("a character that is spelled too long", head + "user = \"m\xC0\xAF\"\n", {u"6:10: error: the byte 0xc0 is not UTF-8; save the file as UTF-8"_s});
    row("a byte that is not UTF-8 outside quotes",
        head + "us\xE9r = \"me\"\n",
        {u"6:3: error: the byte 0xe9 is not UTF-8; save the file as UTF-8"_s, u"6:3: error: unexpected “\uFFFD”: expected “=” after the key"_s});
    row("a byte that is not UTF-8 in a comment", head + "port = 22 # m\xE9\n", {u"6:14: error: the byte 0xe9 is not UTF-8; save the file as UTF-8"_s});
    row("UTF-16",
        QByteArray("\xFF\xFE"
                   "f\0o\0",
                   6),
        {u"1:1: error: the file is UTF-16; save it as UTF-8"_s});
    row("a NUL byte", head + QByteArray("user = \"m\0e\"\n", 13), {u"6:10: error: unexpected NUL byte; this is not a text file"_s});
    row("a control character in a text", head + "user = \"m\x07" "e\"\n", {u"6:10: error: unexpected control character 0x07: expected a visible character"_s});
    row("a control character in a comment behind a value",
        head + "port = 22 # m\x07\n",
        {u"6:14: error: unexpected control character 0x07: expected a visible character"_s});
    row("a control character between two keys", head + "\x07port = 22\n", {u"6:1: error: unexpected control character 0x07: expected a key"_s});
    row("a no-break space in a list", head + "jump = [\"a\",\u00a0\"b\"]\n", {u"6:13: error: unexpected character U+00A0: expected text in quotes"_s});
    row("a tab in a text is good, a mistake behind it two columns on",
        head + "jump = [\"a\tb\", 7]\n",
        {u"6:9: error: “a b” is not a valid value for “jump”: expected a list of hosts, for example [\"gateway.example\", \"guest@inner.example:2222\"]"_s,
         u"6:16: error: the list “jump” contains the number 7: expected a list of hosts, for example [\"gateway.example\", \"guest@inner.example:2222\"]"_s});
    row("a byte order mark has no column",
        "\xEF\xBB\xBF"
        "format = \"1\"\nid = \"l\"\nname = \"L\"\n",
        {u"1:10: error: “format” is not a valid version number: expected the number 1"_s});
    row("an empty file",
        "",
        {u"1:1: error: “format” is missing: expected the number 1"_s,
         u"1:1: error: “id” is missing: expected lower-case letters, digits, - and _, beginning with a letter or digit"_s,
         u"1:1: error: “name” is missing: expected text in quotes"_s});
    row("a file of blanks",
        "  \n\t\n",
        {u"1:1: error: “format” is missing: expected the number 1"_s,
         u"1:1: error: “id” is missing: expected lower-case letters, digits, - and _, beginning with a letter or digit"_s,
         u"1:1: error: “name” is missing: expected text in quotes"_s});
    row("20,000 brackets", start + "description = " + QByteArray(20000, '['), {u"4:31: error: this is nested too deeply: expected at most 16 levels"_s});
    row("20,000 brackets that are closed",
        start + "description = " + QByteArray(20000, '[') + QByteArray(20000, ']'),
        {u"4:31: error: this is nested too deeply: expected at most 16 levels"_s});
    row("20,000 brackets on lines of their own",
        start + "description = " + QByteArray("[\n").repeated(20000),
        {u"20:1: error: this is nested too deeply: expected at most 16 levels"_s});
    row("20,000 braces",
        start + "description = " + QByteArray("{a=").repeated(20000) + "1" + QByteArray(20000, '}'),
        {u"4:63: error: this is nested too deeply: expected at most 16 levels"_s});
    row("20,000 brackets of a header", start + QByteArray(20000, '['), {u"4:3: error: unexpected “[”: expected a key"_s});
    row("20,000 dots in a key",
        start + "a" + QByteArray(".a").repeated(20000) + " = 1",
        {u"4:1: error: this is nested too deeply: expected at most 16 levels"_s});
    row("20,000 dots in a header",
        start + "[a" + QByteArray(".a").repeated(20000) + "]",
        {u"4:2: error: this is nested too deeply: expected at most 16 levels"_s});
    row("more than a megabyte", head + QByteArray(1024 * 1024, '\n'), {u"1:1: error: the file is too large: a profile can have at most 1024 KiB"_s});
}

void MistakesTest::bytes()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    const QStringList found = mistakesOf(Test::facilityHead(), text, {});
    QVERIFY2(found == expected, qPrintable(u"found:\n"_s + found.join(u'\n') + u"\nexpected:\n"_s + expected.join(u'\n')));
}

void MistakesTest::windowsLineEndsChangeNothing_data()
{
    mistakes_data();
}

void MistakesTest::windowsLineEndsChangeNothing()
{
    QFETCH(QByteArray, facility);
    QFETCH(QByteArray, profile);
    QFETCH(QString, site);
    QFETCH(QStringList, expected);
    const QStringList found = mistakesOf(facility.replace("\n", "\r\n"), profile.replace("\n", "\r\n"), site);
    QVERIFY2(found == expected, qPrintable(u"found:\n"_s + found.join(u'\n') + u"\nexpected:\n"_s + expected.join(u'\n')));
}

void MistakesTest::files_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a directory") << u"directory"_s << u"this is a directory, not a file"_s;
    QTest::newRow("a dangling link") << u"dangling"_s << u"this is a symbolic link to a file that does not exist"_s;
    QTest::newRow("a link that leads in a circle") << u"circle"_s << u"this is a symbolic link that leads in a circle"_s;
    QTest::newRow("a file of 100 MB") << u"large"_s << u"the file is too large: a profile can have at most 1024 KiB"_s;
}

void MistakesTest::files()
{
    QFETCH(QString, kind);
    QFETCH(QString, expected);
    const Test::FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityHead());
    directory.write(u"profiles/good.toml"_s, Test::head() + "[[desktop]]\nid = \"d\"\nlink = \"summit\"\ndisplay = \":1\"\n");
    const QString file = directory.path() + u"/profiles/bad.toml"_s;
    const QByteArray name = QFile::encodeName(file);
    if (kind == "directory"_L1) {
        QVERIFY(QDir().mkdir(file));
    } else if (kind == "dangling"_L1) {
        QCOMPARE(::symlink("/nowhere/at/all", name.constData()), 0);
    } else if (kind == "circle"_L1) {
        QCOMPARE(::symlink(name.constData(), name.constData()), 0);
    } else {
        directory.write(u"profiles/bad.toml"_s, "format = 1\n");
        QCOMPARE(::truncate(name.constData(), 100 * 1000 * 1000), 0);
    }
    const FacilityChecker::Result result = FacilityChecker::check(directory.path());
    QCOMPARE(result.problems, (QList<ProfileError>{{SourcePlace{file, 0, 0}, Severity::Error, expected}}));
    QVERIFY(result.isUnreadable);
    QCOMPARE(result.readFileCount, 2); // the others were read all the same
}

void MistakesTest::aLargeFileIsNotRead()
{
    const Test::FacilityDirectory directory;
    directory.write(u"facility.toml"_s, Test::facilityHead());
    const QString file = directory.path() + u"/facility.toml"_s;
    QCOMPARE(::truncate(QFile::encodeName(file).constData(), off_t(100) * 1000 * 1000 * 1000), 0);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!readTextFile(file));
    QVERIFY(timer.durationElapsed() < Test::underLoad(5s)); // 100 GB
}

NIGHTDESK_GUILESS_TEST(MistakesTest)
#include "mistakestest.moc"
