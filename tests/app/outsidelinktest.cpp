// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/externallink.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// Links from outside: what they may say, and what nobody should get by with.
class OutsideLinkTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void good_data();
    void good();
    void refused_data();
    void refused();
    void secretsDoNotCount_data();
    void secretsDoNotCount();
    void shownWithoutSecrets_data();
    void shownWithoutSecrets();
};

namespace
{
DesktopCommand desktop(const QString &host, quint16 port)
{
    DesktopCommand view;
    view.address = TcpAddress{host, port};
    view.typedAddress = host + u':' + QString::number(port);
    return view;
}

DesktopCommand through(DesktopCommand view, const QString &host, const QString &user, std::optional<quint16> port)
{
    view.sshHost = host;
    view.sshUser = user;
    view.sshPort = port;
    return view;
}
}

void OutsideLinkTest::good_data()
{
    using Target = decltype(ExternalLink::target);
    QTest::addColumn<QString>("link");
    QTest::addColumn<Target>("target");
    DesktopCommand viewOnly = desktop(u"summit"_s, 5901);
    viewOnly.viewOnly = true;
    DesktopCommand six = desktop(u"::1"_s, 5901);
    six.typedAddress = u"[::1]:5901"_s;
    QTest::newRow("a VNC desktop") << u"vnc://summit:5901"_s << Target(desktop(u"summit"_s, 5901));
    QTest::newRow("a VNC desktop with a slash") << u"vnc://summit:5901/"_s << Target(desktop(u"summit"_s, 5901));
    QTest::newRow("without a port it is 5900") << u"vnc://summit.example"_s << Target(desktop(u"summit.example"_s, 5900));
    QTest::newRow("a scheme in capitals") << u"VNC://summit:5901"_s << Target(desktop(u"summit"_s, 5901));
    QTest::newRow("an IPv6 address") << u"vnc://[::1]:5901"_s << Target(six);
    QTest::newRow("view only") << u"vnc://summit:5901?ViewOnly=true"_s << Target(viewOnly);
    QTest::newRow("not view only") << u"vnc://summit:5901?ViewOnly=false"_s << Target(desktop(u"summit"_s, 5901));
    QTest::newRow("through ssh, as RFC 7869 has it") << u"vnc://localhost:5901?SshHost=summit&SshPort=2222&SshUsername=lris1"_s
                                                     << Target(through(desktop(u"localhost"_s, 5901), u"summit"_s, u"lris1"_s, 2222));
    QTest::newRow("ssh that is insisted on") << u"vnc://localhost:5901?SshHost=summit&ChannelSecurityType=24&SecurityType=2"_s
                                             << Target(through(desktop(u"localhost"_s, 5901), u"summit"_s, {}, {}));
    QTest::newRow("what does not matter here is passed over")
        << u"vnc://summit:5901?ConnectionName=x&ColorLevel=8&SaveConnection=true"_s << Target(desktop(u"summit"_s, 5901));
    QTest::newRow("a profile") << u"nightdesk://connect/lris"_s << Target(ConnectCommand{u"lris"_s, {}, {}});
    QTest::newRow("a profile at a site") << u"nightdesk://connect/lris?site=hilo"_s << Target(ConnectCommand{u"lris"_s, u"hilo"_s, {}});
    QTest::newRow("a desktop without a profile") << u"nightdesk://view/summit:5901"_s << Target(desktop(u"summit"_s, 5901));
    QTest::newRow("the same through ssh") << u"nightdesk://view/localhost:5901?ssh=lris1@summit:2222"_s
                                          << Target(through(desktop(u"localhost"_s, 5901), u"summit"_s, u"lris1"_s, 2222));
}

void OutsideLinkTest::good()
{
    QFETCH(QString, link);
    QFETCH(decltype(ExternalLink::target), target);
    const auto read = ExternalLink::read(link);
    QVERIFY2(read, qPrintable(read.error_or(QString())));
    QVERIFY(read->target == target);
    QCOMPARE(read->ignoredPartRemarks, QStringList());
}

void OutsideLinkTest::refused_data()
{
    QTest::addColumn<QString>("link");
    const auto row = [](const char *name, const QString &link) {
        QTest::newRow(name) << link;
    };
    row("nothing", {});
    row("a scheme alone", u"vnc:"_s);
    row("no host", u"vnc://"_s);
    row("no host but a port", u"vnc://:5901"_s);
    row("no authority", u"vnc:summit:5901"_s);
    row("another scheme", u"https://summit/"_s);
    row("a file", u"file:///etc/passwd"_s);
    row("a host that is an option", u"vnc://-oProxyCommand=x:5901"_s);
    row("a host that a percent sign makes an option", u"vnc://%2DoProxyCommand:5901"_s);
    row("a host with a blank", u"vnc://sum mit:5901"_s);
    row("a host with a line break", u"vnc://summit%0A:5901"_s);
    row("a host with a wildcard", u"vnc://*.example:5901"_s);
    row("a host with a command", u"vnc://$(id):5901"_s);
    row("a host of other letters", u"vnc://s\u0443mmit:5901"_s);
    row("port 0", u"vnc://summit:0"_s);
    row("port 22, where ssh listens", u"vnc://summit:22"_s);
    row("port 70000", u"vnc://summit:70000"_s);
    row("a port that is a word", u"vnc://summit:x"_s);
    row("a path", u"vnc://summit:5901/etc/passwd"_s);
    row("a fragment", u"vnc://summit:5901#x"_s);
    row("an ssh host that is an option", u"vnc://localhost:5901?SshHost=-oProxyCommand%3Dx"_s);
    row("an ssh host with a user in it", u"vnc://localhost:5901?SshHost=a@b"_s);
    row("an ssh host with another behind its scope", u"vnc://localhost:5901?SshHost=::1%2525x@[2001:db8::1"_s);
    row("an ssh host with a command for its scope", u"vnc://localhost:5901?SshHost=fe80::1%2525$(id)"_s);
    row("an ssh user that is an option", u"vnc://localhost:5901?SshHost=summit&SshUsername=-l"_s);
    row("an ssh user with a blank", u"vnc://localhost:5901?SshHost=summit&SshUsername=a%20b"_s);
    row("an ssh port of 0", u"vnc://localhost:5901?SshHost=summit&SshPort=0"_s);
    row("an ssh port without a host", u"vnc://localhost:5901?SshPort=22"_s);
    row("an ssh host twice", u"vnc://localhost:5901?SshHost=good&SshHost=evil"_s);
    row("an ssh host twice, once in small letters", u"vnc://localhost:5901?SshHost=good&sshhost=evil"_s);
    row("view only of something else", u"vnc://summit:5901?ViewOnly=maybe"_s);
    row("protection that cannot be promised", u"vnc://summit:5901?SecurityType=18"_s);
    row("a protected channel without ssh", u"vnc://summit:5901?ChannelSecurityType=24"_s);
    row("ssh, but a channel without protection", u"vnc://summit:5901?SshHost=a&ChannelSecurityType=1"_s);
    row("an unknown verb", u"nightdesk://run/xterm"_s);
    row("no profile", u"nightdesk://connect/"_s);
    row("no profile and no slash", u"nightdesk://connect"_s);
    row("a profile that is a path", u"nightdesk://connect/../../etc"_s);
    row("a profile that hides a path", u"nightdesk://connect/..%2F..%2Fetc"_s);
    row("a profile that is an option", u"nightdesk://connect/--facility=x"_s);
    row("a profile with a control character", u"nightdesk://connect/lris%1B[2J"_s);
    row("a profile that turns the text round", u"nightdesk://connect/lris%E2%80%AE"_s);
    row("a facility", u"nightdesk://connect/lris?facility=/tmp/evil"_s);
    row("a site that is a path", u"nightdesk://connect/lris?site=../x"_s);
    row("an empty site", u"nightdesk://connect/lris?site="_s);
    row("a site twice", u"nightdesk://connect/lris?site=hilo&site=waimea"_s);
    row("an account", u"nightdesk://connect/lris?account=root"_s);
    row("a user", u"nightdesk://me@connect/lris"_s);
    row("a port", u"nightdesk://connect:1/lris"_s);
    row("more than a profile", u"nightdesk://connect/lris/now"_s);
    row("a view of a Unix socket", u"nightdesk://view/%2Frun%2Fvnc"_s);
    row("a view of a name alone", u"nightdesk://view/summit"_s);
    row("a view with a key file", u"nightdesk://view/summit:1?identity=/home/observer/.ssh/id"_s);
    row("a view by an option", u"nightdesk://view/summit:1?ssh=-oProxyCommand=x"_s);
    row("a view by an unknown user", u"nightdesk://view/summit:1?ssh=-l@summit"_s);
    row("a back slash", u"vnc:\\\\summit"_s);
    row("three thousand letters", u"vnc://summit:5901?ConnectionName="_s + QString(3000, u'x'));
}

void OutsideLinkTest::refused()
{
    QFETCH(QString, link);
    const auto read = ExternalLink::read(link);
    QVERIFY(!read);
    QVERIFY(!read.error().isEmpty());
}

void OutsideLinkTest::secretsDoNotCount_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("told");
    QTest::newRow("VncPassword") << u"vnc://summit:5901?VncPassword=secret"_s << u"password"_s;
    QTest::newRow("vncpassword in small letters") << u"vnc://summit:5901?vncpassword=secret"_s << u"password"_s;
    QTest::newRow("SshPassword") << u"vnc://summit:5901?SshHost=a&SshPassword=secret"_s << u"password"_s;
    QTest::newRow("a password before the host") << u"vnc://me:secret@summit:5901"_s << u"password"_s;
    QTest::newRow("a user before the host") << u"vnc://me@summit:5901"_s << u"user"_s;
}

void OutsideLinkTest::secretsDoNotCount()
{
    QFETCH(QString, link);
    QFETCH(QString, told);
    const auto read = ExternalLink::read(link);
    QVERIFY(read);
    QVERIFY(!read->ignoredPartRemarks.isEmpty());
    QVERIFY2(read->ignoredPartRemarks.join(u' ').contains(told), qPrintable(read->ignoredPartRemarks.join(u' ')));
    QVERIFY(!read->ignoredPartRemarks.join(u' ').contains(u"secret"_s));
    QCOMPARE(std::get<DesktopCommand>(read->target).typedAddress, u"summit:5901"_s);
}

void OutsideLinkTest::shownWithoutSecrets_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("textForDisplay");
    QTest::newRow("nothing to hide") << u"nightdesk://connect/lris?site=hilo"_s << u"nightdesk://connect/lris?site=hilo"_s;
    QTest::newRow("VncPassword") << u"vnc://summit:5901?VncPassword=secret&ViewOnly=true"_s << u"vnc://summit:5901?VncPassword=…&ViewOnly=true"_s;
    QTest::newRow("a password before the host") << u"vnc://me:secret@summit:5901"_s << u"vnc://me@summit:5901"_s;
}

void OutsideLinkTest::shownWithoutSecrets()
{
    QFETCH(QString, link);
    QFETCH(QString, textForDisplay);
    QCOMPARE(ExternalLink::textForDisplay(link), textForDisplay);
    QVERIFY(ExternalLink::textForDisplay(u"vnc://"_s + QString(5000, u'x')).size() <= 201);
}

NIGHTDESK_GUILESS_TEST(OutsideLinkTest)
#include "outsidelinktest.moc"
