// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/trustcommand.h"

#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Nightdesk::Test::FacilityDirectory;

namespace
{
QByteArray facilityText()
{
    return R"(format = 1
name = "Observatory"
[site.hilo]
screens = ["left"]
[site.waimea]
screens = ["left"]
)";
}

QByteArray profileText(const QByteArray &id, const QByteArray &command = "\"ds9\"")
{
    return "format = 1\nid = \"" + id + "\"\nname = \"" + id.toUpper()
        + "\"\n[link.summit]\nhost = \"summit.example\"\nuser = \"{account}\"\n[[window]]\nid = \"image\"\nlink = \"summit\"\ncommand = [" + command
        + "]\n[site.waimea]\nlink.summit.host = \"waimea.example\"\n";
}
}

/// `nightdesk trust`: agreeing without a window.
class TrustCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void answers_data();
    void answers();
    void yesAgreesAndTellsWhatTo();
    void whatIsAgreedToIsNotAskedAgain();
    void whatChangedIsShown();
    void eachSiteIsAgreedToByItself();
    void severalAreAskedOneByOne();
    void mistakes_data();
    void mistakes();
    void nothingIsAgreedToIfOneIsWrong();
    void whatCannotBeKeptIsAFailure();

private:
    struct Outcome {
        int status = -1;
        QString out;
        QString err;
    };
    Outcome run(TrustCommand command, const QString &typed = {}, const QString &site = u"hilo"_s) const
    {
        Outcome outcome;
        QString input = typed;
        QTextStream in(&input, QIODevice::ReadOnly);
        QTextStream out(&outcome.out);
        QTextStream err(&outcome.err);
        if (command.facility.isEmpty()) {
            command.facility = m_facility->path();
        }
        outcome.status = runTrustCommand(command, DeskSettings{{}, site}, m_trustFile, in, out, err);
        return outcome;
    }

    std::unique_ptr<FacilityDirectory> m_facility;
    std::unique_ptr<QTemporaryDir> m_home;
    QString m_trustFile;
};

void TrustCommandTest::init()
{
    m_facility = std::make_unique<FacilityDirectory>();
    m_facility->write(u"facility.toml"_s, facilityText());
    m_facility->write(u"profiles/lris.toml"_s, profileText("lris"));
    m_facility->write(u"profiles/hires.toml"_s, profileText("hires"));
    m_facility->write(u"profiles/bad.toml"_s, "format = 1\nid = \"bad\"\nname = 5\n");
    m_home = std::make_unique<QTemporaryDir>();
    m_trustFile = m_home->filePath(u"nightdesk/trust.json"_s);
}

void TrustCommandTest::answers_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("status");
    QTest::newRow("yes agrees") << u"yes\n"_s << 0;
    QTest::newRow("in capitals") << u"YES\n"_s << 0;
    QTest::newRow("no does not") << u"no\n"_s << 1;
    QTest::newRow("a mere y does not") << u"y\n"_s << 1;
    QTest::newRow("Return does not") << u"\n"_s << 1;
    QTest::newRow("the end of what is typed does not") << QString() << 1;
    QTest::newRow("yes among other words does not") << u"yes please\n"_s << 1;
}

void TrustCommandTest::answers()
{
    QFETCH(QString, typed);
    QFETCH(int, status);
    const Outcome outcome = run({{u"lris"_s}, {}, {}, false}, typed);
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.out.contains(u"Logs in to summit.example as {account}"), qPrintable(outcome.out));
    QVERIFY(outcome.out.contains(u"Type “yes”"));
    QCOMPARE(outcome.err, QString());
    QCOMPARE(QFile::exists(m_trustFile), status == 0);
    QCOMPARE(run({{u"lris"_s}, {}, {}, false}).status, status); // and it stays so
}

void TrustCommandTest::yesAgreesAndTellsWhatTo()
{
    const Outcome outcome = run({{u"lris"_s}, {}, {}, true});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out,
             u"LRIS, from %1/profiles/lris.toml\n"
             "This profile is not approved on this workstation yet. What it does under your account:\n"
             "{account} is the account that you enter for the night\n"
             "  Logs in to summit.example as {account}\n"
             "    Program “image”:\n"
             "      ds9\n"
             "Approved.\n\n"_s.arg(m_facility->path()));
}

void TrustCommandTest::whatIsAgreedToIsNotAskedAgain()
{
    QCOMPARE(run({{u"lris"_s}, {}, {}, true}).status, 0);
    const Outcome again = run({{u"lris"_s}, {}, {}, false});
    QCOMPARE(again.status, 0);
    QVERIFY2(again.out.contains(u"Nothing has changed"), qPrintable(again.out));
    QVERIFY(!again.out.contains(u"Type"));
}

void TrustCommandTest::whatChangedIsShown()
{
    QCOMPARE(run({{u"lris"_s}, {}, {}, true}).status, 0);
    m_facility->write(u"profiles/lris.toml"_s, profileText("lris", "\"sh\", \"-c\", \"rm -rf ~\""));
    const Outcome outcome = run({{u"lris"_s}, {}, {}, false}, u"no\n"_s);
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.contains(u"-     ds9\n"), qPrintable(outcome.out));
    QVERIFY(outcome.out.contains(u"+     sh -c 'rm -rf ~'\n"));
    QVERIFY(outcome.out.endsWith(u"Not approved.\n\n"));
}

void TrustCommandTest::eachSiteIsAgreedToByItself()
{
    QCOMPARE(run({{u"lris"_s}, u"waimea"_s, {}, true}).status, 0);
    const Outcome other = run({{u"lris"_s}, {}, {}, false});
    QCOMPARE(other.status, 1);
    QVERIFY(other.out.contains(u"summit.example"));
    QCOMPARE(run({{u"lris"_s}, {}, {}, false}, {}, u"waimea"_s).status, 0);
}

void TrustCommandTest::severalAreAskedOneByOne()
{
    const Outcome outcome = run({{u"lris"_s, u"hires"_s}, {}, {}, false}, u"no\nyes\n"_s);
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.out.count(u"Type “yes”"), 2);
    QCOMPARE(run({{u"hires"_s}, {}, {}, false}).status, 0);
    QCOMPARE(run({{u"lris"_s}, {}, {}, false}).status, 1);
}

void TrustCommandTest::mistakes_data()
{
    QTest::addColumn<TrustCommand>("command");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("said");
    QTest::newRow("no such profile") << TrustCommand{{u"nirc"_s}, {}, {}, true} << u"hilo"_s << u"no profile “nirc”"_s;
    QTest::newRow("a profile with mistakes") << TrustCommand{{u"bad"_s}, {}, {}, true} << u"hilo"_s << u"bad.toml:3:8: error"_s;
    QTest::newRow("no such site") << TrustCommand{{u"lris"_s}, u"kona"_s, {}, true} << u"hilo"_s << u"hilo, waimea"_s;
    QTest::newRow("no site is set") << TrustCommand{{u"lris"_s}, {}, {}, true} << QString() << u"--site"_s;
    QTest::newRow("the site that is set is another facility's") << TrustCommand{{u"lris"_s}, {}, {}, true} << u"kona"_s << u"--site"_s;
    QTest::newRow("no such facility") << TrustCommand{{u"lris"_s}, {}, u"/there/is/none"_s, true} << u"hilo"_s << u"/there/is/none/facility.toml: error"_s;
}

void TrustCommandTest::mistakes()
{
    QFETCH(TrustCommand, command);
    QFETCH(QString, set);
    QFETCH(QString, said);
    const Outcome outcome = run(command, u"yes\n"_s, set);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    QCOMPARE(outcome.out, QString());
    QVERIFY(!QFile::exists(m_trustFile));
}

void TrustCommandTest::nothingIsAgreedToIfOneIsWrong()
{
    const Outcome outcome = run({{u"lris"_s, u"nirc"_s}, {}, {}, true});
    QCOMPARE(outcome.status, 2);
    QVERIFY(!QFile::exists(m_trustFile));
}

void TrustCommandTest::whatCannotBeKeptIsAFailure()
{
    QVERIFY(QDir().mkpath(m_trustFile)); // a directory stands where the file should
    const Outcome outcome = run({{u"lris"_s}, {}, {}, true});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.contains(m_trustFile), qPrintable(outcome.err));
    QVERIFY(outcome.out.endsWith(u"Not approved.\n\n"));
}

NIGHTDESK_GUILESS_TEST(TrustCommandTest)
#include "trustcommandtest.moc"
