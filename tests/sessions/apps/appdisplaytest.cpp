// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appdisplay.h"
#include "sessions/apps/appcommand.h"
#include "sessions/base/uniquefd.h"
#include "tests/support/files.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// None of a process's sockets is in the kernel's lists of those of TCP; and it has some.
bool hasNoPort(qint64 process)
{
    QByteArrayList sockets;
    const QStringList entries = QDir(u"/proc/%1/fd"_s.arg(process)).entryList(QDir::Files | QDir::System);
    for (const QString &entry : entries) {
        char target[64]{};
        if (::readlink(QFile::encodeName(u"/proc/%1/fd/%2"_s.arg(process).arg(entry)).constData(), target, sizeof target - 1) > 0
            && QByteArrayView(target).startsWith("socket:[")) {
            sockets += QByteArray(target).sliced(8).chopped(1);
        }
    }
    const QByteArray tcp = contents(u"/proc/net/tcp"_s) + contents(u"/proc/net/tcp6"_s);
    return !sockets.isEmpty() && std::ranges::none_of(tcp.split('\n'), [&sockets](const QByteArray &line) {
        return sockets.contains(line.simplified().split(' ').value(9));
    });
}

int mode(const QString &path)
{
    struct stat entry{};
    return ::lstat(QFile::encodeName(path).constData(), &entry) == 0 ? static_cast<int>(entry.st_mode & 07777) : -1;
}

bool isAlive(qint64 process)
{
    const QByteArray stat = contents(u"/proc/%1/stat"_s.arg(process));
    return process > 1 && !stat.isEmpty() && !stat.contains(") Z ");
}

/// What a display says, in one place.
struct Watcher {
    explicit Watcher(Link *link)
        : display(link)
    {
        QObject::connect(&display, &AppDisplay::displayFailed, [this](const Failure &why) {
            failure = why;
        });
        QObject::connect(&display, &AppDisplay::programFinished, [this](const ProgramExit &how) {
            exit = how;
        });
        QObject::connect(&display, &AppDisplay::outputReceived, [this](const QByteArray &bytes) {
            output += bytes;
        });
        QObject::connect(&display, &AppDisplay::found, [this](const AppDisplayFacts &where) {
            displayFacts = where;
        });
    }
    bool finds(const AppRequest &order)
    {
        displayFacts.reset();
        failure.reset();
        exit.reset();
        display.open(order);
        const bool found = WAIT_FOR(displayFacts || failure || exit, 100s);
        if (!found || !displayFacts) {
            qWarning().noquote() << (failure ? failure->what + failure->affectedItem + failure->advice : u"not found"_s) << output;
        }
        return displayFacts.has_value();
    }
    bool ends()
    {
        return WAIT_FOR(failure || exit, 100s);
    }

    AppDisplay display;
    std::optional<AppDisplayFacts> displayFacts;
    std::optional<Failure> failure;
    std::optional<ProgramExit> exit;
    QByteArray output;
};
}

/// Real programs in real Xvnc servers that the real script starts over a real sshd.
class AppDisplayTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();
    void isPrivate();
    void isSharedWithAGroup();
    void tellsTheExit_data();
    void tellsTheExit();
    void ourOwnConnectionKeepsNothing();
    void numbersThatAStrangerListensAtAreLeftAlone();
    void backslashesAreKept();
    void endsOnDemand();
    void whatEndsIsNotJoined();
    void outlivesTheLink();
    void leavesItAlone();
    void twoAtOnceStartOne();
    void serverDies();
    void keeperDies();
    void strangersAreNotHit();
    void nobodyLooks_data();
    void nobodyLooks();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void givesFontsAndResources();
    void colorMaps();
    void directoryIsNotTrusted_data();
    void directoryIsNotTrusted();
    void runsInEveryShell_data();
    void runsInEveryShell();

private:
    std::unique_ptr<Link> connectLink();
    AppRequest order(const QStringList &command, const QString &id = u"app"_s) const;
    /// Nothing of ours is in the directory of displays, or it is gone.
    static bool isTidy();
    QString directory(const AppRequest &order) const;
    qint64 process(const AppRequest &order, const QByteArray &kind) const;

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<Link> m_link;
    mutable QStringList m_directories;
};

void AppDisplayTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration
    qunsetenv("SSH_AUTH_SOCK");
    m_sshd = std::make_unique<SshServer>();
    // A login shell that talks: its words are not the program's.
    m_sshd->addConfig(u"ForceCommand echo 'Welcome to the summit' >&2; eval \"$SSH_ORIGINAL_COMMAND\""_s);
    QVERIFY(m_sshd->start());
    m_link = connectLink();
    QVERIFY(m_link);
}

void AppDisplayTest::cleanupTestCase()
{
    m_link.reset();
    m_sshd.reset();
}

void AppDisplayTest::init()
{
    if (!m_link->isLive()) { // a row that failed half-way
        m_link = connectLink();
    }
    QVERIFY(m_link);
}

void AppDisplayTest::cleanup()
{
    // What a failed row left running: the keepers end their displays, sockets and locks too.
    QVERIFY(waitFor([this] {
        bool isOver = true;
        for (const QString &directory : std::as_const(m_directories)) {
            isOver = isOver && !QFileInfo::exists(directory);
            const auto keeper = contents(directory + u"/keeper"_s).trimmed().toInt();
            if (keeper > 1 && contents(u"/proc/%1/cmdline"_s.arg(keeper)).contains(directory.toUtf8())) {
                ::kill(keeper, SIGTERM); // again and again: a shell that is about to wait does not notice the first
            }
        }
        return isOver;
    }));
    m_directories.clear();
}

std::unique_ptr<Link> AppDisplayTest::connectLink()
{
    auto link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec()});
    link->open();
    return WAIT_FOR(link->isLive()) ? std::move(link) : nullptr;
}

AppRequest AppDisplayTest::order(const QStringList &command, const QString &id) const
{
    AppRequest order;
    order.name = {.owner = QString::number(QCoreApplication::applicationPid()), .profile = u"test"_s, .display = id};
    order.spec.id = id;
    order.spec.title = u"A program"_s;
    order.spec.command = command;
    order.size = {640, 480};
    m_directories << directory(order);
    return order;
}

QString AppDisplayTest::directory(const AppRequest &order) const
{
    const QString group = order.spec.share.scope == ServerShareSpec::Scope::Group ? u'.' + order.spec.share.hostGroup : QString();
    return u"/tmp/nightdesk-%1%2/%3"_s.arg(QString::number(::getuid()), group, order.name.directoryName());
}

qint64 AppDisplayTest::process(const AppRequest &order, const QByteArray &kind) const
{
    for (const QByteArray &line : contents(directory(order) + u"/processes"_s).split('\n')) {
        const QByteArrayList words = line.split(' ');
        if (words.value(1) == kind) {
            return words.value(2).toLongLong();
        }
    }
    return 0;
}

void AppDisplayTest::isPrivate()
{
    Watcher watcher(m_link.get());
    const AppRequest order = this->order({u"xclock"_s});
    QVERIFY(watcher.finds(order));
    QVERIFY(!watcher.displayFacts->wasAlreadyRunning);
    QCOMPARE(watcher.displayFacts->vncSocketPath, directory(order) + u"/rfb"_s);
    QCOMPARE(watcher.displayFacts->xSocketPath, u"/tmp/.X11-unix/X%1"_s.arg(watcher.displayFacts->xDisplayNumber));
    QCOMPARE(watcher.displayFacts->xCookie.size(), 16);
    QVERIFY(std::abs(watcher.displayFacts->programStartedAt.secsTo(QDateTime::currentDateTimeUtc())) < 300);
    QCOMPARE(mode(directory(order)), 0700);
    QCOMPARE(mode(u"/tmp/nightdesk-%1"_s.arg(::getuid())), 0700);
    for (const QString &file : {u"rfb"_s, u"xauth"_s, u"info"_s, u"out"_s, u"exit"_s}) {
        QCOMPARE(mode(directory(order) + u'/' + file), 0600);
    }
    const qint64 server = process(order, "server");
    QVERIFY(server > 1);
    QVERIFY(hasNoPort(server));
    // Nobody gets into the X server without the cookie.
    QProcess intruder;
    intruder.start(u"env"_s, {u"XAUTHORITY=/dev/null"_s, u"xset"_s, u"-display"_s, u":%1"_s.arg(watcher.displayFacts->xDisplayNumber), u"q"_s});
    QVERIFY(intruder.waitForFinished());
    QVERIFY(intruder.exitCode() != 0);
    intruder.start(u"env"_s,
                   {u"XAUTHORITY="_s + directory(order) + u"/xauth"_s, u"xset"_s, u"-display"_s, u":%1"_s.arg(watcher.displayFacts->xDisplayNumber), u"q"_s});
    QVERIFY(intruder.waitForFinished());
    QCOMPARE(intruder.exitCode(), 0);
    // Neither in arguments nor in the environment nor in a file of others.
    const QByteArray cookie = watcher.displayFacts->xCookie.toHex();
    QVERIFY(WAIT_FOR(process(order, "program") > 1)); // the display is told of while its program starts
    for (const qint64 pid : {server, process(order, "program"), contents(directory(order) + u"/keeper"_s).trimmed().toLongLong()}) {
        QVERIFY(!contents(u"/proc/%1/cmdline"_s.arg(pid)).contains(cookie));
        QVERIFY(!contents(u"/proc/%1/environ"_s.arg(pid)).contains(cookie));
    }
    QVERIFY(!contents(u"/proc/%1/environ"_s.arg(process(order, "program"))).contains("NIGHTDESK_DISPLAY="));
}

void AppDisplayTest::isSharedWithAGroup()
{
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"xclock"_s});
    order.spec.share = {.scope = ServerShareSpec::Scope::Group, .hostGroup = QFileInfo(m_home.path()).group()};
    m_directories << directory(order);
    QVERIFY(watcher.finds(order));
    QCOMPARE(watcher.displayFacts->vncSocketPath, directory(order) + u"/rfb"_s);
    QCOMPARE(mode(directory(order)), 0710);
    QCOMPARE(mode(QFileInfo(directory(order)).path()), 0710);
    QCOMPARE(mode(watcher.displayFacts->vncSocketPath), 0660);
    for (const QString &entry : {directory(order), QFileInfo(directory(order)).path(), watcher.displayFacts->vncSocketPath}) {
        QCOMPARE(QFileInfo(entry).group(), order.spec.share.hostGroup);
    }
    QCOMPARE(mode(directory(order) + u"/xauth"_s), 0600); // to look, not to reach into the X server
    watcher.display.endProgram();
    QVERIFY(watcher.ends());
    QVERIFY(watcher.exit);

    order.spec.share.hostGroup = u"no-such-group"_s;
    watcher.exit.reset();
    watcher.display.open(order);
    QVERIFY(watcher.ends());
    QVERIFY(watcher.failure);
    QVERIFY2(watcher.failure->what.contains(u"no-such-group"_s), qUtf8Printable(watcher.failure->what));
    QDir(u"/"_s).rmdir(QFileInfo(directory(order)).path());
}

void AppDisplayTest::tellsTheExit_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<std::optional<int>>("code");
    QTest::addColumn<QString>("signal");
    QTest::addColumn<QByteArray>("output");
    const std::optional<int> none;
    const auto sh = [](const QString &script) {
        return QStringList{u"sh"_s, u"-c"_s, script};
    };
    QTest::newRow("an end") << sh(u"echo out; echo err >&2"_s) << std::optional(0) << QString() << QByteArray("out\nerr\n");
    QTest::newRow("a code") << sh(u"exit 3"_s) << std::optional(3) << QString() << QByteArray();
    QTest::newRow("killed") << sh(u"kill -SEGV $$"_s) << none << u"SEGV"_s << QByteArray();
    QTest::newRow("not found") << QStringList{u"no-such-program"_s} << std::optional(127) << QString() << QByteArray("not found");
    QTest::newRow("arguments of all kinds arrive") << (QStringList{u"printf"_s, u"%s|"_s, u"a b"_s, u"'\"$x`!"_s, QString(), u"*"_s}) << std::optional(0)
                                                   << QString() << QByteArray("a b|'\"$x`!||*|");
    QTest::newRow("a starter whose window lives on") << sh(u"xclock & sleep 0.3; (sleep 1; kill $!) & exit 0"_s) << std::optional(0) << QString()
                                                     << QByteArray();
    QTest::newRow("a starter that leaves something without a window") << sh(u"sleep 1000 & exit 0"_s) << std::optional(0) << QString() << QByteArray();
}

void AppDisplayTest::tellsTheExit()
{
    QFETCH(QStringList, command);
    QFETCH(std::optional<int>, code);
    QFETCH(QString, signal);
    QFETCH(QByteArray, output);
    Watcher watcher(m_link.get());
    const AppRequest order = this->order(command);
    watcher.display.open(order);
    QVERIFY(watcher.ends());
    QVERIFY2(!watcher.failure, qUtf8Printable(watcher.failure.value_or(Failure()).what));
    QCOMPARE(*watcher.exit, (ProgramExit{.code = code, .signal = signal}));
    QVERIFY2(watcher.output.contains(output), watcher.output.constData());
    QVERIFY(!watcher.display.displayFacts());
    QVERIFY(WAIT_FOR(!QFileInfo::exists(directory(order))));
}

void AppDisplayTest::ourOwnConnectionKeepsNothing()
{
    // The console's X client of a display stays until the end. Without an abstract socket it looks like a program's.
    Watcher watcher(m_link.get());
    const QString go = m_home.filePath(u"go"_s);
    AppRequest order = this->order({u"sh"_s, u"-c"_s, u"until [ -e \"$1\" ]; do sleep 0.1; done"_s, u"sh"_s, go});
    order.spec.server.arguments = {u"-nolisten"_s, u"local"_s};
    QVERIFY(watcher.finds(order));
    QVERIFY(!contents(u"/proc/net/unix"_s).contains(QByteArray('@' + watcher.displayFacts->xSocketPath.toUtf8() + '\n')));
    const UniqueFd ours(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    qstrncpy(address.sun_path, QFile::encodeName(watcher.displayFacts->xSocketPath).constData(), sizeof address.sun_path);
    QCOMPARE(::connect(ours.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    QFile file(go);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(watcher.ends());
    QVERIFY(watcher.exit && watcher.exit->code == 0);
}

void AppDisplayTest::numbersThatAStrangerListensAtAreLeftAlone()
{
    constexpr int last = 960; // it begins between 200 and 900
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
    std::vector<UniqueFd> strangers; // at the abstract names alone
    for (int number = 200; number <= last; ++number) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray name = "/tmp/.X11-unix/X" + QByteArray::number(number);
        std::ranges::copy(name, address.sun_path + 1);
        UniqueFd stranger(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(name.size()));
        if (::bind(stranger.get(), reinterpret_cast<const sockaddr *>(&address), length) == 0) { // else a server has it
            QCOMPARE(::listen(stranger.get(), 1), 0);
            strangers.push_back(std::move(stranger));
        }
    }
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"xterm"_s});
    order.spec.server.arguments = {u"-nolisten"_s, u"local"_s}; // such a server does not notice
    QVERIFY(watcher.finds(order));
    QVERIFY2(watcher.displayFacts->xDisplayNumber > last, qPrintable(watcher.displayFacts->xSocketPath));
    watcher.display.endProgram();
    QVERIFY(watcher.ends());
}

void AppDisplayTest::backslashesAreKept()
{
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"xterm"_s});
    order.site = u"a\\nb\\c"_s;
    QVERIFY(watcher.finds(order));
    QVERIFY(contents(directory(order) + u"/info"_s).contains("\nsite a\\nb\\c\n"));
    watcher.display.endProgram();
    QVERIFY(watcher.ends());
}

void AppDisplayTest::endsOnDemand()
{
    Watcher watcher(m_link.get());
    const AppRequest order = this->order({u"xterm"_s});
    QVERIFY(watcher.finds(order));
    const qint64 server = process(order, "server");
    watcher.display.endProgram();
    QVERIFY(watcher.ends());
    QVERIFY2(watcher.exit, qUtf8Printable(watcher.failure.value_or(Failure()).what));
    QVERIFY(WAIT_FOR(!QFileInfo::exists(directory(order)) && ::kill(static_cast<pid_t>(server), 0) != 0));
    QVERIFY(!QFileInfo::exists(watcher.displayFacts->xSocketPath));
    // Of the last one nothing is left at the host, its lock neither. Another test's may be there.
    QVERIFY(WAIT_FOR(isTidy()));
    QVERIFY(watcher.finds(order)); // and the next one makes it again
    QCOMPARE(mode(u"/tmp/nightdesk-%1"_s.arg(::getuid())), 0700);
    watcher.display.endProgram();
    QVERIFY(watcher.ends());
}

bool AppDisplayTest::isTidy()
{
    const QString base = u"/tmp/nightdesk-%1"_s.arg(::getuid());
    QStringList left = QDir(base).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    left.removeOne(u".lock"_s);
    return !QFileInfo::exists(base) || !left.isEmpty();
}

void AppDisplayTest::whatEndsIsNotJoined()
{
    Watcher watcher(m_link.get());
    const AppRequest order = this->order({u"sh"_s, u"-c"_s, u"trap 'sleep 4; exit 0' TERM; echo up; while :; do sleep 0.1; done"_s});
    QVERIFY(watcher.finds(order));
    QVERIFY(WAIT_FOR(watcher.output.contains("up\n"))); // before that it ends at once
    const qint64 server = process(order, "server");
    watcher.display.endProgram();
    QVERIFY(WAIT_FOR(QFileInfo::exists(directory(order) + u"/ending"_s) || watcher.exit));
    QVERIFY(!watcher.exit);
    QVERIFY(watcher.finds(order));
    QVERIFY(!watcher.displayFacts->wasAlreadyRunning);
    QVERIFY(process(order, "server") != server);
    QVERIFY(WAIT_FOR(!isAlive(server))); // the next one is started as soon as its directory is out of the way, and then it ends
}

void AppDisplayTest::outlivesTheLink()
{
    const AppRequest order = this->order({u"sh"_s, u"-c"_s, u"echo one; xclock; echo over"_s});
    Watcher watcher(m_link.get());
    QVERIFY(watcher.finds(order));
    QVERIFY(WAIT_FOR(watcher.output == "one\n" && process(order, "program") > 1));
    const AppDisplayFacts before = *watcher.displayFacts;
    const qint64 program = process(order, "program");
    m_sshd->killSessions();
    QVERIFY(WAIT_FOR(!m_link->isLive()));
    QVERIFY(!watcher.exit);
    m_link->close();
    m_link->open();
    QVERIFY(WAIT_FOR(m_link->isLive()));
    QVERIFY(watcher.finds(order));
    AppDisplayFacts same = before;
    same.wasAlreadyRunning = true;
    QCOMPARE(*watcher.displayFacts, same);
    QCOMPARE(process(order, "program"), program);
    // Somebody new gets what was said; who knew it does not get it twice.
    const auto otherLink = connectLink();
    QVERIFY(otherLink);
    Watcher other(otherLink.get());
    QVERIFY(other.finds(order));
    QCOMPARE(other.displayFacts->xDisplayNumber, before.xDisplayNumber);
    other.display.endProgram();
    QVERIFY(watcher.ends());
    QVERIFY(other.ends());
    QVERIFY(watcher.exit && other.exit);
    QCOMPARE(watcher.output, "one\n");
    QCOMPARE(other.output, "one\n");
}

void AppDisplayTest::leavesItAlone()
{
    Watcher watcher(m_link.get());
    const AppRequest order = this->order({u"xclock"_s});
    QVERIFY(watcher.finds(order));
    const int number = watcher.displayFacts->xDisplayNumber;
    watcher.display.leaveRunning();
    QVERIFY(!watcher.display.displayFacts());
    {
        Watcher passing(m_link.get()); // its end is as good
        QVERIFY(passing.finds(order));
        QVERIFY(passing.displayFacts->wasAlreadyRunning);
    }
    QVERIFY(watcher.finds(order));
    QVERIFY(watcher.displayFacts->wasAlreadyRunning);
    QCOMPARE(watcher.displayFacts->xDisplayNumber, number);
    QVERIFY(WAIT_FOR(isAlive(process(order, "program"))));
}

void AppDisplayTest::twoAtOnceStartOne()
{
    const auto otherLink = connectLink();
    QVERIFY(otherLink);
    const AppRequest order = this->order({u"xclock"_s});
    Watcher one(m_link.get());
    Watcher two(otherLink.get());
    one.display.open(order);
    two.display.open(order);
    QVERIFY(WAIT_FOR(one.displayFacts && two.displayFacts, 100s));
    QVERIFY(one.displayFacts->wasAlreadyRunning != two.displayFacts->wasAlreadyRunning);
    QCOMPARE(one.displayFacts->xDisplayNumber, two.displayFacts->xDisplayNumber);
    QCOMPARE(one.displayFacts->xCookie, two.displayFacts->xCookie);
}

void AppDisplayTest::serverDies()
{
    Watcher watcher(m_link.get());
    const AppRequest order = this->order({u"xclock"_s});
    QVERIFY(watcher.finds(order));
    QVERIFY(WAIT_FOR(process(order, "program") > 1));
    const qint64 program = process(order, "program");
    const qint64 server = process(order, "server");
    ::kill(static_cast<pid_t>(server), SIGKILL);
    QVERIFY(watcher.ends());
    QVERIFY(watcher.failure);
    QVERIFY2(watcher.failure->what.contains(u"signal KILL"_s), qUtf8Printable(watcher.failure->what));
    QVERIFY(WAIT_FOR(!isAlive(program) && !QFileInfo::exists(directory(order))));
    QVERIFY(watcher.finds(order)); // as Retry does
    QVERIFY(!watcher.displayFacts->wasAlreadyRunning);
}

void AppDisplayTest::keeperDies()
{
    Watcher watcher(m_link.get());
    const AppRequest order = this->order({u"xclock"_s});
    QVERIFY(watcher.finds(order));
    QVERIFY(WAIT_FOR(process(order, "program") > 1));
    const qint64 program = process(order, "program");
    const qint64 server = process(order, "server");
    const QString left = QFileInfo(directory(order)).path() + u"/.gone."_s + order.name.owner; // of another that was killed while it cleaned up
    QVERIFY(QDir(u"/"_s).mkpath(left));
    const QString socket = watcher.displayFacts->xSocketPath;
    ::kill(contents(directory(order) + u"/keeper"_s).trimmed().toInt(), SIGKILL);
    ::kill(static_cast<pid_t>(server), SIGKILL);
    QVERIFY(watcher.ends());
    QVERIFY(watcher.failure);
    QVERIFY2(watcher.failure->what.contains(u"was killed"_s), qUtf8Printable(watcher.failure->what));
    QVERIFY(QFileInfo::exists(socket));
    QVERIFY(watcher.finds(order));
    QVERIFY(!QFileInfo::exists(left));
    QVERIFY(!QFileInfo::exists(socket) || watcher.displayFacts->xSocketPath == socket);
    QVERIFY(!watcher.displayFacts->wasAlreadyRunning);
    QVERIFY(!isAlive(program));
    QVERIFY(!isAlive(server));
}

void AppDisplayTest::strangersAreNotHit()
{
    // A directory of a keeper that is gone: its numbers are those of others by now, or of before the host was started anew.
    const AppRequest order = this->order({u"xclock"_s});
    QProcess stranger;
    stranger.start(u"sleep"_s, {u"1000"_s});
    QVERIFY(stranger.waitForStarted());
    QByteArray stat = contents(u"/proc/%1/stat"_s.arg(stranger.processId()));
    stat.remove(0, stat.lastIndexOf(')') + 2);
    const QByteArray started = stat.split(' ').value(19);
    const QByteArray boot = contents(u"/proc/sys/kernel/random/boot_id"_s).trimmed();
    const QByteArray number = QByteArray::number(stranger.processId());
    // The directory of all displays is that of other tests, too: none of them may see it open to others, and the last of them takes it away.
    const mode_t before = ::umask(077);
    const bool isMade = WAIT_FOR(QDir(u"/"_s).mkpath(directory(order)));
    ::umask(before);
    QVERIFY(isMade);
    const QByteArray processes = boot + " program " + number + " 1\n" + QByteArray(36, '0') + " server " + number + ' ' + started + '\n';
    for (const QString &file : {u"processes"_s, u"alive"_s, u"keeper"_s}) {
        QFile out(directory(order) + u'/' + file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(file == "processes"_L1 ? processes : number);
    }
    Watcher watcher(m_link.get());
    QVERIFY(watcher.finds(order));
    QVERIFY(!watcher.displayFacts->wasAlreadyRunning);
    QVERIFY(isAlive(stranger.processId()));
    stranger.kill();
    stranger.waitForFinished();
}

void AppDisplayTest::nobodyLooks_data()
{
    QTest::addColumn<QString>("visual");
    QTest::newRow("a VNC server") << QString();
    QTest::newRow("colour maps") << u"PseudoColor 8"_s;
}

void AppDisplayTest::nobodyLooks()
{
    QFETCH(QString, visual);
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"xclock"_s});
    order.spec.visual = visual;
    order.lingerTime = 5s; // from its start on: until then it has to be found
    QVERIFY(watcher.finds(order));
    QVERIFY(watcher.ends());
    QVERIFY(watcher.failure);
    QVERIFY2(watcher.failure->what.contains(u"nobody viewed"_s), qUtf8Printable(watcher.failure->what));
}

void AppDisplayTest::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("visual");
    QTest::addColumn<QString>("what");
    QTest::newRow("no such server") << u"no-such-server"_s << QString() << u"searched for: no-such-server"_s;
    QTest::newRow("a server that ends at once") << u"false"_s << QString() << u"did not start"_s;
    QTest::newRow("nothing") << QString() << u"TrueColor 16"_s << QString();
    QTest::newRow("a visual that is none") << QString() << u"Rainbow 7"_s << u"Rainbow 7"_s;
    QTest::newRow("a depth that nobody has") << QString() << u"PseudoColor 23"_s << u"did not start"_s;
}

void AppDisplayTest::saysWhatIsMissing()
{
    QFETCH(QString, server);
    QFETCH(QString, visual);
    QFETCH(QString, what);
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"xclock"_s});
    order.spec.server.command = server;
    order.spec.visual = visual;
    watcher.display.open(order);
    QVERIFY(WAIT_FOR(watcher.failure || watcher.displayFacts, 100s));
    QCOMPARE(watcher.failure.has_value(), !what.isEmpty());
    if (watcher.failure) {
        QVERIFY2(watcher.failure->what.contains(what), qUtf8Printable(watcher.failure->what));
        QVERIFY(!watcher.failure->advice.isEmpty());
    }
}

void AppDisplayTest::givesFontsAndResources()
{
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"sh"_s, u"-c"_s, u"pwd; umask; xrdb -query; cat \"$XENVIRONMENT\"; echo \"$NIGHTDESK_APP\""_s});
    order.spec.fonts = {u"/no/such/fonts"_s, u"/nor such:unscaled"_s};
    order.spec.xResources = {u"XTerm*background: blue"_s, u"*title: it's \"$HOME\""_s};
    watcher.display.open(order);
    QVERIFY(watcher.ends());
    QVERIFY2(watcher.exit && watcher.exit->code == 0, watcher.output.constData());
    QCOMPARE(watcher.output.count("XTerm*background:\tblue") + watcher.output.count("XTerm*background: blue"), 2);
    QVERIFY2(watcher.output.contains("*title: it's \"$HOME\""), watcher.output.constData());
    QVERIFY(watcher.output.contains("no X fonts were found at /no/such/fonts\n"));
    QVERIFY(watcher.output.contains("no X fonts were found at /nor such:unscaled\n"));
    QVERIFY(watcher.output.contains(QByteArray('\n' + order.name.directoryName().toLatin1() + '/')));
    QVERIFY(!watcher.output.contains("\n0077\n"));
}

void AppDisplayTest::colorMaps()
{
    Watcher watcher(m_link.get());
    AppRequest order = this->order({u"sh"_s, u"-c"_s, u"xdpyinfo | grep -A2 'depth of root\\|default visual'; exec xclock"_s});
    order.spec.visual = u"PseudoColor 8"_s;
    QVERIFY(watcher.finds(order));
    QVERIFY(!watcher.displayFacts->canResize);
    QVERIFY(WAIT_FOR(watcher.output.contains("depth of root window:    8 planes")));
    QVERIFY(hasNoPort(process(order, "server")));
    QVERIFY(hasNoPort(process(order, "viewer")));
    QCOMPARE(mode(watcher.displayFacts->vncSocketPath), 0600);
    const qint64 viewer = process(order, "viewer");
    watcher.display.endProgram();
    QVERIFY(watcher.ends());
    QVERIFY2(watcher.exit, qUtf8Printable(watcher.failure.value_or(Failure()).what));
    QVERIFY(WAIT_FOR(!isAlive(viewer)));
}

void AppDisplayTest::directoryIsNotTrusted_data()
{
    QTest::addColumn<QString>("script"); // $1 is the directory
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("open to others") << u"mkdir \"$1\" && chmod 755 \"$1\""_s << QByteArray("open ");
    QTest::newRow("a link") << u"mkdir \"$1.x\" && ln -s \"$1.x\" \"$1\""_s << QByteArray("foreign ");
    QTest::newRow("a link to nowhere") << u"ln -s /no/such/place \"$1\""_s << QByteArray("foreign ");
    QTest::newRow("a file") << u": >\"$1\""_s << QByteArray("foreign ");
    if (::getuid() == 0) {
        QTest::newRow("somebody else's") << u"mkdir -m 700 \"$1\" && chown 1234 \"$1\""_s << QByteArray("foreign ");
    }
    QTest::newRow("no room") << u"rmdir \"${1%/*}\""_s << QByteArray("disk ");
    QTest::newRow("no room for files") << u"ulimit -f 0; trap '' XFSZ"_s << QByteArray("disk ");
}

void AppDisplayTest::directoryIsNotTrusted()
{
    QFETCH(QString, script);
    QFETCH(QByteArray, word);
    QTemporaryDir temporary;
    QVERIFY(QDir(temporary.path()).mkdir(u"tmp"_s));
    AppRequest order = this->order({u"xclock"_s});
    QStringList command = AppCommand::command(AppCommand::ScriptAction::Open, order).value();
    command[5] = temporary.filePath(u"tmp/nightdesk"_s);
    QProcess shell;
    shell.start(u"sh"_s, QStringList{u"-c"_s, script + u"; shift; exec \"$@\""_s, u"sh"_s, command.at(5) + u'-' + QString::number(::getuid())} + command);
    QVERIFY(shell.waitForFinished());
    const QByteArray said = shell.readAllStandardOutput();
    QVERIFY2(said.startsWith(QByteArray("nightdesk-app 1\nfail " + word)), said.constData());
}

void AppDisplayTest::runsInEveryShell_data()
{
    QTest::addColumn<QStringList>("shell");
    for (const QStringList &shell : {QStringList{u"dash"_s}, QStringList{u"bash"_s}, QStringList{u"busybox"_s, u"sh"_s}, QStringList{u"mksh"_s}}) {
        if (!QStandardPaths::findExecutable(shell.first()).isEmpty()) {
            QTest::newRow(qPrintable(shell.first())) << shell;
        }
    }
}

void AppDisplayTest::runsInEveryShell()
{
    QFETCH(QStringList, shell);
    QTemporaryDir temporary;
    // The keeper and its helpers ask for sh by name.
    QVERIFY(QFile::link(QStandardPaths::findExecutable(shell.first()), temporary.filePath(u"sh"_s)));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, temporary.path() + u':' + environment.value(u"PATH"_s));
    AppRequest order = this->order({u"sh"_s, u"-c"_s, u"echo 'a  b'; exit 5"_s});
    QStringList command = AppCommand::command(AppCommand::ScriptAction::Open, order).value();
    command[5] = temporary.filePath(u"nightdesk"_s);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(temporary.filePath(u"sh"_s), command.sliced(1));
    QVERIFY(process.waitForFinished(100000)); // a whole display, from its start to its end
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(said.contains("\nready\n") && said.endsWith("\nexit 5\n"), said.constData());
    QCOMPARE(process.readAllStandardError(), "nightdesk-app output\na  b\n");
    QVERIFY(WAIT_FOR(!QFileInfo::exists(command.at(5) + u'-' + QString::number(::getuid()) + u'/' + order.name.directoryName())));
}

NIGHTDESK_GUILESS_TEST(AppDisplayTest)
#include "appdisplaytest.moc"
