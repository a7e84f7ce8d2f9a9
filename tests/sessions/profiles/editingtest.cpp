// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing a profile: what may stand at a place, what was meant, and what saving would do to the facility.
#include "sessions/profiles/editing/draft.h"
#include "sessions/profiles/editing/draftchecker.h"
#include "sessions/profiles/editing/profiletemplates.h"
#include "sessions/profiles/facility/facilitychecker.h"
#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/facility/profilereader.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
/// A text with the place marked by "|".
std::pair<QString, qsizetype> placed(QString text)
{
    const qsizetype at = text.indexOf(u'|');
    return {text.remove(at, 1), at};
}

QStringList texts(const EditingHelp::Proposals &proposals)
{
    QStringList result;
    for (const EditingHelp::Proposal &one : proposals.list) {
        result.append(one.text);
    }
    return result;
}

const NamesInUse names{.sites = {u"waimea"_s}, .screens = {u"left"_s, u"right"_s}, .links = {u"shared"_s}, .groups = {u"common"_s}, .hosts = {u"lris"_s}};

/// Where a place of a mistake is in a text, in UTF-16 units.
qsizetype offsetOf(const QString &text, int line, int column)
{
    qsizetype at = 0;
    for (int i = 1; i < line; ++i) {
        at = text.indexOf(u'\n', at) + 1;
    }
    for (int i = 1; i < column; ++i) {
        at += text[at].isHighSurrogate() ? 2 : 1;
    }
    return at;
}
}

class EditingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void proposals_data();
    void proposals();
    void onlyTheWordIsReplaced();
    void everyProposalOfAChoiceIsAccepted();
    void explains();
    void whatTheCheckerSuggestsIsAFix_data();
    void whatTheCheckerSuggestsIsAFix();
    void anyPlaceOfAnyTextIsBearable();
    void aDraftIsCheckedAsIfItWereSaved();
    void whatSavingBreaksElsewhereIsSaid();
    void templatesAreRight();
    void theNewestTextIsChecked();
};

void EditingTest::proposals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // one of them; "-x": x is not
    QTest::newRow("a key of a profile") << u"form|"_s << u"format"_s;
    QTest::newRow("a key of a desktop") << u"[[desktop]]\nid = \"a\"\n|"_s << u"topology"_s;
    QTest::newRow("not of a profile there") << u"[[desktop]]\n|"_s << u"-description"_s;
    QTest::newRow("a choice, without quotes") << u"[[window]]\ntopology = |"_s << u"\"vnc-app\""_s;
    QTest::newRow("a choice, in quotes") << u"[[window]]\ntopology = \"vn|\""_s << u"vnc-app"_s;
    QTest::newRow("a choice, quotes still open") << u"[[window]]\ntopology = \"vn|\nid = \"a\""_s << u"vnc-app"_s;
    QTest::newRow("a screen") << u"[[window]]\nscreen = \"|\""_s << u"left"_s;
    QTest::newRow("a link of the file") << u"[link.summit]\nhost = \"h\"\n[[window]]\nlink = \"|\""_s << u"summit"_s;
    QTest::newRow("a link of the facility") << u"[[window]]\nlink = \"|\""_s << u"shared"_s;
    QTest::newRow("a host") << u"[link.a]\nhost = \"|\""_s << u"lris"_s;
    QTest::newRow("a switch") << u"[[window]]\ntrusted = |"_s << u"true"_s;
    QTest::newRow("a table") << u"[|"_s << u"link"_s;
    QTest::newRow("a site's id") << u"[site.|]"_s << u"waimea"_s;
    QTest::newRow("inside a site") << u"[site.waimea.|]"_s << u"link"_s;
    QTest::newRow("an inline table") << u"[[window]]\nneeds = { |"_s << u"visual"_s;
    QTest::newRow("behind an inline table's comma") << u"[[desktop]]\nexpect = { size = \"10x10\", |"_s << u"visual"_s;
    QTest::newRow("a dotted key") << u"[link.a]\nalgorithms.|"_s << u"add"_s;
    QTest::newRow("a list's item") << u"[link.a]\nalgorithms.add = [\"ssh-rsa\", \"|\"]"_s << u"aes128-cbc"_s;
    QTest::newRow("a list over lines") << u"[link.a]\nalgorithms.add = [\n  \"ssh-rsa\",\n  \"|"_s << u"aes128-cbc"_s;
    QTest::newRow("behind a list left open") << u"[link.a]\njump = [\"x\"\n[[window]]\ntopology = \"|"_s << u"x11"_s;
    QTest::newRow("a comment") << u"# form|"_s << u"-format"_s;
    QTest::newRow("behind a text") << u"name = \"x # y\"\nform|"_s << u"format"_s;
    QTest::newRow("a text of several lines") << u"name = \"\"\"\n[[desktop]]\n\"\"\"\ndesc|"_s << u"description"_s;
}

void EditingTest::proposals()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto [written, at] = placed(text);
    const QStringList found = texts(EditingHelp(TableId::Profile, names).proposals(written, at));
    const bool isNot = expected.startsWith(u'-');
    QVERIFY2(found.contains(expected.sliced(isNot ? 1 : 0)) != isNot, qPrintable(found.join(u", "_s)));
}

void EditingTest::onlyTheWordIsReplaced()
{
    const auto [text, at] = placed(u"[[window]]\ntopology = \"vn|c\" # why"_s);
    const EditingHelp::Proposals found = EditingHelp(TableId::Profile, names).proposals(text, at);
    QCOMPARE(text.sliced(found.begin, found.end - found.begin), u"vnc"_s);
    const auto [key, keyAt] = placed(u"[[window]]\n  topo| = \"x11\""_s);
    const EditingHelp::Proposals keys = EditingHelp(TableId::Profile, names).proposals(key, keyAt);
    QCOMPARE(key.sliced(keys.begin, keys.end - keys.begin), u"topo"_s);
}

/// What is proposed is what the reader takes: both are made from the key table.
void EditingTest::everyProposalOfAChoiceIsAccepted()
{
    const QByteArray head = Test::head() + "[[window]]\nid = \"w\"\nlink = \"summit\"\ncommand = [\"xterm\"]\n";
    for (const QString &key : {u"topology"_s, u"start"_s, u"restart"_s, u"trusted"_s}) {
        const QString text = QString::fromUtf8(head) + key + u" = "_s;
        const EditingHelp::Proposals found = EditingHelp(TableId::Profile, names).proposals(text, text.size());
        QVERIFY2(found.list.size() >= 2, qPrintable(key));
        for (const EditingHelp::Proposal &one : found.list) {
            const QByteArray whole = (text + one.text + u'\n').toUtf8();
            for (const ProfileError &problem : ProfileReader::parse(whole, u"/f/lris.toml"_s).problems) {
                QVERIFY2(!problem.message.contains(u"not a valid value"_s), qPrintable(key + u" = "_s + one.text + u": "_s + problem.message));
            }
        }
    }
}

void EditingTest::explains()
{
    const auto [text, at] = placed(u"[[window]]\ntopo|logy = \"x11\""_s);
    const QString said = EditingHelp(TableId::Profile, names).explanation(text, at);
    QVERIFY2(said.startsWith(u"topology: "_s) && said.contains(u"Expected: "_s) && said.contains(u"vnc-app"_s), qPrintable(said));
    const auto [value, valueAt] = placed(u"[[window]]\ntopology = \"x|11\""_s);
    QCOMPARE(EditingHelp(TableId::Profile, names).explanation(value, valueAt), said);
    const auto [other, otherAt] = placed(u"[[window]]\nno-such|-key = 1"_s);
    QCOMPARE(EditingHelp(TableId::Profile, names).explanation(other, otherAt), QString());
}

/// Every "Did you mean" of mistakes.txt about a word of the format, or about a name that the files give.
void EditingTest::whatTheCheckerSuggestsIsAFix_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isFacilityFile");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("meant");
    QTest::addColumn<QByteArray>("facility");
    // A part of a text, or a place far from the word: nothing is offered there, the message says it.
    static const QRegularExpression apart(u"variable|size of|not closed|broken header"_s);
    static const QRegularExpression row(u"^(facility.toml:)?(\\d+):(\\d+): \\w+: .*Did you mean “([^”]+)”"_s);
    for (const Test::Case &one : Test::readCases()) {
        if (apart.match(QString::fromUtf8(one.name)).hasMatch()) {
            continue;
        }
        for (const QString &line : one.expected) {
            if (const auto found = row.match(line); found.hasMatch()) {
                const bool isFacilityFile = found.hasCaptured(1);
                QTest::newRow(one.name.constData()) << QString::fromUtf8(isFacilityFile ? one.facility : one.profile) << isFacilityFile
                                                    << found.captured(2).toInt() << found.captured(3).toInt() << found.captured(4) << one.facility;
            }
        }
    }
}

void EditingTest::whatTheCheckerSuggestsIsAFix()
{
    QFETCH(QString, text);
    QFETCH(bool, isFacilityFile);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(QString, meant);
    QFETCH(QByteArray, facility);
    const FacilityDocument document(facility, u"/f/facility.toml"_s);
    NamesInUse inUse{.sites = document.siteNames(), .screens = document.screens({}), .links = {}, .groups = document.groups().names(), .hosts = {}};
    if (const TomlNode *links = document.root().table(u"link"_s)) {
        for (const TomlEntry &entry : links->entries()) {
            inUse.links.append(entry.key);
        }
    }
    const std::optional<EditingHelp::Fix> suggestedFix =
        EditingHelp(isFacilityFile ? TableId::Facility : TableId::Profile, inUse).suggestedFix(text, offsetOf(text, line, column));
    QVERIFY(suggestedFix.has_value());
    QCOMPARE(suggestedFix->text, meant);
}

/// Half-typed and broken texts: every place of every case, and of cut ones.
void EditingTest::anyPlaceOfAnyTextIsBearable()
{
    const EditingHelp help(TableId::Profile, names);
    int asked = 0;
    for (const Test::Case &one : Test::readCases()) {
        const QString text = QString::fromUtf8(one.profile).left(600);
        for (qsizetype at = 0; at <= text.size(); at += 7) {
            const QStringView cut = QStringView(text).first(at);
            const EditingHelp::Proposals found = help.proposals(cut, at);
            QVERIFY(found.begin >= 0 && found.begin <= at && found.end >= found.begin && found.end <= cut.size());
            help.explanation(text, at);
            ++asked;
        }
    }
    QVERIFY(asked > 1000);
}

void EditingTest::aDraftIsCheckedAsIfItWereSaved()
{
    Test::FacilityDirectory facility;
    facility.write(u"facility.toml"_s, Test::facilityHead());
    const QByteArray good = Test::head() + "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n";
    facility.write(u"profiles/lris.toml"_s, good);
    const QString file = facility.path() + u"/profiles/lris.toml"_s;
    const Draft draft = Draft::forFile(file);
    QVERIFY(draft.check(good).problemsInFile.isEmpty());
    const QList<ProfileError> found = draft.check(good + "sceen = \"left\"\n").problemsInFile;
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().place, (SourcePlace{file, 10, 1}));
    QVERIFY(found.first().message.contains(u"Did you mean “screen”?"_s));

    // A new file, and one that takes another one's id.
    const QList<ProfileError> twice = Draft::forFile(facility.path() + u"/profiles/other.toml"_s).check(good).problemsInFile;
    QCOMPARE(twice.size(), 1);
    QVERIFY2(twice.first().message.contains(u"lris.toml already uses the id"_s), qPrintable(twice.first().message));
}

void EditingTest::whatSavingBreaksElsewhereIsSaid()
{
    Test::FacilityDirectory facility;
    facility.write(u"facility.toml"_s, Test::facilityHead());
    const QByteArray good = Test::head() + "[[desktop]]\nid = \"control\"\nlink = \"shared\"\ndisplay = \":1\"\nscreen = \"left\"\n";
    facility.write(u"profiles/lris.toml"_s, good);
    const Draft draft = Draft::forFile(facility.path() + u"/facility.toml"_s);
    QVERIFY(draft.isFacilityFile());
    QVERIFY(draft.check(Test::facilityHead()).problemsInOtherFiles.isEmpty());
    const Draft::Verdict verdict = draft.check(QByteArray(Test::facilityHead()).replace("link.shared", "link.other"));
    QVERIFY(verdict.problemsInFile.isEmpty());
    QSet<QString> brokenFiles;
    for (const ProfileError &problem : verdict.problemsInOtherFiles) {
        if (problem.severity == Severity::Error) {
            brokenFiles.insert(problem.place.file);
        }
    }
    QCOMPARE(brokenFiles.size(), 1);
    QVERIFY(!verdict.problemsInOtherFiles.isEmpty());
    QCOMPARE(verdict.problemsInOtherFiles.first().place.file, facility.path() + u"/profiles/lris.toml"_s);
}

/// Also with each of the lines that wait behind a "# ".
void EditingTest::templatesAreRight()
{
    static const QRegularExpression waiting(u"^# (?=[a-z-]+ = )"_s, QRegularExpression::MultilineOption);
    QVERIFY(ProfileTemplates::allTemplates().size() >= 3);
    for (const ProfileTemplates::Template &one : ProfileTemplates::allTemplates()) {
        QCOMPARE(FacilityChecker::checkWithoutFacility(one.text, u"/f/instrument.toml"_s), QList<ProfileError>());
        QString text = QString::fromUtf8(one.text);
        QVERIFY(text.count(waiting) >= 4);
        text.remove(waiting);
        const QList<ProfileError> found = FacilityChecker::checkWithoutFacility(text.toUtf8(), u"/f/instrument.toml"_s);
        QVERIFY2(found.isEmpty(), qPrintable(found.isEmpty() ? QString() : found.first().place.toString() + found.first().message));
    }
}

void EditingTest::theNewestTextIsChecked()
{
    Test::FacilityDirectory facility;
    facility.write(u"facility.toml"_s, Test::facilityHead());
    facility.write(u"profiles/lris.toml"_s, "");
    DraftChecker check;
    QSignalSpy checked(&check, &DraftChecker::checked);
    check.readFacilityOf(facility.path() + u"/profiles/lris.toml"_s);
    const QByteArray good = Test::head() + "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n";
    for (int i = 0; i < 20; ++i) {
        check.check(good.first(good.size() - 20 + i));
    }
    check.check(good);
    QTRY_VERIFY(!checked.isEmpty() && checked.last().first().value<Draft::Verdict>().problemsInFile.isEmpty());
    QVERIFY(checked.size() < 20); // texts that are old are left out
}

NIGHTDESK_GUILESS_TEST(EditingTest)

#include "editingtest.moc"
