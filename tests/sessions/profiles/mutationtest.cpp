// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profilereader.h"

#include "tests/sessions/profiles/mutations.h"
#include "tests/sessions/profiles/texts.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
/// The text of facility.toml, then of profiles, by file.
using Files = QMap<QString, QByteArray>;

QByteArray content(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Files exampleFacility()
{
    const QString directory = qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/example-facility"_s;
    Files files{{u"/facility/facility.toml"_s, content(directory + u"/facility.toml"_s)}};
    for (const QString &name : QDir(directory + u"/profiles"_s).entryList({u"*.toml"_s}, QDir::Files)) {
        files.insert(u"/facility/profiles/"_s + name, content(directory + u"/profiles/"_s + name));
    }
    return files;
}

Files sketch()
{
    return {{u"/facility/facility.toml"_s, Test::facilityToml()}, {u"/facility/profiles/lris.toml"_s, Test::sketch()}};
}

/// What is reported of them, at every site.
QList<ProfileError> problemsOf(const Files &files)
{
    const QString facilityFilePath = u"/facility/facility.toml"_s;
    const FacilityDocument facility(files.value(facilityFilePath), facilityFilePath);
    Problems problems;
    problems.add(facility.problems());
    for (const auto &[file, text] : files.asKeyValueRange()) {
        if (file == facilityFilePath) {
            continue;
        }
        const ProfileReader reader(text, file, facility);
        for (const QString &site : facility.siteNames()) {
            problems.add(reader.parsedAtSite(site).problems);
        }
    }
    return problems.sorted();
}
}

class MutationTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goodFilesAreGood();
    void mutations_data();
    void mutations();
};

void MutationTest::goodFilesAreGood()
{
    QCOMPARE(problemsOf(exampleFacility()), QList<ProfileError>());
    for (const ProfileError &problem : problemsOf(sketch())) {
        QCOMPARE(problem.severity, Severity::Warning);
    }
}

void MutationTest::mutations_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QSet<int>>("guilty");
    QTest::addColumn<QSet<int>>("alsoTrue");
    int count = 0;
    for (const Files &good : {sketch(), exampleFacility()}) {
        for (const auto &[file, text] : good.asKeyValueRange()) {
            for (const Test::Mutation &mutation : Test::Mutations(text, 20261121).make(2)) {
                Files files = good;
                files[file] = mutation.text;
                const QString name = u"%1 %2: %3"_s.arg(QString::number(++count), file.section(u'/', -1), mutation.what);
                QTest::newRow(qPrintable(name)) << files << file << mutation.guilty << mutation.alsoTrue;
            }
        }
    }
    QVERIFY(count >= 200);
}

void MutationTest::mutations()
{
    QFETCH(Files, files);
    QFETCH(QString, file);
    QFETCH(QSet<int>, guilty);
    QFETCH(QSet<int>, alsoTrue);
    QString told;
    bool named = false;
    bool misled = false;
    for (const ProfileError &problem : problemsOf(files)) {
        const bool isHere = problem.place.file == file && guilty.contains(problem.place.line);
        const bool isTrue = problem.place.file != file || alsoTrue.contains(problem.place.line);
        named = named || isHere;
        misled = misled || (!isHere && !isTrue && problem.severity == Severity::Error);
        told += u"\n%1: %2"_s.arg(problem.place.toString(), problem.message);
    }
    QStringList expected;
    for (const int line : guilty) {
        expected.append(QString::number(line));
    }
    QVERIFY2(named, qPrintable(u"expected line %1, told:%2"_s.arg(expected.join(u','), told)));
    QVERIFY2(!misled, qPrintable(u"expected line %1 alone, told:%2"_s.arg(expected.join(u','), told)));
}

NIGHTDESK_GUILESS_TEST(MutationTest)
#include "mutationtest.moc"
