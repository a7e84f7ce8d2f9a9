// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/displaysocket.h"
#include "sessions/xwindows/server/xauthorization.h"
#include "tests/support/otheraccount.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
LocalDisplay displayOf(const DisplaySocket &socket)
{
    return LocalDisplay::parse(socket.name()).value_or(LocalDisplay{.number = -1, .screen = 0});
}

/// Numbers are the whole computer's: another test's process may take one as soon as it is given back. Then it is tried again.
constexpr int numberAttempts = 5;

constexpr int opened = 0;
constexpr int refused = 1;
constexpr int noNamespace = 77;

QString lockOf(int number)
{
    return u"/tmp/.X%1-lock"_s.arg(number);
}
}

/// A display of our own: its number, its files, who gets in.
class DisplaySocketTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void programsConnect();
    void filesAreTheUsersAlone();
    void anotherAccountGetsNothing();
    void theCookieIsInTheAuthorityFile();
    void nothingIsLeft();
    void twoHaveNumbersOfTheirOwn();
    void aNumberThatIsTakenIsLeftAlone_data();
    void aNumberThatIsTakenIsLeftAlone();
    void whatAKilledOneLeftIsTakenBack_data();
    void whatAKilledOneLeftIsTakenBack();
    void aRealServerLeavesItAlone();
    void aFolderOfSomebodyElseIsRefused_data();
    void aFolderOfSomebodyElseIsRefused();
};

void DisplaySocketTest::programsConnect()
{
    const auto socket = DisplaySocket::open();
    QVERIFY2(socket, socket ? "" : qPrintable(socket.error().what));
    QVERIFY2(!(*socket)->accept().isValid(), "nobody is there yet");
    const auto connection = displayOf(**socket).connectSocket();
    QVERIFY(connection);
    QVERIFY((*socket)->accept().isValid());
}

void DisplaySocketTest::filesAreTheUsersAlone()
{
    const auto socket = DisplaySocket::open();
    QVERIFY(socket);
    constexpr auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    for (const QString &path : {(*socket)->authorityFile(), QFileInfo((*socket)->authorityFile()).path(), displayOf(**socket).socketPath()}) {
        QVERIFY2(QFile::exists(path), qPrintable(path));
        QVERIFY2((QFile::permissions(path) & others) == 0, qPrintable(path));
    }
    QFile lock(lockOf(displayOf(**socket).number));
    QVERIFY(lock.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromLatin1(lock.readAll()), u"%1\n"_s.arg(::getpid(), 10)); // as servers read it
}

void DisplaySocketTest::anotherAccountGetsNothing()
{
    if (::geteuid() != 0) {
        QSKIP("Only root can become another account.");
    }
    const auto socket = DisplaySocket::open();
    QVERIFY(socket);
    const QByteArray path = displayOf(**socket).socketPath().toLatin1();
    const QByteArray authority = QFile::encodeName((*socket)->authorityFile());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(path, address.sun_path);
    const auto connects = [&address] {
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        return ::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0 ? 0 : errno;
    };
    QCOMPARE(Test::asNobody(connects).value_or(-1), EACCES);
    QCOMPARE(Test::asNobody([&authority] {
                 return ::open(authority.constData(), O_RDONLY) >= 0 ? 0 : errno;
             }).value_or(-1),
             EACCES);
    // The directory is everybody's, as /tmp is: what keeps the socket there is that it belongs to its owner.
    QCOMPARE(Test::asNobody([&path] {
                 return ::unlink(path.constData()) == 0 ? 0 : errno;
             }).value_or(-1),
             EPERM);
    const QByteArray lock = lockOf(displayOf(**socket).number).toLatin1();
    QCOMPARE(Test::asNobody([&lock] {
                 return ::unlink(lock.constData()) == 0 ? 0 : errno;
             }).value_or(-1),
             EPERM);
    QCOMPARE(connects(), 0);
}

void DisplaySocketTest::theCookieIsInTheAuthorityFile()
{
    const auto socket = DisplaySocket::open();
    QVERIFY(socket);
    const XAuthorization found = readAuthority((*socket)->authorityFile(), displayOf(**socket));
    const XCookie &cookie = (*socket)->cookie();
    QCOMPARE(found.name, std::string(xCookieProtocol));
    QCOMPARE(found.data, std::string(cookie.begin(), cookie.end()));
    QVERIFY2(readAuthority((*socket)->authorityFile(), {.number = 77, .screen = 0}).name.empty(), "it is for this display only");
    const auto other = DisplaySocket::open();
    QVERIFY(other);
    QVERIFY2((*other)->cookie() != cookie, "each has a fresh one");
}

void DisplaySocketTest::nothingIsLeft()
{
    QStringList left{u"everything"_s};
    for (int attempt = 0; !left.isEmpty() && attempt < numberAttempts; ++attempt) {
        auto socket = DisplaySocket::open();
        QVERIFY(socket);
        left = {(*socket)->authorityFile(), QFileInfo((*socket)->authorityFile()).path(), displayOf(**socket).socketPath(), lockOf(displayOf(**socket).number)};
        socket->reset();
        left.removeIf([](const QString &file) {
            return !QFile::exists(file);
        });
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
}

void DisplaySocketTest::twoHaveNumbersOfTheirOwn()
{
    const auto one = DisplaySocket::open();
    const auto other = DisplaySocket::open();
    QVERIFY(one && other);
    QVERIFY((*one)->name() != (*other)->name());
}

void DisplaySocketTest::aNumberThatIsTakenIsLeftAlone_data()
{
    QTest::addColumn<QString>("by");
    QTest::newRow("by a lock that says nothing") << u"lock"_s;
    QTest::newRow("by a socket without a lock") << u"socket"_s;
    QTest::newRow("by an abstract socket of another folder's server") << u"abstract"_s;
}

void DisplaySocketTest::aNumberThatIsTakenIsLeftAlone()
{
    QFETCH(QString, by);
    LocalDisplay display{.number = -1, .screen = 0};
    QByteArray path;
    UniqueFd taken;
    for (int attempt = 0; !taken.isValid() && attempt < numberAttempts; ++attempt) {
        auto socket = DisplaySocket::open();
        QVERIFY(socket);
        display = displayOf(**socket);
        socket->reset();
        path = by == u"lock" ? lockOf(display.number).toLatin1() : display.socketPath().toLatin1();
        if (by == u"lock") {
            taken.reset(::open(path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
            continue;
        }
        taken.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::ranges::copy(path, address.sun_path + (by == u"abstract" ? 1 : 0));
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(path.size()));
        if (::bind(taken.get(), reinterpret_cast<sockaddr *>(&address), length) != 0) {
            taken.reset();
        }
    }
    QVERIFY(taken.isValid());
    {
        const auto next = DisplaySocket::open();
        QVERIFY(next);
        QVERIFY((*next)->name() != u":%1"_s.arg(display.number));
    }
    if (by != u"abstract") {
        QVERIFY2(QFile::exists(QString::fromLatin1(path)), "what is not ours stays");
        ::unlink(path.constData());
    }
    QTRY_VERIFY2(by == u"lock" || !QFile::exists(lockOf(display.number)), "no lock is left of the attempt"); // but for a moment of another's
}

void DisplaySocketTest::whatAKilledOneLeftIsTakenBack_data()
{
    QTest::addColumn<bool>("lives");
    QTest::addColumn<bool>("listens");
    QTest::addColumn<bool>("isTakenBack");
    QTest::newRow("its process is gone") << false << false << true;
    QTest::newRow("its process is there") << true << false << false;
    QTest::newRow("its process is another container's") << false << true << false;
}

void DisplaySocketTest::whatAKilledOneLeftIsTakenBack()
{
    QFETCH(bool, lives);
    QFETCH(bool, listens);
    QFETCH(bool, isTakenBack);
    QProcess gone;
    gone.start(u"true"_s, {});
    QVERIFY(gone.waitForStarted());
    const qint64 pid = lives ? ::getpid() : gone.processId();
    QVERIFY(gone.waitForFinished());
    LocalDisplay display{.number = -1, .screen = 0};
    QFile lock;
    for (int attempt = 0; !lock.isOpen() && attempt < numberAttempts; ++attempt) {
        auto socket = DisplaySocket::open();
        QVERIFY(socket);
        display = displayOf(**socket);
        socket->reset();
        lock.setFileName(lockOf(display.number));
        (void)lock.open(QIODevice::WriteOnly | QIODevice::NewOnly);
    }
    QVERIFY(lock.isOpen() && lock.write(u"%1\n"_s.arg(pid, 10).toLatin1()) == 11);
    lock.close();
    UniqueFd left(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(display.socketPath().toLatin1(), address.sun_path);
    QCOMPARE(::bind(left.get(), reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
    if (listens) {
        QCOMPARE(::listen(left.get(), 1), 0);
    } else {
        left.reset();
    }
    const auto next = DisplaySocket::open();
    QVERIFY(next);
    QCOMPARE((*next)->name() == u":%1"_s.arg(display.number), isTakenBack);
    if (isTakenBack) {
        QVERIFY(displayOf(**next).connectSocket());
    } else {
        QVERIFY2(QFile::exists(display.socketPath()), "what is not ours stays");
        QVERIFY(lock.remove() && QFile::remove(display.socketPath()));
    }
}

void DisplaySocketTest::aRealServerLeavesItAlone()
{
    const auto socket = DisplaySocket::open();
    QVERIFY(socket);
    QProcess server;
    server.start(u"Xvfb"_s, {(*socket)->name(), u"-nolisten"_s, u"tcp"_s});
    QVERIFY(server.waitForFinished(30000));
    QVERIFY(server.exitCode() != 0);
    QVERIFY(displayOf(**socket).connectSocket());
}

void DisplaySocketTest::aFolderOfSomebodyElseIsRefused_data()
{
    QTest::addColumn<int>("mode"); // -1: there is none; -2: a link to one that would do
    QTest::addColumn<uint>("owner");
    QTest::addColumn<int>("expected"); // exit code
    QTest::newRow("there is none yet") << -1 << 0U << opened;
    QTest::newRow("root's, as systems make it") << 01777 << 0U << opened;
    QTest::newRow("root's, for nobody else to write") << 0755 << 0U << opened;
    QTest::newRow("everybody may remove what is another's") << 0777 << 0U << refused;
    QTest::newRow("a link") << -2 << 0U << refused;
    if (::geteuid() == 0) {
        QTest::newRow("another user's") << 01777 << 61234U << refused;
    }
}

void DisplaySocketTest::aFolderOfSomebodyElseIsRefused()
{
    QFETCH(int, mode);
    QFETCH(uint, owner);
    QFETCH(int, expected);
    const pid_t child = ::fork(); // with a /tmp of its own
    QVERIFY(child >= 0);
    if (child == 0) {
        ::umask(0);
        if ((::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
            || ::mount("none", "/tmp", "tmpfs", 0, "mode=1777") != 0) {
            ::_exit(noNamespace);
        }
        const char *folder = mode == -2 ? "/tmp/elsewhere" : "/tmp/.X11-unix";
        if (mode != -1 && (::mkdir(folder, 0700) != 0 || ::chmod(folder, mode == -2 ? 01777 : mode) != 0)) {
            ::_exit(noNamespace);
        }
        if ((owner != 0 && ::chown(folder, owner, owner) != 0) || (mode == -2 && ::symlink(folder, "/tmp/.X11-unix") != 0)) {
            ::_exit(noNamespace);
        }
        ::_exit(DisplaySocket::open() ? opened : refused);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    if (WEXITSTATUS(status) == noNamespace) {
        QSKIP("may not make a mount namespace");
    }
    QCOMPARE(WEXITSTATUS(status), expected);
}

NIGHTDESK_GUILESS_TEST(DisplaySocketTest)
#include "displaysockettest.moc"
