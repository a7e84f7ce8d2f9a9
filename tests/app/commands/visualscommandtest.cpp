// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/visualscommand.h"
#include "app/commands/exitstatus.h"
#include "tests/support/bareserver.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

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

NIGHTDESK_GUILESS_TEST(VisualsCommandTest)
#include "visualscommandtest.moc"
