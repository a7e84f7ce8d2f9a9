// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/boardwire/boardmessages.h"
#include "sessions/broker/brokercredentialfile.h"
#include "tests/support/brokerprobe.h"
#include "tests/support/testcertificates.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>
#include <sys/stat.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
struct Told {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The only one.
qint64 childOf(qint64 process)
{
    return contentsOf(u"/proc/%1/task/%1/children"_s.arg(process)).split(' ').value(0).toLongLong();
}

bool isAlive(qint64 process)
{
    const QByteArray status = contentsOf(u"/proc/%1/status"_s.arg(process));
    return process > 0 && !status.isEmpty() && !status.contains("State:\tZ");
}
}

/// `nightdesk hub` with a real mosquitto, and mosquitto's own clients at it: what they may do is not ours to believe.
class HubCommandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void whoIsLetIn_data();
    void whoIsLetIn();
    void whatArrives_data();
    void whatArrives();
    void secretsStayWhereTheyAre();
    void addingTakesEffectAtOnce();
    void removingTakesBackWhatIsKept();
    void removingCutsOff();
    void twoHubsInOneDirectory();
    void endsInOrder_data();
    void endsInOrder();
    void brokerGoesWithTheHub();
    void hubGoesWithTheBroker();
    void listensAtASocket();
    void listensForTls();
    void usedPortsAreTold();
    void whatIsNoSocketStays();
    void names_data();
    void names();
    void credentialsAreNotOverwritten();
    void whoHasNoCredentialIsNotLetIn();
    void facilityIsAskedOnce();
    void facilityOfADirectory();
    void damagedListsAreNotTouched();
    void listIsJson();
    void pagerRunsForCalls();
    void facilitysPagerIsRunOnlyIfNobodyElseWroteIt();

private:
    /// A hub in a directory of its own.
    struct Hub {
        QString directory;
        quint16 port = 0;
        QProcess process;
        QByteArray log;
        ~Hub()
        {
            process.terminate();
            process.waitForFinished();
        }
        QByteArray words() ///< when something went wrong
        {
            return process.readAllStandardError() + seen();
        }
        QByteArray seen()
        {
            log += process.readAllStandardOutput();
            return log;
        }
    };
    QProcessEnvironment environment() const;
    Told run(const QStringList &words);
    Told run(const Hub &hub, const QStringList &words);
    std::unique_ptr<Hub> prepare(const QString &name);
    bool begin(Hub &hub, const QStringList &more = {});
    /// The arguments of mosquitto's client stand in a file, the password among them.
    std::unique_ptr<QProcess> client(const QString &program, const Hub &hub, const QString &user, const QByteArray &password, const QStringList &words);
    QByteArray passwordOf(const Hub &hub, const QString &credential) const;
    /// As somebody whom the hub knows; a topic that begins with a slash is no facility's.
    bool publish(const Hub &hub, const QString &who, const QString &topic, const QByteArray &text, int expected = 0);

    QTemporaryDir m_directory;
    std::unique_ptr<Hub> m_hub;
};

QProcessEnvironment HubCommandTest::environment() const
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert(u"XDG_STATE_HOME"_s, m_directory.filePath(u"state"_s));
    result.insert(u"XDG_CONFIG_HOME"_s, m_directory.filePath(u"config"_s));
    result.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    return result;
}

Told HubCommandTest::run(const QStringList &words)
{
    QProcess process;
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_directory.path());
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, QStringList{u"hub"_s} + words);
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

Told HubCommandTest::run(const Hub &hub, const QStringList &words)
{
    return run(words + QStringList{u"--directory"_s, hub.directory});
}

std::unique_ptr<HubCommandTest::Hub> HubCommandTest::prepare(const QString &name)
{
    auto hub = std::make_unique<Hub>();
    hub->directory = m_directory.filePath(name + u" hub"_s); // paths may have blanks
    hub->port = freePort();
    const auto add = [&](const QStringList &words, const QString &credential) {
        const Told told = run(*hub, words + QStringList{u"--facility"_s, u"example"_s, u"--output"_s, m_directory.filePath(name + u'-' + credential)});
        if (told.exitCode != 0) {
            qWarning("%s%s", told.out.constData(), told.err.constData());
        }
        return told.exitCode == 0;
    };
    const bool isDone = add({u"add-desk"_s, u"santa-cruz/left"_s}, u"left"_s) && add({u"add-desk"_s, u"hilo/one"_s}, u"one"_s)
        && add({u"add-sa"_s, u"ann"_s}, u"ann"_s) && add({u"add-sa"_s, u"ben"_s}, u"ben"_s);
    return isDone ? std::move(hub) : nullptr;
}

bool HubCommandTest::begin(Hub &hub, const QStringList &more)
{
    hub.log.clear();
    hub.process.setProcessEnvironment(environment());
    hub.process.setWorkingDirectory(m_directory.path());
    const QStringList where =
        more.contains(u"--socket"_s) || more.contains(u"--certificate"_s) ? QStringList() : QStringList{u"--port"_s, QString::number(hub.port)};
    hub.process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s,
                      QStringList{u"hub"_s, u"run"_s, u"--directory"_s, hub.directory} + where + more);
    return Test::waitFor([&] {
               return hub.seen().contains("listens at") || hub.process.state() == QProcess::NotRunning;
           })
        && hub.log.contains("listens at");
}

QByteArray HubCommandTest::passwordOf(const Hub &hub, const QString &credential) const
{
    const QString name = QFileInfo(hub.directory).fileName().section(u' ', 0, 0);
    const auto read = BrokerCredentialFile::read(m_directory.filePath(name + u'-' + credential));
    return read ? read->password.view().toByteArray() : QByteArray();
}

std::unique_ptr<QProcess>
HubCommandTest::client(const QString &program, const Hub &hub, const QString &user, const QByteArray &password, const QStringList &words)
{
    static int count = 0;
    const QString home = m_directory.filePath(u"client-%1"_s.arg(++count));
    QDir().mkpath(home);
    QFile options(home + u'/' + program);
    if (options.open(QIODevice::WriteOnly)) {
        options.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        options.write("-h 127.0.0.1\n-V 5\n-p " + QByteArray::number(hub.port) + '\n');
        if (!user.isEmpty()) {
            options.write("-u " + user.toUtf8() + "\n-P " + password + '\n');
        }
        options.close();
    }
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment clients = environment();
    clients.insert(u"XDG_CONFIG_HOME"_s, home);
    process->setProcessEnvironment(clients);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(program, words);
    return process;
}

bool HubCommandTest::publish(const Hub &hub, const QString &who, const QString &topic, const QByteArray &text, int expected)
{
    const QHash<QString, QString> users{{u"left"_s, u"desk.santa-cruz.left"_s},
                                        {u"one"_s, u"desk.hilo.one"_s},
                                        {u"ann"_s, u"sa.ann"_s},
                                        {u"ben"_s, u"sa.ben"_s}};
    // Of some hundred mosquitto_pub one loses its connection (exit code 7) with no fault of the broker.
    constexpr int lost = 7;
    int code = lost;
    for (int i = 0; i < 10 && code == lost; ++i) {
        const auto process =
            client(u"mosquitto_pub"_s,
                   hub,
                   users.value(who),
                   passwordOf(hub, who),
                   {u"-q"_s, u"1"_s, u"-t"_s, topic.startsWith(u'/') ? topic.sliced(1) : u"nightdesk/1/example/"_s + topic, u"-m"_s, QString::fromUtf8(text)});
        code = process->waitForFinished(20000) ? process->exitCode() : -1;
    }
    return code == expected;
}

void HubCommandTest::initTestCase()
{
    QVERIFY(m_directory.isValid());
    m_hub = prepare(u"shared"_s);
    QVERIFY(m_hub);
    QVERIFY2(begin(*m_hub), m_hub->words().constData());
}

void HubCommandTest::cleanupTestCase()
{
    m_hub->process.terminate();
    QVERIFY(m_hub->process.waitForFinished());
    QCOMPARE(m_hub->process.exitCode(), 0);
}

void HubCommandTest::whoIsLetIn_data()
{
    QTest::addColumn<QString>("user");
    QTest::addColumn<QByteArray>("password"); // empty: the right one
    QTest::addColumn<bool>("isLetIn");
    QTest::newRow("a desk") << u"desk.santa-cruz.left"_s << QByteArray() << true;
    QTest::newRow("nobody") << QString() << QByteArray() << false;
    QTest::newRow("a wrong password") << u"desk.santa-cruz.left"_s << QByteArray("wrong") << false;
    QTest::newRow("a desk that is not there") << u"desk.santa-cruz.right"_s << QByteArray() << false;
    QTest::newRow("the password of another role") << u"sa.ann"_s << QByteArray() << false;
}

void HubCommandTest::whoIsLetIn()
{
    QFETCH(QString, user);
    QFETCH(QByteArray, password);
    QFETCH(bool, isLetIn);
    const auto process = client(u"mosquitto_pub"_s,
                                *m_hub,
                                user,
                                password.isEmpty() ? passwordOf(*m_hub, u"left"_s) : password,
                                {u"-q"_s, u"1"_s, u"-t"_s, u"nightdesk/1/example/desk/santa-cruz/left/state"_s, u"-m"_s, u"x"_s});
    QVERIFY(process->waitForFinished(20000));
    const QByteArray told = process->readAll();
    QCOMPARE(process->exitCode() == 0, isLetIn);
    QCOMPARE(told.contains("Not authorized"), !isLetIn);
    if (!isLetIn) {
        QVERIFY(Test::waitFor([&] {
            return m_hub->seen().contains("Somebody was refused");
        }));
    }
}

void HubCommandTest::whatArrives_data()
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

void HubCommandTest::whatArrives()
{
    QFETCH(QString, writer);
    QFETCH(QString, topic);
    QFETCH(QString, reader);
    QFETCH(bool, arrives);
    const QHash<QString, QString> users{{u"left"_s, u"desk.santa-cruz.left"_s},
                                        {u"one"_s, u"desk.hilo.one"_s},
                                        {u"ann"_s, u"sa.ann"_s},
                                        {u"ben"_s, u"sa.ben"_s}};
    const auto listener = client(u"mosquitto_sub"_s, *m_hub, users.value(reader), passwordOf(*m_hub, reader), {u"-q"_s, u"1"_s, u"-v"_s, u"-t"_s, u"#"_s});
    QByteArray heard;
    const auto hears = [&](const QByteArray &text) {
        heard += listener->readAll();
        return heard.contains(text);
    };
    // Ben's presence reaches everybody: when it does, what was said before it would have come too.
    const QByteArray mark = "mark-" + QByteArray::number(QRandomGenerator::global()->generate());
    QVERIFY(Test::waitFor([&] {
        return publish(*m_hub, u"ben"_s, u"sa/ben/presence/0123456789abcdef"_s, "begin-" + mark) && hears("begin-" + mark);
    }));
    QVERIFY(publish(*m_hub, writer, topic, "text-" + mark)); // what is not let through is no mistake of the client's
    QVERIFY(publish(*m_hub, u"ben"_s, u"sa/ben/presence/0123456789abcdef"_s, "end-" + mark));
    QVERIFY(Test::waitFor([&] {
        return hears("end-" + mark);
    }));
    QCOMPARE(heard.contains(QByteArray("text-" + mark)), arrives);
    listener->terminate();
    listener->waitForFinished();
}

void HubCommandTest::secretsStayWhereTheyAre()
{
    QByteArray everything = m_hub->seen();
    QDirIterator files(m_hub->directory, QDir::Files | QDir::Hidden);
    while (files.hasNext()) {
        const QString file = files.next();
        everything += contentsOf(file);
        struct stat status{};
        QCOMPARE(::lstat(QFile::encodeName(file).constData(), &status), 0);
        QVERIFY2((status.st_mode & 077) == 0, qPrintable(file));
    }
    const qint64 broker = childOf(m_hub->process.processId());
    QVERIFY(broker > 0);
    for (const qint64 process : {m_hub->process.processId(), broker}) {
        everything += contentsOf(u"/proc/%1/cmdline"_s.arg(process)) + contentsOf(u"/proc/%1/environ"_s.arg(process));
    }
    QVERIFY(everything.contains("mosquitto.conf"));
    for (const QString &credential : {u"left"_s, u"one"_s, u"ann"_s, u"ben"_s}) {
        const QByteArray password = passwordOf(*m_hub, credential);
        QCOMPARE(password.size(), 43); // 256 bits
        QVERIFY(!everything.contains(password));
    }
    QCOMPARE(QFileInfo(m_hub->directory).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::ExeGroup | QFileDevice::ExeOther),
             QFileDevice::Permissions());
}

void HubCommandTest::addingTakesEffectAtOnce()
{
    const QString file = m_directory.filePath(u"shared-late"_s);
    const Told told = run(*m_hub, {u"add-desk"_s, u"late/desk"_s, u"--output"_s, file});
    QCOMPARE(told.err, QByteArray());
    QCOMPARE(told.exitCode, 0);
    QVERIFY2(told.out.contains("was told"), told.out.constData());
    QVERIFY(Test::waitFor([&] {
        const auto process = client(u"mosquitto_pub"_s,
                                    *m_hub,
                                    u"desk.late.desk"_s,
                                    passwordOf(*m_hub, u"late"_s),
                                    {u"-q"_s, u"1"_s, u"-t"_s, u"nightdesk/1/example/desk/late/desk/state"_s, u"-m"_s, u"x"_s});
        process->waitForFinished(20000);
        return process->exitCode() == 0 && !process->readAll().contains("Not authorized");
    }));
}

void HubCommandTest::removingTakesBackWhatIsKept()
{
    const auto hub = prepare(u"removing"_s);
    QVERIFY(hub);
    QVERIFY2(begin(*hub), hub->words().constData());
    const auto tellOnce = [&](const QString &name, const QString &user, const QString &topic) {
        const auto process = client(u"mosquitto_pub"_s,
                                    *hub,
                                    user,
                                    passwordOf(*hub, name),
                                    {u"-q"_s, u"1"_s, u"-r"_s, u"-t"_s, u"nightdesk/1/example/"_s + topic, u"-m"_s, u"kept by "_s + name});
        return process->waitForFinished(20000) && process->exitCode() == 0;
    };
    // As publish(): some mosquitto_pub lose their connection.
    const auto tell = [&](const QString &name, const QString &user, const QString &topic) {
        return Test::waitFor([&] {
            return tellOnce(name, user, topic);
        });
    };
    for (const QString &word : {u"presence"_s, u"state"_s, u"history"_s}) {
        QVERIFY(tell(u"one"_s, u"desk.hilo.one"_s, u"desk/hilo/one/"_s + word));
        QVERIFY(tell(u"left"_s, u"desk.santa-cruz.left"_s, u"desk/santa-cruz/left/"_s + word));
    }
    QVERIFY(tell(u"ben"_s, u"sa.ben"_s, u"sa/ben/presence/0123456789abcdef"_s));
    QVERIFY(tell(u"ben"_s, u"sa.ben"_s, u"sa/ben/note/00000000000000f1"_s));
    // Ours: some mosquitto_sub lose their connection, too.
    BrokerSpec spec;
    spec.address = TcpPort{.host = u"127.0.0.1"_s, .port = hub->port};
    BrokerCredential ann{.facility = u"example"_s, .role = BrokerRole::SupportAstronomer, .name = u"ann"_s, .password = {}};
    ann.password = Secret::fromText(QString::fromUtf8(passwordOf(*hub, u"ann"_s)));
    Test::BrokerProbe board(spec, ann);
    board.client().subscribe({u"nightdesk/#"_s});
    QVERIFY2(board.connectNow(), qPrintable(board.why()));
    const auto hears = [&](const QString &topic, const QByteArray &payload) {
        return Test::waitFor([&] {
            return board.newest(u"nightdesk/1/example/"_s + topic) == payload;
        });
    };
    for (const QString &word : {u"presence"_s, u"state"_s, u"history"_s}) {
        QVERIFY(hears(u"desk/hilo/one/"_s + word, "kept by one") && hears(u"desk/santa-cruz/left/"_s + word, "kept by left"));
    }
    QVERIFY(hears(u"sa/ben/presence/0123456789abcdef"_s, "kept by ben"));
    QVERIFY(hears(u"sa/ben/note/00000000000000f1"_s, "kept by ben"));
    QCOMPARE(run(*hub, {u"remove"_s, u"hilo/one"_s}).exitCode, 0);
    for (const QString &word : {u"presence"_s, u"state"_s, u"history"_s}) {
        QVERIFY2(hears(u"desk/hilo/one/"_s + word, {}), hub->seen().constData());
    }
    QCOMPARE(run(*hub, {u"remove"_s, u"ben"_s}).exitCode, 0);
    QVERIFY2(hears(u"sa/ben/presence/0123456789abcdef"_s, {}), hub->seen().constData());
    QVERIFY2(hears(u"sa/ben/note/00000000000000f1"_s, {}), hub->seen().constData());
    QVERIFY(hears(u"desk/santa-cruz/left/presence"_s, "kept by left")); // who is let in keeps what is theirs
}

void HubCommandTest::removingCutsOff()
{
    const auto listener = client(u"mosquitto_sub"_s, *m_hub, u"desk.hilo.one"_s, passwordOf(*m_hub, u"one"_s), {u"-q"_s, u"1"_s, u"-v"_s, u"-t"_s, u"#"_s});
    QByteArray heard;
    QVERIFY(Test::waitFor([&] {
        heard += listener->readAll();
        return publish(*m_hub, u"ann"_s, u"sa/ann/note"_s, "before") && heard.contains("before");
    }));
    const qsizetype logged = m_hub->seen().size();
    QCOMPARE(run(*m_hub, {u"remove"_s, u"hilo/one"_s}).exitCode, 0);
    QVERIFY(Test::waitFor([&] {
        return m_hub->seen().sliced(logged).contains("desk hilo/one");
    }));
    QVERIFY(publish(*m_hub, u"ann"_s, u"sa/ann/note"_s, "after"));
    QVERIFY(!publish(*m_hub, u"one"_s, u"desk/hilo/one/state"_s, "x"));
    heard += listener->readAll();
    QVERIFY(!heard.contains("after"));
    listener->kill();
    listener->waitForFinished();
    QVERIFY(!run(*m_hub, {u"list"_s}).out.contains("hilo/one"));
    QCOMPARE(run(*m_hub, {u"remove"_s, u"hilo/one"_s}).exitCode, 1);
}

void HubCommandTest::twoHubsInOneDirectory()
{
    const Told told = run(*m_hub, {u"run"_s, u"--port"_s, QString::number(freePort())});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("runs with") && told.err.contains(QByteArray::number(m_hub->process.processId())), told.err.constData());
}

void HubCommandTest::endsInOrder_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("the terminal goes") << SIGHUP;
}

void HubCommandTest::endsInOrder()
{
    QFETCH(int, number);
    const auto hub = prepare(u"ends%1"_s.arg(number));
    QVERIFY(hub && begin(*hub));
    const qint64 broker = childOf(hub->process.processId());
    QVERIFY(isAlive(broker));
    QCOMPARE(::kill(static_cast<pid_t>(hub->process.processId()), number), 0);
    QVERIFY(hub->process.waitForFinished());
    QCOMPARE(hub->process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(hub->process.exitCode(), 0);
    QVERIFY(!isAlive(broker));
}

void HubCommandTest::brokerGoesWithTheHub()
{
    const auto hub = prepare(u"killed"_s);
    QVERIFY(hub && begin(*hub));
    const qint64 broker = childOf(hub->process.processId());
    QVERIFY(isAlive(broker));
    hub->process.kill();
    QVERIFY(hub->process.waitForFinished());
    QVERIFY(Test::waitFor([&] {
        return !isAlive(broker);
    }));
    QVERIFY2(begin(*hub), hub->words().constData()); // nothing is in its way
}

void HubCommandTest::hubGoesWithTheBroker()
{
    const auto hub = prepare(u"bereft"_s);
    QVERIFY(hub && begin(*hub));
    const qint64 broker = childOf(hub->process.processId());
    QCOMPARE(::kill(static_cast<pid_t>(broker), SIGKILL), 0);
    QVERIFY(hub->process.waitForFinished());
    QCOMPARE(hub->process.exitCode(), 1);
    QVERIFY2(hub->seen().contains("killed by signal 9") && hub->log.contains("last words"), hub->log.constData());
}

void HubCommandTest::listensAtASocket()
{
    const auto hub = prepare(u"socket"_s);
    QVERIFY(hub);
    const QString blank = m_directory.filePath(u"the socket"_s);
    const Told refused = run(*hub, {u"run"_s, u"--socket"_s, blank});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains("blank"), refused.err.constData());
    const QString socket = m_directory.filePath(u"socket"_s);
    QVERIFY2(begin(*hub, {u"--socket"_s, socket}), hub->words().constData());
    struct stat status{};
    QCOMPARE(::lstat(QFile::encodeName(socket).constData(), &status), 0);
    QVERIFY(S_ISSOCK(status.st_mode));
    QCOMPARE(status.st_mode & 0007, mode_t(0));
    QVERIFY(!hub->log.contains("127.0.0.1"));
    const auto other = prepare(u"socket2"_s);
    QVERIFY(other);
    const Told told = run(*other, {u"run"_s, u"--socket"_s, socket});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("Somebody listens"), told.err.constData());
    const qint64 broker = childOf(hub->process.processId());
    QVERIFY(broker > 0);
    hub->process.kill(); // what it leaves there is in nobody's way
    QVERIFY(hub->process.waitForFinished());
    QVERIFY(Test::waitFor([&] { // the system ends it a moment later
        return contentsOf(u"/proc/%1/cmdline"_s.arg(broker)).isEmpty();
    }));
    QVERIFY2(begin(*other, {u"--socket"_s, socket}), other->words().constData());
    other->process.terminate();
    QVERIFY(other->process.waitForFinished());
}

void HubCommandTest::listensForTls()
{
    const auto hub = prepare(u"tls"_s);
    QVERIFY(hub);
    Test::TestCertificates certificates;
    const auto pair = certificates.server();
    QVERIFY(!pair.key.isEmpty());
    const QString port = QString::number(hub->port);
    QVERIFY2(begin(*hub, {u"--certificate"_s, pair.certificate, u"--key"_s, pair.key, u"--address"_s, u"127.0.0.1:"_s + port}), hub->words().constData());
    const auto tell = [&](const QStringList &how) {
        const auto process = client(u"mosquitto_pub"_s,
                                    *hub,
                                    u"sa.ann"_s,
                                    passwordOf(*hub, u"ann"_s),
                                    QStringList{u"-q"_s, u"1"_s, u"-t"_s, u"nightdesk/1/example/sa/ann/presence/0123456789abcdef"_s, u"-m"_s, u"x"_s} + how);
        return process->waitForFinished(20000) && process->exitCode() == 0;
    };
    QVERIFY(tell({u"--cafile"_s, certificates.authority()}));
    QVERIFY(!tell({}));
    hub->process.terminate();
    QVERIFY(hub->process.waitForFinished());
    const Told told = run(*hub, {u"run"_s, u"--certificate"_s, pair.certificate, u"--key"_s, m_directory.filePath(u"no key"_s)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("cannot be read"), told.err.constData());
}

void HubCommandTest::usedPortsAreTold()
{
    const auto hub = prepare(u"port"_s);
    QVERIFY(hub);
    const Told told = run(*hub, {u"run"_s, u"--port"_s, QString::number(m_hub->port)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("in use") && told.err.contains("--port"), told.err.constData());
}

void HubCommandTest::whatIsNoSocketStays()
{
    const auto hub = prepare(u"file"_s);
    QVERIFY(hub);
    QFile file(m_directory.filePath(u"precious"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    file.close();
    const Told told = run(*hub, {u"run"_s, u"--socket"_s, file.fileName()});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("no socket"), told.err.constData());
    QCOMPARE(contentsOf(file.fileName()), QByteArray("x"));
}

void HubCommandTest::names_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("a desk without a site") << QStringList{u"add-desk"_s, u"left"_s};
    QTest::newRow("a desk with capitals") << QStringList{u"add-desk"_s, u"Hilo/left"_s};
    QTest::newRow("a desk that is a wildcard") << QStringList{u"add-desk"_s, u"hilo/+"_s};
    QTest::newRow("a desk that is all") << QStringList{u"add-desk"_s, u"hilo/#"_s};
    QTest::newRow("a desk that climbs") << QStringList{u"add-desk"_s, u"../left"_s};
    QTest::newRow("a desk with a line break") << QStringList{u"add-desk"_s, u"hilo/a\nuser x"_s};
    QTest::newRow("a desk of three") << QStringList{u"add-desk"_s, u"a/b/c"_s};
    QTest::newRow("a name with a colon") << QStringList{u"add-sa"_s, u"ann:x"_s};
    QTest::newRow("a name with a slash") << QStringList{u"add-sa"_s, u"ann/b"_s};
    QTest::newRow("a name with a dot") << QStringList{u"add-sa"_s, u"ann.b"_s};
    QTest::newRow("a name that is too long") << QStringList{u"add-sa"_s, QString(33, u'a')};
    QTest::newRow("an empty name") << QStringList{u"add-sa"_s, QString()};
}

void HubCommandTest::names()
{
    QFETCH(QStringList, words);
    const QByteArray before = contentsOf(m_hub->directory + u"/hub.json"_s);
    const Told told = run(*m_hub, words + QStringList{u"--output"_s, m_directory.filePath(u"nothing"_s)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("expected"), told.err.constData());
    QVERIFY(!QFile::exists(m_directory.filePath(u"nothing"_s)));
    QCOMPARE(contentsOf(m_hub->directory + u"/hub.json"_s), before);
}

void HubCommandTest::credentialsAreNotOverwritten()
{
    const QString file = m_directory.filePath(u"taken"_s);
    QFile taken(file);
    QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
    taken.close();
    const Told told = run(*m_hub, {u"add-sa"_s, u"cleo"_s, u"--output"_s, file});
    QCOMPARE(told.exitCode, 1);
    QVERIFY2(told.err.contains("not overwritten"), told.err.constData());
    QCOMPARE(contentsOf(file), QByteArray("mine"));
    QVERIFY(!run(*m_hub, {u"list"_s}).out.contains("cleo"));
    // Somebody who is let in already keeps the old one.
    const QByteArray before = contentsOf(m_hub->directory + u"/hub.json"_s);
    QCOMPARE(run(*m_hub, {u"add-sa"_s, u"ann"_s, u"--output"_s, m_directory.filePath(u"second"_s)}).exitCode, 1);
    QVERIFY(!QFile::exists(m_directory.filePath(u"second"_s)));
    QCOMPARE(contentsOf(m_hub->directory + u"/hub.json"_s), before);
}

void HubCommandTest::whoHasNoCredentialIsNotLetIn()
{
    const Told told = run(*m_hub, {u"add-sa"_s, u"dora"_s, u"--output"_s, m_directory.filePath(u"no/such/directory/dora"_s)});
    QCOMPARE(told.exitCode, 1);
    QVERIFY(!run(*m_hub, {u"list"_s}).out.contains("dora"));
}

void HubCommandTest::facilityIsAskedOnce()
{
    const QString directory = m_directory.filePath(u"unsaid"_s);
    const Told none = run({u"add-sa"_s, u"ann"_s, u"--directory"_s, directory});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("--facility"), none.err.constData());
    QCOMPARE(run({u"--directory"_s, directory}).exitCode, 1);
    QCOMPARE(run({u"add-sa"_s, u"ann"_s, u"--directory"_s, directory, u"--facility"_s, u"keck"_s}).exitCode, 0);
    QVERIFY(QFile::exists(m_directory.filePath(u"ann.sa"_s))); // in the current directory
    QCOMPARE(run({u"add-desk"_s, u"hilo/left"_s, u"--directory"_s, directory}).exitCode, 0);
    const auto credential = BrokerCredentialFile::read(m_directory.filePath(u"hilo.left.desk"_s));
    QVERIFY(credential);
    QCOMPARE(credential->facility, u"keck"_s);
    QCOMPARE(credential->user(), u"desk.hilo.left"_s);
    const Told other = run({u"add-sa"_s, u"bob"_s, u"--directory"_s, directory, u"--facility"_s, u"lick"_s});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.err.contains("keck"), other.err.constData());
}

void HubCommandTest::facilityOfADirectory()
{
    const QString facility = m_directory.filePath(u"facility"_s);
    QVERIFY(QDir().mkpath(facility));
    const auto write = [&](const QByteArray &text) {
        QFile file(facility + u"/facility.toml"_s);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    const QByteArray head = "format = 1\nname = \"F\"\n";
    const QString directory = m_directory.filePath(u"fromdirectory"_s);
    QVERIFY(write(head));
    const Told none = run({u"add-sa"_s, u"eve"_s, u"--directory"_s, directory, u"--facility"_s, facility});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("[broker]"), none.err.constData());
    QVERIFY(write(head + "[broker]\nid = \"summit\"\ntls = \"broker.example\"\n"));
    const Told wrong = run({u"add-sa"_s, u"eve"_s, u"--directory"_s, directory, u"--facility"_s, facility});
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.err.contains("facility.toml:5:7"), wrong.err.constData());
    QVERIFY(write(head + "[broker]\nid = \"summit\"\ntls = \"broker.example:8883\"\n"));
    QCOMPARE(run({u"add-sa"_s, u"eve"_s, u"--directory"_s, directory, u"--facility"_s, facility}).exitCode, 0);
    const auto credential = BrokerCredentialFile::read(m_directory.filePath(u"eve.sa"_s));
    QVERIFY(credential);
    QCOMPARE(credential->facility, u"summit"_s);
}

void HubCommandTest::damagedListsAreNotTouched()
{
    const auto hub = prepare(u"damaged"_s);
    QVERIFY(hub);
    const QString list = hub->directory + u"/hub.json"_s;
    const QByteArray half = contentsOf(list).first(100);
    QFile file(list);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(half) == half.size());
    file.close();
    for (const QStringList &words :
         {QStringList{u"list"_s}, QStringList{u"add-sa"_s, u"cleo"_s}, QStringList{u"run"_s, u"--port"_s, QString::number(hub->port)}}) {
        const Told told = run(*hub, words);
        QCOMPARE(told.exitCode, 1);
        QVERIFY2(told.err.contains("damaged"), told.err.constData());
    }
    QCOMPARE(contentsOf(list), half);
    QVERIFY(QFile::setPermissions(list, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadOther));
    QVERIFY(run(*hub, {u"list"_s}).err.contains("chmod 600"));
}

void HubCommandTest::listIsJson()
{
    const Told told = run(*m_hub, {u"list"_s, u"--json"_s});
    QCOMPARE(told.exitCode, 0);
    const QJsonObject object = QJsonDocument::fromJson(told.out).object();
    QCOMPARE(object.value(u"facility"_s).toString(), u"example"_s);
    QCOMPARE(object.value(u"running"_s).toBool(), true);
    QCOMPARE(object.value(u"process"_s).toInteger(), m_hub->process.processId());
    QVERIFY(object.value(u"users"_s).toArray().size() >= 3);
    QVERIFY(!told.out.contains("$7$"));
    const Told plain = run(*m_hub, {u"list"_s});
    QVERIFY2(plain.out.contains("santa-cruz/left") && plain.out.contains("ann"), plain.out.constData());
}

/// As a desk says it.
static QByteArray callOf(const QString &id, BoardWire::CallState state)
{
    static quint64 sequence = 0;
    BoardWire::Call call;
    call.stamp = {.run = u"0123456789abcdef"_s, .began = QDateTime::currentDateTimeUtc(), .sequence = ++sequence, .at = QDateTime::currentDateTimeUtc()};
    call.id = id;
    call.since = call.stamp.at;
    call.text = u"the guider is lost"_s;
    call.caller = u"Sandy"_s;
    call.state = state;
    return BoardWire::write(call);
}

static QByteArray heardCall(const QString &id)
{
    BoardWire::Acknowledgement heard;
    heard.stamp = {.run = u"00000000000000ab"_s, .began = QDateTime::currentDateTimeUtc(), .sequence = 1, .at = QDateTime::currentDateTimeUtc()};
    heard.call = id;
    heard.name = u"Ann"_s;
    return BoardWire::write(heard);
}

void HubCommandTest::pagerRunsForCalls()
{
    const auto hub = prepare(u"pager"_s);
    QVERIFY(hub);
    QFile script(m_directory.filePath(u"page.sh"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >> '" + m_directory.filePath(u"paged"_s).toUtf8() + "'\ncat >> '" + m_directory.filePath(u"paged"_s).toUtf8()
                 + "'\n");
    script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    script.close();
    QVERIFY2(begin(*hub, {u"--pager"_s, script.fileName(), u"--pager=--now"_s}), hub->words().constData());
    QVERIFY2(Test::waitFor([&] {
                 return hub->seen().contains("listens for calls");
             }),
             hub->log.constData());
    // One that an SA has heard: its desk may not be there to say so.
    QVERIFY(publish(*hub, u"ann"_s, u"sa/ann/to/hilo/one/ack"_s, heardCall(u"00000000000000aa"_s)));
    QVERIFY(publish(*hub, u"one"_s, u"desk/hilo/one/call"_s, callOf(u"00000000000000aa"_s, BoardWire::CallState::Ringing)));
    const QString topic = u"desk/santa-cruz/left/call"_s;
    QVERIFY(publish(*hub, u"left"_s, topic, callOf(u"0123456789abcdef"_s, BoardWire::CallState::Ringing)));
    QVERIFY2(Test::waitFor([&] {
                 return hub->seen().contains("is done");
             }),
             hub->log.constData());
    QCOMPARE(contentsOf(m_directory.filePath(u"paged"_s)), QByteArray("--now\nsanta-cruz/left\nSandy\n0123456789abcdef\nthe guider is lost\n"));
    // Said again, and by somebody else at once: neither is a reason to wake anybody within the minute. Rubbish is none at all.
    QVERIFY(publish(*hub, u"left"_s, topic, callOf(u"0123456789abcdef"_s, BoardWire::CallState::Ringing)));
    QVERIFY(publish(*hub, u"left"_s, topic, "rubbish"));
    QVERIFY(publish(*hub, u"one"_s, u"desk/hilo/one/call"_s, callOf(u"fedcba9876543210"_s, BoardWire::CallState::Ringing)));
    QVERIFY(publish(*hub, u"one"_s, u"desk/hilo/one/call"_s, callOf(u"fedcba9876543210"_s, BoardWire::CallState::Acknowledged)));
    QCOMPARE(run(*hub, {u"remove"_s, u"ben"_s}).exitCode, 0); // and a change of the list does not lock it out
    QVERIFY(Test::waitFor([&] {
        return hub->seen().contains("has left"); // the last publisher; what it said has been heard
    }));
    QCOMPARE(hub->seen().count("the pager runs"), 1);
    hub->process.terminate();
    QVERIFY(hub->process.waitForFinished());
    QVERIFY(!QFile::exists(hub->directory + u"/pager"_s));
}

void HubCommandTest::facilitysPagerIsRunOnlyIfNobodyElseWroteIt()
{
    const QString facility = m_directory.filePath(u"paging"_s);
    QVERIFY(QDir().mkpath(facility));
    const QString file = facility + u"/facility.toml"_s;
    QFile toml(file);
    QVERIFY(toml.open(QIODevice::WriteOnly));
    toml.write("format = 1\nname = \"F\"\n[broker]\nid = \"example\"\ntls = \"broker.example:8883\"\npager = [\"page-sa\", \"--now\"]\n");
    toml.close();
    const auto hub = prepare(u"facilityspager"_s);
    QVERIFY(hub);
    QVERIFY(::chmod(QFile::encodeName(file).constData(), 0666) == 0);
    QVERIFY2(begin(*hub, {u"--facility"_s, facility}), hub->words().constData()); // the board is there all the same
    QVERIFY2(hub->log.contains("is not run") && !hub->log.contains("this is run"), hub->log.constData());
    hub->process.terminate();
    QVERIFY(hub->process.waitForFinished());
    hub->log.clear();
    QVERIFY(::chmod(QFile::encodeName(file).constData(), 0644) == 0 && ::chmod(QFile::encodeName(facility).constData(), 0755) == 0);
    QVERIFY(begin(*hub, {u"--facility"_s, facility}));
    QVERIFY2(hub->log.contains("this is run: page-sa --now"), hub->log.constData());
    hub->process.terminate();
    QVERIFY(hub->process.waitForFinished());
    // A slip of the pen in that file takes the pager, and not the board.
    hub->log.clear();
    QVERIFY(toml.open(QIODevice::Append) && toml.write("prot = 1\n") > 0);
    toml.close();
    QVERIFY(begin(*hub, {u"--facility"_s, facility}));
    QVERIFY2(hub->log.contains("facility.toml:7:1") && !hub->log.contains("this is run"), hub->log.constData());
    hub->process.terminate();
    QVERIFY(hub->process.waitForFinished());
}

QTEST_GUILESS_MAIN(HubCommandTest)
#include "hubcommandtest.moc"
