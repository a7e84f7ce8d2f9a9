// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/broker/brokerkit.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <map>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// Whom a broker lets in, and what they may say and hear: with a real mosquitto.
class BrokerAccessTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void whoIsLetIn_data();
    void whoIsLetIn();
    void whatArrives_data();
    void whatArrives();
    void addingTakesEffectAtOnce();
    void removingTakesBackWhatIsKept();
    void removingCutsOff();

private:
    BrokerKit m_kit;
    std::unique_ptr<BrokerKit::Broker> m_broker;
    std::map<QString, std::unique_ptr<BrokerProbe>> m_people; ///< connected, and asking for all
};

void BrokerAccessTest::initTestCase()
{
    QVERIFY(m_kit.isValid());
    m_broker = m_kit.prepare(u"shared"_s, BrokerKit::People::All);
    QVERIFY(m_broker);
    QVERIFY2(m_kit.begin(*m_broker), m_broker->words().constData());
    for (const QString &who : {u"left"_s, u"one"_s, u"ann"_s, u"ben"_s}) {
        auto probe = m_kit.probe(*m_broker, who);
        probe->client().subscribe({u"#"_s, u"$SYS/#"_s});
        QVERIFY2(probe->connectNow(), qPrintable(probe->why()));
        m_people.emplace(who, std::move(probe));
    }
}

void BrokerAccessTest::cleanupTestCase()
{
    m_people.clear();
    m_broker->process.terminate();
    QVERIFY(m_broker->process.waitForFinished(60000));
    QCOMPARE(m_broker->process.exitCode(), 0);
}

void BrokerAccessTest::whoIsLetIn_data()
{
    QTest::addColumn<QString>("user");
    QTest::addColumn<QByteArray>("password"); // empty: the right one
    QTest::addColumn<bool>("isAuthorized");
    QTest::newRow("a desk") << u"desk.santa-cruz.left"_s << QByteArray() << true;
    QTest::newRow("nobody") << QString() << QByteArray() << false;
    QTest::newRow("a wrong password") << u"desk.santa-cruz.left"_s << QByteArray("wrong") << false;
    QTest::newRow("a desk that is not there") << u"desk.santa-cruz.right"_s << QByteArray() << false;
    QTest::newRow("the password of another role") << u"sa.ann"_s << QByteArray() << false;
}

void BrokerAccessTest::whoIsLetIn()
{
    QFETCH(QString, user);
    QFETCH(QByteArray, password);
    QFETCH(bool, isAuthorized);
    const auto process = m_kit.client(u"mosquitto_pub"_s,
                                      *m_broker,
                                      user,
                                      password.isEmpty() ? m_kit.passwordOf(*m_broker, u"left"_s) : password,
                                      {u"-q"_s, u"1"_s, u"-t"_s, u"nightdesk/1/example/desk/santa-cruz/left/state"_s, u"-m"_s, u"x"_s});
    QVERIFY(process->waitForFinished(60000));
    const QByteArray told = process->readAll();
    QCOMPARE(process->exitCode() == 0, isAuthorized);
    QCOMPARE(told.contains("Not authorized"), !isAuthorized);
    if (!isAuthorized) {
        QVERIFY(WAIT_FOR(m_broker->seen().contains("Login refused")));
    }
}

void BrokerAccessTest::whatArrives_data()
{
    QTest::addColumn<QString>("writer");
    QTest::addColumn<QString>("topic");
    QTest::addColumn<QString>("reader");
    QTest::addColumn<bool>("arrives");
    const auto row = [](const char *name, const QString &writer, const QString &topic, const QString &reader, bool arrives) {
        QTest::newRow(name) << writer << topic << reader << arrives;
    };
    const QString left = u"desk/santa-cruz/left/"_s;
    const QString one = u"desk/hilo/one/"_s;
    for (const char *sort : {"presence", "state", "numbers", "history", "call", "note"}) {
        row(qPrintable(u"a desk's %1 at an SA"_s.arg(QLatin1StringView(sort))), u"left"_s, left + QLatin1StringView(sort), u"ann"_s, true);
        row(qPrintable(u"a desk's %1 at another desk"_s.arg(QLatin1StringView(sort))), u"left"_s, left + QLatin1StringView(sort), u"one"_s, false);
        row(qPrintable(u"a desk that writes another's %1"_s.arg(QLatin1StringView(sort))), u"left"_s, one + QLatin1StringView(sort), u"ann"_s, false);
        row(qPrintable(u"an SA that writes a desk's %1"_s.arg(QLatin1StringView(sort))), u"ann"_s, one + QLatin1StringView(sort), u"ben"_s, false);
    }
    row("a desk's call at itself", u"left"_s, left + u"call"_s, u"left"_s, true);
    row("who has heard a call, at another SA", u"ann"_s, u"sa/ann/to/hilo/one/ack"_s, u"ben"_s, true);
    row("who looks at a desk, at another SA", u"ann"_s, u"sa/ann/to/hilo/one/watch/0123456789abcdef"_s, u"ben"_s, true);
    row("an SA's note to a desk at another SA", u"ann"_s, u"sa/ann/to/hilo/one/note"_s, u"ben"_s, false);
    row("what no desk says", u"left"_s, left + u"anything"_s, u"ann"_s, false);
    row("what stands deeper", u"left"_s, left + u"state/x"_s, u"ann"_s, false);
    row("another facility", u"left"_s, u"/nightdesk/1/other/desk/santa-cruz/left/state"_s, u"ann"_s, false);
    row("a layout at another desk", u"left"_s, left + u"person/0123456789abcdef"_s, u"one"_s, true);
    row("a layout of another desk", u"left"_s, one + u"person/0123456789abcdef"_s, u"one"_s, false);
    row("a move to a desk", u"left"_s, left + u"to/hilo/one/move"_s, u"one"_s, true);
    row("a move in another's name", u"left"_s, one + u"to/hilo/one/move"_s, u"one"_s, false);
    row("a move to another desk", u"one"_s, one + u"to/hilo/two/move"_s, u"left"_s, false);
    row("a desk that writes to a desk as an SA", u"left"_s, u"sa/ann/to/hilo/one/note"_s, u"one"_s, false);
    row("a desk that says an SA is there", u"left"_s, u"sa/ann/presence/0123456789abcdef"_s, u"one"_s, false);
    row("a desk that answers its own call", u"left"_s, u"sa/ann/to/santa-cruz/left/ack"_s, u"left"_s, false);
    row("an SA's presence", u"ann"_s, u"sa/ann/presence/0123456789abcdef"_s, u"one"_s, true);
    row("an SA's presence at an SA", u"ann"_s, u"sa/ann/presence/0123456789abcdef"_s, u"ben"_s, true);
    row("an SA's note to all", u"ann"_s, u"sa/ann/note"_s, u"one"_s, true);
    row("one of an SA's notes to all", u"ann"_s, u"sa/ann/note/0123456789abcdef"_s, u"one"_s, true);
    row("one of an SA's notes to all at an SA", u"ann"_s, u"sa/ann/note/0123456789abcdef"_s, u"ben"_s, true);
    row("one of another SA's notes", u"ann"_s, u"sa/ben/note/0123456789abcdef"_s, u"one"_s, false);
    row("a desk that writes to all as an SA", u"left"_s, u"sa/ann/note/0123456789abcdef"_s, u"one"_s, false);
    row("another SA's note", u"ann"_s, u"sa/ben/note"_s, u"one"_s, false);
    for (const char *sort : {"note", "ack", "watch/0123456789abcdef"}) {
        row(qPrintable(u"an SA's %1 to a desk"_s.arg(QLatin1StringView(sort))), u"ann"_s, u"sa/ann/to/hilo/one/"_s + QLatin1StringView(sort), u"one"_s, true);
        row(qPrintable(u"an SA's %1 to another desk"_s.arg(QLatin1StringView(sort))),
            u"ann"_s,
            u"sa/ann/to/santa-cruz/left/"_s + QLatin1StringView(sort),
            u"one"_s,
            false);
        row(qPrintable(u"an SA's %1 in another's name"_s.arg(QLatin1StringView(sort))),
            u"ann"_s,
            u"sa/ben/to/hilo/one/"_s + QLatin1StringView(sort),
            u"one"_s,
            false);
    }
    row("an SA that moves a desk", u"ann"_s, one + u"to/santa-cruz/left/move"_s, u"left"_s, false);
    row("the broker's own topics", u"ann"_s, u"/$SYS/broker/uptime"_s, u"ben"_s, false);
}

void BrokerAccessTest::whatArrives()
{
    QFETCH(const QString, writer);
    QFETCH(const QString, topic);
    QFETCH(const QString, reader);
    QFETCH(const bool, arrives);
    QList<BrokerMessage> &heard = m_people.at(reader)->messages;
    heard.clear();
    const auto hears = [&heard](const QByteArray &text) {
        return std::ranges::contains(heard, text, &BrokerMessage::payload);
    };
    const QByteArray mark = QByteArray::number(QRandomGenerator::global()->generate());
    // The broker has answered each before the next is said. Ben's presence reaches everybody: when it does, what was said before it
    // would have come too.
    QVERIFY(BrokerKit::say(*m_people.at(writer), topic, "text-" + mark)); // what is not let through is no mistake of the client's
    QVERIFY(BrokerKit::say(*m_people.at(u"ben"_s), u"sa/ben/presence/0123456789abcdef"_s, "end-" + mark));
    QVERIFY(WAIT_FOR(hears("end-" + mark)));
    QCOMPARE(hears("text-" + mark), arrives);
}

void BrokerAccessTest::addingTakesEffectAtOnce()
{
    const BrokerKit::Told told = m_kit.run(*m_broker, {u"add-desk"_s, u"late/desk"_s, u"--output"_s, m_kit.filePath(u"shared-late"_s)});
    QCOMPARE(told.err, QByteArray());
    QCOMPARE(told.exitCode, 0);
    QVERIFY2(told.out.contains("was notified"), told.out.constData());
    QVERIFY(waitFor([&] {
        const auto late = m_kit.probe(*m_broker, u"late"_s);
        late->open();
        return WAIT_FOR(late->client().state() == BrokerState::Connected || late->client().state() == BrokerState::Refused)
            && late->client().state() == BrokerState::Connected
            && BrokerKit::say(*late, u"desk/late/desk/state"_s, "x").value_or(BrokerDeliveryResult::Refused) != BrokerDeliveryResult::Refused;
    }));
}

void BrokerAccessTest::removingTakesBackWhatIsKept()
{
    const auto broker = m_kit.prepare(u"removing"_s, BrokerKit::People::All);
    QVERIFY(broker);
    QVERIFY2(m_kit.begin(*broker), broker->words().constData());
    const auto tell = [&](const QString &who, const QStringList &topics) {
        const auto probe = m_kit.probe(*broker, who);
        bool isReported = probe->connectNow();
        for (const QString &topic : topics) {
            const auto result = BrokerKit::say(*probe, topic, "kept by " + who.toUtf8(), true);
            isReported = isReported && result.value_or(BrokerDeliveryResult::Refused) != BrokerDeliveryResult::Refused;
        }
        probe->client().close(); // its will would be told else
        return isReported && WAIT_FOR(probe->ends == 1);
    };
    const QStringList words{u"presence"_s, u"state"_s, u"history"_s};
    QStringList ofOne;
    QStringList ofLeft;
    for (const QString &word : words) {
        ofOne << u"desk/hilo/one/"_s + word;
        ofLeft << u"desk/santa-cruz/left/"_s + word;
    }
    const QStringList ofBen{u"sa/ben/presence/0123456789abcdef"_s, u"sa/ben/note/00000000000000f1"_s};
    QVERIFY(tell(u"one"_s, ofOne) && tell(u"left"_s, ofLeft) && tell(u"ben"_s, ofBen));
    const auto board = m_kit.probe(*broker, u"ann"_s);
    board->client().subscribe({u"nightdesk/#"_s});
    QVERIFY2(board->connectNow(), qPrintable(board->why()));
    const auto hears = [&](const QStringList &topics, const QByteArray &payload) {
        return waitFor([&] {
            return std::ranges::all_of(topics, [&](const QString &topic) {
                return board->newest(u"nightdesk/1/example/"_s + topic) == payload;
            });
        });
    };
    QVERIFY(hears(ofOne, "kept by one") && hears(ofLeft, "kept by left") && hears(ofBen, "kept by ben"));
    QCOMPARE(m_kit.run(*broker, {u"remove"_s, u"hilo/one"_s}).exitCode, 0);
    QVERIFY2(hears(ofOne, {}), broker->seen().constData());
    QCOMPARE(m_kit.run(*broker, {u"remove"_s, u"ben"_s}).exitCode, 0);
    QVERIFY2(hears(ofBen, {}), broker->seen().constData());
    QVERIFY(hears(ofLeft, "kept by left")); // who is let in keeps what is theirs
}

void BrokerAccessTest::removingCutsOff()
{
    BrokerProbe &one = *m_people.at(u"one"_s);
    BrokerProbe &ann = *m_people.at(u"ann"_s);
    const auto hears = [&one](const QByteArray &text) {
        return std::ranges::contains(one.messages, text, &BrokerMessage::payload);
    };
    QVERIFY(BrokerKit::say(ann, u"sa/ann/note"_s, "before"));
    QVERIFY(WAIT_FOR(hears("before")));
    const qsizetype logged = m_broker->seen().size();
    QCOMPARE(m_kit.run(*m_broker, {u"remove"_s, u"hilo/one"_s}).exitCode, 0);
    QVERIFY(WAIT_FOR(m_broker->seen().sliced(logged).contains("workstation hilo/one")));
    QVERIFY(one.waitFor(BrokerState::Refused)); // and not let in again
    QVERIFY(BrokerKit::say(ann, u"sa/ann/note"_s, "after"));
    QVERIFY(!BrokerKit::say(one, u"desk/hilo/one/state"_s, "x"));
    QVERIFY(!hears("after"));
    QVERIFY(!m_kit.run(*m_broker, {u"list"_s}).out.contains("hilo/one"));
    QCOMPARE(m_kit.run(*m_broker, {u"remove"_s, u"hilo/one"_s}).exitCode, 1);
}

NIGHTDESK_GUILESS_TEST(BrokerAccessTest)
#include "brokeraccesstest.moc"
