// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/remotexserverquery.h"
#include "tests/support/bareserver.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// X servers of a host, read through an ssh connection to a real sshd.
class RemoteXServerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void withTheAccountsAuthority();
    void ofXvnc();
    void withoutAuthorityItIsNotKnown();
    void whatTheHostForbids_data();
    void whatTheHostForbids();
    void nobodyIsThere();
    void mayGoWhileItWaits();
};

namespace
{
std::unique_ptr<Link> liveLink(const SshServer &summit)
{
    auto link = std::make_unique<Link>(LinkTarget{.spec = summit.linkSpec()});
    link->open();
    return WAIT_FOR(link->isLive()) ? std::move(link) : nullptr;
}

int numberOf(const QString &display)
{
    return display.mid(1).toInt();
}

XServerFacts factsOf(Link *link, const QString &display, const QStringList &fonts = {})
{
    RemoteXServerQuery remote(link, numberOf(display), fonts);
    QSignalSpy read(&remote, &RemoteXServerQuery::factsRead);
    if (!WAIT_FOR(!read.isEmpty())) {
        return {};
    }
    return read.first().first().value<XServerFacts>();
}
}

void RemoteXServerTest::withTheAccountsAuthority()
{
    XServer server(XServer::Options{.size = {800, 600}});
    QVERIFY2(server.start(), qPrintable(server.problem()));
    SshServer summit;
    // A login shell that talks first.
    summit.addConfig(u"ForceCommand echo Welcome; XAUTHORITY=%1 sh -c \"$SSH_ORIGINAL_COMMAND\""_s.arg(server.authorityFile()));
    QVERIFY(summit.start());
    const auto link = liveLink(summit);
    QVERIFY(link);
    const XServerFacts facts = factsOf(link.get(), server.display(), {u"fixed"_s});
    QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
    QCOMPARE(facts.display, server.display());
    QCOMPARE(facts.screens.value(0).size, QSize(800, 600));
    QCOMPARE(visualName(*facts.screens.value(0).defaultVisual()), u"TrueColor 24"_s);
    QVERIFY(facts.canConfine());
    QVERIFY(facts.fontMatch(u"fixed"_s) && !facts.fontMatch(u"fixed"_s)->names.isEmpty());
    QVERIFY(facts.socketDirectory.has_value());
    // What it asks takes no place that programs need.
    QTRY_COMPARE_WITH_TIMEOUT(factsOf(link.get(), server.display()).problem, QString(), 30000);
}

void RemoteXServerTest::ofXvnc()
{
    XvncServer xvnc(XvncServer::Options{.size = {1024, 768}, .depth = 16});
    QVERIFY(xvnc.start());
    SshServer summit;
    QVERIFY(summit.start());
    const auto link = liveLink(summit);
    QVERIFY(link);
    const XServerFacts facts = factsOf(link.get(), xvnc.x().display());
    QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
    QCOMPARE(facts.screens.value(0).size, QSize(1024, 768));
    QCOMPARE(visualName(*facts.screens.value(0).defaultVisual()), u"TrueColor 16"_s);
}

void RemoteXServerTest::withoutAuthorityItIsNotKnown()
{
    XServer server;
    QVERIFY2(server.start(), qPrintable(server.problem()));
    SshServer summit;
    QVERIFY(summit.start());
    const auto link = liveLink(summit);
    QVERIFY(link);
    const XServerFacts facts = factsOf(link.get(), server.display());
    QVERIFY2(facts.problem.contains(u"refuses"_s), qPrintable(facts.problem));
    QVERIFY(facts.screens.isEmpty());
}

void RemoteXServerTest::whatTheHostForbids_data()
{
    QTest::addColumn<QString>("config");
    QTest::newRow("streams to sockets") << u"AllowStreamLocalForwarding no"_s;
    QTest::newRow("commands") << u"ForceCommand echo no commands here"_s;
}

void RemoteXServerTest::whatTheHostForbids()
{
    QFETCH(QString, config);
    const BareServer server({});
    QVERIFY(server.serves());
    SshServer summit;
    summit.addConfig(config);
    QVERIFY(summit.start());
    const auto link = liveLink(summit);
    QVERIFY(link);
    const XServerFacts facts = factsOf(link.get(), server.display());
    QVERIFY(!facts.problem.isEmpty());
    QVERIFY(facts.screens.isEmpty());
    QVERIFY(link->isLive());
}

void RemoteXServerTest::nobodyIsThere()
{
    SshServer summit;
    QVERIFY(summit.start());
    const auto link = liveLink(summit);
    QVERIFY(link);
    QVERIFY(!factsOf(link.get(), u":64999"_s).problem.isEmpty());
    link->close();
    QVERIFY(!factsOf(link.get(), u":64999"_s).problem.isEmpty()); // nor a connection
}

void RemoteXServerTest::mayGoWhileItWaits()
{
    const BareServer server({});
    QVERIFY(server.serves());
    SshServer summit;
    QVERIFY(summit.start());
    const auto link = liveLink(summit);
    QVERIFY(link);
    for (int i = 0; i < 3; ++i) {
        RemoteXServerQuery remote(link.get(), numberOf(server.display()), {});
        QCoreApplication::processEvents();
    }
    QVERIFY(factsOf(link.get(), server.display()).problem.isEmpty());
}

NIGHTDESK_GUILESS_TEST(RemoteXServerTest)
#include "remotexservertest.moc"
