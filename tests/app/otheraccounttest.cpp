// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/otheraccount.h"
#include "tests/app/leaksearch.h"
#include "tests/app/realdesk.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTest>

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk::Test;

namespace
{
constexpr auto listener = "/tmp/nightdesk-other-account"; ///< made by the other account, to put in the place of what is attacked

struct Socket {
    sockaddr_un address{};
    socklen_t size = 0;
};

Socket socketOf(const QByteArray &path, bool isAbstract = false)
{
    Socket result;
    result.address.sun_family = AF_UNIX;
    std::memcpy(result.address.sun_path + (isAbstract ? 1 : 0), path.constData(), static_cast<std::size_t>(path.size()));
    result.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(path.size()));
    return result;
}

int connectTo(const Socket &socket)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    return ::connect(fd, reinterpret_cast<const sockaddr *>(&socket.address), socket.size) == 0 ? 0 : errno;
}

int listenAt(const Socket &socket)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    return ::bind(fd, reinterpret_cast<const sockaddr *>(&socket.address), socket.size) == 0 && ::listen(fd, 1) == 0 ? 0 : errno;
}

/// What an X server says to a client without a cookie: 0 if it is let in.
int connectToX(const Socket &socket)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&socket.address), socket.size) != 0) {
        return errno;
    }
    constexpr unsigned char hello[12] = {'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    unsigned char answer = 0;
    if (::write(fd, hello, sizeof hello) != sizeof hello || ::read(fd, &answer, 1) != 1) {
        return ECONNRESET;
    }
    return answer == 1 ? 0 : EACCES;
}

/// Each is an attempt of the account "nobody"; what it returns has to be an error.
int opened(const char *path, int flags)
{
    return ::open(path, flags, 0600) >= 0 ? 0 : errno;
}

int removed(const char *path)
{
    return ::unlink(path) == 0 || ::rmdir(path) == 0 ? 0 : errno;
}

int replaced(const char *path)
{
    return ::rename(listener, path) == 0 ? 0 : errno;
}
}

/// A second account of this machine, which is the desk and the remote host: what the console and the scripts there leave in directories
/// that everybody may enter. The broker's socket has a test of its own.
class OtherAccountTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theConsoleListensNowhere();
    void whatIsThereIsClosed_data();
    void whatIsThereIsClosed();
    void thePrivateXServerWantsItsCookie();

private:
    QString stateOf(const QString &display);
    QString remoteDirectory() const; ///< of the private X server

    const QString m_profile = u"other%1"_s.arg(::getpid());
    RealDesk m_desk;
    SshServer m_sshd;
    XvncServer m_vnc{{.size = {640, 480}, .unixSocket = true}};
    QProcess *m_console = nullptr;
};

QString OtherAccountTest::remoteDirectory() const
{
    const QDir all(u"/tmp/nightdesk-%1"_s.arg(::getuid()));
    const QStringList ours = all.entryList({u"*."_s + m_profile + u".own"_s}, QDir::Dirs);
    return ours.isEmpty() ? QString() : all.filePath(ours.constFirst());
}

QString OtherAccountTest::stateOf(const QString &display)
{
    for (const QJsonValue &one : m_desk.status(m_console).value("displays"_L1).toArray()) {
        if (one["id"_L1] == display) {
            return one["state"_L1].toString();
        }
    }
    return {};
}

void OtherAccountTest::initTestCase()
{
    if (::geteuid() != 0) {
        QSKIP("Only root can become another account.");
    }
    QVERIFY(m_desk.start() && m_sshd.start() && m_vnc.start());
    // Only what Nightdesk itself makes may keep others out.
    QCOMPARE(::chmod(QFile::encodeName(m_desk.path(u"."_s)).constData(), 0755), 0);
    const auto write = [this](const QString &name, const QString &text) {
        QFile file(m_desk.path(name));
        return QDir().mkpath(QFileInfo(file.fileName()).path()) && file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
    };
    QVERIFY(write(u"facility/facility.toml"_s, u"format = 1\nname = \"Other\"\ntimezone = \"UTC\"\n[site.desk]\nname = \"Desk\"\nscreens = [\"left\"]\n"_s));
    // A name that no other test's program has: of one that may run only once none is started beside another.
    const QString program = m_desk.path(u"clock%1"_s.arg(::getpid()));
    QVERIFY(QFile::link(QStandardPaths::findExecutable(u"xclock"_s), program));
    const QString login = u"host = \"127.0.0.1\"\nport = %1\nuser = \"%2\"\nidentities = [\"%3\"]\nknown-hosts = \"%4\"\n"_s.arg(m_sshd.port())
                              .arg(m_sshd.userName(), m_sshd.identityFile(), m_sshd.knownHostsFile());
    QVERIFY(write(u"facility/profiles/other.toml"_s,
                  u"format = 1\nid = \"%1\"\nname = \"Other\"\n[link.real]\n%2"
                  "[[desktop]]\nid = \"control\"\nlink = \"real\"\nsocket = \"%3\"\n"
                  "[[window]]\nid = \"clock\"\nlink = \"real\"\ntrusted = false\ncommand = [\"xev\"]\n"
                  "[[window]]\nid = \"own\"\nlink = \"real\"\ncommand = [\"%4\"]\ntopology = \"vnc-app\"\nsingle-instance = true\n"_s
                      .arg(m_profile, login, m_vnc.socketPath(), program)));
    const QStringList where{u"--site"_s, u"desk"_s, u"--facility"_s, m_desk.path(u"facility"_s)};
    QCOMPARE(m_desk.run(QStringList{u"trust"_s, m_profile, u"--yes"_s} + where), 0);
    m_console = m_desk.startConsole(QStringList{u"connect"_s, m_profile} + where);
    for (const QString &display : {u"control"_s, u"clock"_s, u"own"_s}) {
        QVERIFY2(WAIT_FOR(stateOf(display) == u"live", 60s), m_desk.output(m_console).constData());
    }
}

void OtherAccountTest::cleanupTestCase()
{
    if (m_console) {
        m_desk.kill(m_console);
    }
    QFile keeper(remoteDirectory() + u"/keeper"_s);
    if (const int pid = keeper.open(QIODevice::ReadOnly) ? keeper.readAll().trimmed().toInt() : 0; pid > 1) {
        ::kill(pid, SIGTERM);
    }
    QVERIFY(WAIT_FOR(remoteDirectory().isEmpty()));
}

void OtherAccountTest::theConsoleListensNowhere()
{
    // The relay of X programs and the streams of desktops are channels and socket pairs: there is nothing to connect to.
    const QByteArray all = runQuietly(u"ss"_s, {u"-xlpH"_s}) + runQuietly(u"ss"_s, {u"-tlpH"_s});
    QVERIFY(all.contains(m_desk.path(u"run/bus"_s).toUtf8())); // it does see who listens
    const QList<qint64> ours = LeakSearch::family(m_console->processId());
    QVERIFY(ours.size() >= 2);
    for (const QByteArray &line : all.split('\n')) {
        for (const qint64 pid : ours) {
            QVERIFY2(!line.contains(QByteArray("pid=" + QByteArray::number(pid) + ',')), line.constData());
        }
    }
}

void OtherAccountTest::whatIsThereIsClosed_data()
{
    QTest::addColumn<QString>("root");
    QTest::addColumn<bool>("isReadable"); // claims: of them everybody may know
    QTest::newRow("display sockets at the remote host") << u"/tmp/nightdesk-%1"_s.arg(::getuid()) << false;
    QTest::newRow("claims at the remote host") << u"/tmp/nightdesk-%1.one"_s.arg(::getuid()) << true;
    QTest::newRow("state of the desk") << m_desk.stateDirectory() << false;
    QTest::newRow("cache of the desk") << m_desk.path(u"cache/nightdesk"_s) << false;
}

void OtherAccountTest::whatIsThereIsClosed()
{
    QFETCH(const QString, root);
    QFETCH(const bool, isReadable);
    QVERIFY(QFile::exists(root));
    QStringList paths{root};
    QDirIterator all(root, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        paths << all.next();
    }
    QVERIFY(paths.size() > 1);
    int sockets = 0;
    for (const QString &path : std::as_const(paths)) {
        const QByteArray name = QFile::encodeName(path);
        const QByteArray inside = name + "/planted";
        struct stat facts;
        if (::lstat(name.constData(), &facts) != 0) {
            continue; // a file that was being written
        }
        const auto fails = [&](const char *what, const auto &attempt) {
            const std::optional<int> error = asNobody([&] {
                return attempt(name.constData());
            });
            if (error.value_or(0) == 0) {
                qWarning("%s: %s", name.constData(), what);
            }
            return error.value_or(0) != 0;
        };
        QVERIFY(fails("removed", removed));
        QVERIFY(fails("replaced", [](const char *one) {
            const int made = listenAt(socketOf(listener));
            const int error = replaced(one);
            ::unlink(listener);
            return made == 0 ? error : 0; // it has to have something to put there
        }));
        if (S_ISSOCK(facts.st_mode)) {
            ++sockets;
            const Socket socket = socketOf(name);
            QVERIFY(fails("connected", [&socket](const char *) {
                return connectTo(socket);
            }));
        } else if (S_ISDIR(facts.st_mode)) {
            const Socket socket = socketOf(inside);
            QVERIFY(fails("listened in", [&](const char *) {
                return inside.size() < 107 ? listenAt(socket) : opened(inside.constData(), O_WRONLY | O_CREAT);
            }));
            QVERIFY(isReadable || fails("listed", [](const char *one) {
                        return opened(one, O_RDONLY | O_DIRECTORY);
                    }));
        } else {
            QVERIFY(fails("written", [](const char *one) {
                return opened(one, O_WRONLY);
            }));
            QVERIFY(isReadable || fails("read", [](const char *one) {
                        return opened(one, O_RDONLY | O_NONBLOCK);
                    }));
        }
    }
    QCOMPARE(sockets > 0, root == u"/tmp/nightdesk-%1"_s.arg(::getuid()));
}

void OtherAccountTest::thePrivateXServerWantsItsCookie()
{
    QFile info(remoteDirectory() + u"/info"_s);
    QVERIFY(info.open(QIODevice::ReadOnly));
    QByteArray number;
    for (const QByteArray &line : info.readAll().split('\n')) {
        number = line.startsWith("display ") ? line.sliced(8) : number;
    }
    QVERIFY(!number.isEmpty());
    const QByteArray path = "/tmp/.X11-unix/X" + number;
    for (const Socket &socket : {socketOf(path), socketOf(path, true)}) {
        const std::optional<int> error = asNobody([&socket] {
            return connectToX(socket);
        });
        QVERIFY(error.value_or(0) != 0);
    }
    QVERIFY(asNobody([&path] {
                return removed(path.constData());
            }).value_or(0)
            != 0);
}

NIGHTDESK_GUILESS_TEST(OtherAccountTest)
#include "otheraccounttest.moc"
