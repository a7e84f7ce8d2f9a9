// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/localdisplay.h"
#include "sessions/xwindows/server/xauthorization.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class LocalDisplayTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsItsName_data();
    void readsItsName();
    void refusesOtherNames_data();
    void refusesOtherNames();
    void findsTheCookie_data();
    void findsTheCookie();
    void brokenAuthorityHasNone_data();
    void brokenAuthorityHasNone();
};

void LocalDisplayTest::readsItsName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("screen");
    QTest::newRow(":0") << u":0"_s << 0 << 0;
    QTest::newRow(":1.2") << u":1.2"_s << 1 << 2;
    QTest::newRow("unix:10.0") << u"unix:10.0"_s << 10 << 0;
    QTest::newRow("unix/:3") << u"unix/:3"_s << 3 << 0;
}

void LocalDisplayTest::readsItsName()
{
    QFETCH(QString, name);
    QFETCH(int, number);
    QFETCH(int, screen);
    const auto display = LocalDisplay::parse(name);
    QVERIFY(display.has_value());
    QCOMPARE(display->number, number);
    QCOMPARE(display->screen, screen);
    QCOMPARE(display->socketPath(), u"/tmp/.X11-unix/X%1"_s.arg(number));
}

void LocalDisplayTest::refusesOtherNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<LocalDisplay::Problem>("problem");
    using Problem = LocalDisplay::Problem;
    QTest::newRow("empty") << QString() << Problem::NotSet;
    QTest::newRow("a host") << u"desk.example:0"_s << Problem::NotLocal;
    QTest::newRow("ssh's forwarding") << u"localhost:10.0"_s << Problem::NotLocal;
    QTest::newRow("DECnet") << u"vax::0"_s << Problem::NotLocal;
    QTest::newRow("no number") << u":"_s << Problem::NotUnderstood;
    QTest::newRow("a word") << u":one"_s << Problem::NotUnderstood;
    QTest::newRow("negative") << u":-1"_s << Problem::NotUnderstood;
    QTest::newRow("something behind") << u":1.0 "_s << Problem::NotUnderstood;
    QTest::newRow("a newline behind") << u":1\n"_s << Problem::NotUnderstood;
    QTest::newRow("too large") << u":123456"_s << Problem::NotUnderstood;
    QTest::newRow("Wayland's") << u"wayland-0"_s << Problem::NotUnderstood;
}

void LocalDisplayTest::refusesOtherNames()
{
    QFETCH(QString, name);
    QFETCH(LocalDisplay::Problem, problem);
    const auto display = LocalDisplay::parse(name);
    QVERIFY(!display.has_value());
    QCOMPARE(display.error(), problem);
}

namespace
{
QByteArray field(const QByteArray &text)
{
    return QByteArray(1, static_cast<char>(text.size() >> 8)) + static_cast<char>(text.size()) + text;
}

QByteArray entry(int family, const QByteArray &address, const QByteArray &number, const QByteArray &name, const QByteArray &data)
{
    return QByteArray(1, static_cast<char>(family >> 8)) + static_cast<char>(family) + field(address) + field(number) + field(name) + field(data);
}

constexpr int local = 256; // Xauth.h: FamilyLocal
constexpr int internet = 0;
constexpr int wild = 65535;
const QByteArray magic = "MIT-MAGIC-COOKIE-1";

QByteArray hostName()
{
    char name[256] = {};
    ::gethostname(name, sizeof(name) - 1);
    return name;
}

XAuthorization read(const QByteArray &contents)
{
    QTemporaryDir directory;
    QFile file(directory.filePath(u"authority"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) {
        return {.name = "the file cannot be written", .data = {}};
    }
    file.close();
    return readAuthority(file.fileName(), LocalDisplay{.number = 7, .screen = 0});
}
}

void LocalDisplayTest::findsTheCookie_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QByteArray>("cookie"); ///< empty: none
    QTest::newRow("this host's, this display's") << entry(local, hostName(), "7", magic, "right") << "right"_ba;
    QTest::newRow("any host's") << entry(wild, "", "7", magic, "right") << "right"_ba;
    QTest::newRow("any display's") << entry(local, hostName(), "", magic, "right") << "right"_ba;
    QTest::newRow("behind others") << entry(local, hostName(), "8", magic, "wrong") + entry(internet, "\x7f\x00\x00\x01"_ba, "7", magic, "wrong")
            + entry(local, hostName(), "7", "XDM-AUTHORIZATION-1", "wrong") + entry(local, hostName(), "7", magic, "right")
                                   << "right"_ba;
    QTest::newRow("another display's") << entry(local, hostName(), "77", magic, "wrong") << QByteArray();
    QTest::newRow("another host's") << entry(local, hostName() + "x", "7", magic, "wrong") << QByteArray();
    QTest::newRow("another protocol's") << entry(local, hostName(), "7", "MIT-KERBEROS-5", "wrong") << QByteArray();
}

void LocalDisplayTest::findsTheCookie()
{
    QFETCH(QByteArray, contents);
    QFETCH(QByteArray, cookie);
    const XAuthorization found = read(contents);
    QCOMPARE(QByteArray::fromStdString(found.data), cookie);
    QCOMPARE(QByteArray::fromStdString(found.name), cookie.isEmpty() ? QByteArray() : magic);
}

void LocalDisplayTest::brokenAuthorityHasNone_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << "this is no authority file\n"_ba;
    QTest::newRow("cut in the middle") << entry(wild, "", "7", magic, "right").chopped(3);
    QTest::newRow("lengths beyond the end") << "\x01\x00\xff\xff"_ba;
}

void LocalDisplayTest::brokenAuthorityHasNone()
{
    QFETCH(QByteArray, contents);
    QCOMPARE(read(contents), XAuthorization());
    QCOMPARE(readAuthority(u"/nonexistent/authority"_s, LocalDisplay{}), XAuthorization());
}

NIGHTDESK_GUILESS_TEST(LocalDisplayTest)
#include "localdisplaytest.moc"
