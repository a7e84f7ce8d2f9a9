// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/facilityproblems.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// A facility's mistakes in the order in which a person goes through them.
class FacilityProblemsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theyComeInFileOrder();
    void lines_data();
    void lines();
    void names_data();
    void names();
};

void FacilityProblemsTest::theyComeInFileOrder()
{
    const QString head = u"/f/facility.toml"_s;
    const QString esi = u"/f/profiles/esi.toml"_s;
    const QString lris = u"/f/profiles/lris.toml"_s;
    Facility facility;
    facility.directory = u"/f"_s;
    facility.errors = {{{lris, 3, 1}, Severity::Warning, u"lris warns"_s},
                       {{head, 9, 1}, Severity::Error, u"host is empty"_s},
                       {{head, 0, 0}, Severity::Error, u"no name"_s},
                       {{esi, 2, 1}, Severity::Warning, u"esi warns"_s}};
    facility.brokenProfiles = {
        {lris,
         u"lris"_s,
         {{{lris, 12, 5}, Severity::Error, u"port"_s}, {{lris, 12, 1}, Severity::Error, u"key"_s}, {{head, 9, 1}, Severity::Error, u"host is empty"_s}}},
        {esi, u"esi"_s, {{{head, 9, 1}, Severity::Error, u"host is empty"_s}, {{head, 9, 1}, Severity::Error, u"and so is the user"_s}}}};
    const QList<ProfileError> problems = FacilityProblems::all(facility);
    QStringList messages;
    for (const ProfileError &problem : problems) {
        messages.append(problem.message);
    }
    QCOMPARE(messages, (QStringList{u"no name"_s, u"host is empty"_s, u"and so is the user"_s, u"esi warns"_s, u"lris warns"_s, u"key"_s, u"port"_s}));
    QCOMPARE(FacilityProblems::count(problems, Severity::Error), 5);
    QCOMPARE(FacilityProblems::count(problems, Severity::Warning), 2);
    QVERIFY(FacilityProblems::all({}).isEmpty());
}

void FacilityProblemsTest::lines_data()
{
    QTest::addColumn<ProfileError>("problem");
    QTest::addColumn<QString>("line");
    QTest::newRow("an error") << ProfileError{{u"/f/a.toml"_s, 3, 7}, Severity::Error, u"unknown key"_s} << u"/f/a.toml:3:7: error: unknown key"_s;
    QTest::newRow("a warning") << ProfileError{{u"/f/a.toml"_s, 3, 7}, Severity::Warning, u"overlap"_s} << u"/f/a.toml:3:7: warning: overlap"_s;
    QTest::newRow("no line to blame") << ProfileError{{u"/f/a.toml"_s, 0, 0}, Severity::Error, u"not UTF-8"_s} << u"/f/a.toml: error: not UTF-8"_s;
}

void FacilityProblemsTest::lines()
{
    QFETCH(ProfileError, problem);
    QTEST(FacilityProblems::asLine(problem), "line");
}

void FacilityProblemsTest::names_data()
{
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    QTest::newRow("below it") << u"/f"_s << u"/f/profiles/a.toml"_s << u"profiles/a.toml"_s;
    QTest::newRow("with a slash at the end") << u"/f//"_s << u"/f/facility.toml"_s << u"facility.toml"_s;
    QTest::newRow("beside it") << u"/f"_s << u"/fg/a.toml"_s << u"/fg/a.toml"_s;
    QTest::newRow("the root") << u"/"_s << u"/facility.toml"_s << u"facility.toml"_s;
    QTest::newRow("no directory") << QString() << u"/f/a.toml"_s << u"/f/a.toml"_s;
}

void FacilityProblemsTest::names()
{
    QFETCH(QString, directory);
    QFETCH(QString, file);
    QTEST(FacilityProblems::pathRelativeTo(directory, file), "name");
}

NIGHTDESK_GUILESS_TEST(FacilityProblemsTest)
#include "facilityproblemstest.moc"
