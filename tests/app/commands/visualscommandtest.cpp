// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/visualscommand.h"
#include "app/commands/exitstatus.h"
#include "tests/support/bareserver.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// The path of a profile with a link and these tables.
QString writeProfile(const QTemporaryDir &directory, const QByteArray &tables)
{
    QFile file(directory.filePath(u"lris.toml"_s));
    const bool isOpen = file.open(QIODevice::WriteOnly);
    file.write("format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"summit.example\"\n" + tables);
    return isOpen ? file.fileName() : QString();
}
}

/// `nightdesk visuals` on real X servers.
class VisualsCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void oneServer();
    void twoServers();
    void json();
    void whatCannotBeRead();
    void aProfileNextToItsServers();
    void aProfileWithErrors();

private:
    int run(const VisualsCommand &command);

    std::unique_ptr<BareServer> m_here;
    std::unique_ptr<BareServer> m_old;
    QString m_out;
    QString m_err;
};

void VisualsCommandTest::initTestCase()
{
    m_here = std::make_unique<BareServer>(QStringList{u"-screen"_s, u"0"_s, u"800x600x24"_s});
    m_old = std::make_unique<BareServer>(QStringList{u"-screen"_s, u"0"_s, u"800x600x8"_s, u"-cc"_s, u"3"_s});
    QVERIFY(m_here->serves() && m_old->serves());
    qputenv("DISPLAY", m_here->display().toLatin1());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:"); // no console of whoever runs the test
}

int VisualsCommandTest::run(const VisualsCommand &command)
{
    m_out.clear();
    m_err.clear();
    QTextStream out(&m_out);
    QTextStream err(&m_err);
    return runVisualsCommand(command, out, err);
}

void VisualsCommandTest::oneServer()
{
    QCOMPARE(run({}), ExitStatus::done);
    QCOMPARE(m_err, QString());
    QVERIFY2(m_out.contains(m_here->display()), qPrintable(m_out));
    QVERIFY(m_out.contains(u"TrueColor 24"));
    QVERIFY(m_out.contains(u"800×600"));
    QVERIFY(!m_out.contains(u"differs"));
}

void VisualsCommandTest::twoServers()
{
    QCOMPARE(run({.display = m_old->display(), .link = {}, .json = false}), ExitStatus::done);
    QCOMPARE(m_err, QString());
    bool isDepthMarked = false;
    bool isSizeMarked = false;
    bool isExplained = false;
    for (const QString &line : m_out.split(u'\n')) {
        isDepthMarked = isDepthMarked || (line.startsWith(u"  Depth ") && line.endsWith(u"differs"));
        isSizeMarked = isSizeMarked || (line.startsWith(u"  Size ") && line.endsWith(u"differs"));
        isExplained = isExplained || line.startsWith(u"Default visual: ");
    }
    QVERIFY2(isDepthMarked && isExplained && !isSizeMarked, qPrintable(m_out));
    QVERIFY(m_out.contains(u"PseudoColor 8"));
}

void VisualsCommandTest::json()
{
    QCOMPARE(run({.display = m_old->display(), .link = {}, .json = true}), ExitStatus::done);
    QCOMPARE(m_out.count(u'\n'), 1);
    const QJsonObject object = QJsonDocument::fromJson(m_out.toUtf8()).object();
    QCOMPARE(object["here"_L1]["display"_L1].toString(), m_here->display());
    QCOMPARE(object["there"_L1]["screens"_L1].toArray().at(0)["depth"_L1].toInt(), 8);
    QVERIFY(!object["differences"_L1].toArray().isEmpty());
}

void VisualsCommandTest::whatCannotBeRead()
{
    QCOMPARE(run({.display = u":64999"_s, .link = {}, .json = false}), ExitStatus::notDone);
    QVERIFY2(m_err.contains(u":64999"), qPrintable(m_err));
    QVERIFY(m_out.contains(u"TrueColor 24")); // the one that can
    const QByteArray before = qgetenv("DISPLAY");
    qputenv("DISPLAY", ":64999");
    QCOMPARE(run({}), ExitStatus::notDone);
    QCOMPARE(m_out, QString());
    qputenv("DISPLAY", before);
}

void VisualsCommandTest::aProfileNextToItsServers()
{
    QTemporaryDir directory;
    const QString path =
        writeProfile(directory,
                     "[[window]]\nid = \"old\"\ntitle = \"Old program\"\nlink = \"summit\"\ncommand = [\"xclock\"]\n"
                     "needs = { visual = [\"PseudoColor 8\"] }\n"
                     "[[desktop]]\nid = \"d\"\ntitle = \"Control\"\nlink = \"summit\"\ndisplay = \":1\"\nexpect = { visual = \"TrueColor 24\" }\n");
    QCOMPARE(run({.display = m_old->display(), .link = {}, .json = true, .profile = path}), ExitStatus::done);
    QJsonArray fits = QJsonDocument::fromJson(m_out.toUtf8())["fits"_L1].toArray();
    QCOMPARE(fits.size(), 2);
    QCOMPARE(fits[0]["display"_L1].toString(), u"Old program"_s);
    QCOMPARE(fits[0]["verdict"_L1].toString(), u"fits-as-vnc-app"_s);
    QCOMPARE(fits[0]["visual"_L1].toString(), u"PseudoColor 8"_s);
    QCOMPARE(fits[0]["findings"_L1][0]["cause"_L1].toString(), u"visual"_s);
    QVERIFY(fits[0]["findings"_L1][0]["what"_L1].toString().endsWith(u'.'));
    QCOMPARE(fits[1]["verdict"_L1].toString(), u"does-not-fit"_s); // the named server is 8 bits deep

    QCOMPARE(run({.display = {}, .link = {}, .json = true, .profile = path}), ExitStatus::done);
    fits = QJsonDocument::fromJson(m_out.toUtf8())["fits"_L1].toArray();
    QCOMPARE(fits[1]["verdict"_L1].toString(), u"unknown"_s); // nothing is known of that desktop
    QVERIFY(fits[1]["findings"_L1].toArray().isEmpty());

    QCOMPARE(run({.display = {}, .link = {}, .json = false, .profile = path}), ExitStatus::done);
    QVERIFY2(m_out.contains(u"Old program: fits as vnc-app with PseudoColor 8"), qPrintable(m_out));
    QVERIFY2(m_out.contains(u"Control: unknown"), qPrintable(m_out));
}

void VisualsCommandTest::aProfileWithErrors()
{
    QTemporaryDir directory;
    QCOMPARE(run({.display = {}, .link = {}, .json = false, .profile = directory.filePath(u"none.toml"_s)}), ExitStatus::wrongUse);
    QVERIFY2(m_err.contains(u"none.toml"), qPrintable(m_err));
    QCOMPARE(m_out, QString());
    QCOMPARE(run({.display = {}, .link = {}, .json = true, .profile = writeProfile(directory, "[[window]]\nid = \"old\"\n")}), ExitStatus::wrongUse);
    QVERIFY2(m_err.contains(u"error:"), qPrintable(m_err));
    QCOMPARE(m_out, QString());
}

NIGHTDESK_GUILESS_TEST(VisualsCommandTest)
#include "visualscommandtest.moc"
