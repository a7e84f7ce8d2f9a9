// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/brokerreader.h"

#include "sessions/profiles/facility/facilityassembler.h"
#include "sessions/profiles/facility/facilityreader.h"
#include "sessions/profiles/trust/runmanifestjson.h"
#include "sessions/profiles/trust/runmanifests.h"
#include "sessions/profiles/trust/runwording.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Nightdesk::Test::FacilityDirectory;

namespace
{
constexpr QByteArrayView facilityToml = R"(format = 1
name = "Summit Observatory"
known-hosts = "known_hosts"
[variables]
gateway = "gateway.example"
domain = "summit.example"
[default.link]
jump = ["{gateway}"]
user = "{account}"
[link.broker]
host = "broker.{domain}"
[site.summit]
screens = ["left"]
default.link.jump = []
[site.hilo]
screens = ["left"]
variables.gateway = "hilo.example"
link.broker.port = 2222
[broker]
id = "example"
link = "broker"
port = 1883
)";

constexpr QByteArrayView profileToml = R"(format = 1
id = "lris"
name = "LRIS"
[link.instrument]
host = "lris.{domain}"
[[desktop]]
id = "control"
link = "instrument"
display = ":1"
)";

Facility facilityOf(const QByteArray &text, const QString &site = {}, const QString &brokerAccount = {})
{
    FacilityDirectory directory;
    directory.write(u"facility.toml"_s, text);
    directory.write(u"profiles/lris.toml"_s, profileToml.toByteArray());
    return FacilityReader::read(directory.path(), site, brokerAccount);
}
}

class BrokerReaderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linkIsTheSites();
    void addresses_data();
    void addresses();
    void accountIsAskedLater();
    void noBrokerIsNone();
    void loginIsAgreedTo_data();
    void loginIsAgreedTo();
    void addressIsAgreedTo_data();
    void addressIsAgreedTo();
    void mistakesTakeNoInstrument_data();
    void mistakesTakeNoInstrument();
    void mistakeInTheWayThere_data();
    void mistakeInTheWayThere();
};

void BrokerReaderTest::linkIsTheSites()
{
    const Facility summit = facilityOf(facilityToml.toByteArray(), u"summit"_s);
    QCOMPARE(summit.errors, QList<ProfileError>());
    QVERIFY(summit.broker);
    QCOMPARE(summit.broker->id, u"example"_s);
    QCOMPARE(summit.broker->link.id, u"broker"_s);
    QCOMPARE(summit.broker->link.host, u"broker.summit.example"_s);
    QCOMPARE(summit.broker->link.jumpHosts, QStringList());
    QVERIFY(summit.broker->link.knownHostsPath.endsWith("/known_hosts"_L1));
    QCOMPARE(std::get<TcpAddress>(summit.broker->address), (TcpAddress{u"127.0.0.1"_s, 1883}));

    const Facility hilo = facilityOf(facilityToml.toByteArray(), u"hilo"_s);
    QVERIFY(hilo.broker);
    QCOMPARE(hilo.broker->link.jumpHosts, QStringList{u"hilo.example"_s});
    QCOMPARE(hilo.broker->link.port, 2222);
    // It is no link of the instrument: nothing is connected for it that did not ask.
    QCOMPARE(hilo.profiles.size(), 1);
    QCOMPARE(hilo.profiles.at(0).links.size(), 1);
}

void BrokerReaderTest::addresses_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a port") << QByteArray("link = \"broker\"\nport = 1884") << u"127.0.0.1:1884"_s;
    QTest::newRow("a port of another host") << QByteArray("link = \"broker\"\nport = 1884\nhost = \"mqtt.{domain}\"") << u"mqtt.summit.example:1884"_s;
    QTest::newRow("a socket") << QByteArray("link = \"broker\"\nsocket = \"/run/nightdesk/broker\"") << u"/run/nightdesk/broker"_s;
}

void BrokerReaderTest::addresses()
{
    QFETCH(QByteArray, lines);
    QFETCH(QString, expected);
    const Facility facility = facilityOf(facilityToml.toByteArray().replace("link = \"broker\"\nport = 1883", lines), u"hilo"_s);
    QCOMPARE(facility.errors, QList<ProfileError>());
    QVERIFY(facility.broker);
    const auto *port = std::get_if<TcpAddress>(&facility.broker->address);
    QCOMPARE(port ? port->host + u':' + QString::number(port->port) : std::get<UnixSocket>(facility.broker->address).path, expected);
}

void BrokerReaderTest::accountIsAskedLater()
{
    const Facility unasked = facilityOf(facilityToml.toByteArray(), u"hilo"_s);
    QVERIFY(unasked.broker && unasked.broker->needsAccount);
    QCOMPARE(unasked.broker->link.user, u"{account}"_s);
    const Facility asked = facilityOf(facilityToml.toByteArray(), u"hilo"_s, u"obs1"_s);
    QVERIFY(asked.broker && asked.broker->needsAccount);
    QCOMPARE(asked.broker->link.user, u"obs1"_s);
    const Facility fixed = facilityOf(facilityToml.toByteArray().replace("host = \"broker.{domain}\"", "host = \"b\"\nuser = \"guest\""), u"hilo"_s);
    QVERIFY(fixed.broker && !fixed.broker->needsAccount);
}

void BrokerReaderTest::noBrokerIsNone()
{
    const QByteArray text = facilityToml.toByteArray();
    const Facility facility = facilityOf(text.first(text.indexOf("[broker]")));
    QVERIFY(!facility.broker);
    QCOMPARE(facility.errors, QList<ProfileError>());
}

void BrokerReaderTest::loginIsAgreedTo_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<bool>("isAsked");
    QTest::newRow("a host of its own") << QByteArray() << QByteArray() << true;
    QTest::newRow("the instrument's host") << QByteArray("host = \"broker.{domain}\"") << QByteArray("host = \"lris.{domain}\"") << false;
    QTest::newRow("the instrument's host by another account")
        << QByteArray("host = \"broker.{domain}\"") << QByteArray("host = \"lris.{domain}\"\nuser = \"x\"") << true;
    QTest::newRow("the instrument's host by another gateway")
        << QByteArray("host = \"broker.{domain}\"") << QByteArray("host = \"lris.{domain}\"\njump = [\"x\"]") << true;
}

void BrokerReaderTest::loginIsAgreedTo()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(bool, isAsked);
    QByteArray text = facilityToml.toByteArray().replace("link.broker.port = 2222\n", "");
    if (!from.isEmpty()) {
        QVERIFY(text.contains(from));
        text.replace(from, to);
    }
    FacilityTexts texts;
    texts.facilityFilePath = u"/f/facility.toml"_s;
    texts.facility = text;
    texts.profiles = {{u"/f/profiles/lris.toml"_s, profileToml.toByteArray()}};
    const AssembledFacility reading = FacilityAssembler(texts, u"hilo"_s, u"obs1"_s, nullptr, {}).assemble(false);
    QCOMPARE(reading.manifestsByProfile.size(), 1);
    const QList<RunItem> items = reading.manifestsByProfile.value(u"lris"_s).manifest.items;
    const auto found = std::ranges::find(items, u"[broker]"_s, &RunItem::id);
    QCOMPARE(found != items.end(), isAsked);
    if (isAsked) {
        QCOMPARE(found->kind, RunItem::Kind::Link);
        QVERIFY(found->account == u"{account}"_s || found->account == u"x"_s); // not tonight's
    }
}

void BrokerReaderTest::addressIsAgreedTo_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("address");
    QTest::addColumn<QString>("expected");
    for (const QByteArray &host : {"broker.{domain}"_ba, "lris.{domain}"_ba}) {
        QTest::addRow("at %s: another port", host.constData()) << host << "port = 1884"_ba << u"127.0.0.1:1884"_s;
        QTest::addRow("at %s: a port of another host", host.constData()) << host << "port = 1883\nhost = \"mqtt.{domain}\""_ba << u"mqtt.summit.example:1883"_s;
        QTest::addRow("at %s: a socket", host.constData()) << host << "socket = \"/run/nightdesk/broker\""_ba << u"/run/nightdesk/broker"_s;
    }
}

/// Where the credential is sent: behind a login of its own, and behind the instrument's.
void BrokerReaderTest::addressIsAgreedTo()
{
    QFETCH(const QByteArray, host);
    QFETCH(const QByteArray, address);
    QFETCH(const QString, expected);
    const auto manifestOf = [&host](const QByteArray &lines) {
        FacilityTexts texts;
        texts.facilityFilePath = u"/f/facility.toml"_s;
        texts.facility = facilityToml.toByteArray().replace("link.broker.port = 2222\n", "").replace("broker.{domain}", host).replace("port = 1883", lines);
        texts.profiles = {{u"/f/profiles/lris.toml"_s, profileToml.toByteArray()}};
        return FacilityAssembler(texts, u"hilo"_s, u"obs1"_s, nullptr, {}).assemble(false).manifestsByProfile.value(u"lris"_s).manifest;
    };
    const RunManifest before = manifestOf("port = 1883");
    QCOMPARE(RunManifests::evaluateTrust(manifestOf("port = 1883"), before, {}, false).state, TrustVerdict::State::Approved);
    const TrustVerdict verdict = RunManifests::evaluateTrust(manifestOf(address), before, {}, false);
    QCOMPARE(verdict.state, TrustVerdict::State::Changed);
    QStringList removed;
    QStringList added;
    for (const RunWording::RunLine &line : RunWording::differences(verdict)) {
        if (line.mark == RunWording::RunLine::Mark::Removed) {
            removed << line.text;
        } else if (line.mark == RunWording::RunLine::Mark::Added) {
            added << line.text;
        }
    }
    QCOMPARE(removed, QStringList{u"Connects to the facility’s message broker at 127.0.0.1:1883"_s});
    QCOMPARE(added, QStringList{u"Connects to the facility’s message broker at "_s + expected});
    QCOMPARE(RunManifestJson::fromJson(RunManifestJson::toJson(verdict.currentManifest)), verdict.currentManifest); // and kept so
}

void BrokerReaderTest::mistakesTakeNoInstrument_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("an unknown link") << QByteArray("link = \"broker\"") << QByteArray("link = \"brker\"");
    QTest::newRow("TLS, which is no way") << QByteArray("port = 1883") << QByteArray("tls = \"broker.example:8883\"");
    QTest::newRow("no way") << QByteArray("link = \"broker\"\nport = 1883") << QByteArray();
    QTest::newRow("no address") << QByteArray("port = 1883") << QByteArray();
    QTest::newRow("a port that is none") << QByteArray("port = 1883") << QByteArray("port = 0");
    QTest::newRow("a line that cannot be read") << QByteArray("port = 1883") << QByteArray("port 1883");
    QTest::newRow("an unknown key") << QByteArray("port = 1883") << QByteArray("port = 1883\nqos = 1");
    QTest::newRow("a variable that is not there") << QByteArray("port = 1883") << QByteArray("socket = \"{nowhere}\"");
    QTest::newRow("a variable of a profile in the link") << QByteArray("host = \"broker.{domain}\"") << QByteArray("host = \"{instrument}.{domain}\"");
    QTest::newRow("a link with a mistake") << QByteArray("host = \"broker.{domain}\"") << QByteArray("host = \"broker.{domain}\"\nidentities = 7");
    QTest::newRow("a text instead of a table") << QByteArray("[broker]\nid = \"example\"\nlink = \"broker\"\nport = 1883") << QByteArray("[[broker]]");
    QTest::newRow("a site's variable that is no path") << QByteArray("port = 1883") << QByteArray("socket = \"{gateway}\"");
}

void BrokerReaderTest::mistakesTakeNoInstrument()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QVERIFY(facilityToml.contains(from));
    const Facility facility = facilityOf(facilityToml.toByteArray().replace(from, to), u"hilo"_s);
    QVERIFY(!facility.broker);
    QVERIFY(!facility.errors.isEmpty());
    QVERIFY(facility.errors.first().place.line > 0);
    QVERIFY2(facility.brokenProfiles.isEmpty(), qPrintable(facility.brokenProfiles.value(0).errors.value(0).message));
    QCOMPARE(facility.profiles.size(), 1);
}

void BrokerReaderTest::mistakeInTheWayThere_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("the default of every link") << QByteArray("jump = [\"{gateway}\"]") << QByteArray("jmp = [\"{gateway}\"]");
    QTest::newRow("a default that cannot be read") << QByteArray("jump = [\"{gateway}\"]") << QByteArray("jump [\"{gateway}\"]");
    QTest::newRow("what differs at the site") << QByteArray("link.broker.port = 2222") << QByteArray("link.broker.port 2222");
    QTest::newRow("the link's own line") << QByteArray("host = \"broker.{domain}\"") << QByteArray("host = \"broker.{domain}\"\njump [\"x\"]");
}

/// Nobody is to log in past a gateway because its line is wrong.
void BrokerReaderTest::mistakeInTheWayThere()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QVERIFY(facilityToml.contains(from));
    QVERIFY(facilityOf(facilityToml.toByteArray(), u"hilo"_s).broker);
    QVERIFY(!facilityOf(facilityToml.toByteArray().replace(from, to), u"hilo"_s).broker);
}

NIGHTDESK_GUILESS_TEST(BrokerReaderTest)
#include "brokerreadertest.moc"
