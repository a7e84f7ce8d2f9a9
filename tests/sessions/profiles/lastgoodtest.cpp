// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityassembler.h"
#include "sessions/profiles/facility/lastvalidtextsfile.h"

#include "tests/sessions/profiles/texts.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <sys/stat.h>
#include <unistd.h>

#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

using Spoil = std::function<void(FacilityTexts &)>;
Q_DECLARE_METATYPE(Spoil)

class LastGoodTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void goodProfilesAreRemembered();
    void brokenProfileKeepsItsLastForm_data();
    void brokenProfileKeepsItsLastForm();
    void withoutMemoryNothingIsKept();
    void mendedProfileIsItselfAgain();
    void formIsOfTheFacilityItWasGoodWith();
    void formIsReadAnewForSiteAndAccount();
    void eachSiteHasItsForm();
    void siteThatTheFormDidNotKnow();
    void unknownSiteIsNotRemembered();
    void deletedProfileDisappears();
    void deletedAndWrittenAnewIsKnown();
    void idBelongsToTheGoodOne();
    void unreadableIdIsThatOfTheForm();
    void brokenFacilityStaysInForce_data();
    void brokenFacilityStaysInForce();
    void facilityThatNeverWasGood();
    void shareThatIsAway();
    void runsOfLastForms();
    void timeIsThatOfTheFirstReading();
    void comesBackFromJson();
    void roomIsForTheNewest();
    void damagedMemoryIsNone_data();
    void damagedMemoryIsNone();
    void keptAcrossARestart();
    void fileOfAnotherFacilityIsNotTaken();
    void unwritableMemoryIsNoMatter();
    void twoConsolesForgetNothingOfEachOther();
    void ofTwoFormsTheNewerIsKept_data();
    void ofTwoFormsTheNewerIsKept();
    void deletedStaysDeletedForBoth_data();
    void deletedStaysDeletedForBoth();
    void whatAnotherDeletedAndIsThereAgainIsKept();

private:
    static QDateTime at(int minute)
    {
        return QDateTime::fromSecsSinceEpoch(1'800'000'000 + minute * 60, QTimeZone::UTC);
    }
    static QByteArray named(const QByteArray &id, const QByteArray &host = "lris.summit.example")
    {
        const QByteArray quoted = '"' + id + '"';
        return Test::sketch().replace("\"lris\"", quoted).replace("\"LRIS\"", quoted).replace("lris.summit.example", host);
    }
    void put(const QString &name, const QByteArray &text)
    {
        const QString file = u"/f/profiles/"_s + name;
        const auto found = std::ranges::find(m_texts.profiles, file, &FacilityTexts::Profile::filePath);
        if (found != m_texts.profiles.end()) {
            found->text = text;
        } else {
            m_texts.profiles.append({file, text});
        }
    }
    AssembledFacility read(int minute, const QString &site = u"waimea"_s, const QString &account = {}, bool isInstalledByAdministrator = false)
    {
        return FacilityAssembler(m_texts, site, account, &m_memory, at(minute)).assemble(isInstalledByAdministrator);
    }
    static QString hostOf(const std::optional<InstrumentProfile> &profile)
    {
        return profile && !profile->links.isEmpty() ? profile->links.first().host : QString();
    }

    FacilityTexts m_texts;
    LastValidTexts m_memory;
};

void LastGoodTest::init()
{
    m_memory = {};
    m_texts = {};
    m_texts.directory = u"/f"_s;
    m_texts.canonicalPath = u"/f"_s;
    m_texts.facilityFilePath = u"/f/facility.toml"_s;
    m_texts.facility = Test::facilityToml();
    m_texts.profilesDirectory = u"/f/profiles"_s;
    put(u"lris.toml"_s, Test::sketch());
}

void LastGoodTest::goodProfilesAreRemembered()
{
    const Facility facility = read(0).facility;
    QCOMPARE(facility.profiles.size(), 1);
    QVERIFY(facility.brokenProfiles.isEmpty());
    QVERIFY(facility.errors.isEmpty());
    QCOMPARE(m_memory.profileFileNames(u"waimea"_s), QStringList{u"lris.toml"_s});
    QVERIFY(m_memory.profileFileNames(u"santa-cruz"_s).isEmpty());
    QCOMPARE(m_memory.lastVersion(u"waimea"_s, u"lris.toml"_s), (LastValidTexts::Version{Test::facilityToml(), Test::sketch(), at(0), false}));
    QCOMPARE(m_memory.facility()->text, Test::facilityToml());
}

void LastGoodTest::brokenProfileKeepsItsLastForm_data()
{
    QTest::addColumn<Spoil>("spoil");
    QTest::addColumn<int>("line"); // of its first mistake
    const auto row = [](const char *name, int line, const std::function<std::expected<QByteArray, QString>()> &text) {
        QTest::newRow(name) << Spoil([text](FacilityTexts &texts) {
            texts.profiles.first().text = text();
        }) << line;
    };
    using Text = std::expected<QByteArray, QString>;
    row("a wrong value", 3, [] {
        return Text(Test::sketch().replace("name = \"LRIS\"", "name = 3"));
    });
    row("half of a line", 7, [] {
        return Text(Test::sketch().replace("host = \"lris.summit.example\"", "host = \"lris."));
    });
    row("a conflict of git", 1, [] {
        return Text("<<<<<<< HEAD\n" + Test::sketch());
    });
    row("a newer format", 1, [] {
        return Text(Test::sketch().replace("format = 1", "format = 99"));
    });
    row("not UTF-8", 1, [] {
        return Text(QByteArray("\xff\xfe\x00", 3) + Test::sketch());
    });
    row("emptied", 0, [] {
        return Text(QByteArray());
    });
    row("unreadable", 0, [] {
        return Text(std::unexpected(u"you do not have permission to read this file"_s));
    });
}

void LastGoodTest::brokenProfileKeepsItsLastForm()
{
    QFETCH(Spoil, spoil);
    QFETCH(int, line);
    const InstrumentProfile good = read(0).facility.profiles.first();
    spoil(m_texts);
    const Facility facility = read(9).facility;
    QVERIFY(facility.profiles.isEmpty());
    QCOMPARE(facility.brokenProfiles.size(), 1);
    const BrokenProfile &broken = facility.brokenProfiles.first();
    QCOMPARE(broken.id, u"lris"_s);
    QVERIFY(!broken.errors.isEmpty());
    if (line > 0) {
        QCOMPARE(broken.errors.first().place.line, line);
    }
    QCOMPARE(broken.lastValid, good);
    QCOMPARE(broken.lastValidAt, at(0));
    QVERIFY(facility.errors.isEmpty());
}

void LastGoodTest::withoutMemoryNothingIsKept()
{
    read(0);
    put(u"lris.toml"_s, "format = 1\n");
    m_texts.facility = QByteArray("format = \"one\"\n");
    const Facility facility = FacilityAssembler(m_texts, u"waimea"_s, {}, nullptr, at(1)).assemble(false).facility;
    QCOMPARE(facility.brokenProfiles.size(), 1);
    QVERIFY(!facility.brokenProfiles.first().lastValid);
    QVERIFY(!facility.brokenProfiles.first().lastValidAt.isValid());
    QVERIFY(facility.sites.isEmpty());
}

void LastGoodTest::mendedProfileIsItselfAgain()
{
    read(0);
    put(u"lris.toml"_s, "format = 1\n");
    read(1);
    put(u"lris.toml"_s, named("lris", "new.example"));
    const Facility facility = read(2).facility;
    QVERIFY(facility.brokenProfiles.isEmpty());
    QCOMPARE(hostOf(facility.profiles.first()), u"new.example"_s);
    put(u"lris.toml"_s, "format = 1\n");
    const Facility again = read(3).facility;
    QCOMPARE(hostOf(again.brokenProfiles.first().lastValid), u"new.example"_s);
    QCOMPARE(again.brokenProfiles.first().lastValidAt, at(2));
}

void LastGoodTest::formIsOfTheFacilityItWasGoodWith()
{
    // The facility's link is taken away from under a profile that is as it was.
    put(u"lris.toml"_s, "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[[desktop]]\nid = \"c\"\nlink = \"shared\"\ndisplay = \":1\"\n");
    QCOMPARE(read(0).facility.profiles.size(), 1);
    m_texts.facility = Test::facilityToml().replace("link.shared", "link.common").replace("[link.shared]", "[link.common]");
    const Facility facility = read(1).facility;
    QVERIFY(facility.errors.isEmpty()); // facility.toml is good
    QCOMPARE(facility.brokenProfiles.size(), 1);
    QCOMPARE(hostOf(facility.brokenProfiles.first().lastValid), u"shared.summit.example"_s);
}

void LastGoodTest::formIsReadAnewForSiteAndAccount()
{
    read(0, u"waimea"_s);
    read(0, u"santa-cruz"_s);
    put(u"lris.toml"_s, "format = 1\n");
    const auto lastVersion = [this](const QString &site, const QString &account) {
        return *read(1, site, account).facility.brokenProfiles.first().lastValid;
    };
    QCOMPARE(lastVersion(u"waimea"_s, {}).desktops.first().screen, u"left"_s);
    QCOMPARE(lastVersion(u"waimea"_s, {}).links.first().user, u"{account}"_s);
    QVERIFY(lastVersion(u"waimea"_s, {}).needsAccount);
    QCOMPARE(lastVersion(u"santa-cruz"_s, u"lris5"_s).desktops.first().screen, u"centre"_s);
    QCOMPARE(lastVersion(u"santa-cruz"_s, u"lris5"_s).links.first().user, u"lris5"_s);
    QCOMPARE(lastVersion(u"waimea"_s, u"lris6"_s).links.first().user, u"lris6"_s);
}

void LastGoodTest::eachSiteHasItsForm()
{
    // Good at one site, wrong at the other: what was good there is not forgotten because it is good here.
    read(0, u"santa-cruz"_s);
    put(u"lris.toml"_s, named("lris", "new.example") + "link.summit.port = 70000\n");
    QCOMPARE(read(1, u"santa-cruz"_s).facility.brokenProfiles.size(), 1);
    const Facility here = read(2, {}).facility;
    const Facility there = read(3, u"santa-cruz"_s).facility;
    QCOMPARE(there.brokenProfiles.size(), 1);
    QCOMPARE(hostOf(there.brokenProfiles.first().lastValid), u"lris.summit.example"_s);
    QCOMPARE(there.brokenProfiles.first().lastValid->desktops.first().screen, u"centre"_s);
    QVERIFY(here.profiles.size() + here.brokenProfiles.size() == 1);
}

void LastGoodTest::siteThatTheFormDidNotKnow()
{
    read(0, u"waimea"_s);
    m_texts.facility = Test::facilityToml() + "[site.waikoloa]\nscreens = [\"left\", \"right\"]\n";
    put(u"lris.toml"_s, "format = 1\n");
    QVERIFY(!read(1, u"waikoloa"_s).facility.brokenProfiles.first().lastValid);
    QVERIFY(read(2, u"waimea"_s).facility.brokenProfiles.first().lastValid);
}

void LastGoodTest::unknownSiteIsNotRemembered()
{
    QCOMPARE(read(0, u"atlantis"_s).facility.errors.size(), 1);
    QVERIFY(m_memory.profileFileNames(u"atlantis"_s).isEmpty());
}

void LastGoodTest::deletedProfileDisappears()
{
    put(u"esi.toml"_s, named("esi"));
    QCOMPARE(read(0).facility.profiles.size(), 2);
    m_texts.profiles.removeLast();
    const Facility facility = read(1).facility;
    QCOMPARE(facility.profiles.size(), 1);
    QVERIFY(facility.brokenProfiles.isEmpty());
    // nor does it come back when nothing can be listed
    m_texts.profiles.clear();
    m_texts.listingError = u"cannot read"_s;
    QCOMPARE(read(2).facility.brokenProfiles.size(), 1);
    const auto stored = LastValidTexts::fromJson(m_memory.toJson(u"/f"_s), u"/f"_s);
    QVERIFY(stored);
    QVERIFY(stored->lastVersion(u"waimea"_s, u"lris.toml"_s));
    QVERIFY(!stored->lastVersion(u"waimea"_s, u"esi.toml"_s));
}

void LastGoodTest::deletedAndWrittenAnewIsKnown()
{
    read(0);
    const QList<FacilityTexts::Profile> profiles = std::exchange(m_texts.profiles, {});
    QVERIFY(read(1).facility.brokenProfiles.isEmpty()); // as an editor or git does it
    m_texts.profiles = profiles;
    put(u"lris.toml"_s, "format = 1\n");
    QVERIFY(read(2).facility.brokenProfiles.first().lastValid);
}

void LastGoodTest::idBelongsToTheGoodOne()
{
    read(0);
    put(u"lris.toml"_s, "format = 1\n");
    put(u"new.toml"_s, named("lris", "new.example"));
    const AssembledFacility reading = read(1);
    QCOMPARE(reading.facility.profiles.size(), 1);
    QCOMPARE(reading.facility.brokenProfiles.size(), 1);
    QVERIFY(!reading.facility.brokenProfiles.first().lastValid);
    QCOMPARE(reading.manifestsByProfile.value(u"lris"_s).manifest.items.first().host, u"new.example"_s);
}

void LastGoodTest::unreadableIdIsThatOfTheForm()
{
    put(u"file.toml"_s, named("hires"));
    read(0);
    m_texts.profiles.last().text = std::unexpected(u"you do not have permission to read this file"_s);
    QCOMPARE(read(1).facility.brokenProfiles.first().id, u"hires"_s);
    put(u"file.toml"_s, "id = \"No id\"\n");
    QCOMPARE(read(1).facility.brokenProfiles.first().id, u"hires"_s);
    put(u"file.toml"_s, "id = \"deimos\"\n");
    QCOMPARE(read(1).facility.brokenProfiles.first().id, u"deimos"_s); // as it says itself
    QCOMPARE(read(1).facility.brokenProfiles.first().lastValid->id, u"hires"_s);
}

void LastGoodTest::brokenFacilityStaysInForce_data()
{
    QTest::addColumn<Spoil>("spoil");
    QTest::addColumn<int>("line");
    const auto row = [](const char *name, int line, const Spoil &spoil) {
        QTest::newRow(name) << spoil << line;
    };
    row("a wrong value", 2, [](FacilityTexts &texts) {
        texts.facility = Test::facilityToml().replace("\"Summit Observatory\"", "7");
    });
    row("a link without a host", 6, [](FacilityTexts &texts) {
        texts.facility = Test::facilityToml().replace("host = \"shared.summit.example\"", "");
    });
    row("a newer format", 1, [](FacilityTexts &texts) {
        texts.facility = Test::facilityToml().replace("format = 1", "format = 2");
    });
    row("deleted", 0, [](FacilityTexts &texts) {
        texts.facility = std::unexpected(u"the file does not exist"_s);
    });
}

void LastGoodTest::brokenFacilityStaysInForce()
{
    QFETCH(Spoil, spoil);
    QFETCH(int, line);
    const Facility good = read(0).facility;
    spoil(m_texts);
    const Facility facility = read(75).facility;
    QCOMPARE(facility.name, good.name);
    QCOMPARE(facility.timezone, good.timezone);
    QCOMPARE(facility.sites, good.sites);
    QCOMPARE(facility.profiles, good.profiles);
    QVERIFY(facility.brokenProfiles.isEmpty());
    QCOMPARE(facility.errors.size(), 2);
    QCOMPARE(facility.errors.first().severity, Severity::Error);
    QCOMPARE(facility.errors.first().place.line, line);
    QCOMPARE(facility.errors.last().severity, Severity::Warning);
    QCOMPARE(facility.errors.last().place, (SourcePlace{u"/f/facility.toml"_s, 0, 0}));
    QVERIFY2(facility.errors.last().message.contains(u"2027-01-15 08:00 UT"_s), qPrintable(facility.errors.last().message));
    // A profile that is new since then is read with what is in force.
    put(u"esi.toml"_s, named("esi"));
    QCOMPARE(read(76).facility.profiles.size(), 2);
}

void LastGoodTest::facilityThatNeverWasGood()
{
    m_texts.facility = QByteArray("format = 1\nname = 7\n");
    const Facility facility = read(0).facility;
    QCOMPARE(facility.errors.size(), 1);
    QVERIFY(facility.sites.isEmpty());
    QVERIFY(!m_memory.facility());
    m_texts.facility = Test::facilityToml();
    QVERIFY(read(1).facility.errors.isEmpty());
}

void LastGoodTest::shareThatIsAway()
{
    put(u"esi.toml"_s, named("esi").replace("\"esi\"\ndesc", "\"ESI\"\ndesc"));
    const Facility good = read(0).facility; // by name: ESI, LRIS
    m_texts.canonicalPath.clear();
    m_texts.facility = std::unexpected(u"the file does not exist"_s);
    m_texts.profiles.clear();
    m_texts.listingError = u"the directory does not exist"_s;
    const Facility away = read(1).facility;
    QCOMPARE(away.sites, good.sites);
    QVERIFY(away.profiles.isEmpty());
    QCOMPARE(away.brokenProfiles.size(), 2);
    QCOMPARE(away.brokenProfiles.first().id, u"esi"_s);
    QCOMPARE(away.brokenProfiles.first().file, u"/f/profiles/esi.toml"_s);
    QCOMPARE(away.brokenProfiles.first().errors.size(), 1);
    QCOMPARE(away.brokenProfiles.first().errors.first().place, (SourcePlace{u"/f/profiles"_s, 0, 0}));
    QCOMPARE(away.brokenProfiles.first().errors.first().message, u"the directory does not exist"_s);
    QCOMPARE(away.brokenProfiles.first().lastValid, good.profiles.first());
    QCOMPARE(away.brokenProfiles.last().lastValid, good.profiles.last());
    QCOMPARE(away.errors.size(), 2);
    // What is not remembered at another site is not there either.
    QVERIFY(read(2, u"santa-cruz"_s).facility.brokenProfiles.isEmpty());
}

void LastGoodTest::runsOfLastForms()
{
    const RunManifest good = read(0, u"waimea"_s, {}, true).manifestsByProfile.value(u"lris"_s).manifest;
    put(u"lris.toml"_s, "format = 1\n");
    const AssembledFacility::ProfileManifest run = read(1, u"waimea"_s, u"lris4"_s).manifestsByProfile.value(u"lris"_s);
    QVERIFY(run.isFromLastValidText);
    QVERIFY(run.isInstalledByAdministrator); // when it was read
    QCOMPARE(run.manifest, good);
    QCOMPARE(run.manifest.items.first().account, u"{account}"_s); // whatever account is in force

    init();
    read(0, u"waimea"_s, u"lris4"_s, false);
    put(u"lris.toml"_s, "format = 1\n");
    QVERIFY(!read(1, u"waimea"_s, {}, true).manifestsByProfile.value(u"lris"_s).isInstalledByAdministrator);
}

void LastGoodTest::timeIsThatOfTheFirstReading()
{
    read(0);
    read(5);
    QCOMPARE(m_memory.lastVersion(u"waimea"_s, u"lris.toml"_s)->readAt, at(0));
    QCOMPARE(m_memory.facility()->readAt, at(0));
    const LastValidTexts before = m_memory;
    read(6);
    QCOMPARE(m_memory, before); // nothing to write
    m_texts.facility = Test::facilityToml() + "# more\n";
    read(7);
    QCOMPARE(m_memory.lastVersion(u"waimea"_s, u"lris.toml"_s)->readAt, at(7));
}

void LastGoodTest::comesBackFromJson()
{
    put(u"esi.toml"_s, "\xef\xbb\xbf" + named("esi")); // with a byte order mark
    read(0);
    read(1, u"santa-cruz"_s, {}, true);
    m_memory.setCanonicalPath(u"/real/f"_s);
    const auto back = LastValidTexts::fromJson(m_memory.toJson(u"/f"_s), u"/f"_s);
    QVERIFY(back);
    QCOMPARE(*back, m_memory);
    QCOMPARE(back->canonicalPath(), u"/real/f"_s);
    QCOMPARE(LastValidTexts::fromJson(LastValidTexts().toJson(u"/f"_s), u"/f"_s), LastValidTexts());
}

void LastGoodTest::roomIsForTheNewest()
{
    for (int i = 0; i < 10; ++i) {
        m_memory.rememberProfile(u"s"_s, QString::number(i), {"common", QByteArray(1000, char('a' + i)), at(i), false});
    }
    const QByteArray json = m_memory.toJson(u"/f"_s, 3500);
    QVERIFY(json.size() < 8000);
    const auto back = LastValidTexts::fromJson(json, u"/f"_s);
    QVERIFY(back);
    QCOMPARE(back->profileFileNames(u"s"_s), (QStringList{u"7"_s, u"8"_s, u"9"_s}));
}

void LastGoodTest::damagedMemoryIsNone_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no JSON") << QByteArray("{") << QByteArray("<");
    QTest::newRow("another version") << QByteArray("\"version\":1") << QByteArray("\"version\":2");
    QTest::newRow("another directory's") << QByteArray("\"directory\":\"/f\"") << QByteArray("\"directory\":\"/g\"");
    QTest::newRow("a text that is not the one") << QByteArray("Zm9ybWF0ID0gMQ") << QByteArray("Zm9ybWF0ID0gMg");
    QTest::newRow("texts are gone") << QByteArray("\"texts\"") << QByteArray("\"tests\"");
    QTest::newRow("a name that leads elsewhere") << QByteArray("lris.toml") << QByteArray("../../x");
    QTest::newRow("no name") << QByteArray("\"name\"") << QByteArray("\"game\"");
}

void LastGoodTest::damagedMemoryIsNone()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    read(0);
    QByteArray json = m_memory.toJson(u"/f"_s);
    QVERIFY(LastValidTexts::fromJson(json, u"/f"_s));
    QVERIFY(json.contains(from));
    QVERIFY(!LastValidTexts::fromJson(json.replace(from, to), u"/f"_s));
    QVERIFY(!LastValidTexts::fromJson({}, u"/f"_s));
}

void LastGoodTest::keptAcrossARestart()
{
    QTemporaryDir directory;
    const QString memory = directory.path() + u"/cache/facilities"_s;
    read(0);
    {
        LastValidTextsFile file(memory, u"/f"_s);
        QCOMPARE(file.read(), LastValidTexts());
        file.write(m_memory, m_texts.profileFileNames());
        struct stat status{};
        QCOMPARE(::stat(QFile::encodeName(file.path()).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
    }
    m_memory = LastValidTextsFile(memory, u"/f/"_s).read(); // the same directory, written otherwise
    put(u"lris.toml"_s, "format = 1\n");
    m_texts.facility = QByteArray("nonsense");
    const Facility facility = read(60 * 24).facility;
    QCOMPARE(facility.sites.size(), 2);
    QVERIFY(facility.brokenProfiles.first().lastValid);
    QCOMPARE(facility.brokenProfiles.first().lastValidAt, at(0));
}

void LastGoodTest::fileOfAnotherFacilityIsNotTaken()
{
    QTemporaryDir directory;
    read(0);
    LastValidTextsFile one(directory.path(), u"/f"_s);
    one.write(m_memory, m_texts.profileFileNames());
    LastValidTextsFile other(directory.path(), u"/g"_s);
    QVERIFY(one.path() != other.path());
    QCOMPARE(other.read(), LastValidTexts());
    QVERIFY(QFile::rename(one.path(), other.path()));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"it is written again"_s));
    QCOMPARE(other.read(), LastValidTexts());
}

void LastGoodTest::unwritableMemoryIsNoMatter()
{
    QTemporaryDir directory;
    QFile inTheWay(directory.path() + u"/cache"_s);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    read(0);
    LastValidTextsFile file(directory.path() + u"/cache"_s, u"/f"_s);
    QCOMPARE(file.read(), LastValidTexts());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"cannot be kept"_s));
    file.write(m_memory, m_texts.profileFileNames());
    file.write(m_memory, m_texts.profileFileNames()); // and is told once
    QVERIFY(inTheWay.remove());
    file.write(m_memory, m_texts.profileFileNames()); // nothing new, but now there is a place for it
    QVERIFY(QFile::exists(file.path()));
    // A link would be written through.
    QVERIFY(QDir(directory.path()).mkdir(u"mine"_s));
    LastValidTextsFile linked(directory.path() + u"/mine"_s, u"/f"_s);
    QCOMPARE(::symlink("/nowhere", QFile::encodeName(linked.path()).constData()), 0);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"is not used: the file is a symbolic link"_s));
    QCOMPARE(linked.read(), LastValidTexts());
    QCOMPARE(LastValidTextsFile({}, u"/f"_s).path(), QString());
    LastValidTextsFile({}, u"/f"_s).write(m_memory, m_texts.profileFileNames());
}

void LastGoodTest::twoConsolesForgetNothingOfEachOther()
{
    QTemporaryDir directory;
    LastValidTextsFile one(directory.path(), u"/f"_s);
    LastValidTextsFile other(directory.path(), u"/f"_s);
    one.read();
    other.read();
    read(0, u"waimea"_s);
    one.write(m_memory, m_texts.profileFileNames());
    m_memory = {};
    put(u"esi.toml"_s, named("esi"));
    read(5, u"santa-cruz"_s);
    other.write(m_memory, m_texts.profileFileNames());
    const LastValidTexts both = LastValidTextsFile(directory.path(), u"/f"_s).read();
    QCOMPARE(both.profileFileNames(u"waimea"_s), QStringList{u"lris.toml"_s});
    QCOMPARE(both.profileFileNames(u"santa-cruz"_s), (QStringList{u"esi.toml"_s, u"lris.toml"_s}));
    QCOMPARE(both.facility()->readAt, at(0));
}

void LastGoodTest::ofTwoFormsTheNewerIsKept_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<int>("firstAt");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<int>("secondAt");
    QTest::addColumn<QByteArray>("kept");
    QTest::addColumn<int>("keptAt");
    QTest::newRow("the one that writes last read it last") << QByteArray("a") << 1 << QByteArray("b") << 2 << QByteArray("b") << 2;
    QTest::newRow("the one that writes last read it first") << QByteArray("a") << 2 << QByteArray("b") << 1 << QByteArray("a") << 2;
    QTest::newRow("the same text is dated by its first reading") << QByteArray("a") << 1 << QByteArray("a") << 2 << QByteArray("a") << 1;
    QTest::newRow("also where that is told last") << QByteArray("a") << 2 << QByteArray("a") << 1 << QByteArray("a") << 1;
}

void LastGoodTest::ofTwoFormsTheNewerIsKept()
{
    QFETCH(QByteArray, first);
    QFETCH(int, firstAt);
    QFETCH(QByteArray, second);
    QFETCH(int, secondAt);
    QTemporaryDir directory;
    const auto write = [&directory](const QByteArray &text, int minute) {
        LastValidTexts memory;
        memory.rememberFacility(text, at(minute));
        memory.rememberProfile(u"waimea"_s, u"lris.toml"_s, {"facility", text, at(minute), false});
        LastValidTextsFile(directory.path(), u"/f"_s).write(memory, QStringList{u"lris.toml"_s});
    };
    write(first, firstAt);
    write(second, secondAt);
    const LastValidTexts found = LastValidTextsFile(directory.path(), u"/f"_s).read();
    const std::optional<LastValidTexts::Version> lastVersion = found.lastVersion(u"waimea"_s, u"lris.toml"_s);
    QVERIFY(lastVersion);
    QTEST(lastVersion->profileText, "kept");
    QFETCH(int, keptAt);
    QCOMPARE(lastVersion->readAt, at(keptAt));
    QTEST(found.facility()->text, "kept");
    QCOMPARE(found.facility()->readAt, at(keptAt));
}

void LastGoodTest::deletedStaysDeletedForBoth_data()
{
    QTest::addColumn<bool>("isListed"); // by the console that still remembers it
    QTest::newRow("the other one can list the profiles") << true;
    QTest::newRow("the share is away for the other one") << false;
}

void LastGoodTest::deletedStaysDeletedForBoth()
{
    QFETCH(bool, isListed);
    QTemporaryDir directory;
    put(u"esi.toml"_s, named("esi"));
    read(0);
    LastValidTextsFile one(directory.path(), u"/f"_s);
    one.write(m_memory, m_texts.profileFileNames());
    LastValidTextsFile other(directory.path(), u"/f"_s);
    LastValidTexts otherMemory = other.read();
    QCOMPARE(otherMemory.profileFileNames(u"waimea"_s).size(), 2);
    m_texts.profiles.removeLast(); // esi
    read(1);
    one.write(m_memory, m_texts.profileFileNames());
    QCOMPARE(LastValidTextsFile(directory.path(), u"/f"_s).read().profileFileNames(u"waimea"_s), QStringList{u"lris.toml"_s});
    otherMemory.rememberProfile(u"waimea"_s, u"lris.toml"_s, {"facility", "newer", at(2), false});
    other.write(otherMemory, isListed ? m_texts.profileFileNames() : std::nullopt);
    const LastValidTexts found = LastValidTextsFile(directory.path(), u"/f"_s).read();
    QCOMPARE(found.profileFileNames(u"waimea"_s), QStringList{u"lris.toml"_s});
    QCOMPARE(found.lastVersion(u"waimea"_s, u"lris.toml"_s)->profileText, QByteArray("newer"));
    // One that never knew of it does not bring it back either.
    LastValidTexts stale;
    stale.rememberProfile(u"waimea"_s, u"lris.toml"_s, {"facility", "newest", at(3), false});
    stale.rememberProfile(u"waimea"_s, u"mosfire.toml"_s, {"facility", "new", at(3), false});
    LastValidTextsFile(directory.path(), u"/f"_s).write(stale, QStringList{u"mosfire.toml"_s});
    QVERIFY(!LastValidTextsFile(directory.path(), u"/f"_s).read().lastVersion(u"waimea"_s, u"esi.toml"_s));
}

void LastGoodTest::whatAnotherDeletedAndIsThereAgainIsKept()
{
    QTemporaryDir directory;
    read(0);
    LastValidTextsFile one(directory.path(), u"/f"_s);
    one.write(m_memory, m_texts.profileFileNames());
    LastValidTexts gone;
    gone.setCanonicalPath(u"/f"_s);
    LastValidTextsFile(directory.path(), u"/f"_s).write(gone, QStringList()); // its look fell between an editor's deleting and writing
    m_memory.setCanonicalPath(u"/real"_s);
    one.write(m_memory, m_texts.profileFileNames());
    QVERIFY(LastValidTextsFile(directory.path(), u"/f"_s).read().lastVersion(u"waimea"_s, u"lris.toml"_s));
}

NIGHTDESK_GUILESS_TEST(LastGoodTest)
#include "lastgoodtest.moc"
