// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/secretarguments.h"
#include "app/window/externallink.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <array>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// Passwords that stand on the command line.
class SecretArgumentsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void passwordsAreOverwritten_data();
    void passwordsAreOverwritten();
    void theRemarkStays();
};

void SecretArgumentsTest::passwordsAreOverwritten_data()
{
    QTest::addColumn<QByteArray>("argument");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const QByteArray &argument, const QByteArray &expected) {
        QTest::newRow(name) << argument << expected;
    };
    row("before the host", "vnc://ann:orion@summit:5901", "vnc://ann:*****@summit:5901");
    row("without a user", "vnc://:orion@summit", "vnc://:*****@summit");
    row("with an @", "vnc://ann:or@ion@summit", "vnc://ann:******@summit");
    row("with a colon", "vnc://ann:or:ion@summit", "vnc://ann:******@summit");
    row("with a slash", "vnc://ann:or/ion@summit", "vnc://ann:******@summit");
    row("without slashes", "vnc:ann:orion@summit", "vnc:ann:*****@summit");
    row("a scheme in capitals", "VNC://ann:orion@summit", "VNC://ann:*****@summit");
    row("a parameter", "vnc://summit?VncPassword=orion&ViewOnly=true", "vnc://summit?VncPassword=*****&ViewOnly=true");
    row("two parameters", "vnc://summit?SshPassword=a=b;vncpassword=c", "vnc://summit?SshPassword=***;vncpassword=*");
    row("a parameter in percent signs", "vnc://summit?Vnc%50assword=or%69on#x", "vnc://summit?Vnc%50assword=*******#x");
    row("nightdesk:", "nightdesk://view/summit:5901?password=orion", "nightdesk://view/summit:5901?password=*****");
    row("empty", "vnc://ann:@summit?VncPassword=", "vnc://ann:@summit?VncPassword=");
    row("a port and a user", "vnc://ann@summit:5901", "vnc://ann@summit:5901");
    row("none", "vnc://summit:5901?ViewOnly=true", "vnc://summit:5901?ViewOnly=true");
    row("no value", "vnc://summit?VncPassword", "vnc://summit?VncPassword");
    row("a scheme alone", "vnc:", "vnc:");
    row("another word", "ann:orion@summit?VncPassword=orion", "ann:orion@summit?VncPassword=orion");
    row("nothing", "", "");
}

void SecretArgumentsTest::passwordsAreOverwritten()
{
    QFETCH(QByteArray, argument);
    QFETCH(const QByteArray, expected);
    QByteArray program = "nightdesk"_ba;
    const std::array<char *, 2> arguments{program.data(), argument.data()};
    hideSecrets(arguments);
    QCOMPARE(argument, expected);
    QCOMPARE(program, "nightdesk"_ba);
}

void SecretArgumentsTest::theRemarkStays()
{
    for (const char *url : {"vnc://ann:orion@summit", "vnc://summit?VncPassword=orion"}) {
        QByteArray argument(url);
        const auto plain = ExternalLink::read(QString::fromUtf8(argument));
        const std::array<char *, 1> arguments{argument.data()};
        hideSecrets(arguments);
        const auto hidden = ExternalLink::read(QString::fromUtf8(argument));
        QVERIFY(plain && hidden);
        QVERIFY(!hidden->ignoredPartRemarks.isEmpty());
        QCOMPARE(hidden->ignoredPartRemarks, plain->ignoredPartRemarks);
    }
}

NIGHTDESK_GUILESS_TEST(SecretArgumentsTest)
#include "secretargumentstest.moc"
