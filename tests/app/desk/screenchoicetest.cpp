// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/screenmappingstore.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const MonitorId full{.connector = u"DP-1"_s, .maker = u"Dell"_s, .model = u"U2412M"_s, .serial = u"A1"_s};
const MonitorId bare{.connector = u"HDMI-A-0"_s, .maker = {}, .model = {}, .serial = {}};
}

/// What this desk remembers of its monitors.
class ScreenChoiceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isKept_data();
    void isKept();
    void eachSiteHasItsOwn();
    void whatIsNotChosenAnyMoreIsForgotten();
    void strangeFiles_data();
    void strangeFiles();

private:
    /// A fresh look at the file, as the next start has it.
    KSharedConfig::Ptr open() const
    {
        return KSharedConfig::openConfig(m_file, KConfig::SimpleConfig);
    }
    QTemporaryDir m_directory;
    QString m_file;

private Q_SLOTS:
    void init()
    {
        static int number = 0;
        m_file = m_directory.filePath(u"rc%1"_s.arg(++number));
    }
};

void ScreenChoiceTest::isKept_data()
{
    QTest::addColumn<QString>("site");
    QTest::addColumn<ScreenMapping>("mapping");
    QTest::newRow("one screen") << u"summit"_s << ScreenMapping{{u"left"_s, full}};
    QTest::newRow("a monitor that says nothing of itself") << u"summit"_s << ScreenMapping{{u"left"_s, bare}};
    QTest::newRow("two screens on one monitor") << u"summit"_s << ScreenMapping{{u"left"_s, full}, {u"right"_s, full}};
    QTest::newRow("a facility without sites") << QString() << ScreenMapping{{u"left"_s, full}};
    QTest::newRow("nothing") << u"summit"_s << ScreenMapping{};
    QTest::newRow("names that mean something in a settings file")
        << u"a=b"_s
        << ScreenMapping{{u"left[$e]=x"_s, {.connector = u"$HOME, a\\,b"_s, .maker = u"[x]"_s, .model = u"=\n;#"_s, .serial = u" "_s}}, {u"日本 left"_s, bare}};
}

void ScreenChoiceTest::isKept()
{
    QFETCH(QString, site);
    QFETCH(ScreenMapping, mapping);
    {
        ScreenMappingStore choice(open());
        QVERIFY(choice.mapping(site).isEmpty());
        choice.setMapping(site, mapping);
        QCOMPARE(choice.mapping(site), mapping);
    }
    QCOMPARE(ScreenMappingStore(open()).mapping(site), mapping);
}

void ScreenChoiceTest::eachSiteHasItsOwn()
{
    ScreenMappingStore choice(open());
    choice.setMapping(u"summit"_s, {{u"left"_s, full}});
    choice.setMapping(u"headquarters"_s, {{u"left"_s, bare}});
    QCOMPARE(choice.mapping(u"summit"_s).value(u"left"_s), full);
    QCOMPARE(choice.mapping(u"headquarters"_s).value(u"left"_s), bare);
    QVERIFY(choice.mapping(u"elsewhere"_s).isEmpty());
    QVERIFY(choice.mapping({}).isEmpty());
}

void ScreenChoiceTest::whatIsNotChosenAnyMoreIsForgotten()
{
    ScreenMappingStore(open()).setMapping(u"summit"_s, {{u"left"_s, full}, {u"right"_s, bare}});
    ScreenMappingStore(open()).setMapping(u"summit"_s, {{u"right"_s, full}});
    QCOMPARE(ScreenMappingStore(open()).mapping(u"summit"_s), (ScreenMapping{{u"right"_s, full}}));
    ScreenMappingStore(open()).setMapping(u"summit"_s, {});
    QVERIFY(ScreenMappingStore(open()).mapping(u"summit"_s).isEmpty());
}

void ScreenChoiceTest::strangeFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ScreenMapping>("expected");
    QTest::newRow("an empty entry chooses nothing") << QByteArray("[Screens][summit]\nleft=\n") << ScreenMapping{};
    QTest::newRow("an entry of commas chooses nothing") << QByteArray("[Screens][summit]\nleft=,,,\n") << ScreenMapping{};
    QTest::newRow("a connector alone, as a person writes it") << QByteArray("[Screens][summit]\nleft=HDMI-A-0\n") << ScreenMapping{{u"left"_s, bare}};
    QTest::newRow("more than there should be") << QByteArray("[Screens][summit]\nleft=DP-1,Dell,U2412M,A1,more,and more\n") << ScreenMapping{{u"left"_s, full}};
    QTest::newRow("another group") << QByteArray("[Screens]\nleft=DP-1\n[summit]\nleft=DP-1\n") << ScreenMapping{};
    QTest::newRow("not a settings file") << QByteArray("\x00\xff[[[==\n", 9) << ScreenMapping{};
}

void ScreenChoiceTest::strangeFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(ScreenMapping, expected);
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QCOMPARE(ScreenMappingStore(open()).mapping(u"summit"_s), expected);
}

NIGHTDESK_GUILESS_TEST(ScreenChoiceTest)
#include "screenchoicetest.moc"
