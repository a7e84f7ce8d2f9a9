// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a text comes to while it is written: the values at a site, where each is written, and what another site has instead.
#include "sessions/profiles/editing/drafteffectupdater.h"
#include "tests/sessions/profiles/sitesfacility.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using Test::sitesFacilityText;
using Test::sitesProfileText;
using namespace Qt::StringLiterals;

class DraftEffectTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void eachValueKnowsWhereItIsWritten_data();
    void eachValueKnowsWhereItIsWritten();
    void sitesAreCompared();
    void theFacilityShowsAnyProfile();
    void aProfileAloneHasNoSites();
    void whatHasErrorsIsNotGood();
    void lastValidValuesFollowTheText();
    void theNewestTextIsShown();

private:
    Draft draft(const QString &name = u"profiles/lris.toml"_s) const;

    std::unique_ptr<Test::SitesFacility> m_facility;
};

void DraftEffectTest::init()
{
    m_facility = std::make_unique<Test::SitesFacility>();
    m_facility->write(u"profiles/esi.toml"_s, QByteArray(sitesProfileText).replace("\"lris\"\nname", "\"esi\"\nname"));
}

Draft DraftEffectTest::draft(const QString &name) const
{
    return Draft::forFile(m_facility->path() + u'/' + name);
}

void DraftEffectTest::eachValueKnowsWhereItIsWritten_data()
{
    QTest::addColumn<QString>("site");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("place"); // file:line:column
    const auto row = [](const char *tag,
                        const QString &site,
                        const QString &id,
                        const QString &key,
                        const QString &value,
                        ValueOrigin::Kind kind,
                        const QString &name,
                        const QString &place) {
        QTest::newRow(tag) << site << id << key << value << static_cast<int>(kind) << name << place;
    };
    using Kind = ValueOrigin::Kind;
    row("of the profile", u"waimea"_s, u"ds9"_s, u"geometry"_s, u"400x300+20+20"_s, Kind::Profile, {}, u"lris.toml:20:12"_s);
    row("of a site of the profile", u"hilo"_s, u"ds9"_s, u"geometry"_s, u"200x100+0+0"_s, Kind::Site, u"hilo"_s, u"lris.toml:28:23"_s);
    row("of a group", u"waimea"_s, u"seeing"_s, u"geometry"_s, u"640x400-0-0"_s, Kind::Group, u"common"_s, u"facility.toml:9:12"_s);
    row("of the facility's defaults", u"waimea"_s, u"ds9"_s, u"restart"_s, u"auto"_s, Kind::FacilityDefault, {}, u"facility.toml:18:11"_s);
    row("that nobody wrote", u"waimea"_s, u"ds9"_s, u"title"_s, u"ds9"_s, Kind::Default, {}, {});
}

void DraftEffectTest::eachValueKnowsWhereItIsWritten()
{
    QFETCH(QString, site);
    QFETCH(QString, id);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(int, kind);
    QFETCH(QString, name);
    QFETCH(QString, place);
    const DraftEffect effect = draft().effect(sitesProfileText, {.profileFile = {}, .site = site, .siteToCompare = {}});
    QVERIFY(effect.hasNoErrors);
    QCOMPARE(effect.siteIds, (QStringList{u"waimea"_s, u"hilo"_s}));
    QCOMPARE(effect.site.id, site);
    const EffectiveValue *found = effect.value(u"window"_s, id, key);
    QVERIFY(found);
    QCOMPARE(found->value.text, value);
    QCOMPARE(static_cast<int>(found->origin.kind), kind);
    QCOMPARE(found->origin.name, name);
    const SourcePlace &at = found->writtenValue.place;
    QCOMPARE(at.line > 0 ? u"%1:%2:%3"_s.arg(QFileInfo(at.file).fileName()).arg(at.line).arg(at.column) : QString(), place);
}

void DraftEffectTest::sitesAreCompared()
{
    const DraftEffect effect = draft().effect(sitesProfileText, {.profileFile = {}, .site = u"waimea"_s, .siteToCompare = u"hilo"_s});
    QStringList different;
    int same = 0;
    for (const ComparedTable &table : comparedTables(effect.tables, effect.tablesAtOtherSite)) {
        for (const ComparedValue &value : table.values) {
            if (value.differs) {
                different.append(u"%1 %2 %3 %4"_s.arg(table.id, value.key, value.valueAtFirstSite->value.text, value.valueAtSecondSite->value.text));
            } else {
                ++same;
            }
        }
    }
    QCOMPARE(different, QStringList{u"ds9 geometry 400x300+20+20 200x100+0+0"_s});
    QVERIFY(same > 10);

    // What only one of them has.
    const QList<EffectiveTable> nothing;
    const QList<ComparedTable> onlyThere = comparedTables(nothing, effect.tables);
    QCOMPARE(onlyThere.size(), effect.tables.size());
    QVERIFY(onlyThere.first().values.first().differs);
    QVERIFY(!onlyThere.first().values.first().valueAtFirstSite);
}

void DraftEffectTest::theFacilityShowsAnyProfile()
{
    const Draft facility = draft(u"facility.toml"_s);
    const QString esi = m_facility->path() + u"/profiles/esi.toml"_s;
    const DraftEffect first = facility.effect(sitesFacilityText, {});
    QCOMPARE(first.profileFiles.size(), 2);
    QCOMPARE(first.selection.profileFile, esi);
    const QByteArray changed = QByteArray(sitesFacilityText).replace("640x400-0-0", "64x40-0-0");
    const DraftEffectSelection selection{.profileFile = m_facility->path() + u"/profiles/lris.toml"_s, .site = u"hilo"_s, .siteToCompare = {}};
    const DraftEffect second = facility.effect(changed, selection);
    QCOMPARE(second.profile.id, u"lris"_s);
    QCOMPARE(second.value(u"window"_s, u"seeing"_s, u"geometry"_s)->value.text, u"64x40-0-0"_s);
}

void DraftEffectTest::aProfileAloneHasNoSites()
{
    QTemporaryDir directory;
    const QByteArray alone = QByteArray(sitesProfileText).replace("include = [\"common\"]\n", "");
    const QByteArray text = alone.first(alone.indexOf("[site."));
    const DraftEffect effect =
        Draft::forFile(directory.path() + u"/alone.toml"_s).effect(text, {.profileFile = {}, .site = u"hilo"_s, .siteToCompare = u"waimea"_s});
    QVERIFY(effect.hasNoErrors);
    QCOMPARE(effect.siteIds, QStringList());
    QCOMPARE(effect.selection.site, QString());
    QCOMPARE(effect.value(u"window"_s, u"ds9"_s, u"geometry"_s)->value.text, u"400x300+20+20"_s);
}

void DraftEffectTest::whatHasErrorsIsNotGood()
{
    QVERIFY(!draft().effect(sitesProfileText + "sceen = \"left\"\n", {}).hasNoErrors);
    QVERIFY(!draft().effect("\"", {}).hasNoErrors);
    // An error at the other site alone.
    const QByteArray text = QByteArray(sitesProfileText).replace("200x100+0+0", "big");
    QVERIFY(!draft().effect(text, {.profileFile = {}, .site = u"waimea"_s, .siteToCompare = u"hilo"_s}).hasNoErrors);
}

void DraftEffectTest::lastValidValuesFollowTheText()
{
    const DraftEffect good = draft().effect(sitesProfileText, {});
    const DraftEffect bad =
        draft().effect("# one\n# two\n" + QByteArray(sitesProfileText).replace("link = \"summit\"\ncommand = [\"ds9\"]", "link = \ncommand = [\"ds9\"]"), {});
    QVERIFY(good.hasNoErrors);
    QVERIFY(!bad.hasNoErrors);
    const DraftEffect shown = good.withLineNumbersOf(bad);
    QVERIFY(shown.isFromLastValidText);
    QCOMPARE(shown.value(u"window"_s, u"ds9"_s, u"link"_s)->value.text, u"summit"_s);
    QCOMPARE(shown.value(u"window"_s, u"ds9"_s, u"geometry"_s)->writtenValue.place.line, 22); // two lines further down than it was
}

void DraftEffectTest::theNewestTextIsShown()
{
    DraftEffectUpdater live;
    QSignalSpy changed(&live, &DraftEffectUpdater::effectChanged);
    const Draft draft = this->draft();
    for (int i = 0; i < 20; ++i) {
        live.setText(draft, QByteArray(sitesProfileText).replace("400x300", QByteArray(QByteArray::number(100 + i) + "x600")));
    }
    const auto geometry = [&live] {
        const EffectiveValue *value = live.effect().value(u"window"_s, u"ds9"_s, u"geometry"_s);
        return value ? value->value.text : QString();
    };
    QTRY_COMPARE(geometry(), u"119x600+20+20"_s);
    QVERIFY(changed.size() < 20);

    live.setText(draft, sitesProfileText + "sceen = \"left\"\n");
    QTRY_VERIFY(live.effect().isFromLastValidText);
    QCOMPARE(geometry(), u"119x600+20+20"_s);
    live.setSelection({.profileFile = {}, .site = u"hilo"_s, .siteToCompare = {}});
    QTRY_COMPARE(live.effect().selection.site, u"hilo"_s);
    QVERIFY(!live.effect().isFromLastValidText); // none is known of that site
    live.setText(draft, sitesProfileText);
    QTRY_VERIFY(live.effect().hasNoErrors);
    QCOMPARE(geometry(), u"200x100+0+0"_s);
}

NIGHTDESK_GUILESS_TEST(DraftEffectTest)

#include "drafteffecttest.moc"
