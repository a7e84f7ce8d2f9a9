// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokercredentialfile.h"
#include "tests/app/leaksearch.h"
#include "tests/app/realdesk.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/files.h"
#include "tests/support/sshserver.h"
#include "tests/support/testbroker.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Nightdesk::Test::LeakSearch;

/// Secrets that nobody types into a question: of the broker, of the wallet, of a URL, of X servers, of the clipboard and of the keyboard.
/// Each is used by the real console, and looked for at the desk and at the remote host. LeakTest has those that are asked for.
class PlantedSecretsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void eachIsUsed();
    void noProcessShowsThem();
    void noFileHasThem();
    void noMessageOfTheBusHasThem();
    void aUrlThatStartsTheConsoleIsHidden();

private:
    bool write(const QString &name, const QByteArray &text) const;
    bool putIntoWallet(const QString &name);
    bool useBoth(); ///< clipboards, in both directions
    bool typeAll();
    QByteArray planted(const QString &title) const;
    QString stateOf(const QString &display);
    std::optional<XServer::Window> shown(const QString &title);
    QString remoteDirectory() const; ///< of the private X server at the remote host; empty: there is none
    void plantCookies(const QString &title, const QString &authorityFile);

    QList<Planted> m_planted{{u"broker"_s, {}},
                             {u"wallet"_s, "qzwallet6hd"_ba},
                             {u"URL, before the host"_s, "qzurl3kq"_ba},
                             {u"URL, parameter"_s, "qzparam8rw"_ba},
                             {u"typed"_s, "qztyped5xnb"_ba},
                             {u"clipboard to the remote host"_s, "qzclipthere2"_ba},
                             {u"clipboard from the remote host"_s, "qzcliphere9"_ba}};
    QHash<QString, QStringList> m_belongs; ///< files that have to hold it
    const QString m_profile = u"planted%1"_s.arg(::getpid());
    const qint64 m_start = QDateTime::currentSecsSinceEpoch();
    RealDesk m_desk;
    SshServer m_sshd;
    std::unique_ptr<ScriptedSshServer> m_password;
    XvncServer m_vnc{{.size = {640, 480}}};
    TestBroker m_broker{TestBroker::Entrance::Unix};
    QProcess m_monitor; ///< of the bus
    QProcess m_wallet;
    QProcess *m_console = nullptr;
    QProcess *m_xev = nullptr;
};

bool PlantedSecretsTest::write(const QString &name, const QByteArray &text) const
{
    const QString path = m_desk.path(name);
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QByteArray PlantedSecretsTest::planted(const QString &title) const
{
    const auto found = std::ranges::find(m_planted, title, &Planted::title);
    return found == m_planted.cend() ? QByteArray() : found->secret;
}

/// As somebody's login and an evening before would have left it.
bool PlantedSecretsTest::putIntoWallet(const QString &name)
{
    if (!write(u"config/kwalletrc"_s,
               "[Wallet]\nEnabled=true\nFirst Use=false\nPrompt on Open=false\nClose When Idle=false\nLeave Open=true\nUse One Wallet=true\n"
               "Default Wallet=kdewallet\n[Auto Allow]\nkdewallet=nightdesk,test,Nightdesk\n")) {
        return false;
    }
    m_desk.useKWallet();
    QProcessEnvironment environment = m_desk.environment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    m_wallet.setProcessEnvironment(environment);
    m_wallet.setStandardOutputFile(QProcess::nullDevice());
    m_wallet.setStandardErrorFile(QProcess::nullDevice());
    endWithUs(m_wallet);
    m_wallet.start(u"kwalletd6"_s, QStringList());
    QDBusConnection bus = QDBusConnection::connectToBus(u"unix:path="_s + m_desk.path(u"run/bus"_s), u"planted"_s);
    const auto call = [&bus](const QString &method, const QVariantList &arguments) {
        QDBusMessage message = QDBusMessage::createMethodCall(u"org.kde.kwalletd6"_s, u"/modules/kwalletd6"_s, u"org.kde.KWallet"_s, method);
        message.setArguments(arguments);
        return bus.call(message, QDBus::Block, 20000);
    };
    const bool isOpen = waitFor([&] {
        call(u"pamOpen"_s, {u"kdewallet"_s, QByteArray(56, '\1'), 0});
        const QDBusReply<bool> open = call(u"isOpen"_s, {u"kdewallet"_s});
        return open.value();
    });
    const QDBusReply<int> handle = call(u"open"_s, {u"kdewallet"_s, qlonglong(0), u"test"_s});
    call(u"createFolder"_s, {handle.value(), u"Nightdesk"_s, u"test"_s});
    const QDBusReply<int> written = call(u"writePassword"_s, {handle.value(), u"Nightdesk"_s, name, QString::fromUtf8(planted(u"wallet"_s)), u"test"_s});
    QDBusConnection::disconnectFromBus(u"planted"_s);
    return isOpen && handle.isValid() && handle.value() >= 0 && written.isValid() && written.value() == 0;
}

void PlantedSecretsTest::initTestCase()
{
    QVERIFY(m_desk.start());
    m_planted.append({u"X server of the desk"_s, m_desk.x().cookie()});
    m_planted.append({u"X server of the desk, in hex"_s, m_desk.x().cookie().toHex()});
    const QString authorityOfDesk = m_desk.x().authorityFile();
    m_belongs[u"X server of the desk"_s] << authorityOfDesk << QFileInfo(authorityOfDesk).path() + u"/server-authority"_s;
    QVERIFY(m_sshd.start());
    m_password = std::make_unique<ScriptedSshServer>(ScriptedSshServer::Script{.password = planted(u"wallet"_s)});
    QVERIFY(m_vnc.start());
    m_xev = m_vnc.x().runXev();
    QVERIFY(m_xev);
    const BrokerCredential credential = m_broker.addDesk(u"desk/one"_s);
    m_planted[0].secret = credential.password.view().toByteArray();
    QVERIFY(m_broker.start());
    const QString credentials = m_desk.path(u"config/nightdesk/credentials"_s);
    const QString file = credentials + u'/' + m_broker.facility() + u".desk"_s;
    QVERIFY(QDir().mkpath(credentials));
    for (const QString &directory : {m_desk.path(u"config/nightdesk"_s), credentials}) {
        QVERIFY(QFile::setPermissions(directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    QVERIFY(BrokerCredentialFile::write(file, credential));
    m_belongs[u"broker"_s] << file;
    QVERIFY(putIntoWallet(u"password observer@127.0.0.1:%1"_s.arg(m_password->port())));

    const QByteArray known = runQuietly(u"ssh-keyscan"_s, {u"-p"_s, QString::number(m_password->port()), u"127.0.0.1"_s});
    QVERIFY(!known.isEmpty() && write(u".ssh/known_hosts"_s, known));
    const QString login = u"host = \"127.0.0.1\"\nport = %1\nuser = \"%2\"\nidentities = [\"%3\"]\nknown-hosts = \"%4\"\n"_s.arg(m_sshd.port())
                              .arg(m_sshd.userName(), m_sshd.identityFile(), m_sshd.knownHostsFile());
    QVERIFY(write(u"facility/facility.toml"_s,
                  u"format = 1\nname = \"Planted\"\ntimezone = \"UTC\"\n[site.desk]\nname = \"Desk\"\nscreens = [\"left\", \"centre\", \"right\"]\n"
                  "[link.broker]\n%1[broker]\nid = \"%2\"\nlink = \"broker\"\nsocket = \"%3\"\n"_s.arg(login, m_broker.facility(), m_broker.socketPath())
                      .toUtf8()));
    QVERIFY(write(u"facility/profiles/planted.toml"_s,
                  u"format = 1\nid = \"%1\"\nname = \"Planted\"\n[link.real]\n%2[link.password]\nhost = \"127.0.0.1\"\nport = %3\nuser = \"observer\"\n"
                  "[[desktop]]\nid = \"control\"\ntitle = \"Control\"\nlink = \"real\"\nport = %4\nscreen = \"left\"\n"
                  "[[desktop]]\nid = \"second\"\ntitle = \"Second\"\nlink = \"password\"\nport = 9\nscreen = \"centre\"\n"
                  "[[window]]\nid = \"clock\"\ntitle = \"Clock\"\nlink = \"real\"\ntrusted = false\ncommand = [\"xclock\", \"-title\", \"Clock there\"]\n"
                  "screen = \"right\"\n"
                  "[[window]]\nid = \"own\"\ntitle = \"Own\"\nlink = \"real\"\ncommand = [\"xclock\"]\ntopology = \"vnc-app\"\nscreen = \"right\"\n"_s
                      .arg(m_profile, login)
                      .arg(m_password->port())
                      .arg(m_vnc.port())
                      .toUtf8()));
    QFile authority(m_sshd.directory() + u"/Xauthority"_s); // else the first xauth of sshd says that there was none
    QVERIFY(authority.open(QIODevice::WriteOnly));

    endWithUs(m_monitor);
    m_monitor.setStandardOutputFile(m_desk.path(u"bus.messages"_s));
    m_monitor.start(u"dbus-monitor"_s, {u"--address"_s, u"unix:path="_s + m_desk.path(u"run/bus"_s), u"--binary"_s});
    QVERIFY(WAIT_FOR(!contents(m_desk.path(u"bus.messages"_s)).isEmpty()));
}

void PlantedSecretsTest::cleanupTestCase()
{
    if (QTest::currentTestFailed() && m_console) {
        qWarning("%s", m_desk.output(m_console).constData());
    }
    if (m_console) {
        m_desk.kill(m_console);
    }
    for (QProcess *process : {&m_monitor, &m_wallet}) {
        process->kill();
        process->waitForFinished();
    }
    QFile keeper(remoteDirectory() + u"/keeper"_s);
    if (const int pid = keeper.open(QIODevice::ReadOnly) ? keeper.readAll().trimmed().toInt() : 0; pid > 1) {
        ::kill(pid, SIGTERM);
    }
    QVERIFY(WAIT_FOR(remoteDirectory().isEmpty()));
}

QString PlantedSecretsTest::remoteDirectory() const
{
    const QDir all(u"/tmp/nightdesk-%1"_s.arg(::getuid()));
    const QStringList ours = all.entryList({u"*."_s + m_profile + u".own"_s}, QDir::Dirs);
    return ours.isEmpty() ? QString() : all.filePath(ours.constFirst());
}

QString PlantedSecretsTest::stateOf(const QString &display)
{
    for (const QJsonValue &one : m_desk.status(m_console).value("displays"_L1).toArray()) {
        if (one["id"_L1] == display) {
            return one["state"_L1].toString();
        }
    }
    return {};
}

std::optional<XServer::Window> PlantedSecretsTest::shown(const QString &title)
{
    for (const XServer::Window &one : m_desk.x().windows()) {
        if (one.viewable && one.title.contains(title)) {
            return one;
        }
    }
    return {};
}

/// All that are in there, as bytes and in hex.
void PlantedSecretsTest::plantCookies(const QString &title, const QString &authorityFile)
{
    for (const QByteArray &line : runQuietly(u"xauth"_s, {u"-i"_s, u"-f"_s, authorityFile, u"list"_s}).split('\n')) {
        const QByteArray hex = line.simplified().split(' ').value(2);
        if (hex.size() >= 32) {
            m_planted.append({title, QByteArray::fromHex(hex)});
            m_planted.append({title + u", in hex"_s, hex});
            m_belongs[title] << authorityFile;
        }
    }
}

bool PlantedSecretsTest::typeAll()
{
    const QByteArray text = planted(u"typed"_s);
    QByteArray events;
    const auto pressed = [&] {
        events += m_xev->readAllStandardOutput();
        return events.count("KeyPress event");
    };
    for (int attempt = 0; attempt < 3; ++attempt) { // keys that a busy machine holds up for too long are not sent
        events.clear();
        if (!m_desk.x().type(QString::fromUtf8(text))) {
            return false;
        }
        if (WAIT_FOR(pressed() >= text.size())) {
            return true;
        }
    }
    return false;
}

bool PlantedSecretsTest::useBoth()
{
    const auto owner = [this](const QString &title, const auto &run) {
        const QString file = m_desk.path(u"clip"_s);
        const bool isWritten = write(u"clip"_s, planted(title));
        run(QStringList{u"xclip"_s, u"-quiet"_s, u"-selection"_s, u"clipboard"_s, u"-i"_s, file});
        return isWritten;
    };
    const auto has = [this](const QString &title, const auto &output) {
        const QStringList command{u"timeout"_s, u"2"_s, u"xclip"_s, u"-o"_s, u"-selection"_s, u"clipboard"_s, u"-t"_s, u"UTF8_STRING"_s};
        return waitFor([&] {
            return output(command).value_or(QByteArray()) == planted(title);
        });
    };
    const bool goesThere = owner(u"clipboard to the remote host"_s,
                                 [this](const QStringList &command) {
                                     m_desk.x().run(command);
                                 })
        && has(u"clipboard to the remote host"_s, [this](const QStringList &command) {
                               return m_vnc.x().output(command);
                           });
    const bool comesHere = owner(u"clipboard from the remote host"_s,
                                 [this](const QStringList &command) {
                                     m_vnc.x().run(command);
                                 })
        && has(u"clipboard from the remote host"_s, [this](const QStringList &command) {
                               return m_desk.x().output(command);
                           });
    return goesThere && comesHere && QFile::remove(m_desk.path(u"clip"_s));
}

void PlantedSecretsTest::eachIsUsed()
{
    const QStringList where{u"--site"_s, u"desk"_s, u"--facility"_s, m_desk.path(u"facility"_s)};
    QCOMPARE(m_desk.run(QStringList{u"trust"_s, m_profile, u"--yes"_s} + where), 0);
    m_console = m_desk.startConsole(QStringList{u"connect"_s, m_profile} + where);
    for (const QString &display : {u"control"_s, u"clock"_s, u"own"_s}) {
        QVERIFY2(WAIT_FOR(stateOf(display) == u"live", 60s), qPrintable(display + u": "_s + stateOf(display)));
    }
    // The wallet's: nobody is asked.
    QVERIFY(WAIT_FOR(m_password->passwordAttempts() == 1));
    QVERIFY(!shown(u"Password"_s));
    // The broker's.
    QVERIFY2(WAIT_FOR(m_broker.log().contains(u"u'desk.desk.one'")), qPrintable(m_broker.log()));
    // A URL to the running console.
    const QString url = u"vnc://ann:%1@127.0.0.1:5999?VncPassword=%2"_s.arg(QString::fromUtf8(m_planted[2].secret), QString::fromUtf8(m_planted[3].secret));
    QCOMPARE(m_desk.run({url}), 0);
    QVERIFY(WAIT_FOR(shown(u"Open URL?"_s)));
    const auto question = shown(u"Open URL?"_s);
    m_desk.x().output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(question->id)});
    QVERIFY(WAIT_FOR(m_desk.x().focus() == question->id));
    m_desk.x().key(u"Escape"_s);
    QVERIFY(WAIT_FOR(!shown(u"Open URL?"_s)));
    // Keys and clipboards, in the desktop.
    const QRect view = m_desk.rects(m_console).value(u"control"_s);
    QVERIFY(view.isValid());
    QCOMPARE(m_desk.run({u"raise"_s, u"control"_s}), 0);
    const auto isOfView = [&view](const XServer::Window &one) {
        return one.viewable && one.rect.contains(view.center());
    };
    QVERIFY(waitFor([&] { // the console's own window covers it until the window manager has put that away
        const QList<XServer::Window> windows = m_desk.x().windows();
        const auto top = std::find_if(windows.crbegin(), windows.crend(), isOfView);
        return top != windows.crend() && top->title.contains(u"Nightdesk Viewer"_s);
    }));
    m_desk.x().click(view.center());
    QVERIFY(waitFor([&] { // the click's window has the keyboard once the window manager gives it to it
        const std::uint32_t focus = m_desk.x().focus();
        const QList<XServer::Window> windows = m_desk.x().windows();
        return std::ranges::any_of(windows, [&](const XServer::Window &one) {
            return one.id == focus && isOfView(one);
        });
    }));
    QVERIFY(typeAll());
    QVERIFY(useBoth());
    // Those of X programs there.
    plantCookies(u"forwarded X"_s, m_sshd.directory() + u"/Xauthority"_s);
    plantCookies(u"private X server"_s, remoteDirectory() + u"/xauth"_s);
    QVERIFY(m_belongs.contains(u"forwarded X"_s));
    QVERIFY(m_belongs.contains(u"private X server"_s));
    QByteArray octal;
    for (const char byte : planted(u"private X server"_s)) {
        octal += QByteArray::number(static_cast<unsigned char>(byte), 8).rightJustified(3, '0');
    }
    m_planted.append({u"private X server, in octal"_s, octal});
    m_belongs[u"private X server, in octal"_s] << remoteDirectory() + u"/info"_s; // the console fetches it there
    for (const QStringList &files : std::as_const(m_belongs)) {
        for (const QString &file : files) {
            struct stat facts;
            QCOMPARE(::stat(QFile::encodeName(file).constData(), &facts), 0);
            struct stat directory;
            QCOMPARE(::stat(QFile::encodeName(QFileInfo(file).path()).constData(), &directory), 0);
            QVERIFY2((facts.st_mode & 077) == 0 || (directory.st_mode & 077) == 0, qPrintable(file));
        }
    }
}

void PlantedSecretsTest::noProcessShowsThem()
{
    // All of this machine: the console's, and those at the remote host, which is this one.
    const QList<qint64> ours = family(m_console->processId());
    QVERIFY(ours.size() >= 2); // the worker
    int programs = 0;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[1-9]*"_s}, QDir::Dirs)) {
        const QByteArray command = unbufferedContents(u"/proc/"_s + pid + u"/cmdline"_s);
        const QByteArray environment = unbufferedContents(u"/proc/"_s + pid + u"/environ"_s);
        programs += command.startsWith("xclock") && !environment.isEmpty() ? 1 : 0;
        const QStringList found = foundIn(command, m_planted) + foundIn(environment, m_planted);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u", ") + u" in "_s + QString::fromUtf8(command.left(200))));
    }
    QVERIFY(programs >= 2);
}

void PlantedSecretsTest::noFileHasThem()
{
    QVERIFY(m_desk.output(m_console).contains("nightdesk.link"));
    int files = 0;
    QSet<QString> seen;
    QDirIterator all(QDir::tempPath(), QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString file = all.next();
        struct stat facts;
        if (::lstat(QFile::encodeName(file).constData(), &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_mtime < m_start || facts.st_size > 64 * 1024 * 1024
            || file == m_desk.path(u"bus.messages"_s)) {
            continue;
        }
        ++files;
        for (const QString &title : foundIn(contents(file), m_planted)) {
            QVERIFY2(m_belongs.value(title).contains(file), qPrintable(file + u": "_s + title));
            seen.insert(title);
        }
    }
    QVERIFY2(files > 10, qPrintable(QString::number(files)));
    const QStringList missed = (QSet<QString>(m_belongs.keyBegin(), m_belongs.keyEnd()) - seen).values();
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u", "))); // what looks for them, finds
}

void PlantedSecretsTest::noMessageOfTheBusHasThem()
{
    const QByteArray messages = contents(m_desk.path(u"bus.messages"_s));
    QVERIFY(messages.contains("OpenLink"));
    // The wallet's answer goes over the bus: that is how KWallet works.
    QCOMPARE(foundIn(messages, m_planted), QStringList{u"wallet"_s});
}

void PlantedSecretsTest::aUrlThatStartsTheConsoleIsHidden()
{
    m_desk.kill(m_console);
    const QString url = u"vnc://ann:%1@127.0.0.1:5999?VncPassword=%2"_s.arg(QString::fromUtf8(m_planted[2].secret), QString::fromUtf8(m_planted[3].secret));
    m_console = m_desk.startConsole({url});
    QVERIFY(WAIT_FOR(shown(u"Open URL?"_s)));
    const QByteArray command = unbufferedContents(u"/proc/%1/cmdline"_s.arg(m_console->processId()));
    QVERIFY(command.contains("vnc://ann:********@127.0.0.1:5999?VncPassword=**********"));
    QCOMPARE(foundIn(command, m_planted), QStringList());
    QCOMPARE(foundIn(m_desk.output(m_console), m_planted), QStringList());
}

NIGHTDESK_GUILESS_TEST(PlantedSecretsTest)
#include "plantedsecretstest.moc"
