// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a change of one file does to all profiles at all sites, before it is saved.
#include "sessions/profiles/editing/changeeffects.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QByteArray instrument(const QByteArray &id)
{
    return Test::head().replace("\"lris\"", QByteArray('"' + id + '"'))
        + "[[desktop]]\nid = \"control\"\nlink = \"shared\"\ndisplay = \":1\"\nscreen = \"left\"\n";
}

FacilityTexts facilityOf(const QByteArray &facility, const QList<std::pair<QString, QByteArray>> &profiles)
{
    FacilityTexts texts;
    texts.directory = texts.canonicalPath = u"/f"_s;
    texts.facilityFilePath = u"/f/facility.toml"_s;
    texts.facility = facility;
    texts.profilesDirectory = u"/f/profiles"_s;
    for (const auto &[name, text] : profiles) {
        texts.profiles.append({u"/f/profiles/"_s + name, text});
    }
    return texts;
}

/// "esi Changed Waimea: control"
QStringList written(const QList<ChangeEffect> &effects)
{
    static const QStringList kinds{u"Changed"_s, u"Broken"_s, u"StillBroken"_s, u"Fixed"_s, u"Added"_s, u"Removed"_s};
    QStringList result;
    for (const ChangeEffect &effect : effects) {
        result.append(effect.profileId + u' ' + kinds[static_cast<int>(effect.kind)] + u' '
                      + (effect.isAtAllSites ? u"everywhere"_s : effect.siteNames.join(u',')) + u": "_s + effect.displayIds.join(u','));
    }
    return result;
}
}

class ChangeEffectsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ofOneProfile_data();
    void ofOneProfile();
    void ofTheFacility_data();
    void ofTheFacility();
};

void ChangeEffectsTest::ofOneProfile_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("expected");
    const QByteArray good = instrument("lris");
    const QByteArray broken = good + "port = 1\n";
    QTest::newRow("nothing") << good << good << QStringList();
    QTest::newRow("a comment") << good << "# x\n" + good << QStringList();
    QTest::newRow("a value") << good << QByteArray(good).replace(":1", ":2") << QStringList{u"lris Changed everywhere: control"_s};
    QTest::newRow("a name") << good << QByteArray(good).replace("\"LRIS\"", "\"LRIS 2\"") << QStringList{u"lris Changed everywhere: "_s};
    QTest::newRow("at one site") << good << good + "[site.waimea]\ndesktop.control.screen = \"right\"\n" << QStringList{u"lris Changed Waimea: control"_s};
    QTest::newRow("a screen that one site has not") << good << QByteArray(good).replace("\"left\"", "\"centre\"")
                                                    << QStringList{u"lris Changed Santa Cruz: control"_s, u"lris Broken Waimea: "_s};
    QTest::newRow("an error") << good << broken << QStringList{u"lris Broken everywhere: "_s};
    QTest::newRow("another error") << broken << broken + "sceen = 1\n" << QStringList{u"lris StillBroken everywhere: "_s};
    QTest::newRow("no more error") << broken << good << QStringList{u"lris Fixed everywhere: "_s};
    QTest::newRow("no text at all") << good << "\xff\xfe"_ba << QStringList{u"lris Broken everywhere: "_s};
    QTest::newRow("another id") << good << instrument("lris2") << QStringList{u"lris2 Added everywhere: "_s, u"lris Removed everywhere: "_s};
}

void ChangeEffectsTest::ofOneProfile()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray facility = Test::facilityHead();
    const QByteArray other = instrument("esi");
    const auto found = written(ChangeEffect::between(facilityOf(facility, {{u"esi.toml"_s, other}, {u"lris.toml"_s, before}}),
                                                     facilityOf(facility, {{u"esi.toml"_s, other}, {u"lris.toml"_s, after}})));
    QFETCH(QStringList, expected);
    QStringList sorted = found;
    sorted.sort();
    expected.sort();
    QCOMPARE(sorted, expected);
}

void ChangeEffectsTest::ofTheFacility_data()
{
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("expected");
    const QByteArray before = Test::facilityHead();
    QTest::newRow("a connection that both use") << QByteArray(before).replace("shared.summit.example", "other.example")
                                                << QStringList{u"esi Changed everywhere: control"_s, u"lris Changed everywhere: control"_s};
    QTest::newRow("a connection that is gone") << QByteArray(before).replace("link.shared", "link.other")
                                               << QStringList{u"esi Broken everywhere: "_s, u"lris Broken everywhere: "_s};
    QTest::newRow("a new site") << before + "[site.hilo]\nname = \"Hilo\"\nscreens = [\"left\"]\n"
                                << QStringList{u"esi Added Hilo: "_s, u"lris Added Hilo: "_s};
    QTest::newRow("for one site") << QByteArray(before).replace("[site.santa-cruz]\n", "[site.santa-cruz]\ndefault.desktop.quality = \"low\"\n")
                                  << QStringList{u"esi Changed Santa Cruz: control"_s, u"lris Changed Santa Cruz: control"_s};
    QTest::newRow("a newer format") << QByteArray(before).replace("format = 1", "format = 99")
                                    << QStringList{u"esi Broken everywhere: "_s, u"lris Broken everywhere: "_s};
    QTest::newRow("what no profile uses") << before + "[link.unused]\nhost = \"x\"\n" << QStringList();
}

void ChangeEffectsTest::ofTheFacility()
{
    QFETCH(QByteArray, after);
    const QList<std::pair<QString, QByteArray>> profiles{{u"esi.toml"_s, instrument("esi")}, {u"lris.toml"_s, instrument("lris")}};
    QTEST(written(ChangeEffect::between(facilityOf(Test::facilityHead(), profiles), facilityOf(after, profiles))), "expected");
}

NIGHTDESK_GUILESS_TEST(ChangeEffectsTest)

#include "changeeffectstest.moc"
